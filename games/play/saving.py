"""Writes what a move changed, and nothing else."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Model

from games.models import Game, KingdomCell, LegendCard
from games.rules.state import ARRANGING, OVER, PLACING, State

from . import clock, notices
from .clock import turn_of
from .due import bots_due
from .storage import Table


def save(table: Table, after: State, now: datetime, *, acted: bool) -> None:
    """Write the rows that differ between `table.state` and `after`; `table` then holds `after`.

    Raises the game's version by one. `acted`: the seat itself moved, not its clock. The caller
    holds the lock on the game row.
    """
    before = table.state
    wound = _wind(table, before, after, now)
    _save_cells(table, before, after)
    _save_claim(table, before, after)
    _save_seats(table, after, now, acted=acted)
    _save_game(table, before, after, now, wound)
    table.state = after


def set_changed(row: Model, **values: object) -> list[str]:
    """Set the attributes of `row` that differ from `values`; return their names."""
    changed = [name for name, value in values.items() if getattr(row, name) != value]
    for name in changed:
        setattr(row, name, values[name])
    return changed


def _save_cells(table: Table, before: State, after: State) -> None:
    over = after.phase == OVER
    for seat in table.seats:
        was, now = before.kingdoms[seat.number].cells, after.kingdoms[seat.number].cells
        for square in range(16):
            kind = now[square].upper()
            if was[square] == now[square] or (over and was[square].upper() == kind):
                continue  # those only turned up at the end follow in one statement
            KingdomCell.objects.filter(seat=seat, row=square // 4, column=square % 4).update(
                kind=kind, face_up=now[square].isupper()
            )
    if over:
        KingdomCell.objects.filter(game=table.game, face_up=False).update(face_up=True)


def _save_claim(table: Table, before: State, after: State) -> None:
    cards = LegendCard.objects.filter(game=table.game)
    order = sum(map(len, before.legends))
    for seat in table.seats:
        for legend in after.legends[seat.number][len(before.legends[seat.number]) :]:
            cards.filter(legend=legend).update(zone=LegendCard.Zone.OWNED, owner=seat, place=order)
            if before.legend_pile:
                # While the pile lasts the River has no gaps: index and place are the same.
                cards.filter(legend=before.legend_pile[-1]).update(
                    zone=LegendCard.Zone.RIVER, place=before.river.index(legend)
                )


def _save_seats(table: Table, after: State, now: datetime, *, acted: bool) -> None:
    left = {number: (order, why) for order, (number, why) in enumerate(after.left)}
    for seat in table.seats:
        changed = set_changed(seat, ready=after.ready[seat.number], turns=after.turns[seat.number])
        if changed:
            changed += ["bank_seconds", *(set_changed(seat, acted_at=now) if acted else [])]
        if seat.number in left and seat.left_order is None:
            order, why = left[seat.number]
            changed += set_changed(seat, left_order=order, left_why=why, left_at=now)
        if changed:
            seat.save(update_fields=changed)


def _save_game(
    table: Table, before: State, after: State, now: datetime, changed: list[str]
) -> None:
    game = table.game
    changed += set_changed(
        game,
        version=game.version + 1,
        turn_number=sum(after.turns),
        phase=after.phase,
        active_seat=after.active,
        drawn_kind=after.drawn if after.phase == PLACING else "",
        claimed_legend=after.claimed,
        bot_due=bool(bots_due(after)),
        pile="".join(reversed(after.pile)),
        discard="".join(reversed(after.discard)),
        reshuffles=after.reshuffles,
        end=after.end,
        status=_status(after),
    )
    if turn_of(before) != turn_of(after):
        changed += set_changed(game, turn_started_at=now)
    if after.phase == OVER:
        changed += ["record", "ended_at"]  # as `finish` has set them
        changed += set_changed(game, proposed_by=None, proposed_at=None, proposal_deadline=None)
    game.save(update_fields=changed)


def _wind(table: Table, before: State, after: State, now: datetime) -> list[str]:
    """Set the clock and the time bank; return the game's columns that differ."""
    game = table.game
    was = {name: getattr(game, name) for name in clock.COLUMNS}
    if turn_of(before) != turn_of(after):
        if before.phase != ARRANGING:
            clock.end_turn(game, table.seats[before.active], now)
        clock.start_turn(game, table.seats, after, now)
    elif after.phase == ARRANGING and clock.adjust(game, table.seats, after, now):
        notices.clock_runs_again(game, table.seats, after, now)
    return [name for name, value in was.items() if getattr(game, name) != value]


def _status(state: State) -> str:
    if state.phase == ARRANGING:
        return Game.Status.ARRANGING
    return Game.Status.OVER if state.phase == OVER else Game.Status.PLAYING
