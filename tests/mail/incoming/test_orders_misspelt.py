"""What is nearly an order is told as such; what stands beside orders and is none, is not."""

from __future__ import annotations

import pytest

from games.mail.incoming.orders import Reading, read_orders

Codes = list[str]


def codes(text: str) -> Codes:
    """Of each order the verb, or why it could not be read."""
    return [order.verb or order.code for order in read_orders(text).orders]


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("kep b3", "order-unknown"),
        ("drwa", "order-unknown"),
        ("Pas", "order-unknown"),
        ("keep zz", "order-square"),
        ("reveal cl", "order-square"),
        ("claim unicorns", "order-legend"),
        ("claim the dragons", "order-legend"),
        ("claim fourtribes", "order-legend"),
        ("claim everything!", "order-legend"),
        ("keep a1 (or b1, c1)", "order-one-square"),
        ("keep b3 or c1", "order-one-square"),
        ("take the Discard", "order-where"),
        ("discard", "order-where"),
        ("discard the drawn card", "order-where"),
        ("discard c1", "order-unknown"),
        ("reveal the Discard", "order-unknown"),
    ],
)
def test_alone_and_below_and_beside_an_order(written: str, why: str) -> None:
    assert codes(written) == [why]
    assert codes(f"Hello Bo,\n{written}\n\nAna") == [why]
    assert codes(f"draw\n{written}\nAna") == ["draw", why]
    assert codes(f"draw, {written}") == ["draw", why]
    assert codes(f"{written}\ndraw") == [why, "draw"]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("claim forest, tribe-elf", ["claim", "order-unknown"]),
        ("draw\nkeep\nb3", ["draw", "order-where"]),
        ("discard\ndraw\nreveal c1", ["order-where", "draw", "reveal"]),
        ("- keep a1 (or b1, c1)\n- reveal a1 (or b1)", ["order-one-square"] * 2),
    ],
)
def test_half_of_it_is_told_too(written: str, read: Codes) -> None:
    assert codes(written) == read


@pytest.mark.parametrize(
    "below",
    [
        "Ana",
        "Cheers, Bo",
        "Cheers,\nBo",
        "Best\nAna",
        "Best regards,\nDrew",
        "\nKees",
        "Thanks\nKees",
        "Take care",
        "Keep well,\nAna",
        "Keep it up!",
        "Pass on my regards",
        "Thanks for the game",
        "claim to fame",
        "See you at b3",
        "Good luck!",
        "Your move.",
        "That was close.",
    ],
)
def test_nobody_is_told_that_their_greeting_is_no_order(below: str) -> None:
    assert codes(f"draw\n{below}") == ["draw"]
    assert codes(f"draw\n\n{below}") == ["draw"]


@pytest.mark.parametrize(
    "below", ["Class", "Reader", "really", "Elves rule", "Hell", "Order of play"]
)
def test_other_words_are_near_to_no_order(below: str) -> None:
    assert read_orders(below) == Reading()
