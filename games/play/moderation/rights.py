"""Who of staff may look at which report, and decide about whom.

Codes of refusals are those of PlayError; "" stands for: they may.
"""

from __future__ import annotations

from django.db.models import Case, Exists, OuterRef, Q, QuerySet, Value, When
from django.db.models.lookups import Exact

from accounts.models import Act, Sanction, User
from games.models import Game, Report, Seat

from .tables import sits_at

_RUNNING = (Game.Status.ARRANGING, Game.Status.PLAYING)


def concerning(by: User) -> Q:
    """Return what finds the reports that `by` may not read: by them, on them, from their tables."""
    at_table = Seat.objects.filter(game=OuterRef("game"), user=by)
    return Q(reporter=by) | Q(person=by) | Q(Exists(at_table))


def readable(by: User) -> QuerySet[Report]:
    """Return the reports that `by` may read."""
    return Report.objects.filter(Exact(concerns(by), Value(False)))


def concerns(by: User) -> Case:
    """Return a column of reports: whether `by` may not read it."""
    # Not `exclude(…)`: where a reporter is gone, "not theirs" would be unknown.
    return Case(When(concerning(by), then=Value(True)), default=Value(False))


def may_read(by: User, report: Report) -> str:
    """Return why `by` may not read a report, superusers included: nobody learns who reported them.

    Codes: `decision-own-report`, `decision-on-you`, `decision-own-table`.
    """
    if report.person_id == by.pk:
        return "decision-on-you"
    if report.reporter_id == by.pk:
        return "decision-own-report"
    if report.game is not None and sits_at(by, report.game):
        return "decision-own-table"
    return ""


def acts_hidden_from(by: User) -> Q:
    """Return what finds the lines of the audit log that `by` may not read, superusers included.

    Those about themselves: of these they read what everybody does of theirs (`audit.told_to`).
    Dismissed reports are for those who may read reports, and not from their tables: the game, where
    two sit at it, tells who reported whom.
    """
    dismissed = Q(what=Act.What.DISMISS)
    if by.has_perm("games.view_report"):
        dismissed &= Q(game__in=Seat.objects.filter(user=by).values("game__code"))
    return Q(person=by) | dismissed


def decidable(by: User) -> QuerySet[Report]:
    """Return the open reports and appeals that `by` may decide and nobody else has taken."""
    own_case = Report.objects.filter(concerning(by), led_to=OuterRef("sanction"))
    own_act = Q(sanction__by=by) | Q(sanction__lifted_by=by)
    of_opponent = Q(sanction__isnull=False) & Q(Exists(_beside(by).filter(user=OuterRef("person"))))
    refused = Case(
        When(own_act | Exists(own_case) | of_opponent, then=Value(True)), default=Value(False)
    )
    return readable(by).filter(_free(by), Exact(refused, Value(False)), closed_at=None)


def may_decide(by: User, report: Report) -> str:
    """Return why `by` may not dismiss a report, or answer an appeal.

    Whom it is about does not matter: or else what concerns a superuser stayed open for ever.
    Beyond `may_read`: `decision-own-act` for an appeal against what they imposed or lifted
    themselves, `decision-own-case` for one against what a report of theirs led to, or one from
    their table, `decision-opponent` for one by whom they play with in a game that runs.
    """
    if refused := may_read(by, report):
        return refused
    if report.sanction is not None:
        if by.pk in (report.sanction.by_id, report.sanction.lifted_by_id):
            return "decision-own-act"
        if Report.objects.filter(concerning(by), led_to=report.sanction).exists():
            return "decision-own-case"
        if _beside(by).filter(user=report.person_id).exists():
            return "decision-opponent"
    return ""


def may_impose(by: User, report: Report) -> str:
    """Return why `by` may impose nothing for a report: the codes of `may_decide`, `may_act_on`."""
    refused = may_decide(by, report)
    return refused if refused or report.person is None else may_act_on(by, report.person)


def may_act_on(by: User, person: User) -> str:
    """Return why `by` may impose nothing on a person and lift nothing.

    Codes: `decision-on-you`, `decision-superuser`, `decision-staff` (superusers alone act on
    staff), `decision-opponent` (both play in a game that runs).
    """
    if person.pk == by.pk:
        return "decision-on-you"
    if person.is_superuser:
        return "decision-superuser"
    if person.is_staff and not by.is_superuser:
        return "decision-staff"
    if _beside(by).filter(user=person).exists():
        return "decision-opponent"
    return ""


def may_act_unasked(by: User, person: User) -> str:
    """Return why `by` may impose nothing on a person without a report, nor take their name.

    Beyond `may_act_on`: `decision-concerned` while a report on the person waits that `by` may not
    decide: they made it, or it is from their table.
    """
    if refused := may_act_on(by, person):
        return refused
    waiting = Report.objects.filter(concerning(by), person=person, closed_at=None)
    return "decision-concerned" if waiting.exists() else ""


def may_lift(by: User, sanction: Sanction) -> str:
    """Return why `by` may not lift a sanction that nobody has appealed against.

    Beyond `may_act_on`: `decision-own-case` where a report of theirs, or one from their table, led
    to it. What they imposed themselves they may correct.
    """
    if refused := may_act_on(by, sanction.user):
        return refused
    if sanction.by_id == by.pk:
        return ""
    about_it = Q(sanction=sanction) | Q(led_to=sanction)
    concerned = Report.objects.filter(concerning(by)).filter(about_it).exists()
    return "decision-own-case" if concerned else ""


def others(report: Report, by: User) -> list[Report]:
    """Return the other open reports on the same person that `by` may close along with this one.

    Those that another moderator has taken stay with them; an appeal is answered by itself.
    """
    if report.person_id is None:
        return []
    same = readable(by).filter(_free(by), person=report.person_id, sanction=None, closed_at=None)
    return list(same.exclude(pk=report.pk).select_related("game").order_by("pk"))


def _beside(by: User) -> QuerySet[Seat]:
    """Return the seats in games that run where `by` plays too."""
    seats = Seat.objects.filter(left_at=None, game__status__in=_RUNNING)
    return seats.filter(Exists(seats.filter(game=OuterRef("game"), user=by)))


def _free(by: User) -> Q:
    return Q(taken_by=None) | Q(taken_by=by)
