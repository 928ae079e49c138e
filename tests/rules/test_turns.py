"""Draw, take, keep, reveal: what a turn's action does and when it is refused."""

from __future__ import annotations

import pytest

from games.rules.engine import apply, play
from games.rules.errors import RulesError
from games.rules.moves import Event, Move
from games.rules.state import ACTION, PLACING
from tests.rules.builders import at, codes, square, table

PLAIN = "pppp pppp pppp pppp"


def test_take_places_the_discards_top_and_discards_what_lay_there() -> None:
    state = table("dppp pppp pppp pppp", PLAIN, discard="FE")
    events = play(state, 0, at("take", "a1"))
    assert events == [Event("placed", 0, 0, "F", "D", "take"), Event("turn", 1)]
    assert state.kingdoms[0].rows()[0] == "Fppp"
    assert state.discard == ["E", "D"]
    assert (state.active, state.phase, state.turns) == (1, ACTION, [1, 0])


def test_keep_places_the_drawn_card() -> None:
    state = table("pppp pEpp pppp pppp", PLAIN, pile="HPP", discard="F")
    assert play(state, 0, Move("draw")) == [Event("drew", 0, kind="H")]
    assert (state.drawn, state.phase, state.pile) == ("H", PLACING, ["P", "P"])
    events = play(state, 0, at("keep", "b2"))
    assert events == [Event("placed", 0, 5, "H", "E", "keep"), Event("turn", 1)]
    assert state.discard == ["F", "E"]
    assert state.drawn == ""


def test_reveal_puts_the_drawn_card_down_and_turns_one_up() -> None:
    state = table("gppp pppp pppp pppp", PLAIN, pile="HPP", discard="F")
    play(state, 0, Move("draw"))
    events = play(state, 0, at("reveal", "a1"))
    assert events == [Event("revealed", 0, 0, "G", "H"), Event("turn", 1)]
    assert state.discard == ["F", "H"]
    assert state.kingdoms[0].rows()[0] == "Gppp"


@pytest.mark.parametrize("hidden", "orf")
def test_a_face_down_card_can_be_replaced_whatever_it_is(hidden: str) -> None:
    state = table(f"{hidden}ppp pppp pppp pppp", PLAIN, discard="F")
    play(state, 0, at("take", "a1"))
    assert state.discard == [hidden.upper()]


@pytest.mark.parametrize("kind", "OR")
@pytest.mark.parametrize("card", "OR")
def test_a_face_up_portal_or_dragon_is_locked(kind: str, card: str) -> None:
    state = table(f"{kind}ppp pppp pppp pppp", PLAIN, discard=card)
    with pytest.raises(RulesError) as refusal:
        play(state, 0, at("take", "a1"))
    assert refusal.value.code == "locked"
    assert refusal.value.params == {"square": "a1", "kind": kind}


def test_a_card_does_not_replace_its_own_kind() -> None:
    state = table("Fppp pppp pppp pppp", PLAIN, discard="F", pile="FPP")
    with pytest.raises(RulesError, match="same-kind"):
        play(state, 0, at("take", "a1"))
    play(state, 0, Move("draw"))
    with pytest.raises(RulesError, match="same-kind"):
        play(state, 0, at("keep", "a1"))


def test_a_face_up_card_cannot_be_revealed() -> None:
    state = table("Fppp pppp pppp pppp", PLAIN)
    play(state, 0, Move("draw"))
    with pytest.raises(RulesError, match="already-revealed"):
        play(state, 0, at("reveal", "a1"))


@pytest.mark.parametrize("act", ["take", "keep", "reveal"])
@pytest.mark.parametrize("target", [-1, 16, 1000])
def test_a_square_is_one_of_sixteen(act: str, target: int) -> None:
    state = table(PLAIN, PLAIN)
    if act != "take":
        play(state, 0, Move("draw"))
    with pytest.raises(RulesError, match="no-such-square"):
        play(state, 0, Move(act, target))


def test_a_drawn_card_cannot_be_given_back_and_no_other_drawn() -> None:
    state = table(PLAIN, PLAIN)
    play(state, 0, Move("draw"))
    for move in (Move("draw"), at("take", "a1"), Move("pass")):
        with pytest.raises(RulesError, match=r"wrong-phase \(phase=placing\)"):
            play(state, 0, move)


def test_nothing_is_kept_or_revealed_without_a_draw() -> None:
    state = table(PLAIN, PLAIN)
    for move in (at("keep", "a1"), at("reveal", "a1"), Move("pass")):
        with pytest.raises(RulesError, match=r"wrong-phase \(phase=action\)"):
            play(state, 0, move)


@pytest.mark.parametrize("seat", [1, -1, 2])
def test_only_the_active_seat_plays(seat: int) -> None:
    state = table(PLAIN, PLAIN)
    code = "not-your-turn" if seat == 1 else "no-such-seat"
    for move in (Move("draw"), at("take", "a1"), Move("claim", detail="tribe-elf")):
        with pytest.raises(RulesError, match=code):
            play(state, seat, move)


def test_there_are_no_other_moves() -> None:
    with pytest.raises(RulesError, match="no-such-move"):
        play(table(PLAIN, PLAIN), 0, Move("swap", square("a1")))


def test_apply_leaves_the_game_it_was_given() -> None:
    state = table(PLAIN, PLAIN)
    before = state.copy()
    after, events = apply(state, 0, at("take", "a1"))
    assert state == before != after
    assert codes(events) == ["placed", "turn"]


def test_an_empty_draw_pile_is_made_anew_after_the_action() -> None:
    state = table(PLAIN, PLAIN, pile="H", discard="FEG")
    events = play(state, 0, Move("draw"))
    assert (codes(events), state.pile) == (["drew"], [])
    events = play(state, 0, at("keep", "a1"))
    # The builder's shuffle turns the cards around: F E G top first become G E F.
    assert events[1] == Event("reshuffled", kind="GEF", detail="1")
    assert codes(events) == ["placed", "reshuffled", "turn"]
    assert state.discard == ["P"]
    assert state.pile == ["F", "E", "G"]
    assert state.reshuffles == 1


def test_it_is_not_made_anew_when_the_action_ended_the_game() -> None:
    state = table("pPPP PPPP PPPP PPPP", PLAIN, pile="H", discard="FEG")
    play(state, 0, Move("draw"))
    assert codes(play(state, 0, at("keep", "a1"))) == ["placed", "ended"]
    assert state.pile == []
