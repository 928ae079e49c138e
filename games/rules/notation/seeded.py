"""Whether the chance in a record follows from the seed it names."""

from __future__ import annotations

from games.rules.cards import CENTRE, OUTER
from games.rules.chance import commitment, shuffle
from games.rules.errors import RulesError
from games.rules.kingdom import Kingdom
from games.rules.setup import deal
from games.rules.state import Reshuffle

from .record import Record


def check_deal(record: Record) -> None:
    """Raise wrong-commitment or wrong-deal unless the deal follows from the seed, if there is one.

    The four centre cards may lie in any order; the first seat counts only where the seed drew it.
    """
    if record.seed is None:
        return
    if record.commitment is not None and commitment(record.seed) != record.commitment.hex():
        raise RulesError("wrong-commitment")
    dealt = deal(record.seed, len(record.players))
    agree = {
        "kingdoms": [*map(_unarranged, record.kingdoms)] == [*map(_unarranged, dealt.kingdoms)],
        "discard": record.discard == dealt.pile[:1],
        "pile": record.pile == dealt.pile[1:],
        "legends": record.legends == dealt.legends,
        "first": record.first_by != "seed" or record.first == dealt.first,
    }
    for part, same in agree.items():
        if not same:
            raise RulesError("wrong-deal", part=part)


def _unarranged(kingdom: Kingdom) -> tuple[list[str], list[str]]:
    cells = kingdom.cells
    return sorted(cells[square] for square in CENTRE), [cells[square] for square in OUTER]


def recorded_reshuffles(record: Record) -> Reshuffle:
    """Draw piles made anew as the record says.

    The function raises reshuffle-missing, reshuffle-cards or reshuffle-chance when the record does
    not say, or says what cannot be.
    """

    def reshuffle(cards: list[str], number: int) -> list[str]:
        if number > len(record.reshuffles):
            raise RulesError("reshuffle-missing", number=number)
        pile = list(record.reshuffles[number - 1])
        if sorted(pile) != sorted(cards):
            raise RulesError("reshuffle-cards", number=number)
        if record.seed is not None and pile != shuffle(record.seed, cards, f"reshuffle-{number}"):
            raise RulesError("reshuffle-chance", number=number)
        return pile

    return reshuffle
