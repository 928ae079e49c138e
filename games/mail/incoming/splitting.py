"""A sentence in pieces, each of which may be one order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from games.play.by_mail.order import UNREAD

from .pieces import Piece, order_in
from .vocabulary import LONGEST_PHRASE, Token, Vocabulary, tokens_of

_SEPARATOR = re.compile(r"[,;、/&+|→]")
_WITHIN = re.compile(r"\([^()]*\)?")
_GOES_ON = ("order-swap", "order-arrange", "order-ambiguous")
"""What is wrong with "swap b2" where ", c3" follows, and with "claim Alliance of Humans"."""
_MOST_PARTS = 8  # of one order: four squares, four cards


def pieces_of(sentence: str, known: Vocabulary) -> list[Piece]:
    """Return the pieces between commas and the like, and between words that join orders."""
    between = _between_separators(sentence, known)
    return [part for piece in _rejoined(between) for part in _at_joins(piece)]


def _between_separators(sentence: str, known: Vocabulary) -> list[Piece]:
    """Return what stands between signs that separate, without courtesies and empty pieces."""
    within = [found.span() for found in _WITHIN.finditer(sentence)]
    ends = [
        found.start()
        for found in _SEPARATOR.finditer(sentence)
        if not any(start < found.start() < end for start, end in within)
    ]
    pieces: list[list[Token]] = [[]]
    for token in tokens_of(sentence):
        while ends and token.start > ends[0]:
            ends.pop(0)
            pieces.append([])
        pieces[-1].append(token)
    bare = (_bare(tokens, known) for tokens in pieces)
    return [Piece(sentence, tokens, known) for tokens in bare if tokens]


def _bare(tokens: Sequence[Token], known: Vocabulary) -> Sequence[Token]:
    """Return words without those around them that count for nothing."""
    while tokens and (length := _courtesy(tokens[:LONGEST_PHRASE], known, from_end=False)):
        tokens = tokens[length:]
    while tokens and (length := _courtesy(tokens[-LONGEST_PHRASE:], known, from_end=True)):
        tokens = tokens[:-length]
    return tokens


def _courtesy(tokens: Sequence[Token], known: Vocabulary, *, from_end: bool) -> int:
    words = [token.word for token in tokens]
    for length in range(len(words), 0, -1):
        phrase = tuple(words[-length:] if from_end else words[:length])
        if phrase in known.courtesies or (length == 1 and phrase[0] in known.joins):
            return length
    return 0


def _rejoined(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Yield the pieces, those of "swap b2, c3" and "arrange H, E, D, G" as one."""
    at = 0
    while at < len(pieces):
        whole, parts = pieces[at], 1
        if _goes_on(whole):
            whole, parts = _longer(pieces[at : at + _MOST_PARTS])
        yield whole
        at += parts


def _goes_on(piece: Piece) -> bool:
    order = order_in(piece)
    return order is not None and order.verb == UNREAD and order.code in _GOES_ON


def _longer(pieces: Sequence[Piece]) -> tuple[Piece, int]:
    """Return the order that begins with the first piece, and how many pieces it takes."""
    whole = first = pieces[0]
    for parts, piece in enumerate(pieces[1:], start=2):
        if piece.verb_at(0)[0]:
            break
        whole = Piece(first.line, [*whole.tokens, *piece.tokens], first.known)
        order = order_in(whole)
        if order is not None and order.verb != UNREAD:
            return whole, parts
    return first, 1


def _at_joins(piece: Piece) -> list[Piece]:
    """Return the orders of "draw and reveal c1", or of the same without a word between them.

    A piece that is an order as it stands stays whole: "claim battle of Elves and Goblins".
    """
    order = order_in(piece)
    if order is not None and order.verb != UNREAD:
        return [piece]
    joined = _parts(piece, joined=True)
    if len(joined) > 1 and all(order_in(part) is not None for part in joined):
        return joined
    run = _parts(piece, joined=False)
    orders = [order_in(part) for part in run]
    if all(order is not None and order.verb != UNREAD for order in orders):
        return run
    return [piece]


def _is_noun(piece: Piece, at: int) -> bool:
    """Return whether "discard" is the Discard, as in "on the discard"."""
    before, known = piece.tokens[at - 1].word, piece.known
    is_beside = before in known.fillers and before not in known.joins
    return piece.tokens[at].word in known.discards and is_beside


def _parts(piece: Piece, *, joined: bool) -> list[Piece]:
    """Return a piece cut before its verbs, or only before those after a word that joins."""
    starts, at = [0], 0
    while at < len(piece.tokens):
        verb, length = piece.verb_at(at)
        after_join = at > 0 and piece.tokens[at - 1].word in piece.known.joins
        if verb and at > 0 and (after_join or not joined) and not _is_noun(piece, at):
            starts.append(at)
        at += length or 1
    ends = [*starts[1:], len(piece.tokens)]
    cut = (
        _bare(piece.tokens[start:end], piece.known) for start, end in zip(starts, ends, strict=True)
    )
    return [Piece(piece.line, tokens, piece.known) for tokens in cut if tokens]
