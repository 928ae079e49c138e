"""The centre cards, laid out by all at the same time."""

from __future__ import annotations

import pytest

from games.rules.arranging import TIME_UP
from games.rules.engine import play
from games.rules.errors import RulesError
from games.rules.moves import Event, Move
from games.rules.rulings import latest
from games.rules.setup import new_game
from games.rules.state import ACTION, ARRANGING, State
from tests.rules.builders import codes

TIME_IS_UP = Move("ready", detail=TIME_UP)


def dealt(players: int = 2, **options: object) -> State:
    return new_game(seed=bytes(range(32)), players=players, rulings=latest(), **options)  # type: ignore[arg-type]


def test_a_seat_lays_its_four_cards_as_often_as_it_wants() -> None:
    state = dealt()
    kinds = state.dealt[1]
    assert play(state, 1, Move("arrange", detail=kinds[::-1])) == [
        Event("arranged", 1, detail=kinds[::-1])
    ]
    play(state, 1, Move("arrange", detail=kinds[1:] + kinds[0]))
    assert state.kingdoms[1].centre() == kinds[1:] + kinds[0]
    assert state.dealt[1] == kinds


@pytest.mark.parametrize("kinds", ["", "PFM", "PPPP", "PFMSH", "pfms"])
def test_only_its_own_four_cards(kinds: str) -> None:
    state = dealt()
    with pytest.raises(RulesError, match="not-your-cards"):
        play(state, 0, Move("arrange", detail=kinds))


def test_the_game_begins_when_all_are_ready() -> None:
    state = dealt(3, first=2)
    top = state.pile[-1]
    assert codes(play(state, 2, Move("ready"))) == ["readied"]
    assert codes(play(state, 0, Move("ready"))) == ["readied"]
    assert state.phase == ARRANGING
    events = play(state, 1, Move("ready"))
    assert events == [Event("readied", 1), Event("began", 2, kind=top)]
    assert (state.phase, state.active, state.discard) == (ACTION, 2, [top])


@pytest.mark.parametrize("move", [Move("ready"), Move("arrange")])
def test_ready_is_ready(move: Move) -> None:
    state = dealt()
    play(state, 0, Move("ready"))
    with pytest.raises(RulesError, match="already-ready"):
        play(state, 0, move._replace(detail=state.dealt[0]))


@pytest.mark.parametrize("act", ["draw", "take", "keep", "reveal", "claim", "pass"])
def test_no_turn_is_played_before(act: str) -> None:
    state = dealt()
    with pytest.raises(RulesError, match=r"wrong-phase \(phase=arranging\)"):
        play(state, state.first, Move(act, 0, state.river[0]))


@pytest.mark.parametrize("act", ["arrange", "ready"])
def test_nothing_is_arranged_after(act: str) -> None:
    state = dealt()
    for seat in (0, 1):
        play(state, seat, Move("ready"))
    with pytest.raises(RulesError, match=r"wrong-phase \(phase=action\)"):
        play(state, 0, Move(act, detail=state.dealt[0]))


def test_when_time_is_up_the_cards_stay_as_dealt() -> None:
    state = dealt()
    play(state, 0, Move("arrange", detail=state.dealt[0][::-1]))
    assert play(state, 0, TIME_IS_UP) == [Event("readied", 0, detail="timeout")]
    assert state.kingdoms[0].centre() == state.dealt[0]
    assert state.ready == [True, False]
    assert codes(play(state, 1, TIME_IS_UP)) == ["readied", "began"]
    assert state.left == []


def test_time_is_not_up_for_who_is_ready() -> None:
    state = dealt()
    play(state, 0, Move("arrange", detail=state.dealt[0][::-1]))
    play(state, 0, Move("ready"))
    with pytest.raises(RulesError, match="already-ready"):
        play(state, 0, TIME_IS_UP)
    assert state.kingdoms[0].centre() == state.dealt[0][::-1]


def test_who_leaves_counts_as_ready_with_the_cards_as_dealt() -> None:
    state = dealt(3)
    play(state, 0, Move("arrange", detail=state.dealt[0][::-1]))
    for seat in (1, 2):
        play(state, seat, Move("ready"))
    assert codes(play(state, 0, Move("leave", detail="resigned"))) == ["left", "began"]
    assert state.kingdoms[0].centre() == state.dealt[0]


def test_who_leaves_when_ready_leaves_the_cards_as_arranged() -> None:
    state = dealt(3)
    play(state, 0, Move("arrange", detail=state.dealt[0][::-1]))
    play(state, 0, Move("ready"))
    play(state, 0, Move("leave", detail="removed"))
    assert state.kingdoms[0].centre() == state.dealt[0][::-1]


@pytest.mark.parametrize("leavers", ["out", "bot"])
def test_the_first_turn_of_who_leaves_falls_to_the_next_seat(leavers: str) -> None:
    state = dealt(3, first=2, leavers=leavers)
    play(state, 2, Move("leave", detail="resigned"))
    for seat in (0, 1):
        play(state, seat, Move("ready"))
    assert (state.first, state.active) == (2, 0)


def test_nobody_runs_out_of_time_while_arranging() -> None:
    state = dealt()
    with pytest.raises(RulesError, match="wrong-phase"):
        play(state, state.first, Move("leave", detail="timeout"))
