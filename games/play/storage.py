"""Rows to a state of the rules and back; reads and writes a fixed number of rows."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import Game, KingdomCell, LegendCard, Seat
from games.rules.chance import reshuffling
from games.rules.kingdom import Kingdom
from games.rules.rulings import rulings_of
from games.rules.state import State

from .prepared import Prepared


@dataclass(slots=True)
class Table:
    """A running or finished game: its row, its seats by number, and the state they hold."""

    game: Game
    seats: list[Seat]
    state: State


def load(game: Game) -> Table:
    """Read the state of a dealt `game`: three queries, whatever the players and the log.

    For who holds the lock on the game; others take `read`.
    """
    seats = list(game.seats.select_related("user").order_by("number"))
    return Table(game=game, seats=seats, state=_state(game, seats))


def read(game: Game) -> Table:
    """Read the state of a dealt `game` as it stood at one moment, without a lock: four queries.

    When a move was made between the queries all is read again, the game row too.
    """
    table = load(game)
    while not _UNCHANGED(game.pk, game.version):
        game.refresh_from_db()
        table = load(game)
    return table


def _state(game: Game, seats: list[Seat]) -> State:
    numbers = {seat.pk: seat.number for seat in seats}
    river, pile, legends = _legends(game, numbers)
    left = sorted((seat for seat in seats if seat.left_order is not None), key=_left_order)
    return State(
        rulings=rulings_of(game.rules_revision),
        ruleset=game.ruleset,
        kingdoms=_kingdoms(game, numbers),
        pile=list(reversed(game.pile)),
        discard=list(reversed(game.discard)),
        river=river,
        legend_pile=pile,
        reshuffle=reshuffling(bytes(game.seed or b"")),
        first=game.first_seat,
        leavers=game.leavers,
        turn_limit=game.turn_limit,
        bots=frozenset(seat.number for seat in seats if seat.bot),
        phase=game.phase,
        active=game.active_seat,
        drawn=game.drawn_kind,
        claimed=game.claimed_legend,
        reshuffles=game.reshuffles,
        legends=legends,
        turns=[seat.turns for seat in seats],
        ready=[seat.ready for seat in seats],
        dealt=[seat.dealt for seat in seats],
        left=[(seat.number, seat.left_why) for seat in left],
        end=game.end,
    )


_UNCHANGED = Prepared(
    lambda game, version: Game.objects.filter(pk=game, version=version).values_list("version"),
    *(-1, 1_000_000),
)
_CELLS = Prepared(
    lambda game: (
        KingdomCell.objects.filter(game=game)
        .order_by()
        .values_list("seat_id", "row", "column", "kind", "face_up")
    ),
    -1,
)
_CARDS = Prepared(
    lambda game: (
        LegendCard.objects.filter(game=game)
        .order_by("place")
        .values_list("legend", "zone", "owner_id")
    ),
    -1,
)


def _left_order(seat: Seat) -> int:
    return seat.left_order or 0


def _kingdoms(game: Game, numbers: dict[int, int]) -> list[Kingdom]:
    letters = [[""] * 16 for _seat in numbers]
    for seat, row, column, kind, face_up in _CELLS(game.pk):
        letters[numbers[seat]][row * 4 + column] = kind if face_up else kind.lower()
    return [
        Kingdom.parse(["".join(cells[row : row + 4]) for row in (0, 4, 8, 12)]) for cells in letters
    ]


def _legends(game: Game, numbers: dict[int, int]) -> tuple[list[str], list[str], list[list[str]]]:
    """Return River in place order, pile with the next one last, and ids by owner seat."""
    river: list[str] = []
    pile: list[str] = []
    owned: list[list[str]] = [[] for _seat in numbers]
    for legend, zone, owner in _CARDS(game.pk):
        if zone == LegendCard.Zone.RIVER:
            river.append(legend)
        elif zone == LegendCard.Zone.PILE:
            pile.append(legend)
        else:
            owned[numbers[owner]].append(legend)
    pile.reverse()
    return river, pile, owned
