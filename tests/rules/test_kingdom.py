"""Cards laid, turned up and replaced, and what the Kingdom keeps in step."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings

from games.rules.cards import KINDS, squares_in
from games.rules.errors import RulesError
from games.rules.kingdom import Kingdom
from tests.rules.builders import kingdom, square
from tests.rules.strategies import seeds

ROWS = ["pFms", "hEDg", "oRgh", "edpf"]


def test_rows_read_back_as_they_were_parsed() -> None:
    assert Kingdom.parse(ROWS).rows() == ROWS


@pytest.mark.parametrize(
    "rows",
    [None, 4, "pppp", [], ROWS[:3], [*ROWS, "pppp"], [*ROWS[:3], "ppp"], [*ROWS[:3], "pppx"]]
    + [[*ROWS[:3], 5], [*ROWS[:3], None], {"a": 1}, ["ppppp", "ppp", "pppp", "pppp"]],
)
def test_anything_else_is_malformed(rows: object) -> None:
    with pytest.raises(RulesError, match="kingdom-malformed"):
        Kingdom.parse(rows)


def test_placing_frees_the_card_that_lay_there_face_up() -> None:
    own = Kingdom.parse(ROWS)
    assert own.place(square("a1"), "E") == "P"
    assert own.place(square("b1"), "E") == "F"
    assert own.rows()[0] == "EEms"


def test_a_locked_card_and_the_same_kind_cannot_be_replaced() -> None:
    own = kingdom("OREe ppor pppp pppp")
    closed = {*range(16)} - {*squares_in(own.open_to("E"))}
    assert closed == {square("a1"), square("b1"), square("c1")}


def test_a_copy_shares_nothing() -> None:
    own = Kingdom.parse(ROWS)
    twin = own.copy()
    twin.place(0, "O")
    twin.reveal(2)
    assert own == Kingdom.parse(ROWS) != twin


@settings(max_examples=60, deadline=None)
@given(seeds)
def test_what_it_keeps_in_step_equals_a_count_from_the_letters(seed: int) -> None:
    random = Random(seed)
    own = Kingdom(random.choices(KINDS + KINDS.lower(), k=16))
    for _ in range(20):
        target = random.randrange(16)
        if own.down >> target & 1 and random.random() < 0.5:
            own.reveal(target)
        elif own.cells[target] not in "OR":
            own.place(target, random.choice(KINDS))
        fresh = Kingdom(own.cells)
        assert (own.up, own.down, own.pairs) == (fresh.up, fresh.down, fresh.pairs)
    own.reveal_all()
    fresh = Kingdom("".join(own.cells).upper())
    assert (own.cells, own.up, own.down, own.pairs) == (fresh.cells, fresh.up, 0, fresh.pairs)
