"""Whether the chance in a record follows from the seed it names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.rules.cards import CENTRE, OUTER
from games.rules.chance import commitment, shuffle
from games.rules.errors import RulesError
from games.rules.kingdom import Kingdom
from games.rules.setup import deal
from games.rules.state import Reshuffle

from .record import Record


class Check(NamedTuple):
    """A part of the chance in a record, and whether it follows from the seed."""

    part: str  # one of `verifying.PARTS`
    holds: bool | None  # None: it cannot be told
    number: int = 0  # of a reshuffle, from 1


def check_deal(record: Record) -> None:
    """Raise wrong-commitment or wrong-deal unless the deal follows from the seed, if there is one.

    The four centre cards may lie in any order; the first seat counts only where the seed drew it.
    """
    if record.seed is None:
        return
    if record.commitment is not None and commitment(record.seed) != record.commitment.hex():
        raise RulesError("wrong-commitment")
    for check in deal_checks(record, record.seed):
        if check.holds is False:
            raise RulesError("wrong-deal", part=check.part)


def deal_checks(record: Record, seed: bytes) -> Iterator[Check]:
    """Yield for each part of the deal whether it follows from the seed, as `check_deal` sees it.

    Nothing can be told of a first seat that the seed did not draw.
    """
    dealt = deal(seed, len(record.players), record.rulings)
    drawn = record.first_by == "seed"
    yield Check("first", record.first == dealt.first if drawn else None)
    yield Check("centre", [*map(_centre, record.kingdoms)] == [*map(_centre, dealt.kingdoms)])
    yield Check("face-down", [*map(_outer, record.kingdoms)] == [*map(_outer, dealt.kingdoms)])
    yield Check("discard", record.discard == dealt.pile[:1])
    yield Check("pile", record.pile == dealt.pile[1:])
    yield Check("legends", record.legends == dealt.legends)


def _centre(kingdom: Kingdom) -> list[str]:
    return sorted(kingdom.cells[square] for square in CENTRE)


def _outer(kingdom: Kingdom) -> list[str]:
    return [kingdom.cells[square] for square in OUTER]


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
