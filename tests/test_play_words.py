"""Whatever a table refuses, it says why."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import games.play
from games.play.errors import PlayError, StaleMove
from games.words import sentence

SOURCES = "".join(path.read_text() for path in Path(games.play.__file__).parent.rglob("*.py"))
SEATS = {"held": 5, "allowed": 5, "turns": 20, "share": 97}
REPORTS = {"again": "Sun 1 Mar 2026, 08:00 UTC", "decision": "warned"}
CARD = {"kind": "E", "square": "b3"}
CODES = sorted(set(re.findall(r'PlayError\(\s*"([a-z-]+)"', SOURCES)))


def test_there_are_codes() -> None:
    assert {"full", "not-open", "seat-out"} <= set(CODES)


@pytest.mark.parametrize("code", CODES)
def test_every_refusal_is_a_sentence(code: str) -> None:
    params = {"players": 5, "most": 99, "status": "over", "name": "Ana", **SEATS, **REPORTS, **CARD}
    told = sentence(PlayError(code, **params))
    assert re.fullmatch(r"[A-Z].*[.]", told)


def test_so_is_a_move_that_comes_too_late() -> None:
    assert sentence(StaleMove()).startswith("The table has changed")
