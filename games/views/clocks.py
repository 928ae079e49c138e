"""Clocks as pages show them: what is left, until when, and why one stands still.

While the service is down, or is back and no sweep has noted it yet, clocks stand: pages count the
outage so far, as mails do. So it is with whoever cannot play or is on vacation: their clock stands
from that moment on, whether a sweep has noted it or not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from accounts.vacations import away_until
from games.models import ClockShift, Game, Seat
from games.play.away import away_since
from games.play.clock import left_on
from games.play.outlast import deadline_after, part_lost
from games.time_words import moment, span

from .moments import instant, left_markup


@dataclass(frozen=True, slots=True)
class ClockShown:
    """The clock of a game at one moment, for one reader."""

    short: SafeString  # for lists
    says: SafeString  # for the table
    paused: bool


def clock_shown(
    game: Game,
    seats: Sequence[Seat],
    *,
    mine: int | None,
    now: datetime,
    outage: ClockShift | None,
) -> ClockShown | None:
    """Return the clock of a running game for the reader in seat `mine`; None when it has none.

    `outage` is the one that goes on (`beat.outage_so_far`).
    """
    stays = _stays(game, seats, now, outage)
    if stays is not None:
        return _paused(game, seats, mine, stays, now)
    deadline = deadline_after(game, outage)
    if deadline is None or not game.is_running:
        return None
    left = _left(game, now, outage)
    told = {"at": instant(deadline), "left": left_markup(left)}
    if game.status == Game.Status.ARRANGING:
        says = format_html(_("All arrange their cards until {at}: {left}."), **told)
    elif mine == game.active_seat:
        says = format_html(_("You have until {at}: {left}."), **told)
    else:
        name = seats[game.active_seat].shown_name
        says = format_html(_("{name} has until {at}: {left}."), name=name, **told)
    bank = _bank_in_it(game, seats, left)
    return ClockShown(
        short=format_html(_("{left}, until {at}"), **told),
        says=format_html("{} {}", says, bank) if bank else says,
        paused=False,
    )


def banks(game: Game, seats: Sequence[Seat], now: datetime, outage: ClockShift | None) -> list[str]:
    """Return what is left of each seat's time bank; empty where there is none."""
    stays = _stays(game, seats, now, outage)
    left = _left(game, now, outage) if stays is None else stays
    return [_bank(game, seat, left) for seat in seats]


def away(seats: Sequence[Seat], now: datetime) -> list[str]:
    """Return until when whoever sits there cannot play or is on vacation; empty for the others."""
    return [_away(seat, now) for seat in seats]


def _away(seat: Seat, now: datetime) -> str:
    user = seat.user
    if user is None or seat.left_at is not None:
        return ""
    if user.is_paused(now) and user.paused_until is not None:
        return _("cannot play until %(at)s") % {"at": moment(user.paused_until)}
    until = away_until(user, now)
    return _("on vacation until %(at)s") % {"at": moment(until)} if until else ""


def _paused(
    game: Game, seats: Sequence[Seat], mine: int | None, stays: int, now: datetime
) -> ClockShown:
    waited_for = _waited_for(game, seats)
    who = [words for seat in waited_for if (words := _away_words(game, seat, mine, now))]
    why = format_html_join(", ", "{}", ((one,) for one in who)) if who else mark_safe("")
    told = {"why": why, "left": span(stays)}
    return ClockShown(
        short=format_html(
            _("paused: {why} ({left} left)") if who else _("paused ({left} left)"), **told
        ),
        says=format_html(
            _("The clock stands still: {why}. It has {left} left.")
            if who
            else _("The clock stands still. It has {left} left."),
            **told,
        ),
        paused=True,
    )


def _away_words(game: Game, seat: Seat, mine: int | None, now: datetime) -> SafeString | None:
    """Why a clock stands for `seat`, and until when; None if it does not.

    Why somebody cannot play is between them and the moderators.
    """
    user = seat.user
    if user is None:
        return None
    if user.is_paused(now) and user.paused_until is not None:
        told = {"name": seat.shown_name, "at": instant(user.paused_until)}
        return format_html(_("{name} cannot play until {at}"), **told)
    until = away_until(user, now) if game.vacations else None
    if until is None:
        return None
    if seat.number == mine:
        return format_html(_("you are on vacation until {at}"), at=instant(until))
    told = {"name": seat.shown_name, "at": instant(until)}
    return format_html(_("{name} is on vacation until {at}"), **told)


def _waited_for(game: Game, seats: Sequence[Seat]) -> list[Seat]:
    """The seats whom the clock of a running game is for."""
    if game.status == Game.Status.ARRANGING:
        return [seat for seat in seats if not seat.ready]  # whoever has left counts as ready
    return [seats[game.active_seat]]


def _stays(
    game: Game, seats: Sequence[Seat], now: datetime, outage: ClockShift | None
) -> int | None:
    """The seconds on a clock that stands, or will by the next sweep; None for one that runs."""
    if game.stopped_seconds is not None:
        return game.stopped_seconds
    deadline, runs_since = deadline_after(game, outage), game.running_since
    if deadline is None or runs_since is None or not game.is_running:
        return None
    users = [seat.user for seat in _waited_for(game, seats)]
    away_from = [away_since(game, user, now) for user in users if user is not None]
    since = min((moment for moment in away_from if moment is not None), default=deadline)
    if since >= deadline:
        return None
    lost = part_lost(outage, runs_since, game.deadline)
    return int((deadline - max(since, now if lost else runs_since)).total_seconds())


def _left(game: Game, now: datetime, outage: ClockShift | None) -> int:
    return left_on(game, now - part_lost(outage, game.running_since, game.deadline))


def _bank(game: Game, seat: Seat, left: int) -> str:
    if seat.bot or seat.left_at is not None or not game.bank_seconds or not game.is_running:
        return ""
    seconds = seat.bank_seconds
    if game.status == Game.Status.PLAYING and seat.number == game.active_seat:
        seconds = min(seconds, left)
    if seconds <= 0:
        return _("time bank empty")
    return _("%(time)s in the bank") % {"time": span(seconds)}


def _bank_in_it(game: Game, seats: Sequence[Seat], seconds: int) -> str:
    """Which part of the time left is the bank's: that of a turn comes first."""
    if game.status != Game.Status.PLAYING:
        return ""
    bank = seats[game.active_seat].bank_seconds
    if not bank or seconds <= 0:
        return ""
    if seconds <= bank:
        return _("The time of the turn is used up: this is the time bank.")
    return _("The last %(time)s of it are the time bank.") % {"time": span(bank)}
