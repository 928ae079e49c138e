"""The outcome of a game that is over."""

from __future__ import annotations

from .ranking import places
from .scoring import Scores, score
from .state import State


def final_scores(state: State) -> list[Scores]:
    """The scores by seat, Legends included."""
    return [
        score(kingdom, state.rulings, state.ruleset, owned)
        for kingdom, owned in zip(state.kingdoms, state.legends, strict=True)
    ]


def final_places(state: State) -> list[int]:
    """The places by seat, from 1; seats that left rank below all who stayed."""
    return places(final_scores(state), [seat for seat, _ in state.left])
