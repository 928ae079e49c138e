"""Every code of the rules has its words."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from django.utils.translation import override

import games
from games import words
from games.rules.cards import KINDS
from games.rules.errors import RulesError
from games.rules.legends import LEGENDS
from games.rules.rulings import latest
from games.rules.scoring import CATEGORIES
from games.rules.state import ACTION, ARRANGING, CLAIMING, PLACING


def raised() -> dict[str, set[str]]:
    """The codes that rules and tables refuse with, and their parameters, from the source."""
    found: dict[str, set[str]] = {}
    for path in Path(games.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
                continue
            if node.func.id not in ("RulesError", "PlayError"):
                continue
            names = {keyword.arg or "" for keyword in node.keywords}
            for code in ast.walk(node.args[0]):
                if isinstance(code, ast.Constant) and isinstance(code.value, str):
                    found[code.value] = names
    return found


@pytest.mark.parametrize(("code", "names"), sorted(raised().items()))
def test_every_refusal_has_a_sentence_with_its_parameters(code: str, names: set[str]) -> None:
    error = RulesError(code, **dict.fromkeys(names, "arranging"))
    told = words.sentence(error)
    assert told.endswith(".")
    assert "%" not in told


@pytest.mark.parametrize("phase", [ARRANGING, ACTION, PLACING, CLAIMING])
def test_each_phase_says_what_comes_now(phase: str) -> None:
    assert words.sentence(RulesError("wrong-phase", phase=phase)).endswith(".")


def test_kinds_legends_rulesets_and_categories_have_names() -> None:
    names = [words.kind_name(kind) for kind in KINDS]
    names += [words.legend_name(legend) for legend in LEGENDS]
    names += [words.ruleset_name(ruleset) for ruleset in latest().rulesets]
    assert len({*names}) == len(KINDS) + len(LEGENDS) + len(latest().rulesets)
    assert all(map(words.category_name, (*CATEGORIES, "total")))


def test_a_legend_tells_its_condition() -> None:
    assert words.legend_condition("tribe-elf") == "2 connected Elves"
    assert words.legend_condition("terrain-marsh") == "3 Marshes in one connected group"
    assert words.legend_condition("alliance-human-dwarf").startswith("Human and Dwarf")
    assert words.legend_condition("battle-elf-dwarf").startswith("Elf against Dwarf")
    assert all(map(words.legend_condition, LEGENDS))


def test_a_sentence_names_squares_kinds_and_legends() -> None:
    locked = RulesError("locked", square="b3", kind="O")
    assert words.sentence(locked) == "The card on b3 is locked: a face-up Portal stays where it is."
    missing = RulesError("not-in-river", legend="four-tribes")
    assert "The Four Tribes" in words.sentence(missing)


@pytest.mark.parametrize("value", ["x" * 10_000, "%(a)s %s", "\ud800", ["x"] * 999, None, 10**4000])
def test_what_a_file_brought_along_is_told_and_cut_short(value: object) -> None:
    assert len(words.sentence(RulesError("no-such-legend", legend=value))) < 120


def test_words_are_the_readers_language() -> None:
    with override("de"):  # Django's own German knows no Dragon: ours falls back to English.
        assert words.kind_name("R") == "Dragon"
