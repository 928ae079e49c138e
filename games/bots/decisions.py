"""What a seat may decide now, by act, read off its view alone."""

from __future__ import annotations

from itertools import permutations

from games.rules.cards import CENTRE
from games.rules.moves import Move
from games.rules.visibility import View


def decisions(view: View) -> dict[str, list[Move]]:
    """Return the legal moves of the viewer's seat by act; acts without any are left out.

    Leaving is no decision of a bot. Raises ValueError when there is nothing to decide.
    """
    legal = view.legal
    by_act = {
        "arrange": _arrangements(view) if legal.arrange else [],
        "ready": [Move("ready")] if legal.arrange else [],
        "draw": [Move("draw")] if legal.draw else [],
        "take": [Move("take", square) for square in legal.take],
        "keep": [Move("keep", square) for square in legal.keep],
        "reveal": [Move("reveal", square) for square in legal.reveal],
        "claim": [Move("claim", detail=legend) for legend in legal.claims],
        "pass": [Move("pass")] if legal.may_pass else [],
    }
    found = {act: moves for act, moves in by_act.items() if moves}
    if not found:
        raise nothing_to_decide(view)
    return found


def nothing_to_decide(view: View) -> ValueError:
    """Return what to raise when a bot is asked out of turn."""
    return ValueError(f"nothing to decide for seat {view.seat} in phase {view.phase!r}")


def _arrangements(view: View) -> list[Move]:
    assert view.seat is not None
    kinds = sorted(view.kingdoms[view.seat].cells[square] for square in CENTRE)
    return [Move("arrange", detail="".join(order)) for order in permutations(kinds)]
