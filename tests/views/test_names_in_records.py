"""Names in records that strangers send: shown, bounded in every way, and nowhere kept."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Sequence
from typing import Any

import pytest
from django.test import Client

from games.strangers_text import shown
from games.views.pieces import NAMES, _drawn
from games.views.story import _told
from tests.rules.builders import vectors
from tests.views.table_reader import TablePage

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
RECORD = next(case for case in vectors("records") if "seed" in case and case["reshuffles"])
SEATS = len(RECORD["players"])
LAST = len(RECORD["turns"])
STEM = "\U0001d165"  # a mark of music, which is taken apart by every normal form
HEAPS = ["A" + STEM * 6000, "A" + "\u0301\u0316" * 4000, "\u0301" * 4000, "x" * 7000]


def send(names: Sequence[str], at: int, **changes: object) -> TablePage:
    record = {**RECORD, "players": [names[seat % len(names)] for seat in range(SEATS)], **changes}
    text = json.dumps(record, ensure_ascii=False)
    return TablePage(Client().post("/records/", {"text": text, "at": str(at)}))


def without_record(page: TablePage) -> str:
    """The page but for the record itself, which goes back and forth."""
    start = page.html.index('name="text" value="')
    return page.html[:start] + page.html[page.html.index(">", start) :]


@pytest.mark.parametrize("at", [0, LAST])
def test_no_name_is_kept_in_the_process(at: int) -> None:
    send(["Ana"], at)
    before = (_told.cache_info().currsize, _drawn.cache_info().currsize)
    for number in range(3):
        assert send([f"Nobody {number}"], at).status == 200
    assert (_told.cache_info().currsize, _drawn.cache_info().currsize) == before


@pytest.mark.parametrize("name", HEAPS)
def test_a_name_without_end_makes_no_page_without_end(name: str) -> None:
    usual = len(without_record(send(["x" * 24], LAST)).encode())
    assert len(without_record(send([name], LAST)).encode()) < 1.5 * usual


@pytest.mark.parametrize("text", HEAPS)
@pytest.mark.parametrize("key", ["players", "ruleset", "turns", "leavers"])
def test_texts_of_a_record_are_cut_before_they_are_brought_into_a_form(
    monkeypatch: pytest.MonkeyPatch, key: str, text: str
) -> None:
    lengths, normalize = [0], unicodedata.normalize

    def noting(form: Any, each: str) -> str:
        lengths.append(len(each))
        return normalize(form, each[:1000])

    monkeypatch.setattr(unicodedata, "normalize", noting)
    value: object = [text] if key == "turns" else [text] * SEATS if key == "players" else text
    page = send(["Ana"], LAST, **{key: value})
    assert page.status == (200 if key == "players" else 422)
    assert max(lengths) < 500


def test_names_that_look_like_what_stands_for_them_are_none() -> None:
    page = send([NAMES[1], NAMES[0], "<b>&", "Bo"], LAST)
    assert "<b><b>" not in page.html
    assert not set(NAMES) & set(without_record(page))


@pytest.mark.parametrize("name", ["Zoë", "नारायणी", "မြို့", "ชื่อ", "בְּרֵאשִׁית", "O'Hara & Söhne", "木村"])
def test_names_of_languages_are_shown_as_they_are(name: str) -> None:
    assert shown(name, most=24) == name
    assert name.split("'")[0] in without_record(send([name], 1))


def test_what_is_too_long_is_cut_at_a_sign() -> None:
    assert shown("a" * 30, most=24) == "a" * 23 + "…"
    assert shown("  Ana \n", most=24) == "Ana"
    assert shown("a" * 24, most=24) == "a" * 24
