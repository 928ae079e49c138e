"""The revisions of the rulings: whatever is decided anew, a game goes by the one it began by."""

from __future__ import annotations

import inspect
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from games.bots.outlook import odds_of_unseen
from games.management.commands.deal_from_seed import deal_of
from games.management.commands.score_kingdoms import score_kingdom
from games.rules.cards import KINDS
from games.rules.errors import RulesError
from games.rules.legends import LEGENDS
from games.rules.notation.checking import check_record
from games.rules.notation.record import read_record
from games.rules.notation.replaying import replay
from games.rules.results import final_scores
from games.rules.rulings import FIRST, REVISIONS, Rulings, latest, rulings_of
from games.rules.scoring import score
from games.rules.setup import deal, new_game
from games.rules.state import State
from games.rules.visibility import view_for
from games.words import sentence
from tests.bots.asking import NEUTRAL, decision, told
from tests.rules.builders import kingdom, table, vectors
from tests.rules.records import random_record
from tests.rules.revisions import rule_anew


@pytest.fixture
def second(monkeypatch: pytest.MonkeyPatch) -> Rulings:
    return rule_anew(monkeypatch)


def test_revisions_are_numbered_without_a_gap() -> None:
    assert [*REVISIONS] == [*range(FIRST, FIRST + len(REVISIONS))]
    assert all(rulings.revision == number for number, rulings in REVISIONS.items())
    assert latest() is REVISIONS[max(REVISIONS)]


@pytest.mark.parametrize("rulings", REVISIONS.values())
def test_a_revision_rules_on_everything(rulings: Rulings) -> None:
    assert {*rulings.harmony} == {*LEGENDS}
    assert {*rulings.copies} == {2, 3, 4}
    assert all(row.id == name for name, row in rulings.rulesets.items())


def test_a_later_revision_drops_no_ruleset(second: Rulings) -> None:
    # People find their games by it, and a table that waits begins by the latest.
    assert all({*one.rulesets} <= {*other.rulesets} for one, other in pairwise(REVISIONS.values()))


def test_the_first_revision_stays_as_games_were_played_by_it() -> None:
    first = rulings_of(1)
    assert [tuple(row) for row in first.rulesets.values()] == [
        ("rulebook", (3, 5, 6), (-3, -3, -3), -6, False),
        ("arena", (3, 4, 5), (-3, -4, -5), -5, False),
        ("arena-feud", (3, 4, 5), (-3, -4, -5), -5, True),
        ("aetherya", (3, 5, 6), (-3, -5, -6), -6, False),
    ]
    assert first.copies == {2: 4, 3: 6, 4: 8}
    families = {"tribe": 2, "terrain": 4, "alliance": 2, "battle": 3, "four-tribes": 4}
    assert first.harmony == {row.id: families[row.family] for row in LEGENDS.values()}


@pytest.mark.parametrize("revision", [0, -1, 2, 10**30])
def test_a_revision_that_there_is_not(revision: int) -> None:
    with pytest.raises(RulesError, match="rules-revision") as refusal:
        rulings_of(revision)
    assert "needs a later version of the site" in sentence(refusal.value)


@pytest.mark.parametrize("function", [score, deal, new_game, deal_of, State])
def test_nothing_takes_a_revision_by_silence(function: Any) -> None:
    parameters = inspect.signature(function).parameters
    name = "rules" if function is deal_of else "rulings"
    assert parameters[name].default is inspect.Parameter.empty


