"""What a bot counts from what lies open."""

from __future__ import annotations

import pytest

from games.bots.outlook import odds_of_unseen, pair_values
from games.rules.rulings import latest
from games.rules.visibility import view_for
from tests.rules.builders import table


def test_cards_in_view_are_less_likely_to_come() -> None:
    state = table("pfms hPPg pPfs hedg", "pfms heFg pfms hedg", discard="FM", phase="placing")
    state.drawn = "R"
    odds = odds_of_unseen(view_for(state, 0))
    unseen = 40 - 3 - 1 - 1 - 1  # Plains, Forest, top of the Discard, card in hand
    assert odds["P"] == 1 / unseen
    assert odds["F"] == 2 / unseen
    assert odds["R"] == 3 / unseen
    assert odds["M"] == 4 / unseen
    assert sum(odds.values()) == pytest.approx(1)


def test_anothers_drawn_card_is_not_counted() -> None:
    state = table("pfms hedg pfms hedg", "pfms hedg pfms hedg", phase="placing", drawn="R")
    odds = odds_of_unseen(view_for(state, 1))
    assert odds["R"] == odds["M"]


@pytest.mark.parametrize("ruleset", latest().rulesets)
def test_pair_values_follow_the_score(ruleset: str) -> None:
    row = latest().rulesets[ruleset]
    alone, beside = pair_values(latest(), ruleset)
    assert alone["R"] == -3 or row.wild[0] == alone["R"]
    assert alone["H"] == 0
    assert beside["H", "P"] == beside["P", "H"] == 2
    assert beside["G", "S"] == 3
    assert beside["E", "S"] == -1
    assert beside["D", "E"] == -2
    assert beside["G", "G"] == (-2 if row.feud else 0)
    assert beside["O", "H"] == 0
