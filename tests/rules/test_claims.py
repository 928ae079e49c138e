"""One Legend a turn, before, during or after the action."""

from __future__ import annotations

import pytest

from games.rules.engine import play
from games.rules.errors import RulesError
from games.rules.moves import Event, Move
from games.rules.state import ACTION, CLAIMING, PLACING
from tests.rules.builders import at, codes, table

ELVES = "EEpp pppp pppp pppp"
NEARLY = "Eppp pppp pppp pppp"
PLAIN = "pppp pppp pppp pppp"
RIVER = ["four-tribes", "tribe-elf", "alliance-human-elf"]
CLAIM = Move("claim", detail="tribe-elf")


def test_before_the_action() -> None:
    state = table(ELVES, PLAIN, river=RIVER, legend_pile=["tribe-dwarf", "tribe-human"])
    events = play(state, 0, CLAIM)
    assert events == [
        Event("claimed", 0, detail="tribe-elf"),
        Event("offered", detail="tribe-dwarf"),
    ]
    assert state.river == ["four-tribes", "tribe-dwarf", "alliance-human-elf"]
    assert state.legend_pile == ["tribe-human"]
    assert state.legends == [["tribe-elf"], []]
    assert (state.phase, state.claimed) == (ACTION, "tribe-elf")


def test_during_the_action_with_a_card_in_hand() -> None:
    state = table(ELVES, PLAIN, river=RIVER)
    play(state, 0, Move("draw"))
    play(state, 0, CLAIM)
    assert state.phase == PLACING
    assert codes(play(state, 0, at("keep", "d4"))) == ["placed", "turn"]
    assert state.claimed == ""


def test_after_the_action_which_ends_the_turn() -> None:
    state = table(NEARLY, PLAIN, river=RIVER, discard="E")
    assert codes(play(state, 0, at("take", "b1"))) == ["placed"]
    assert state.phase == CLAIMING
    assert codes(play(state, 0, CLAIM)) == ["claimed", "turn"]
    assert (state.active, state.phase, state.claimed) == (1, ACTION, "")


def test_or_pass_after_the_action() -> None:
    state = table(NEARLY, PLAIN, river=RIVER, discard="E")
    play(state, 0, at("take", "b1"))
    assert play(state, 0, Move("pass")) == [Event("passed", 0), Event("turn", 1)]
    assert state.legends == [[], []]


def test_the_action_is_over_then() -> None:
    state = table(NEARLY, PLAIN, river=RIVER, discard="E")
    play(state, 0, at("take", "b1"))
    for move in (Move("draw"), at("take", "c1"), at("keep", "c1"), at("reveal", "c1")):
        with pytest.raises(RulesError, match=r"wrong-phase \(phase=claiming\)"):
            play(state, 0, move)


def test_only_one_a_turn() -> None:
    state = table("EEHp pppp pppp pppp", PLAIN, river=RIVER)
    play(state, 0, CLAIM)
    again = Move("claim", detail="alliance-human-elf")
    with pytest.raises(RulesError, match="one-claim-a-turn"):
        play(state, 0, again)
    # And the turn ends by itself, though another could be claimed.
    assert codes(play(state, 0, at("take", "d4"))) == ["placed", "turn"]


def test_only_what_the_face_up_cards_fulfil_now() -> None:
    state = table("Eepp pppp pppp pppp", PLAIN, river=RIVER)
    with pytest.raises(RulesError, match="not-fulfilled"):
        play(state, 0, CLAIM)


def test_only_from_the_river() -> None:
    state = table(ELVES, PLAIN, river=["four-tribes"], legend_pile=["tribe-elf"])
    with pytest.raises(RulesError, match="not-in-river"):
        play(state, 0, CLAIM)
    assert codes(play(state, 0, at("take", "d4"))) == ["placed", "turn"]


def test_only_a_legend_there_is() -> None:
    with pytest.raises(RulesError, match="no-such-legend"):
        play(table(ELVES, PLAIN, river=RIVER), 0, Move("claim", detail="tribe-orc"))


def test_once_owned_it_is_kept_whatever_happens() -> None:
    state = table(ELVES, PLAIN, river=RIVER, discard="F")
    play(state, 0, CLAIM)
    play(state, 0, at("take", "a1"))
    assert state.legends[0] == ["tribe-elf"]


def test_the_river_runs_dry_with_the_legend_pile() -> None:
    state = table(ELVES, PLAIN, river=RIVER)
    play(state, 0, CLAIM)
    assert state.river == ["four-tribes", "alliance-human-elf"]