def test_dragons_goblins_and_legends_count_as_the_revision_says(second: Rulings) -> None:
    own = kingdom("GGpp pppp pppR pppp")
    first = score(own, rulings_of(1), "rulebook", ["four-tribes"])
    assert (first.dragons, first.conflicts, first.legends) == (-3, 0, 4)
    anew = score(own, second, "rulebook", ["four-tribes"])
    assert (anew.dragons, anew.conflicts, anew.legends) == (
        -11,
        -2,
        second.harmony["four-tribes"],
    )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_so_many_cards_are_dealt_as_the_revision_says(second: Rulings, players: int) -> None:
    dealt = deal(bytes(32), players, second)
    cards = "".join(["".join(own.cells) for own in dealt.kingdoms]).upper() + dealt.pile
    assert {kind: cards.count(kind) for kind in KINDS} == dict.fromkeys(
        KINDS, rulings_of(1).copies[players] + 1
    )
    assert deal_of("00" * 32, str(players), 2)["pile"] == dealt.pile[1:]
    assert deal_of("00" * 32, str(players), 1)["pile"] != dealt.pile[1:]


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("revision", [1, 2])
def test_a_record_is_written_and_checked_by_its_revision(
    second: Rulings, seed: int, revision: int
) -> None:
    rulings = rulings_of(revision)
    state, record = random_record(Random(seed), rulings=rulings)
    assert record["rules"] == revision
    assert check_record(record).scores == final_scores(state)
    assert replay(read_record(record)).last.rulings is rulings
    for name, row in enumerate(final_scores(state)):
        assert row == score(state.kingdoms[name], rulings, state.ruleset, state.legends[name])
    with pytest.raises(RulesError):
        check_record(record | {"rules": 3 - revision})


@pytest.mark.parametrize("case", vectors("site_records"))
def test_a_record_of_before_counts_as_before(second: Rulings, case: dict[str, Any]) -> None:
    untold = {key: value for key, value in case.items() if key != "rules"}
    for record in (case, untold):
        assert check_record(record).places == case["places"]
        assert read_record(record).rulings is rulings_of(1)


def test_a_kingdom_is_scored_by_the_revision_its_line_names(second: Rulings) -> None:
    line = {"kingdom": ["RRRR"] * 4, "ruleset": "arena", "legends": ["tribe-elf"]}
    untold: Any = score_kingdom(line)["scores"]
    assert score_kingdom(line | {"rules": 1})["scores"] == untold
    anew: Any = score_kingdom(line | {"rules": 2})["scores"]
    assert untold["dragons"] == 3 * -5 + 13 * -5
    assert anew["dragons"] == 3 * -13 + 13 * -20
    assert (untold["legends"], anew["legends"]) == (2, second.harmony["tribe-elf"])
    with pytest.raises(RulesError, match="rules-revision"):
        score_kingdom(line | {"rules": 3})
    with pytest.raises(RulesError, match="wrong-value"):
        score_kingdom(line | {"rules": "1"})


RIVER = ["tribe-human", "terrain-plain"]
CLAIMING: dict[str, Any] = {"phase": "claiming", "turn_limit": 1}


def test_a_bot_claims_what_is_worth_most_in_its_game(second: Rulings) -> None:
    turned = replace(second, harmony={**second.harmony, "tribe-human": 60})
    for rulings, claim in ((second, "terrain-plain"), (turned, "tribe-human")):
        state = table("pHHs fEPP pfPs hedg", NEUTRAL, rulings=rulings, river=RIVER, **CLAIMING)
        assert told(decision(state)) == f"claim {claim}"


def test_a_bot_keeps_a_dragon_that_is_worth_something_in_its_game(second: Rulings) -> None:
    loved = {"rulebook": second.rulesets["rulebook"]._replace(wild=(30, 30, 30))}
    for rulings, act in ((second, "reveal"), (replace(second, rulesets=loved), "keep")):
        state = table("pfms hPFg pfms hedg", NEUTRAL, rulings=rulings, phase="placing", drawn="R")
        assert decision(state).act == act


def test_a_bot_counts_the_cards_that_are_in_its_game(second: Rulings) -> None:
    state = table(NEUTRAL, NEUTRAL, discard="F", rulings=second)
    odds = odds_of_unseen(view_for(state, 0))
    assert (odds["F"], odds["P"]) == (4 / 49, 5 / 49)
