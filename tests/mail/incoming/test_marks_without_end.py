"""Mails whose letters bear marks without end: read in time by their length."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest

from games.mail.incoming.orders import read_orders
from games.mail.incoming.vocabulary import plain, words_of


def row_of_marks(text: str) -> int:
    """The longest row of marks in a text; bringing it into a form takes the square of that."""
    longest = row = 0
    for sign in unicodedata.normalize("NFKD", text):
        row = row + 1 if unicodedata.combining(sign) else 0
        longest = max(longest, row)
    return longest


@pytest.mark.parametrize("heap", ["\u0301\u0316" * 300, "\uff9e\u0334" * 300, "\u0f73" * 300])
def test_heaps_of_marks_never_get_into_a_normal_form(
    heap: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows, normalize = [0], unicodedata.normalize

    def noting(form: Any, text: str) -> str:
        with monkeypatch.context() as bare:
            bare.setattr(unicodedata, "normalize", normalize)
            rows.append(row_of_marks(text))
        return normalize(form, text)

    monkeypatch.setattr(unicodedata, "normalize", noting)
    read_orders(f"keep b3\nA{heap} and more\n{heap}")
    assert max(rows) <= 32


def test_letters_keep_what_languages_write_on_them() -> None:
    assert plain("prendre à gauche, für Zoe\u0308, が") == "prendre à gauche, für Zoë, が"
    assert words_of("ﾊﾞｰ") == words_of("バー")
