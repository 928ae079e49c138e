"""One ended game as a history tells it, in the eyes of the person whose history it is."""

from __future__ import annotations

from typing import NamedTuple

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.models import Game, Seat
from games.play.replay import may_replay
from games.points import signed
from games.rating_words import counted_text
from games.rules.scoring import CATEGORIES
from games.words import bot_name, category_name, left_word, ruleset_name

from .closed import void_in_a_word
from .people import page_of
from .seats import EMBLEMS

_ENDED: dict[str, str | Promise] = {
    "explored": gettext_lazy("a Kingdom was explored"),
    "limit": gettext_lazy("ended by the turn limit"),
    "alone": gettext_lazy("one player was left"),
    "bots": gettext_lazy("only bots were left"),
}


class Opponent(NamedTuple):
    """Somebody else who sat there."""

    name: str
    page: str  # address; empty: there is none that the reader can open
    harmony: str  # all points; empty where there is no result
    left: str  # how they went out of it before its end; empty: they did not


class Points(NamedTuple):
    """Points in one category."""

    emblem: str  # id in the sprite
    name: str
    points: str


class HistoryRow(NamedTuple):
    """One game of a history."""

    game: Game
    result: str
    ended: str  # how
    left: str  # how the person went out of it before; empty: they did not
    opponents: list[Opponent]
    ruleset: str
    points: list[Points]  # the person's; empty where there is no result
    harmony: str  # all of them together
    rated: str
    replay: str  # address; empty: there was no first turn


def history_row(seat: Seat, reader: User | None) -> HistoryRow:
    """Return the row of a seat, read with its game and all seats there. No query."""
    game = seat.game
    seats = list(game.seats.all())
    return HistoryRow(
        game=game,
        result=_result(seat, seats),
        ended=_ended(game),
        left=_left(seat),
        opponents=[_opponent(other, reader) for other in seats if other.pk != seat.pk],
        ruleset=ruleset_name(game.ruleset),
        points=_points(seat),
        harmony="" if seat.total is None else signed(seat.total),
        rated=counted_text(seat),
        replay=reverse("replay", args=[game.code]) if may_replay(game) else "",
    )


def _result(seat: Seat, seats: list[Seat]) -> str:
    if seat.place is None:
        return _("No result")
    if seat.place > 1:
        return _("Place %(place)s of %(all)s") % {"place": seat.place, "all": seat.players}
    shared = sum(other.place == 1 for other in seats) > 1
    return _("Shared the first place") if shared else _("Won")


def _ended(game: Game) -> str:
    return (
        void_in_a_word(game) if game.status == Game.Status.VOID else str(_ENDED.get(game.end, ""))
    )


def _opponent(seat: Seat, reader: User | None) -> Opponent:
    shut = seat.user is not None and seat.user.is_guest and reader is None
    return Opponent(
        name=bot_name(seat.shown_name) if seat.bot else seat.shown_name,
        page="" if shut else page_of(seat),
        harmony="" if seat.total is None else signed(seat.total),
        left=_left(seat),
    )


def _left(seat: Seat) -> str:
    return left_word(seat.left_why) if seat.left_why else ""


def _points(seat: Seat) -> list[Points]:
    if seat.total is None:
        return []
    return [
        Points(EMBLEMS[category], category_name(category), signed(getattr(seat, category)))
        for category in CATEGORIES
    ]
