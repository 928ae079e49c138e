"""Orders are read in the reader's language, by the words of its translators, and in English."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import translation
from django.utils.translation import trans_real

from games import order_words
from games.mail.incoming.orders import read_orders
from tests.mail.incoming.test_orders import told

Speak = Callable[[str, dict[str, str]], None]
_CONTEXT = "\x04"
GERMAN = {
    f"orders{_CONTEXT}draw|draw card|draw a card|draw one": "ziehen|ziehe|ziehe eine Karte",
    f"orders{_CONTEXT}keep|place|put": "behalten|behalte",
    f"orders{_CONTEXT}reveal|turn over|turn up|flip|flip over": "aufdecken|decke",
    f"orders{_CONTEXT}claim": "beanspruchen|beanspruche",
    f"orders{_CONTEXT}help|orders": "Hilfe",
    f"cards in orders{_CONTEXT}Elf|Elves": "Elfe|Elfen",
    f"words between two orders{_CONTEXT}and|then": "und|dann",
    "Tribe of Elves": "Volk der Elfen",
    "The Four Tribes": "Die vier Völker",
}
JAPANESE = {
    f"orders{_CONTEXT}draw|draw card|draw a card|draw one": "引く|山札から引く",
    f"orders{_CONTEXT}keep|place|put": "置く|に置く",
    f"orders{_CONTEXT}claim": "獲得",
    f"cards in orders{_CONTEXT}Elf|Elves": "エルフ",
    "The Four Tribes": "四つの種族",
}


@pytest.fixture
def speak(monkeypatch: pytest.MonkeyPatch) -> Speak:
    """Give a language these words on top of those it has."""

    def give(language: str, words: dict[str, str]) -> None:
        catalog: Any = trans_real.translation(language)
        for said, meant in words.items():
            monkeypatch.setitem(catalog._catalog._catalogs[0], said, meant)

    return give


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("ziehen", ["draw"]),
        ("Ziehe eine Karte und decke c1.", ["draw", "reveal 2"]),
        ("b3 behalten", ["keep 9"]),
        ("Elfe b3 behalten", ["keep E 9"]),
        ("beanspruche Die vier Volker", ["claim four-tribes"]),
        ("beanspruche Volk der Elfen, dann behalte b3", ["claim tribe-elf", "keep 9"]),
        ("draw and claim the four tribes", ["draw", "claim four-tribes"]),
        ("draw, keep Elf b3", ["draw", "keep E 9"]),
    ],
)
def test_german_as_soon_as_it_is_translated(speak: Speak, written: str, read: list[str]) -> None:
    speak("de", GERMAN)
    with translation.override("de"):
        assert told(read_orders(written)) == read
        assert read_orders("Hilfe").wants == "help"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("引く、b3に置く。", ["draw", "keep 9"]),
        ("エルフ　b3に置く", ["keep E 9"]),
        ("獲得 四つの種族", ["claim four-tribes"]),
        ("四つの種族 獲得", ["claim four-tribes"]),
    ],
)
def test_japanese_as_soon_as_it_is_translated(speak: Speak, written: str, read: list[str]) -> None:
    speak("ja", JAPANESE)
    with translation.override("ja"):
        assert told(read_orders(written)) == read


def test_answers_show_the_first_word_of_the_language(speak: Speak) -> None:
    speak("de", GERMAN)
    with translation.override("de"):
        assert order_words.example("keep") == "behalten b3"
    with translation.override("en"):
        assert order_words.example("keep") == "keep b3"


def test_every_example_that_is_shown_is_read() -> None:
    for written, _told in order_words.ways():
        reading = read_orders(written)
        assert reading.wants or [order.code for order in reading.orders] == [""], written
