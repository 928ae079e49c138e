"""Where the reader of a mail sits: looked up at the moment of sending."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from accounts.models import Notice
from games.models import Game, Seat
from games.words import bot_name

from .kind import Told, Untrue


@dataclass(frozen=True, slots=True)
class AtTable:
    """A table, its seats by number, and which one is the reader's."""

    game: Game
    seats: Sequence[Seat]
    mine: Seat

    @property
    def names(self) -> tuple[str, ...]:
        """What the seats are called, as the log does."""
        return tuple(seat.shown_name for seat in self.seats)

    def called(self, seat: int) -> str:
        """Return the name of a seat where nobody should take a bot for a person."""
        told = next(each for each in self.seats if each.number == seat)
        return bot_name(told.shown_name) if told.bot else told.shown_name

    @property
    def opponents(self) -> str:
        """All others who play or played, as a list."""
        others = [self.called(seat.number) for seat in self.seats if seat is not self.mine]
        return get_text_list(others, _("and"))

    @property
    def table(self) -> str:
        """What the table is called; empty when its host is gone."""
        if self.game.host_id == self.mine.user_id:
            return _("your table")
        host = next((seat for seat in self.seats if _hosts(seat, self.game)), None)
        return _("%(name)s’s table") % {"name": host.shown_name} if host else ""

    @property
    def title(self) -> str:
        """Opponents and table, as subjects have them; before anybody has come the table alone."""
        if not self.table:
            return self.opponents
        if not self.opponents:
            return self.table
        told = {"opponents": self.opponents, "table": self.table}
        return _("%(opponents)s (%(table)s)") % told


def game_of(notice: Notice) -> Game | None:
    """Return the game that `notice` is about, unless it is gone: one query."""
    return (
        Game.objects.defer("record")
        .select_related("host")
        .filter(pk=notice.payload["game"])
        .first()
    )


def seats_of(game: Game) -> list[Seat]:
    """Return all seats with their people: one query."""
    return list(game.seats.select_related("user").order_by("number"))


def at_table(notice: Notice, game: Game, seats: Sequence[Seat]) -> AtTable | None:
    """Return where the reader of `notice` sits now, if they do."""
    mine = next((seat for seat in seats if seat.user_id == notice.user_id), None)
    return AtTable(game, seats, mine) if mine and mine.user_id is not None else None


def seated(notice: Notice, *statuses: str) -> AtTable | Untrue:
    """Return where the reader sits, if the game has one of these `statuses`: two queries."""
    game = game_of(notice)
    if game is None or game.status not in statuses:
        return Untrue("the game is at another stage")
    return at_table(notice, game, seats_of(game)) or Untrue("the seat is somebody else's")


def news_of(at: AtTable, line: str, **context: Any) -> Told:
    """Return what a mail about the table tells, in one `line` and what its templates need."""
    return Told(
        line=line,
        link=at.game.get_absolute_url(),
        context={"game": at.game, "at": at, "line": line, **context},
        game_id=at.game.pk,
    )


def _hosts(seat: Seat, game: Game) -> bool:
    return game.host_id is not None and seat.user_id == game.host_id
