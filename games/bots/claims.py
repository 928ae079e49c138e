"""Which Legend to claim, and what those left for later are worth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from .rivals import Rivals

DENIED = 0.7  # of a Legend's Harmony counts again when a rival would have claimed it
STAYS = 0.85  # chance that a Legend can still be claimed a turn later
STAYS_WANTED = 0.4  # the same when a rival fulfils it
LATER = 0.8  # what is left of a hope from one turn to the next


class Claim(NamedTuple):
    """The best Legend to claim this turn ("": none) and the Harmony it and the others promise."""

    legend: str
    harmony: float


def best_claim_of(
    *,
    options: Iterable[str],
    kept: Iterable[str],
    turns: int,
    rivals: Rivals,
    harmony: Mapping[str, int],
) -> Claim:
    """Choose among `options`, which can be claimed in this turn.

    `kept` are the Legends of the River fulfilled when the turn is over: those not claimed now may
    be later, one in each of the `turns` that the game lasts for the seat. `harmony` is what each
    Legend is worth.
    """
    later = {name: harmony[name] * _stays(name, rivals) for name in kept}
    best = Claim("", _claimed_later(later.values(), turns))
    for name in options:
        rest = [promised for other, promised in later.items() if other != name]
        now = harmony[name] * _with_denial(name, rivals)
        promise = now + _claimed_later(rest, turns)
        if promise > best.harmony:
            best = Claim(name, promise)
    return best


def _stays(name: str, rivals: Rivals) -> float:
    return STAYS_WANTED if name in rivals.wanted else STAYS


def _with_denial(name: str, rivals: Rivals) -> float:
    return 1 + DENIED * rivals.share if name in rivals.wanted else 1


def _claimed_later(harmonies: Iterable[float], turns: int) -> float:
    # The more turns there may be, the surer the next one is.
    surer = LATER * turns / (turns + 1)
    best_first = sorted(harmonies, reverse=True)[:turns]
    return sum(harmony * surer**number for number, harmony in enumerate(best_first, 1))
