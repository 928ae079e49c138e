"""Shuffles that follow from a seed."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from itertools import permutations

from games.rules import chance
from games.rules.chance import commitment, shuffle

SEED = bytes(range(32))


def test_a_shuffle_keeps_every_item() -> None:
    assert sorted(shuffle(SEED, "PPFFMS", "bases")) == sorted("PPFFMS")


def test_it_follows_from_seed_and_label_alone() -> None:
    assert shuffle(SEED, range(60), "a") == shuffle(SEED, range(60), "a")
    assert shuffle(SEED, range(60), "a") != shuffle(SEED, range(60), "b")
    assert shuffle(SEED, range(60), "a") != shuffle(SEED[::-1], range(60), "a")


def test_the_words_are_the_pieces_of_the_numbered_digests() -> None:
    first = sha256(SEED + b"|x|0").digest()
    second = sha256(SEED + b"|x|1").digest()
    words = chance._words(SEED, "x")
    told = [next(words) for _ in range(9)]
    assert told[0] == int.from_bytes(first[:4], "big")
    assert told[7] == int.from_bytes(first[28:], "big")
    assert told[8] == int.from_bytes(second[:4], "big")


def test_a_word_past_the_largest_multiple_is_left_out() -> None:
    # Three items take words below 2**32 - 1 alone: 2**32 is one more than a multiple of 3.
    words = iter([2**32 - 1, 0, 0])
    drawn = chance.shuffle_by(words, "abc")
    assert drawn == ["b", "c", "a"]
    assert [*words] == []


def test_every_order_is_as_likely() -> None:
    orders = Counter(
        tuple(shuffle(number.to_bytes(32, "big"), "abc", "x")) for number in range(1200)
    )
    assert {*orders} == {*permutations("abc")}
    assert min(orders.values()) > 150


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    assert commitment(SEED) == sha256(SEED).hexdigest()
