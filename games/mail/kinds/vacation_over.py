"""A vacation has ended by itself."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Notice, User
from games.mail.at_table import AtTable
from games.mail.kind import Kind, Told, Untrue
from games.mail.time_left import TimeLeft
from games.play.queries import seats_waiting_for

MOST = 20  # games that are named


class WaitingGame(NamedTuple):
    """A game that waits for the reader, by its opponents; `time` is what is on its clock."""

    title: str
    link: str
    time: TimeLeft


def look(notice: Notice, now: datetime) -> Told | Untrue:
    """Tell which games wait now: four queries."""
    user = notice.user
    if user is None or user.is_away(now):
        return Untrue("the reader is on vacation again")
    clocks = list(seats_waiting_for(user).values_list("game__deadline", "game__stopped_seconds"))
    count = len(clocks)
    line = gettext("Your vacation is over: no game waits for you.")
    if count:
        pattern = ngettext(
            "Your vacation is over: %(count)d game waits for you.",
            "Your vacation is over: %(count)d games wait for you.",
            count,
        )
        line = pattern % {"count": count}
    games = list(_waiting(user, now)) if count else []
    context = {
        "line": line,
        "clocks": _clocks(
            run=any(deadline for deadline, _stopped in clocks),
            stand=any(stopped is not None for _deadline, stopped in clocks),
        ),
        "games": games,
        "more": max(0, count - MOST),
    }
    return Told(line=line, link=reverse("my-games"), context=context)


def _clocks(*, run: bool, stand: bool) -> str:
    """Return whether the clocks of the games that wait run: one of several may still be away."""
    if run and stand:
        return gettext("Your clocks run, but not where somebody else is still away.")
    if stand:
        return gettext("Your clocks still stand: somebody else is away.")
    return gettext("Your clocks run.") if run else ""


def _waiting(user: User, now: datetime) -> Iterator[WaitingGame]:
    for waiting in seats_waiting_for(user).prefetch_related("game__seats__user")[:MOST]:
        game, seats = waiting.game, list(waiting.game.seats.all())
        at = AtTable(game, seats, next(seat for seat in seats if seat == waiting))
        time = TimeLeft(now, game.deadline, game.stopped_seconds, bank=0)
        yield WaitingGame(at.title, settings.SITE_URL + game.get_absolute_url(), time)


KIND = Kind(name="vacation-over", look=look, label=_("Your vacation is over"), rank=91)
