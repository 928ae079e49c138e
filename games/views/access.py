"""The only door from the web to a game."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest

from games.models import Game, Seat


@dataclass(frozen=True, slots=True)
class Visit:
    """A game somebody may see, and their seat at it; None: they watch."""

    game: Game
    seat: Seat | None

    @property
    def number(self) -> int | None:
        """The number of the visitor's seat; None for a watcher."""
        return None if self.seat is None else self.seat.number


def visit(request: HttpRequest, code: str) -> Visit:
    """Return the game of `code` as the person behind `request` may see it: two queries.

    Tables of the lobby are open to all eyes. A table by link is seen by whoever has the link while
    it is open, afterwards by those who sit at it. Raises Http404 for everybody else.
    """
    game = Game.objects.select_related("host").filter(code=code).first()
    if game is None:
        raise Http404
    user = request.user
    seat = game.seats.filter(user=user).first() if user.is_authenticated else None
    if seat is None and not game.public and game.status != Game.Status.OPEN:
        raise Http404
    return Visit(game=game, seat=seat)
