"""A game with all its cards open, to be looked at once it was played to its end."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import given, settings

from games.rules.cards import KINDS
from games.rules.legends import LEGEND_IDS
from games.rules.visibility import FACE_DOWN, all_open, view_for
from tests.rules.builders import positions, random_game, table
from tests.rules.strategies import seeds


def test_a_face_down_card_is_the_small_letter_of_its_kind() -> None:
    shown = all_open(table("pfms eFPd sSHm feop", "pppp pEEp pMSp pppp")).view
    assert "".join(shown.kingdoms[0].cells) == "pfmseFPdsSHmfeop"


def test_what_comes_next_is_told_first() -> None:
    state = table("pppp pEEp pMSp pppp", pile="GEH", legend_pile=["tribe-elf", "four-tribes"])
    shown = all_open(state)
    assert shown.pile == ("G", "E", "H")
    assert shown.legends == ("tribe-elf", "four-tribes")


@settings(max_examples=20, deadline=None)
@given(seeds)
def test_nothing_is_hidden_and_all_else_is_as_a_watcher_sees_it(seed: int) -> None:
    random = Random(seed)
    for state in positions(random_game(random), random):
        shown, closed = all_open(state), view_for(state, None)
        if random.random() < 0.9 or not state.discard:
            continue
        letters = "".join("".join(kingdom.cells) for kingdom in shown.view.kingdoms)
        cards = letters.upper() + "".join(shown.pile) + "".join(state.discard) + state.drawn
        copies = state.rulings.copies[len(state.kingdoms)]
        assert {kind: cards.count(kind) for kind in KINDS} == dict.fromkeys(KINDS, copies)
        owned = [legend for kingdom in shown.view.kingdoms for legend in kingdom.legends]
        assert sorted([*shown.view.river, *shown.legends, *owned]) == sorted(LEGEND_IDS)
        assert replace(shown.view, kingdoms=()) == replace(closed, kingdoms=())
        for seen, known in zip(closed.kingdoms, shown.view.kingdoms, strict=True):
            cells = tuple(FACE_DOWN if cell.islower() else cell for cell in known.cells)
            assert replace(known, cells=cells) == seen
