"""Reports of players about other players, until a moderator decides on them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from games.models import Game, Report, Seat
from games.models.reports import TEXT_MAX
from games.play.errors import PlayError

from .locking import lock_reports

ABOUT = [about for about in Report.About if about != Report.About.APPEAL]
"""What a person can be reported for."""
AT_A_TABLE = (Report.About.STALLING, Report.About.COLLUSION)
"""What is done in a game, so that the report has to name it."""
IN_WORDS = (Report.About.ABUSE, Report.About.OTHER)
"""What nobody understands without a text."""
OPEN_ON_ONE = 5  # open reports of one person about another
IN_A_DAY = 20  # reports of one person
DAY = timedelta(hours=24)


def report(
    *, reporter: User, person_id: int, about: str, game_id: int | None, text: str, now: datetime
) -> Report:
    """File a report about somebody, for a moderator to decide on; nobody else ever sees whose.

    What the reporter has reported already and is still open stays one report: it gets the `text`
    added that it does not have. A name is reported without a game. Raises PlayError:
    `report-about`, `report-yourself`, `report-nobody` where there is no such person (any more),
    `report-needs-game`, `report-other-table` where no such game is `seen_by_both`,
    `report-needs-text`, `report-text-long`, `report-enough` and `report-too-many` for somebody who
    has reported too much.
    """
    text = text.strip()
    if about not in ABOUT:
        raise PlayError("report-about")
    if person_id == reporter.pk:
        raise PlayError("report-yourself")
    if about == Report.About.NAME:
        game_id = None
    elif about in AT_A_TABLE and game_id is None:
        raise PlayError("report-needs-game")
    if about in IN_WORDS and not text:
        raise PlayError("report-needs-text")
    if len(text) > TEXT_MAX:
        raise PlayError("report-text-long", most=TEXT_MAX)
    try:
        filed = None
        while filed is None:
            with transaction.atomic():
                filed = _file(reporter, person_id, about, game_id, text, now)
        return filed
    except IntegrityError as error:  # an account was deleted at this moment
        raise PlayError("report-nobody") from error


def still_here(person: User) -> bool:
    """Whether somebody has a page, and can be reported."""
    return person.is_active and person.closing_at is None


def games_of_both(reporter_id: int, person_id: int) -> QuerySet[Game]:
    """Return the games in which both have a seat, or had one, the latest first."""
    seats = Seat.objects.filter(game=OuterRef("pk"))
    return Game.objects.filter(
        Exists(seats.filter(user=reporter_id)), Exists(seats.filter(user=person_id))
    ).order_by("-created_at", "-pk")


def seen_by_both(reporter_id: int, person_id: int) -> QuerySet[Game]:
    """Return the games where the person has a seat and that the reporter may see.

    They sit there as well, or it is a table of the lobby, or one that still waits for players.
    """
    seats = Seat.objects.filter(game=OuterRef("pk"))
    mine = Exists(seats.filter(user=reporter_id))
    seen = Q(public=True) | Q(status=Game.Status.OPEN) | Q(mine)
    return Game.objects.filter(seen, Exists(seats.filter(user=person_id)))


def _file(
    reporter: User, person_id: int, about: str, game_id: int | None, text: str, now: datetime
) -> Report | None:
    """File it; None: the same was filed at this very moment, so that it is to be tried again."""
    matter: dict[str, Any] = {
        "reporter": reporter,
        "person": person_id,
        "about": about,
        "game_id": game_id,
    }
    locked = lock_reports(Q(closed_at=None, **matter))
    # Whatever one person reports comes one after the other: double clicks, two tabs, the limits.
    # And whoever is reported does not close their account meanwhile, or has closed it.
    both = User.objects.filter(pk__in=[reporter.pk, person_id]).order_by("pk")
    people = {user.pk: user for user in both.select_for_update(no_key=True)}
    person = people.get(person_id)
    if reporter.pk not in people or person is None or not still_here(person):
        raise PlayError("report-nobody")
    if game_id is not None and not seen_by_both(reporter.pk, person_id).filter(pk=game_id):
        raise PlayError("report-other-table")
    known = Report.objects.filter(closed_at=None, **matter).first()
    if known is not None and known.pk not in locked:
        return None  # whoever has locked it may wait for the reporter: to be locked before them
    if known is not None:
        _add(known, text)
        return known
    _check_limits(reporter, person, now)
    return Report.objects.create(text=text, at=now, **matter | {"person": person})


def _add(known: Report, text: str) -> None:
    if text in known.text:
        return
    whole = f"{known.text}\n\n{text}".strip()
    if len(whole) > TEXT_MAX:
        raise PlayError("report-text-full", most=TEXT_MAX)
    known.text = whole
    known.save(update_fields=["text"])


def _check_limits(reporter: User, person: User, now: datetime) -> None:
    mine = Report.objects.filter(reporter=reporter, sanction=None)
    if mine.filter(person=person, closed_at=None).count() >= OPEN_ON_ONE:
        raise PlayError("report-enough", most=OPEN_ON_ONE, name=person.name)
    lately = mine.filter(at__gt=now - DAY).order_by("-at").values_list("at", flat=True)
    counted = list(lately[:IN_A_DAY])
    if len(counted) == IN_A_DAY:
        raise PlayError("report-too-many", most=IN_A_DAY, again=counted[-1] + DAY)
