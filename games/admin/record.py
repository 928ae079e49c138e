"""What staff know of a person, gathered for their page and for the reports on them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, F, Q
from django.utils.translation import gettext as _

from accounts.models import Act, HeldName, PersonNote, Sanction, User
from games.models import Game, Report, Seat
from games.play.moderation.rights import acts_hidden_from, concerns, readable
from games.play.reliability import Reliability, reliability, seats_that_count
from games.time_words import moment

SHOWN = 50  # of each list, the latest


@dataclass(frozen=True, slots=True)
class Imposed:
    """A sanction, and what has become of it in words."""

    sanction: Sanction
    state: str
    in_force: bool


@dataclass(frozen=True, slots=True)
class Record:
    """A person as staff know them: eight queries, however much there is."""

    person: User
    names_before: list[HeldName]
    sanctions: list[Imposed]
    reports: list[Report]  # each with `concerns`: then the reader sees no more than that
    notes: list[PersonNote]
    acts: list[Act]
    seats: list[Seat]  # of games under way, each with `code` and `status`
    timed_out: int  # games with others lost by running out of time
    turns: Reliability


@dataclass(frozen=True, slots=True)
class ReporterRecord:
    """How often somebody has reported, and how often in vain."""

    reports: int
    dismissed: int


def record_of(person: User, *, reader: User, now: datetime) -> Record:
    """Return the record of a person for a `reader` who is somebody else."""
    seats = Seat.objects.filter(user=person)
    under_way = seats.filter(game__status__in=Game.UNDER_WAY, left_at=None)
    reports = Report.objects.annotate(concerns=concerns(reader), code=F("game__code"))
    sanctions = Sanction.objects.select_related("by", "lifted_by")
    acts = Act.objects.filter(person=person).select_related("by")
    return Record(
        person=person,
        names_before=list(HeldName.objects.filter(user=person, until__isnull=False)),
        sanctions=[_imposed(each, now) for each in sanctions.filter(user=person)[:SHOWN]],
        reports=list(reports.filter(person=person).order_by("-at", "-pk")[:SHOWN]),
        notes=list(PersonNote.objects.filter(person=person).select_related("by")[:SHOWN]),
        acts=list(acts.exclude(acts_hidden_from(reader))[:SHOWN]),
        seats=list(
            under_way.annotate(code=F("game__code"), status=F("game__status")).order_by("-pk")
        ),
        timed_out=seats_that_count(person).filter(left_why="timeout").count(),
        turns=reliability(person),
    )


def reporter_record(reporter: User, *, reader: User) -> ReporterRecord:
    """Return how somebody has reported so far; what the reader may not read is not counted.

    Otherwise the difference would tell who reported the reader.
    """
    dismissed = Count("pk", filter=Q(decision=Report.Decision.DISMISSED))
    made = readable(reader).filter(reporter=reporter, sanction=None)
    counted = made.aggregate(reports=Count("pk"), dismissed=dismissed)
    return ReporterRecord(**counted)


def _imposed(sanction: Sanction, now: datetime) -> Imposed:
    in_force = sanction.is_in_force(now)
    if sanction.lifted_at is not None:
        name = sanction.lifted_by.name if sanction.lifted_by else "\N{EN DASH}"
        told = {"moment": moment(sanction.lifted_at), "name": name}
        state = _("lifted %(moment)s by %(name)s") % told
    elif sanction.kind == Sanction.Kind.WARNING:
        state = _("read") if sanction.read_at else _("not read yet")
    elif sanction.until is None:
        state = _("in force, for good")
    elif in_force:
        state = _("in force until %(moment)s") % {"moment": moment(sanction.until)}
    else:
        state = _("over since %(moment)s") % {"moment": moment(sanction.until)}
    return Imposed(sanction, state, in_force)
