"""A name that cannot stay is taken away, which decides what was reported about it."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.models import User
from accounts.renaming import NoFreeNameError, take_name_away
from games.models import Report
from games.play.errors import PlayError

from .decisions import close
from .locking import lock_reports
from .rights import may_act_unasked, may_decide
from .terms import check_reason


def take_name(*, person_id: int, name: str, by: User, why: str, now: datetime) -> User | None:
    """Give a member a neutral name for the one they have, and close the open reports about it.

    Log it once, tell them why, and the reporters that it is decided. Return the row as saved; None
    where they are called something else than `name` by now: nothing is done then. Raises PlayError:
    `decision-reason`, `name-none-free`, those of `check_rights`; RenameError `guest`.
    """
    check_reason(why)
    with transaction.atomic():
        known = lock_reports(Q(person=person_id, about=Report.About.NAME, closed_at=None))
        person = User.objects.select_for_update().get(pk=person_id)
        if person.name != name or person.closing_at is not None:
            return None
        reports = list(_reports(person).filter(pk__in=known))
        _check(by, person, reports)
        try:
            row = take_name_away(
                user=person, by=by, why=why, reports=[each.pk for each in reports], now=now
            )
        except NoFreeNameError as error:
            raise PlayError("name-none-free") from error
        for each in reports:
            close(each, Report.Decision.RENAMED, by, now)
    return row


def check_rights(by: User, person: User) -> None:
    """Raise PlayError where `by` may not take the name of a person, now.

    The codes of `rights.may_act_unasked` and, as it decides all open reports about the name, those
    of `rights.may_decide`; `decision-taken` where another moderator has taken one of them.
    """
    _check(by, person, list(_reports(person)))


def _reports(person: User) -> QuerySet[Report]:
    about = Report.objects.filter(person=person, about=Report.About.NAME, closed_at=None)
    with_rows = about.select_related("person", "game", "taken_by").defer("game__record")
    return with_rows.order_by("pk")


def _check(by: User, person: User, reports: list[Report]) -> None:
    for report in reports:
        if refused := may_decide(by, report):
            raise PlayError(refused)
        if report.taken_by is not None and report.taken_by != by:
            raise PlayError("decision-taken", name=report.taken_by.name)
    if refused := may_act_unasked(by, person):
        raise PlayError(refused)
