"""Every part of the chance in a finished game, checked one by one against its seed."""

from __future__ import annotations

from collections.abc import Iterator

from games.rules.chance import commitment, shuffle
from games.rules.errors import RulesError

from .checking import IllegalTurn, play_turns, start
from .record import Record
from .seeded import Check, deal_checks

PARTS = (
    "commitment",  # the one shown at the table from the start binds the seed
    "recorded",  # and is the one in the record
    "first",
    "centre",
    "face-down",
    "discard",
    "pile",
    "legends",
    "turns",  # all are legal: no card came from elsewhere
    "reshuffle",
)
"""What is checked, in order; there is a `reshuffle` for each, with its number."""


def chance_checks(record: Record, shown: str) -> list[Check]:
    """Check all chance in a record; `shown` is the commitment from the table, in hex.

    Raises missing-key for a record without its seed.
    """
    if record.seed is None:
        raise RulesError("missing-key", key="seed")
    recorded = None if record.commitment is None else record.commitment.hex() == shown
    return [
        Check("commitment", commitment(record.seed) == shown),
        Check("recorded", recorded),
        *deal_checks(record, record.seed),
        *_played(record, record.seed),
    ]


def hold(checks: list[Check]) -> bool:
    """Whether nothing is wrong."""
    return all(check.holds is not False for check in checks)


def _played(record: Record, seed: bytes) -> Iterator[Check]:
    """Play the game as recorded, since only then is it known what each reshuffle was made of."""
    reshuffles: list[Check] = []

    def reshuffle(cards: list[str], number: int) -> list[str]:
        recorded = list("".join(record.reshuffles[number - 1 : number]))
        right = shuffle(seed, cards, f"reshuffle-{number}")
        reshuffles.append(Check("reshuffle", recorded == right, number))
        # With the cards in another order the game can go on as it was recorded.
        return recorded if sorted(recorded) == sorted(right) else right

    state = start(record)
    state.reshuffle = reshuffle
    legal = True
    try:
        for _turn, _events in play_turns(state, record.turns):
            pass
    except IllegalTurn:
        legal = False
    yield Check("turns", legal)
    yield from reshuffles
    for number in range(len(reshuffles) + 1, len(record.reshuffles) + 1):
        yield Check("reshuffle", False if legal else None, number)
