"""What stands beside the verb of an order: squares, cards, and words that say nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from games.rules.cards import KINDS, SQUARE_INDEX

from .vocabulary import LONGEST_PHRASE, Token, Vocabulary

_LIKE_SQUARE = re.compile(r"[a-z]\d{1,2}|\d{1,2}[a-z]?")


@dataclass(slots=True)
class Said:
    """What stands beside a verb."""

    squares: list[int] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)
    like_squares: list[str] = field(default_factory=list)  # and none
    unknown: list[str] = field(default_factory=list)
    unknown_before: bool = False  # a square
    discard: bool = False  # is named
    onto_discard: bool = False  # it is not what is moved

    @property
    def anything(self) -> bool:
        return bool(self.squares or self.kinds or self.like_squares)


def said_of(known: Vocabulary, tokens: Sequence[Token], *, letters: bool = False) -> Said:
    """Return what words say; with `letters` also that "HEDG" is four cards."""
    said, words, at = Said(), [token.word for token in tokens], 0
    while at < len(words):
        at += _take(known, words, at, said, letters=letters)
    return said


def _take(known: Vocabulary, words: Sequence[str], at: int, said: Said, *, letters: bool) -> int:
    """Put what stands at a word into `said`; return of how many words it is."""
    word, after = words[at], words[at + 1] if at + 1 < len(words) else ""
    if word in SQUARE_INDEX:
        said.squares.append(SQUARE_INDEX[word])
    elif word + after in SQUARE_INDEX:
        said.squares.append(SQUARE_INDEX[word + after])
        return 2
    elif found := _kind_at(known, words, at):
        said.kinds.append(found[0])
        return found[1]
    elif word in known.discards:
        onto = _is_onto(known, words[:at], said)
        said.onto_discard = onto if not said.discard else said.onto_discard
        said.discard = True
    elif _LIKE_SQUARE.fullmatch(word) or (word == "a" and not after and not said.squares):
        said.like_squares.append(word)
    elif word in known.fillers:
        pass
    elif len(word) == 1 and word.upper() in KINDS:
        said.kinds.append(word.upper())
    elif letters and len(word) == 4 and set(word.upper()) <= set(KINDS):
        said.kinds.extend(word.upper())
    elif len(word) == 1 and word.isascii() and not after:
        said.like_squares.append(word)
    else:
        said.unknown_before = not said.squares
        said.unknown.append(word)
    return 1


def _is_onto(known: Vocabulary, before: Sequence[str], said: Said) -> bool:
    """Return whether a card goes to the Discard by the words before it, or something beside it."""
    near = [word for word in before if word in known.onto or word in known.out_of][-1:]
    if said.squares:
        return not near or near[0] not in known.out_of
    return bool(near) and near[0] in known.onto


def _kind_at(known: Vocabulary, words: Sequence[str], at: int) -> tuple[str, int] | None:
    for length in range(LONGEST_PHRASE, 0, -1):
        phrase = tuple(words[at : at + length])
        if phrase in known.kinds:
            return known.kinds[phrase], len(phrase)
    return None
