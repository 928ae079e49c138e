"""What fulfils a Legend."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from games.rules.errors import RulesError
from games.rules.kingdom import Kingdom
from games.rules.legends import LEGENDS, fulfilled, known_legend
from games.rules.rulings import latest
from tests.rules import brute_force
from tests.rules.builders import kingdom
from tests.rules.strategies import sixteen


@settings(max_examples=400, deadline=None)
@given(sixteen)
def test_equals_the_conditions_told_card_by_card(cells: str) -> None:
    assert sorted(fulfilled(Kingdom(cells))) == brute_force.fulfilled(cells)


def test_there_are_fifteen_for_44_points() -> None:
    assert len(LEGENDS) == 15
    assert {*LEGENDS} == {*latest().harmony}
    assert sum(latest().harmony.values()) == 44


def meets(legend: str, drawing: str) -> bool:
    return legend in fulfilled(kingdom(drawing))


def test_only_face_up_portals_carry() -> None:
    assert meets("tribe-elf", "EOEp pppp pppp pppp")
    assert not meets("tribe-elf", "EoEp pppp pppp pppp")


def test_no_portal_joins_goblins() -> None:
    assert meets("tribe-goblin", "GGpp pppp pppp pppp")
    assert not meets("tribe-goblin", "GOGp pppp pppp pppp")


def test_a_battle_needs_two_of_one_side() -> None:
    assert meets("battle-elf-dwarf", "EDEp pppp pppp pppp")
    assert meets("battle-elf-dwarf", "DEDp pppp pppp pppp")
    assert meets("battle-elf-dwarf", "EDpp pppp pppp ppED")
    assert not meets("battle-elf-dwarf", "EDpp pppp pppp pppE")


def test_four_tribes_need_not_be_connected() -> None:
    assert meets("four-tribes", "HppE pppp pppp DppG")


def test_three_terrains_need_one_group() -> None:
    assert meets("terrain-forest", "FOFp pOpp pFpp pppp")
    assert not meets("terrain-forest", "FFpp pppp pppp ppFF")
    assert meets("terrain-forest", "FFpp pppp pFFF pppp")


def test_what_is_fulfilled_follows_the_cards() -> None:
    own = kingdom("Eppp pppp pppp pppp")
    assert not fulfilled(own)
    own.place(1, "E")
    assert fulfilled(own) == {"tribe-elf"}
    own.place(0, "P")
    assert not fulfilled(own)


@pytest.mark.parametrize("name", ["", "tribe-orc", None, 3, ["tribe-elf"]])
def test_an_unknown_legend_is_refused(name: object) -> None:
    with pytest.raises(RulesError, match="no-such-legend"):
        known_legend(name)
