"""One order out of the words of a line: a verb, and what it needs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from games.order_words import BOARD, HELP, example
from games.play.by_mail.order import LONGEST_TEXT, RESIGN, UNREAD, Order
from games.rules.cards import CENTRE, KINDS, SQUARE_INDEX

from .vocabulary import LONGEST_PHRASE, Token, Vocabulary

WANTS = (HELP, BOARD)
_ALONE = ("draw", "pass", "ready", RESIGN)
_ON_A_SQUARE = ("keep", "reveal", "take")
_LIKE_SQUARE = re.compile(r"[a-z]\d{1,2}|\d{1,2}[a-z]?")
_MOST_UNKNOWN = 4  # words; with more of them it is prose


@dataclass(slots=True)
class _Said:
    """What stands beside a verb."""

    squares: list[int] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)
    like_squares: list[str] = field(default_factory=list)  # and none
    unknown: list[str] = field(default_factory=list)
    unknown_before: bool = False  # a square

    @property
    def anything(self) -> bool:
        return bool(self.squares or self.kinds or self.like_squares)


@dataclass(frozen=True, slots=True)
class Piece:
    """Words of a line that may be one order."""

    line: str
    tokens: Sequence[Token]
    known: Vocabulary

    @property
    def text(self) -> str:
        """What was written, as the answer repeats it."""
        whole = self.line[self.tokens[0].start : self.tokens[-1].end]
        return " ".join(whole.split())[:LONGEST_TEXT].strip()

    def verb_at(self, start: int) -> tuple[str, int]:
        """Return the verb that begins at a word and of how many words it is; ("", 0) if none."""
        for length in range(LONGEST_PHRASE, 0, -1):
            phrase = tuple(token.word for token in self.tokens[start : start + length])
            if phrase in self.known.verbs:
                return self.known.verbs[phrase], len(phrase)
        return "", 0

    def part(self, start: int, end: int) -> Piece:
        """Return some of its words."""
        return Piece(self.line, self.tokens[start:end], self.known)


def order_in(piece: Piece, *, among: bool = False) -> Order | None:
    """Return the order that a piece is, an UNREAD one if it begins like one; None for prose.

    Among orders it takes less to look like one. Words for WANTS come as orders with these verbs.
    """
    verb, length = piece.verb_at(0)
    if verb:
        found = _order(piece, verb, piece.tokens[length:], among=among)
    else:
        found = _verb_last(piece) or _misspelt(piece)
    if found is None and among and (verb or _is_all_cards(piece)):
        return unread(piece, "order-unknown")
    return found


def unread(piece: Piece, code: str, **params: str) -> Order:
    """Return a piece as what could not be read."""
    return Order(piece.text, UNREAD, code=code, params=params or {"text": piece.text})


def _is_all_cards(piece: Piece) -> bool:
    said = _said(piece.known, piece.tokens, letters=False)
    return said.anything and not said.unknown


def _verb_last(piece: Piece) -> Order | None:
    """German and Japanese put the verb last."""
    for length in range(min(LONGEST_PHRASE, len(piece.tokens) - 1), 0, -1):
        start = len(piece.tokens) - length
        verb, whole = piece.verb_at(start)
        if verb in WANTS or whole != length:
            continue
        found = _order(piece, verb, piece.tokens[:start], among=False)
        return found if found is not None and found.verb != UNREAD else None
    return None


def _misspelt(piece: Piece) -> Order | None:
    rest = piece.tokens[1:]
    verb = piece.known.near_verb(piece.tokens[0].word) if rest else ""
    meant = _order(piece, verb, rest, among=False) if verb else None
    whole = meant is not None and meant.verb != UNREAD
    return unread(piece, "order-unknown") if whole else None


def _order(piece: Piece, verb: str, rest: Sequence[Token], *, among: bool) -> Order | None:
    if verb in WANTS:
        return None if rest else Order(piece.text, verb)
    if verb == "claim":
        return _claim(piece, [token.word for token in rest], among=among)
    said = _said(piece.known, rest, letters=verb == "arrange")
    if verb in _ALONE:
        if not rest:
            return Order(piece.text, verb)
        wrong = said.anything and not said.unknown
        return unread(piece, "order-alone", order=example(verb)) if wrong else None
    if verb in _ON_A_SQUARE:
        return _on_a_square(piece, verb, said, bare=not rest)
    wrong = (said.anything and len(said.unknown) <= _MOST_UNKNOWN) or not rest
    if verb == "swap":
        return _swap(piece, said) or (
            unread(piece, "order-swap", order=example(verb)) if wrong else None
        )
    return _arrange(piece, said) or (
        unread(piece, "order-arrange", order=example(verb)) if wrong else None
    )


def _claim(piece: Piece, words: Sequence[str], *, among: bool) -> Order | None:
    legends = piece.known.legends_of(words)
    if len(legends) == 1:
        return Order(piece.text, "claim", detail=legends[0])
    if legends:
        return unread(piece, "order-ambiguous", name=piece.text, legends=" ".join(legends))
    if not words:
        return unread(piece, "order-which", order=example("claim"))
    if among or piece.known.is_near_legend(words):
        return unread(piece, "order-legend", name=piece.text)
    return None


def _on_a_square(piece: Piece, verb: str, said: _Said, *, bare: bool) -> Order | None:
    if said.unknown:
        return _with_more(piece, said)
    if said.like_squares:
        return unread(piece, "order-square", square=said.like_squares[0])
    if len(said.kinds) > 1:
        return unread(piece, "order-unknown")
    if len(said.squares) == 1:
        return Order(piece.text, verb, tuple(said.squares), kind="".join(said.kinds))
    if said.squares:
        return unread(piece, "order-one-square", order=example(verb))
    return unread(piece, "order-where", order=example(verb)) if bare or said.kinds else None


def _with_more(piece: Piece, said: _Said) -> Order | None:
    if not said.squares and not said.like_squares or len(said.unknown) > _MOST_UNKNOWN:
        return None
    if len(said.unknown) == 1 and said.unknown_before and not said.kinds:
        return unread(piece, "order-kind", name=said.unknown[0])
    return unread(piece, "order-unknown")


def _swap(piece: Piece, said: _Said) -> Order | None:
    two = len(said.squares) == 2 and len({*said.squares} & {*CENTRE}) == 2
    if not two or said.kinds or said.like_squares or said.unknown:
        return None
    return Order(piece.text, "swap", tuple(said.squares))


def _arrange(piece: Piece, said: _Said) -> Order | None:
    if len(said.kinds) != 4 or said.like_squares or said.unknown:
        return None
    squares = said.squares or list(CENTRE)
    if sorted(squares) != sorted(CENTRE):
        return None
    lies = dict(zip(squares, said.kinds, strict=True))
    return Order(piece.text, "arrange", detail="".join(lies[square] for square in CENTRE))


def _said(known: Vocabulary, tokens: Sequence[Token], *, letters: bool) -> _Said:
    said, words, at = _Said(), [token.word for token in tokens], 0
    while at < len(words):
        at += _take(known, words, at, said, letters=letters)
    return said


def _take(known: Vocabulary, words: Sequence[str], at: int, said: _Said, *, letters: bool) -> int:
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


def _kind_at(known: Vocabulary, words: Sequence[str], at: int) -> tuple[str, int] | None:
    for length in range(LONGEST_PHRASE, 0, -1):
        phrase = tuple(words[at : at + length])
        if phrase in known.kinds:
            return known.kinds[phrase], len(phrase)
    return None
