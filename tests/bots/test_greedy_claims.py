"""Which Legend the greedy bot claims, and when."""

from __future__ import annotations

from games.rules.engine import play
from games.rules.legends import LEGEND_IDS
from tests.bots.asking import NEUTRAL, decision, told
from tests.rules.builders import table

TWO_LEGENDS = "pHHs fEPP pfPs hedg"
RIVER = ["tribe-human", "terrain-plain"]


def test_the_legend_of_most_harmony_is_claimed() -> None:
    state = table(TWO_LEGENDS, NEUTRAL, phase="claiming", river=RIVER)
    assert told(decision(state)) == "claim terrain-plain"


def test_the_legend_a_rival_would_claim_goes_first() -> None:
    state = table(TWO_LEGENDS, "pHHs mGSf pfms hedg", phase="claiming", river=RIVER)
    assert told(decision(state)) == "claim tribe-human"


def test_in_the_last_turn_nothing_is_kept_for_later() -> None:
    state = table(TWO_LEGENDS, "pHHs mGSf pfms hedg", phase="claiming", river=RIVER, turn_limit=1)
    assert told(decision(state)) == "claim terrain-plain"


def test_a_legend_comes_before_the_action_that_ends_the_game() -> None:
    state = table(
        "HPHP PHPH FMFM EEMs",
        NEUTRAL,
        phase="placing",
        drawn="O",
        river=["tribe-elf"],
        legends=[[*LEGEND_IDS], []],
    )
    claim = decision(state)
    assert told(claim) == "claim tribe-elf"
    play(state, 0, claim)
    assert decision(state).act in {"keep", "reveal"}


def test_a_legend_comes_before_the_action_that_spoils_it() -> None:
    human_among_goblins = "pfGs hHHG pfms hedg"
    state = table(human_among_goblins, NEUTRAL, phase="placing", drawn="S", river=["tribe-human"])
    claim = decision(state)
    assert told(claim) == "claim tribe-human"
    play(state, 0, claim)
    assert told(decision(state)) == "keep c2"


def test_no_second_legend_is_claimed_in_a_turn() -> None:
    state = table(
        "pfGs hHHG pfms hedg",
        NEUTRAL,
        phase="placing",
        drawn="S",
        river=["tribe-human"],
        claimed="tribe-goblin",
    )
    assert told(decision(state)) == "keep c2"


def test_a_legend_that_stays_can_wait_for_the_action() -> None:
    state = table(TWO_LEGENDS, NEUTRAL, phase="placing", drawn="P", river=RIVER)
    assert decision(state).act in {"keep", "reveal"}


def test_with_nothing_to_claim_it_passes() -> None:
    state = table(NEUTRAL, NEUTRAL, phase="claiming", river=RIVER)
    assert told(decision(state)) == "pass"
