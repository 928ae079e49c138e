"""The games of a person: those that are over whole, of others what their seat may see."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from accounts.models import User
from games.models import Game, Move, Seat
from games.play.ratings.seats import COLUMNS
from games.play.records import told_record
from games.play.storage import read
from games.rules.visibility import view_for

_GAME = (
    "code",
    "status",
    "end",
    "players",
    "public",
    "ruleset",
    "turn_limit",
    "leavers",
    "first_by",
    "rated",
    "rated_number",
    "turn_seconds",
    "bank_seconds",
    "vacations",
    "created_at",
    "started_at",
    "ended_at",
    "turn_number",
    "deadline",
    "commitment",
)
_SEAT = ("number", "bot", "turns", "left_at", "left_why", "place", "total")
_MOVE = ("number", "turn", "act", "square", "detail", "at")
_MINE = ("number", "joined_at", "acted_at", "bank_seconds", "muted", "agreed", "ready")


def files_of_games(user: User) -> Iterator[tuple[str, object]]:
    """Yield the code of each game and what JSON holds of it; one lies in memory at a time."""
    seats = Seat.objects.filter(user=user).order_by("pk")
    for pk, game_id in list(seats.values_list("pk", "game_id")):
        game = Game.objects.filter(pk=game_id).first()
        if game is not None:
            content = _game(game, pk)
            if content:
                yield game.code, content


def _game(game: Game, seat_id: int) -> dict[str, Any]:
    """Return a game as whoever sits in the seat may know it; empty if nobody does any more."""
    view = None
    if game.is_running:
        table = read(game)  # as it stood at one moment, which may be after its end
        seats, mine = table.seats, _mine(table.seats, seat_id)
        if mine is not None and game.is_running:
            view = asdict(view_for(table.state, None if mine.left_at else mine.number))
    else:
        seats = list(game.seats.select_related("user").order_by("number"))
        mine = _mine(seats, seat_id)
    if mine is None:
        return {}
    record = told_record(game, seats)
    return {
        "game": {column: getattr(game, column) for column in _GAME},
        "hosted": game.host_id == mine.user_id,
        "seats": [{"name": each.shown_name} | _columns(each, _SEAT) for each in seats],
        "mine": _columns(mine, (*_MINE, *COLUMNS)),
        "moves": _moves(game, mine.number),
        **({"record": record} if record is not None else {}),
        **({"seen": view} if view is not None else {}),
    }


def _mine(seats: list[Seat], seat_id: int) -> Seat | None:
    return next((seat for seat in seats if seat.pk == seat_id), None)


def _columns(seat: Seat, columns: tuple[str, ...]) -> dict[str, Any]:
    return {column: getattr(seat, column) for column in columns}


def _moves(game: Game, number: int) -> list[dict[str, Any]]:
    """Return the decisions of a seat, without what chance made of them."""
    rows = Move.objects.filter(game=game, seat=number).order_by("number")
    return [dict(row) for row in rows.values(*_MOVE)]
