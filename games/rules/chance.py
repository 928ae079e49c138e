"""Chance that anyone can check once the seed is shown (RULES *Chance that can be checked*)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import TypeVar

from .state import Reshuffle

Item = TypeVar("Item")
SEED_BYTES = 32


def commitment(seed: bytes) -> str:
    """What is shown from the start to bind the table to its seed: SHA-256 in hex."""
    return sha256(seed).hexdigest()


def _words(seed: bytes, label: str) -> Iterator[int]:
    block = 0
    while True:
        digest = sha256(b"|".join((seed, label.encode(), str(block).encode()))).digest()
        for start in range(0, len(digest), 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


def shuffle(seed: bytes, items: Iterable[Item], label: str) -> list[Item]:
    """The items in the order that this seed gives them under this label."""
    return shuffle_by(_words(seed, label), items)


def shuffle_by(words: Iterator[int], items: Iterable[Item]) -> list[Item]:
    """The items in the order that a stream of 32-bit words gives them."""
    cards = list(items)
    for last in range(len(cards) - 1, 0, -1):
        choices = last + 1
        limit = 2**32 - 2**32 % choices
        chosen = next(word for word in words if word < limit) % choices
        cards[last], cards[chosen] = cards[chosen], cards[last]
    return cards


def reshuffling(seed: bytes) -> Reshuffle:
    """How the draw pile of a game with this seed is made anew."""

    def reshuffle(cards: list[str], number: int) -> list[str]:
        return shuffle(seed, cards, f"reshuffle-{number}")

    return reshuffle
