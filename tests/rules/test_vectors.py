"""The worked cases of tests/vectors."""

from __future__ import annotations

from typing import Any

import pytest

from games.management.commands.deal_from_seed import deal_of
from games.management.commands.score_kingdoms import score_kingdom
from games.rules.chance import commitment, shuffle
from games.rules.notation.checking import IllegalTurn, check_record, score_object
from games.rules.ranking import places
from games.rules.scoring import CATEGORIES, Scores
from tests.rules.builders import vectors


def numbered(name: str) -> list[Any]:
    return [pytest.param(case, id=str(line)) for line, case in enumerate(vectors(name), 1)]


@pytest.mark.parametrize("case", numbered("scoring"))
def test_scoring(case: dict[str, Any]) -> None:
    told = {key: case.pop(key) for key in ("scores", "fulfilled")}
    assert score_kingdom(case) == told


@pytest.mark.parametrize("case", numbered("ranking"))
def test_ranking(case: dict[str, Any]) -> None:
    scores = [Scores(*(own[name] for name in CATEGORIES)) for own in case["scores"]]
    assert [own.total for own in scores] == [own["total"] for own in case["scores"]]
    assert places(scores) == case["places"]


@pytest.mark.parametrize("case", numbered("chance"))
def test_chance(case: dict[str, Any]) -> None:
    seed = bytes.fromhex(case["seed"])
    assert commitment(seed) == case["commitment"]
    assert "".join(shuffle(seed, "PFMSHEDGOR", "reshuffle-1")) == case["reshuffle-1 of PFMSHEDGOR"]
    dealt = deal_of(case["seed"], str(case["players"]), 1)
    assert dealt == {key: case[key] for key in dealt}


@pytest.mark.parametrize("case", numbered("records"))
def test_record(case: dict[str, Any]) -> None:
    outcome = check_record(case)
    assert [score_object(own) for own in outcome.scores] == case["scores"]
    assert outcome.places == case["places"]


@pytest.mark.parametrize("case", numbered("illegal"))
def test_illegal_turn(case: dict[str, Any]) -> None:
    with pytest.raises(IllegalTurn) as refusal:
        check_record(case["record"])
    assert refusal.value.number == case["turn"], case["why"]
