"""Entries of a record's turns: what they say, and what is none."""

from __future__ import annotations

import pytest

from games.rules.errors import RulesError
from games.rules.notation.turns import Turn, play_turn, read_turn
from games.rules.state import State
from tests.rules.builders import square, table

PLAIN = "pppp pPFp pMSp pppp"
ELVES = "pppp pEEp pMSp pppp"


@pytest.mark.parametrize(
    ("text", "turn"),
    [
        ("take a1", Turn("take", 0)),
        ("keep d4", Turn("keep", 15)),
        ("reveal b3", Turn("reveal", square("b3"))),
        ("claim tribe-elf, keep a1", Turn("keep", 0, before="tribe-elf")),
        ("keep a1, claim tribe-elf", Turn("keep", 0, after="tribe-elf")),
        ("timeout", Turn("timeout")),
        ("claim tribe-elf, timeout", Turn("timeout", before="tribe-elf")),
        ("resign 3", Turn("resign", 3)),
        ("claim tribe-elf, resign 0", Turn("resign", 0, before="tribe-elf")),
    ],
)
def test_what_an_entry_says(text: str, turn: Turn) -> None:
    assert read_turn(text) == turn


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (None, "turn-not-text"),
        (7, "turn-not-text"),
        (["take a1"], "turn-not-text"),
        ("", "no-such-action"),
        ("draw", "no-such-action"),
        ("pass", "no-such-action"),
        ("TAKE a1", "no-such-action"),
        ("take a1,claim tribe-elf", "no-such-square"),
        ("take  a1", "no-such-square"),
        ("take", "no-such-square"),
        ("keep e1", "no-such-square"),
        ("keep A1", "no-such-square"),
        ("timeout 1", "no-such-action"),
        ("timeout ", "no-such-action"),
        ("resign", "no-such-seat"),
        ("resign 00", "no-such-seat"),
        ("resign -1", "no-such-seat"),
        ("resign ²", "no-such-seat"),
        ("claim tribe-elf", "no-action"),
        ("claim tribe-orc, keep a1", "no-such-legend"),
        ("keep a1, keep a1", "one-action-a-turn"),
        ("keep a1, resign 0", "one-action-a-turn"),
        ("claim tribe-elf, claim tribe-human, keep a1", "one-claim-a-turn"),
        ("claim tribe-elf, keep a1, claim tribe-human", "one-claim-a-turn"),
        ("timeout, claim tribe-elf", "claim-after-leaving"),
        ("resign 0, claim tribe-elf", "claim-after-leaving"),
    ],
)
def test_what_is_no_entry(text: object, code: str) -> None:
    with pytest.raises(RulesError) as refusal:
        read_turn(text)
    assert refusal.value.code == code


def refused(state: State, text: str) -> str:
    with pytest.raises(RulesError) as refusal:
        play_turn(state, read_turn(text))
    return refusal.value.code


def test_a_claim_that_nothing_fulfils_after_the_action() -> None:
    state = table(PLAIN, PLAIN, river=["tribe-elf"])
    assert refused(state.copy(), "take a1, claim tribe-elf") == "not-fulfilled"
    assert refused(state.copy(), "take a1, claim tribe-human") == "not-in-river"


def test_no_claim_after_the_action_that_ended_the_game() -> None:
    state = table("eEPP PPPP PPPP PPPP", PLAIN, river=["tribe-elf"])
    assert refused(state, "reveal a1, claim tribe-elf") == "game-over"


def test_a_claim_stands_before_anothers_leaving_only_if_that_ends_the_game() -> None:
    state = table(ELVES, PLAIN, PLAIN, river=["tribe-elf"])
    assert refused(state.copy(), "claim tribe-elf, resign 1") == "turn-goes-on"
    play_turn(state.copy(), read_turn("claim tribe-elf, resign 0"))
    last = table(ELVES, PLAIN, PLAIN, river=["tribe-elf"], left=[(2, "resigned")])
    play_turn(last, read_turn("claim tribe-elf, resign 1"))
    assert last.legends[0] == ["tribe-elf"]
