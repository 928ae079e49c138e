"""Seats that go out."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.engine import play
from games.rules.errors import RulesError
from games.rules.moves import Event, Move
from games.rules.results import final_places
from games.rules.state import ACTION, CLAIMING, OVER, State
from tests.rules.builders import at, codes, table

PLAIN = "pppp pppp pppp pppp"
NEARLY = "Eppp pppp pppp pppp"
ELVES = "EEpp pppp pppp pppp"
RESIGN = Move("leave", detail="resigned")
TIME_UP = Move("leave", detail="timeout")


def three(drawing: str = PLAIN, **fields: Any) -> State:
    return table(drawing, PLAIN, PLAIN, river=["tribe-elf"], **fields)


def claiming(**fields: Any) -> State:
    state = three(NEARLY, discard="E", **fields)
    play(state, 0, at("take", "b1"))
    assert state.phase == CLAIMING
    return state


def test_the_turn_of_who_leaves_is_cut_short_and_the_next_plays() -> None:
    state = three()
    assert play(state, 0, RESIGN) == [Event("left", 0, detail="resigned"), Event("turn", 1)]
    assert state.left == [(0, "resigned")]
    assert state.turns == [0, 0, 0]


@pytest.mark.parametrize(("leavers", "order"), [("out", [1, 2, 1]), ("bot", [1, 2, 0])])
def test_its_turns_are_skipped_or_a_bots(leavers: str, order: list[int]) -> None:
    state = three(leavers=leavers)
    play(state, 0, RESIGN)
    taken = []
    for turn in range(3):
        taken.append(state.active)
        play(state, state.active, at("take", "abc"[turn] + "4"))
    assert taken == order


@pytest.mark.parametrize("leavers", ["out", "bot"])
def test_a_drawn_card_goes_back_on_top_of_the_pile(leavers: str) -> None:
    state = three(pile="HF", leavers=leavers)
    play(state, 0, Move("draw"))
    assert play(state, 0, TIME_UP)[0] == Event("left", 0, kind="H", detail="timeout")
    assert state.pile == ["F", "H"]
    assert (state.drawn, state.phase, state.active) == ("", ACTION, 1)


def test_another_seats_drawn_card_stays_in_its_hand() -> None:
    state = three(pile="HF")
    play(state, 0, Move("draw"))
    assert codes(play(state, 2, RESIGN)) == ["left"]
    assert (state.drawn, state.active) == ("H", 0)


def test_a_claim_made_stands_and_the_next_seat_may_claim_anew() -> None:
    state = table(
        ELVES, ELVES, PLAIN, river=["tribe-elf", "tribe-human"], legend_pile=["four-tribes"]
    )
    play(state, 0, Move("claim", detail="tribe-elf"))
    play(state, 0, RESIGN)
    assert state.legends[0] == ["tribe-elf"]
    assert state.claimed == ""


def test_time_up_after_the_action_only_passes() -> None:
    state = claiming()
    assert codes(play(state, 0, TIME_UP)) == ["passed", "turn"]
    assert state.left == []


def test_only_the_active_seats_clock_runs() -> None:
    for state in (three(), claiming()):
        with pytest.raises(RulesError, match="not-your-turn"):
            play(state, 1, TIME_UP)


def test_resigning_after_the_action_ends_the_turn_as_passed_first() -> None:
    state = claiming()
    assert codes(play(state, 0, RESIGN)) == ["passed", "turn", "left"]
    assert (state.active, state.turns) == (1, [1, 0, 0])


def test_another_seats_leaving_leaves_the_claim_to_be_made() -> None:
    state = claiming()
    assert codes(play(state, 1, RESIGN)) == ["left"]
    assert codes(play(state, 0, Move("claim", detail="tribe-elf"))) == ["claimed", "turn"]
    assert state.active == 2


def test_unless_it_ends_the_game() -> None:
    state = claiming(left=[(2, "removed")])
    assert codes(play(state, 1, RESIGN)) == ["passed", "turn", "left", "ended"]
    assert state.turns == [1, 0, 0]


def test_a_turn_limit_reached_by_that_pass_comes_before_the_leaving() -> None:
    state = claiming(turn_limit=1, turns=[0, 1, 1])
    assert codes(play(state, 0, RESIGN)) == ["passed", "ended"]
    assert (state.end, state.left) == ("limit", [])


def test_skipping_a_seat_may_reach_the_turn_limit() -> None:
    state = three(turn_limit=1, turns=[1, 1, 0], active=2)
    assert codes(play(state, 2, RESIGN)) == ["left", "ended"]
    assert state.end == "limit"


@pytest.mark.parametrize("leavers", ["out", "bot"])
def test_the_game_ends_when_one_is_left(leavers: str) -> None:
    state = three(leavers=leavers)
    play(state, 1, RESIGN)
    assert play(state, 2, RESIGN)[-1] == Event("ended", detail="alone")
    assert state.phase == OVER
    assert final_places(state) == [1, 3, 2]


def test_the_game_ends_when_only_bots_are_left() -> None:
    state = three(bots=frozenset({1, 2}))
    assert play(state, 0, RESIGN)[-1] == Event("ended", detail="bots")


def test_it_goes_on_among_bots_as_long_as_one_player_is_left() -> None:
    state = table(PLAIN, PLAIN, PLAIN, PLAIN, bots=frozenset({1, 2}))
    assert codes(play(state, 0, RESIGN)) == ["left", "turn"]


def test_a_card_in_anothers_hand_goes_back_when_the_leaving_ends_the_game() -> None:
    state = table(PLAIN, PLAIN, pile="HF")
    play(state, 0, Move("draw"))
    assert codes(play(state, 1, RESIGN)) == ["left", "ended"]
    assert (state.drawn, state.pile) == ("", ["F", "H"])


@pytest.mark.parametrize("why", ["resigned", "timeout", "removed"])
def test_a_seat_leaves_once_and_a_bot_never(why: str) -> None:
    state = table(PLAIN, PLAIN, PLAIN, PLAIN, leavers="bot", bots=frozenset({1}))
    play(state, 0, RESIGN)
    for seat in (0, 1):
        state.active = seat
        with pytest.raises(RulesError, match="cannot-leave"):
            play(state, seat, Move("leave", detail=why))


def test_nobody_leaves_for_another_reason() -> None:
    with pytest.raises(RulesError, match="no-such-reason"):
        play(three(), 0, Move("leave", detail="bored"))


@pytest.mark.parametrize("seat", [-1, 3])
def test_there_must_be_such_a_seat(seat: int) -> None:
    with pytest.raises(RulesError, match="no-such-seat"):
        play(three(), seat, RESIGN)
