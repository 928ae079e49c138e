"""What is understood in orders: words as they are compared, and the Legends that names mean."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import NamedTuple

from django.utils.translation import override

from accounts.models.names.marks import with_few_marks
from games import order_words
from games.rules.cards import SQUARE_INDEX
from games.rules.legends import LEGEND_IDS
from games.words import kind_name, legend_name

Phrase = tuple[str, ...]
LONGEST_PHRASE = 4  # words
_CJK = "\u3005\u3040-\u30fa\u30fc-\u30ff\u3400-\u9fff\uf900-\ufaff"
_TOKEN = re.compile(rf"[{_CJK}]+|[^\W_{_CJK}]+")
_ACCENTS = re.compile("[\u0300-\u036f]")
_DASHES = re.compile("[\u2010-\u2015\u2212]")
_MOST_MARKS = 8  # on a letter: more than any language writes
_MOST_NEAR = 8  # words
_NEAR, _NEAR_SHORT = 0.75, 0.8
"""How alike a word must be to a verb, or to a short one; 1 is the same."""


class Token(NamedTuple):
    """A word as it is compared, and where it stands in its line."""

    word: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of the reader's language, and the English ones."""

    verbs: Mapping[Phrase, str]
    kinds: Mapping[Phrase, str]
    legends: Mapping[Phrase, str]  # whole names and ids
    legend_words: Mapping[str, frozenset[str]]  # by id, of all its names
    joins: frozenset[str]
    fillers: frozenset[str]
    discards: frozenset[str]
    onto: frozenset[str]
    out_of: frozenset[str]
    courtesies: frozenset[Phrase]
    greetings: frozenset[Phrase]
    opens: frozenset[Phrase]
    labels: frozenset[Phrase]
    doubts: frozenset[Phrase]
    idioms: frozenset[Phrase]

    def legends_of(self, words: Sequence[str]) -> list[str]:
        """Return the ids of the Legends that these words may mean: of whole names one alone."""
        said = self._said(words)
        if not said:
            return []
        if said in self.legends:
            return [self.legends[said]]
        return [
            legend
            for legend, known in self.legend_words.items()
            if all(_is_part(word, known) for word in said)
        ]

    def is_near_legend(self, words: Sequence[str]) -> bool:
        """Return whether a few words look as if a Legend were meant."""
        said = self._said(words)
        known = sorted(frozenset().union(*self.legend_words.values()))
        return len(said) <= _MOST_NEAR and any(
            word in known or (len(word) > 3 and get_close_matches(word[:30], known, 1, 0.8))
            for word in said
        )

    def near_verb(self, word: str) -> str:
        """Return the verb that a misspelt word may be; "" if none."""
        known = {phrase[0]: verb for phrase, verb in self.verbs.items() if len(phrase) == 1}
        cutoff = _NEAR if len(word) > 3 else _NEAR_SHORT
        found = get_close_matches(word[:30], sorted(known), 1, cutoff) if len(word) > 2 else []
        return known[found[0]] if found else ""

    def means_something(self, word: str) -> bool:
        """Return whether a word stands in orders, or leaves one open."""
        phrases = (self.verbs, self.kinds, self.doubts)
        return (
            word in SQUARE_INDEX
            or word in self.discards
            or any(word in known for known in self.legend_words.values())
            or any((word,) in known for known in phrases)
        )

    def is_doubtful(self, words: Sequence[str]) -> bool:
        """Return whether words that leave something open are among these."""
        return any(
            tuple(words[at : at + length]) in self.doubts
            for at in range(len(words))
            for length in range(1, LONGEST_PHRASE + 1)
        )

    def is_idiom(self, words: Sequence[str]) -> bool:
        """Return whether these words begin a sentence that is no order, as "take care" does."""
        return any(tuple(words[:length]) in self.idioms for length in range(1, LONGEST_PHRASE + 1))

    def _said(self, words: Sequence[str]) -> Phrase:
        return tuple(word for word in words if word not in self.fillers)


def vocabulary(name: str = "") -> Vocabulary:
    """Return what is understood in the active language; `name` is that of the author, if known."""
    fillers = _words("fillers")
    named = _legend_names()
    verbs = {words_of(word): verb for word, verb in order_words.verbs()}
    known = Vocabulary(
        verbs=verbs,
        kinds={words_of(name): kind for name, kind in [*order_words.kinds(), *_kind_names()]},
        legends={
            tuple(word for word in words_of(name) if word not in fillers): legend
            for name, legend in named
        },
        legend_words={
            legend: frozenset(
                word for name, whose in named if whose == legend for word in words_of(name)
            )
            - fillers
            for legend in LEGEND_IDS
        },
        joins=_words("joins"),
        fillers=fillers,
        discards=_words("discards"),
        onto=_words("onto"),
        out_of=_words("from"),
        courtesies=_phrases("courtesies"),
        greetings=_phrases("greetings"),
        opens=_phrases("opens"),
        labels=_phrases("labels"),
        doubts=_phrases("doubts"),
        idioms=_phrases("idioms"),
    )
    own = {(word,) for word in words_of(name) if not known.means_something(word)}
    return replace(known, courtesies=known.courtesies | own)


def plain(text: str) -> str:
    """Return text without signs that nobody sees, and with one form of each sign."""
    seen = "".join(
        " " if sign.isspace() else sign
        for sign in unicodedata.normalize("NFKC", with_few_marks(text, most=_MOST_MARKS))
        if sign.isspace() or unicodedata.category(sign) not in ("Cf", "Cc", "Cs", "Co", "Cn")
    )
    return _DASHES.sub("-", seen).strip()


def tokens_of(line: str) -> list[Token]:
    """Return the words of a `plain` line."""
    return [Token(_word(found[0]), found.start(), found.end()) for found in _TOKEN.finditer(line)]


def words_of(text: str) -> Phrase:
    """Return the words of a text as they are compared."""
    return tuple(token.word for token in tokens_of(plain(text)))


def _word(text: str) -> str:
    apart = unicodedata.normalize("NFD", text.casefold())
    return unicodedata.normalize("NFC", _ACCENTS.sub("", apart))


def _words(what: order_words.Surroundings) -> frozenset[str]:
    return frozenset(word for phrase in _phrases(what) for word in phrase)


def _phrases(what: order_words.Surroundings) -> frozenset[Phrase]:
    return frozenset(words_of(each) for each in order_words.surroundings(what))


def _kind_names() -> list[tuple[str, str]]:
    return [(kind_name(kind), kind) for kind in dict.fromkeys(k for _n, k in order_words.kinds())]


def _legend_names() -> list[tuple[str, str]]:
    """Return names of Legends with their ids; the reader's own last, so that they count."""
    with override("en"):
        english = [(legend_name(legend), legend) for legend in LEGEND_IDS]
    own = [(legend_name(legend), legend) for legend in LEGEND_IDS]
    return [*((legend, legend) for legend in LEGEND_IDS), *english, *own]


def _is_part(word: str, known: frozenset[str]) -> bool:
    """Return whether a word is one of these; where no spaces are written, or part of one."""
    if word in known:
        return True
    return re.match(f"[{_CJK}]{{2}}", word) is not None and any(word in each for each in known)
