"""A record written from a deal and the decisions of a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.rules.cards import CENTRE, SQUARES
from games.rules.chance import commitment
from games.rules.engine import play
from games.rules.kingdom import Kingdom
from games.rules.moves import Event, Move
from games.rules.results import final_places, final_scores
from games.rules.state import ARRANGING, OVER, State

from .checking import score_object
from .record import FORMAT


def write_record(
    start: State,
    decisions: Iterable[tuple[int, Move]],
    *,
    players: Sequence[str],
    seed: bytes | None = None,
    first_by: str = "seed",
) -> dict[str, object]:
    """The record of a game from its deal (`start`, left as it is) and each decision with its seat.

    `players` are names by seat. Scores and places stand in it once the game is over. Raises
    RulesError for a decision that is not legal.
    """
    state = start.copy()
    transcript = _Transcript(state.active)
    began = state.phase != ARRANGING
    kingdoms = [_as_begun(kingdom) for kingdom in state.kingdoms]
    for seat, move in decisions:
        events = play(state, seat, move)
        if not began:
            kingdoms = [_as_begun(kingdom) for kingdom in state.kingdoms]
            began = state.phase != ARRANGING
        for event in events:
            transcript.add(event, over=state.phase == OVER)
    pile, discard = start.pile, start.discard
    if start.phase == ARRANGING:
        pile, discard = pile[:-1], pile[-1:]
    record: dict[str, object] = {
        "format": FORMAT,
        "rules": start.rulings.revision,
        "ruleset": start.ruleset,
        "players": list(players),
        "first": start.first,
        "kingdoms": kingdoms,
        "pile": "".join(reversed(pile)),
        "discard": "".join(reversed(discard)),
        "legends": start.river + start.legend_pile[::-1],
        **_options(start, first_by),
        "reshuffles": transcript.reshuffles,
        "turns": transcript.turns,
    }
    if seed is not None:
        record |= {"seed": seed.hex(), "commitment": commitment(seed)}
    if state.phase == OVER:
        record["scores"] = [score_object(scores) for scores in final_scores(state)]
        record["places"] = final_places(state)
    return record


def _options(start: State, first_by: str) -> dict[str, object]:
    """The optional keys, where they differ from what their absence says."""
    options = {
        "turn_limit": start.turn_limit or None,
        "leavers": start.leavers if start.leavers != "out" else None,
        "bots": sorted(start.bots) or None,
        "first_by": first_by if first_by != "seed" else None,
    }
    return {key: value for key, value in options.items() if value is not None}


def _as_begun(kingdom: Kingdom) -> list[str]:
    """Rows of a Kingdom before the first turn, also when the game ended before it."""
    return Kingdom(
        [
            cell.upper() if square in CENTRE else cell.lower()
            for square, cell in enumerate(kingdom.cells)
        ]
    ).rows()


class _Transcript:
    """Turns the events of a game into the entries of `turns`."""

    def __init__(self, active: int) -> None:
        self.turns: list[str] = []
        self.reshuffles: list[str] = []
        self._active = active
        self._turn: list[str] = []  # of the turn that runs

    def add(self, event: Event, *, over: bool) -> None:
        """Note an event; `over` tells whether the game is over once the whole move is made."""
        match event.code:
            case "claimed":
                self._turn.append(f"claim {event.detail}")
            case "placed":
                self._turn.append(f"{event.detail} {SQUARES[event.square]}")
            case "revealed":
                self._turn.append(f"reveal {SQUARES[event.square]}")
            case "reshuffled":
                self.reshuffles.append(event.kind)
            case "left":
                self._leave(event, cut_short=over or event.seat == self._active)
            case "passed" | "ended":
                self._close()
            case "turn" | "began":
                self._close()
                self._active = event.seat

    def _leave(self, event: Event, *, cut_short: bool) -> None:
        entry = "timeout" if event.detail == "timeout" else f"resign {event.seat}"
        if cut_short:
            self._turn.append(entry)
            self._close()
        else:
            self.turns.append(entry)

    def _close(self) -> None:
        if self._turn:
            self.turns.append(", ".join(self._turn))
            self._turn = []
