"""What is imposed on a person, and lifted: with a report or without."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from accounts import audit, sanctions
from accounts.models import Act, PersonNote, Sanction, User
from games.models import Report
from games.play import after
from games.play.errors import PlayError

from .locking import lock_reports
from .rights import may_act_unasked, may_lift
from .terms import Terms, check_reason


def act_on(
    *,
    person_id: int,
    by: User,
    kind: str,
    reason: str,
    until: datetime | None,
    games: str,
    now: datetime,
) -> Sanction:
    """Impose a sanction (a Sanction.Kind) on a person whom nobody has reported.

    Raises PlayError as `Terms` does, and the codes of `rights.may_act_unasked`.
    """
    terms = Terms(kind, reason, until, games, now)
    with transaction.atomic():
        person = User.objects.select_for_update(no_key=True).get(pk=person_id)
        if refused := may_act_unasked(by, person):
            raise PlayError(refused)
        return impose(person.pk, terms, by=by)


def lift(*, sanction_id: int, by: User, why: str, now: datetime) -> Sanction:
    """Lift a sanction that is in force; an open appeal against it is closed by that.

    Raises PlayError: `decision-reason`, `decision-not-in-force`, the codes of `rights.may_lift`.
    """
    check_reason(why)
    with transaction.atomic():
        lock_reports(Q(sanction=sanction_id, closed_at=None))
        sanction = Sanction.objects.get(pk=sanction_id)
        person = User.objects.select_for_update(no_key=True).get(pk=sanction.user_id)
        sanction.user = person
        if refused := may_lift(by, sanction):
            raise PlayError(refused)
        end_now(sanction, by=by, why=why, now=now)
        Report.objects.filter(sanction=sanction, closed_at=None).update(
            closed_at=now, closed_by=by, decision=Report.Decision.LIFTED
        )
    return sanction


def note(*, person_id: int, by: User, text: str, now: datetime) -> PersonNote:
    """Note something about a person for other moderators.

    Raises PlayError: `decision-note` without a text, `decision-on-you`.
    """
    if not text.strip():
        raise PlayError("decision-note")
    if person_id == by.pk:
        raise PlayError("decision-on-you")
    with transaction.atomic():
        person = User.objects.get(pk=person_id)
        noted = PersonNote.objects.create(person=person, by=by, at=now, text=text)
        audit.log(by=by, what=Act.What.NOTE, person=person, detail={"note": noted.pk}, now=now)
    return noted


def impose(person_id: int, terms: Terms, *, by: User, report: int | None = None) -> Sanction:
    """Impose what the terms say, in the caller's transaction; running games follow soon."""
    sanction = sanctions.impose(
        user_id=person_id,
        by=by,
        kind=terms.kind,
        reason=terms.reason,
        until=terms.until,
        games=terms.games,
        report=report,
        now=terms.now,
    )
    if terms.kind in Sanction.SHUT_OUT:
        after.nudge(after.FOLLOW_SANCTIONS)
    return sanction


def end_now(sanction: Sanction, *, by: User, why: str, now: datetime) -> None:
    """Lift a sanction in the caller's transaction; clocks that stood run on soon.

    Raises PlayError `decision-not-in-force`.
    """
    if not sanctions.lift(sanction_id=sanction.pk, by=by, why=why, now=now):
        raise PlayError("decision-not-in-force")
    if sanction.kind in Sanction.SHUT_OUT:
        after.nudge(after.FOLLOW_SANCTIONS)
