"""The orders that a line of a mail begins with, sentence by sentence.

A sentence in which an order is but a word is prose. What stands among orders, or begins like one,
and is none comes as UNREAD with a reason.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from games.order_words import HELP
from games.play.by_mail.order import MOST_ORDERS, UNREAD, Order

from .doubts import before_doubt, doubted
from .pieces import Piece, order_in, unread
from .said import said_of
from .splitting import pieces_of
from .vocabulary import Vocabulary, tokens_of, words_of

_MOST_PIECES = 2 * MOST_ORDERS
_LONGEST_LINE = 600  # characters; a longer one is prose
_QUOTED = ">"
_BULLET = re.compile(r"(?:(?:[-*•·‣–—#\s]|[|:](?=\s))+|\(?\d{1,2}[.):]\s*)")
_SENTENCE = re.compile(r"[^.!?。]+[.!?。]*")
_ASIDE = re.compile(r"\([^()]*\)")
_SMILE = re.compile(r"(?<!\w)[:;]-?[()DPp|/](?!\w)")
_WORD = re.compile(r"[^\W_]+")
_MORE = re.compile(r"[^\s.,;:!\"'“”„‘’«»*_`&+/|。、→()-]|\.\.|:\W*[()|/]")
_NUMBERED = re.compile(r"\(?1[.):]\s")
_NUMBER = r"(?<!\b[a-dA-D])\s\(?{}[.):]\s+"
_MOST_NUMBERED = 9
_LABEL = re.compile(r"\s*([^:]{1,30}?)\s*\d{0,2}:")

Found = tuple[list[Order], bool]
"""Orders, and whether nothing else stands there."""


def orders_of(line: str, known: Vocabulary) -> Found:
    """Return the orders that a `plain` line begins with."""
    if len(line) > _LONGEST_LINE or line.startswith(_QUOTED):
        return [], False
    if line.strip(" \"'") == "?":
        return [Order("?", HELP)], True
    orders: list[Order] = []
    for sentence in _SENTENCE.findall(without_bullet(_without_numbers(line))):
        if not tokens_of(sentence):
            continue
        found, whole = ([], False) if "?" in sentence else _sentence(sentence, known)
        if not (found or whole) and known.is_doubtful(words_of(sentence)):
            return doubted(orders), False
        orders += found
        if not whole:
            return orders, False
    return orders, True


def _without_numbers(line: str) -> str:
    """Return "1. draw 2. keep b3" as sentences."""
    if _NUMBERED.match(line):
        for number in range(2, _MOST_NUMBERED + 1):
            line = re.sub(_NUMBER.format(number), ". ", line, count=1)
    return line


def without_bullet(line: str) -> str:
    """Return a line without the sign or the number that makes it one of a list."""
    bullet = _BULLET.match(line)
    return line[bullet.end() :] if bullet else line


def has_aside(line: str) -> bool:
    """Return whether more stands there than words and their signs: brackets, a smile, dots."""
    signs = _WORD.sub("", line.strip() and without_bullet(line))
    return bool(_ASIDE.search(signs) or _SMILE.search(line) or _MORE.search(signs))


def _sentence(sentence: str, known: Vocabulary) -> Found:
    """Return the orders of a sentence; none if it is prose."""
    said = _SMILE.sub(_spaces, sentence)
    said = _ASIDE.sub(lambda aside: _left_of_aside(aside[0], known), said)
    label = _LABEL.match(said)
    if label and _is_label(label[1], known):
        said = _LABEL.sub(_spaces, said, count=1)
    pieces = pieces_of(said, known)
    if len(pieces) > _MOST_PIECES or _is_told(said, pieces, known):
        return [], False
    found = [order_in(piece) for piece in pieces]
    if not any(map(_is_good, found)):
        return _all_alike(pieces, found)
    return _among_others(pieces, found)


def _all_alike(pieces: Sequence[Piece], found: Sequence[Order | None]) -> Found:
    """Return what begins like orders, if it is nothing but such."""
    if found and found[0] is not None:
        found = [
            order or order_in(piece, among=True) for piece, order in zip(pieces, found, strict=True)
        ]
    orders = [order for order in found if order is not None]
    return (orders, True) if len(orders) == len(pieces) else ([], not pieces)


def _among_others(pieces: Sequence[Piece], alone: Sequence[Order | None]) -> Found:
    """Return the orders where one at least can be read: prose after says nothing against it.

    But a word like "draw" counts only where no prose stands in its sentence.
    """
    found = [
        order or order_in(piece, among=True) for piece, order in zip(pieces, alone, strict=True)
    ]
    last = max(index for index, order in enumerate(found) if order is not None) + 1
    rest = pieces[last:]
    certain = not rest or any(order and (order.squares or order.detail) for order in found)
    if found[0] is None or not certain:
        return [], False
    if clear := before_doubt(pieces, found):
        return clear, False
    orders = [
        order or unread(piece, "order-unknown")
        for piece, order in zip(pieces[:last], found[:last], strict=True)
    ]
    return orders, not rest


def _is_told(sentence: str, pieces: Sequence[Piece], known: Vocabulary) -> bool:
    """Return whether an order and what came of it stand there, as in answers: "draw: done"."""
    head, colon, _rest = sentence.partition(":")
    before = pieces_of(head, known) if colon else []
    if len(before) != 1:
        return False
    order = order_in(before[0])
    if order is None or len(before[0].tokens) == before[0].verb_at(0)[1] and not _is_good(order):
        return False
    return _is_good(order) or not all(_is_good(order_in(piece)) for piece in pieces)


def _is_label(text: str, known: Vocabulary) -> bool:
    """Return whether words before a colon say that orders follow."""
    words = tuple(token.word for token in tokens_of(text))
    return words in known.labels or words in known.courtesies


def _left_of_aside(aside: str, known: Vocabulary) -> str:
    """Return what stands in brackets, as nothing but spaces if it does not touch the orders."""
    tokens = tokens_of(aside)
    words = [token.word for token in tokens]
    said = said_of(known, tokens)
    touches = (
        said.anything
        or known.is_doubtful(words)
        or any(Piece(aside, tokens, known).verb_at(at)[0] for at in range(len(tokens)))
        or bool(known.legends_of(words))
    )
    return aside if touches else " " * len(aside)


def _spaces(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _is_good(order: Order | None) -> bool:
    return order is not None and order.verb != UNREAD
