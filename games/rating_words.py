"""Ratings as people read them: whole numbers around 1500, a question mark while provisional."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext as _

from accounts.models.names import is_guest_name
from games.models import Game, Rating, Seat
from games.play.ratings.changes import Change
from games.play.ratings.enough import is_provisional

MIDDLE = 1500  # what everybody begins with
STEP = 40  # points shown for one of OpenSkill's
MEAN = 25  # OpenSkill's own middle


def shown(mu: float) -> int:
    """Return the number that stands for the mean `mu`: 1500 for somebody who begins."""
    return round(MIDDLE + STEP * (mu - MEAN))


def number_text(mu: float, *, provisional: bool) -> str:
    """Return the number for `mu`, marked while it may still move far: "1532?"."""
    return f"{shown(mu)}?" if provisional else str(shown(mu))


def rating_text(rating: Rating) -> str:
    """Return somebody's rating as it is told everywhere: "1532", provisional "1532?"."""
    return number_text(rating.mu, provisional=is_provisional(rating.games))


def change_text(before: float, after: float) -> str:
    """Return by how much the number shown has changed, with its sign: "+12", "−7", "±0"."""
    change = shown(after) - shown(before)
    if not change:
        return "±0"
    return f"+{change}" if change > 0 else f"−{-change}"


def rating_sentence(change: Change) -> str:
    """Return what a game did to the reader's rating: "Your rating: 1500? → 1532? (+32)."."""
    told = {
        "before": number_text(change.before, provisional=change.was_provisional),
        "after": number_text(change.after, provisional=change.provisional),
        "change": change_text(change.before, change.after),
    }
    return _("Your rating: %(before)s → %(after)s (%(change)s).") % told


def rated_text(game: Game, seats: Collection[Seat]) -> str:
    """Return whether a game that has begun is rated, and why not; empty for somebody alone.

    Why is told where it is known: whoever has left the site may have been a guest.
    """
    if game.rated:
        return _without_result() if game.status == Game.Status.VOID else _("rated")
    if sum(not seat.bot for seat in seats) < 2:
        return ""
    if any(seat.bot for seat in seats):
        return _("not rated, as a bot plays")
    if any(is_guest_name(seat.name) for seat in seats):  # as they were called when it began
        return _("not rated, as a guest plays")
    if all(seat.name for seat in seats):
        return _("not rated, as the table was opened so")
    return _("not rated")


def counted_text(seat: Seat) -> str:
    """Return what an ended game did to the rating of whoever sat on `seat`, in lists of games."""
    if not seat.rated:
        return _("not rated")
    if seat.mu is None or seat.mu_before is None:  # with a result it soon will be
        return _without_result() if seat.place is None else _("rated, not counted yet")
    told = {
        "before": shown(seat.mu_before),
        "after": shown(seat.mu),
        "change": change_text(seat.mu_before, seat.mu),
    }
    return _("rated: %(before)s → %(after)s (%(change)s)") % told


def _without_result() -> str:
    return _("rated, not counted")
