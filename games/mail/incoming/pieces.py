"""One order out of the words of a line: a verb, and what it needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.order_words import BOARD, DISCARD, HELP, example
from games.play.by_mail.order import LONGEST_TEXT, RESIGN, UNREAD, Order
from games.rules.cards import CENTRE

from .said import Said, said_of
from .vocabulary import LONGEST_PHRASE, Token, Vocabulary

WANTS = (HELP, BOARD)
TAKE_DISCARD = "take the Discard"
"""Half an order, as DISCARD is: the square that it is placed on comes in another piece."""
_ALONE = ("draw", "pass", "ready", RESIGN)
_ON_A_SQUARE = ("keep", "reveal", "take")
_MOST_UNKNOWN = 4  # words; with more of them it is prose
_SQUARE_NAME = 2  # signs
_MOST_CLAIMED = 1  # words of which none is known


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

    @property
    def words(self) -> list[str]:
        """Its words as they are compared."""
        return [token.word for token in self.tokens]


def order_in(piece: Piece, *, among: bool = False) -> Order | None:
    """Return the order that a piece is, an UNREAD one if it begins like one; None for prose.

    Among orders it takes less to look like one. Words for WANTS come as orders with these verbs.
    """
    verb, length = piece.verb_at(0)
    if verb and piece.known.is_idiom(piece.words):
        return None
    if verb:
        found = _order(piece, verb, piece.tokens[length:], among=among)
    else:
        found = _verb_last(piece) or _misspelt(piece)
    if found is None and among and (verb or _is_without_verb(piece)):
        return unread(piece, "order-unknown")
    return found


def unread(piece: Piece, code: str, **params: str) -> Order:
    """Return a piece as what could not be read."""
    return Order(piece.text, UNREAD, code=code, params=params or {"text": piece.text})


def _is_without_verb(piece: Piece) -> bool:
    said = said_of(piece.known, piece.tokens)
    return (said.anything and not said.unknown) or len(piece.known.legends_of(piece.words)) == 1


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
    verb = piece.known.near_verb(piece.tokens[0].word)
    if not verb or piece.known.is_idiom(piece.words):
        return None
    meant = _order(piece, verb, rest, among=False)
    if meant is None or meant.verb in WANTS or (rest and meant.verb == UNREAD):
        return None
    return unread(piece, "order-unknown")


def _order(piece: Piece, verb: str, rest: Sequence[Token], *, among: bool) -> Order | None:
    if verb in WANTS:
        return None if rest else Order(piece.text, verb)
    if verb == "claim":
        return _claim(piece, [token.word for token in rest], among=among)
    said = said_of(piece.known, rest, letters=verb == "arrange")
    if verb == DISCARD:
        if said.unknown:
            return None
        half = not (said.squares or said.like_squares or said.kinds[1:])
        order = Order(piece.text, DISCARD, kind="".join(said.kinds))
        return order if half else unread(piece, "order-unknown")
    if verb in _ALONE:
        if not rest:
            return Order(piece.text, verb)
        wrong = said.anything and not said.unknown and not said.discard
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
    meant = [word for word in words if word not in piece.known.fillers]
    if among or len(meant) <= _MOST_CLAIMED or piece.known.is_near_legend(words):
        return unread(piece, "order-legend", name=piece.text)
    return None


def _on_a_square(piece: Piece, verb: str, said: Said, *, bare: bool) -> Order | None:
    if said.onto_discard:
        to_discard = verb == "keep" and not (said.squares or said.like_squares or said.unknown)
        half = Order(piece.text, DISCARD, kind="".join(said.kinds))
        return half if to_discard and len(said.kinds) <= 1 else unread(piece, "order-unknown")
    if said.discard and verb == "keep":
        verb = "take"
    if said.unknown:
        return _with_more(piece, verb, said)
    if said.like_squares:
        return unread(piece, "order-square", square=said.like_squares[0])
    if len(said.kinds) > 1 or (said.discard and verb != "take"):
        return unread(piece, "order-unknown")
    kind = "".join(said.kinds)
    if len(said.squares) == 1:
        return Order(piece.text, verb, tuple(said.squares), kind=kind)
    if said.squares:
        return unread(piece, "order-one-square", order=example(verb))
    if verb == "take" and (said.discard or kind):
        return Order(piece.text, TAKE_DISCARD, kind=kind)
    return unread(piece, "order-where", order=example(verb)) if bare or kind else None


def _with_more(piece: Piece, verb: str, said: Said) -> Order | None:
    if not said.squares and not said.like_squares:
        [word, *others] = said.unknown
        like = not others and not said.kinds and len(word) == _SQUARE_NAME and word.isascii()
        return unread(piece, "order-square", square=word) if like else None
    if len(said.unknown) > _MOST_UNKNOWN:
        return None
    if len(said.squares) > 1 and all(piece.known.is_doubtful([word]) for word in said.unknown):
        return unread(piece, "order-one-square", order=example(verb))
    if len(said.unknown) == 1 and said.unknown_before and not said.kinds:
        return unread(piece, "order-kind", name=said.unknown[0])
    return unread(piece, "order-unknown")


def _swap(piece: Piece, said: Said) -> Order | None:
    two = len(said.squares) == 2 and len({*said.squares} & {*CENTRE}) == 2
    if not two or said.kinds or said.like_squares or said.unknown:
        return None
    return Order(piece.text, "swap", tuple(said.squares))


def _arrange(piece: Piece, said: Said) -> Order | None:
    if len(said.kinds) != 4 or said.like_squares or said.unknown:
        return None
    squares = said.squares or list(CENTRE)
    if sorted(squares) != sorted(CENTRE):
        return None
    lies = dict(zip(squares, said.kinds, strict=True))
    return Order(piece.text, "arrange", detail="".join(lies[square] for square in CENTRE))
