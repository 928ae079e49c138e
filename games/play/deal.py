"""Cards on the table: the rows of a game that begins."""

from __future__ import annotations

from datetime import datetime

from games.models import Game, KingdomCell, LegendCard, Seat
from games.rules.chance import commitment
from games.rules.rulings import latest, rulings_of
from games.rules.setup import new_game
from games.rules.state import State

from . import clock
from .due import bots_due


def deal(game: Game, seats: list[Seat], *, seed: bytes, now: datetime) -> None:
    """Deal `game` to its full row of `seats` from `seed` (32 bytes) and let them arrange.

    It goes by the latest rulings from now to its end. The caller holds the lock on the game.
    """
    game.seed = seed
    game.rules_revision = latest().revision
    if game.first_by == Game.FirstBy.ACCOUNT:
        game.first_seat = _oldest_account(seats)
    state = as_dealt(game, bots=frozenset(seat.number for seat in seats if seat.bot))
    _write_cells(game, seats, state)
    _write_legends(game, state)
    for seat in seats:
        seat.dealt = state.dealt[seat.number]
        seat.bank_seconds = game.bank_seconds
    Seat.objects.bulk_update(seats, ["dealt", "name", "bank_seconds"])
    game.status = Game.Status.ARRANGING
    game.phase = state.phase
    game.first_seat = game.active_seat = state.first
    game.pile = "".join(reversed(state.pile))
    game.commitment = commitment(seed)
    game.bot_due = bool(bots_due(state))
    game.started_at = game.turn_started_at = now
    clock.start_turn(game, seats, state, now)
    game.version += 1
    game.save()


def as_dealt(game: Game, *, bots: frozenset[int]) -> State:
    """Return the state that `game` starts from, by its seed and options."""
    return new_game(
        seed=bytes(game.seed or b""),
        players=game.players,
        rulings=rulings_of(game.rules_revision),
        ruleset=game.ruleset,
        first=game.first_seat if game.first_by == Game.FirstBy.ACCOUNT else None,
        turn_limit=game.turn_limit,
        leavers=game.leavers,
        bots=bots,
    )


def _oldest_account(seats: list[Seat]) -> int:
    """Return the seat of the oldest account; bots have none and come last."""
    return min(
        (seat.user.date_joined.timestamp(), seat.number)
        if seat.user
        else (float("inf"), seat.number)
        for seat in seats
    )[1]


def _write_cells(game: Game, seats: list[Seat], state: State) -> None:
    KingdomCell.objects.bulk_create(
        KingdomCell(
            game=game,
            seat=seat,
            row=square // 4,
            column=square % 4,
            kind=letter.upper(),
            face_up=letter.isupper(),
        )
        for seat in seats
        for square, letter in enumerate(state.kingdoms[seat.number].cells)
    )


def _write_legends(game: Game, state: State) -> None:
    zones = (
        (LegendCard.Zone.RIVER, state.river),
        (LegendCard.Zone.PILE, list(reversed(state.legend_pile))),
    )
    LegendCard.objects.bulk_create(
        LegendCard(game=game, legend=legend, zone=zone, place=place)
        for zone, legends in zones
        for place, legend in enumerate(legends)
    )
