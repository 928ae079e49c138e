"""The seven categories."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.kingdom import Kingdom
from games.rules.legends import LEGEND_IDS
from games.rules.rulings import rulings_of
from games.rules.scoring import Scores, score
from tests.rules import brute_force
from tests.rules.builders import kingdom
from tests.rules.strategies import rulesets, sixteen

RULINGS = rulings_of(1)


@settings(max_examples=400, deadline=None)
@given(sixteen, rulesets, st.lists(st.sampled_from(LEGEND_IDS), unique=True))
def test_equals_a_count_card_by_card(cells: str, ruleset: str, legends: list[str]) -> None:
    expected = brute_force.scores(cells, RULINGS, ruleset, legends)
    assert tuple(score(Kingdom(cells), RULINGS, ruleset, legends)) == expected


@settings(max_examples=150, deadline=None)
@given(sixteen, rulesets)
def test_is_the_same_in_a_mirror_and_turned(cells: str, ruleset: str) -> None:
    mirrored = "".join(cells[row + 3 - column] for row in (0, 4, 8, 12) for column in range(4))
    turned = "".join(cells[(3 - column) * 4 + row] for row in range(4) for column in range(4))
    expected = score(Kingdom(cells), RULINGS, ruleset)
    assert score(Kingdom(mirrored), RULINGS, ruleset) == expected
    assert score(Kingdom(turned), RULINGS, ruleset) == expected


@settings(max_examples=100, deadline=None)
@given(sixteen, rulesets)
def test_a_face_down_card_counts_as_none(cells: str, ruleset: str) -> None:
    # Whatever lies face down, the rest scores the same.
    others = "".join("o" if cell.islower() else cell for cell in cells)
    assert score(Kingdom(cells), RULINGS, ruleset) == score(Kingdom(others), RULINGS, ruleset)


def test_a_pair_counts_once_however_many_ways_lead_there() -> None:
    # Elf and Forest share a side and a Portal group around them.
    assert score(kingdom("EFpp OOpp pppp pppp"), RULINGS, "rulebook").elves == 2


def test_portals_side_by_side_are_one_group() -> None:
    assert score(kingdom("EOpp pOpp pOFp pppp"), RULINGS, "rulebook").elves == 2
    assert score(kingdom("EOpp pppp pOFp pppp"), RULINGS, "rulebook").elves == 0


def test_a_dragon_in_between_carries_nothing() -> None:
    assert score(kingdom("ERFp pppp pppp pppp"), RULINGS, "rulebook").elves == 0


def test_diagonals_never_count() -> None:
    assert score(kingdom("Eppp pFpp pppp pppp"), RULINGS, "rulebook").elves == 0


def test_goblins_cannot_use_portals_but_others_reach_them_through_one() -> None:
    assert score(kingdom("GOSp pppp pppp pppp"), RULINGS, "rulebook").goblins == 0
    assert score(kingdom("GOHp pppp pppp pppp"), RULINGS, "rulebook").conflicts == -2
    assert score(kingdom("GOGp pppp pppp pppp"), RULINGS, "arena-feud").conflicts == 0


def test_goblins_feud_side_by_side_in_one_ruleset_alone() -> None:
    goblins = kingdom("GGpp pppp pppp pppp")
    feud = {name: score(goblins, RULINGS, name).conflicts for name in RULINGS.rulesets}
    assert feud == {"rulebook": 0, "arena": 0, "arena-feud": -2, "aetherya": 0}


@pytest.mark.parametrize(
    ("drawing", "rulebook", "arena", "aetherya"),
    [
        ("Rppp pppp pppp pppp", -3, -3, -3),
        ("HRHp pppp pppp pppp", 3, 3, 3),
        ("GRGp pppp pppp pppp", -3, -3, -3),  # Goblins tame nobody
        ("HREp pppp pppp pppp", -3, -3, -3),  # two of one same Tribe
        ("HRHp pppp pppR pppp", 5 - 3, 4 - 4, 5 - 5),
        ("RpRp pppp pRpp pppp", -9, -15, -18),
        ("RpRp pppp RpRp pppp", -9 - 6, -15 - 5, -18 - 6),
        ("HRHR pppp RpRp pppp", 6 - 3 - 3 - 6, 5 - 5 - 5 - 5, 6 - 6 - 6 - 6),
        # Four tamed: the surplus one counts the surplus value even so.
        ("RHRp HpHp RHRp pppp", 18 - 6, 15 - 5, 18 - 6),
    ],
)
def test_dragons(drawing: str, rulebook: int, arena: int, aetherya: int) -> None:
    points = [
        score(kingdom(drawing), RULINGS, ruleset).dragons
        for ruleset in ("rulebook", "arena", "aetherya")
    ]
    assert points == [rulebook, arena, aetherya]


def test_the_total_is_the_sum_of_the_seven() -> None:
    assert Scores(1, 2, 3, 4, -5, 6, -7).total == 4
