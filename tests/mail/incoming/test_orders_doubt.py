"""An order that its author takes back, or leaves open, is told as such and not done."""

from __future__ import annotations

import pytest

from games.mail.incoming.orders import read_orders
from games.play.errors import PlayError
from games.words import sentence

DOUBT = "order-doubt"


def codes(text: str) -> list[str]:
    """Of each order the verb, or why it could not be read."""
    return [order.verb or order.code for order in read_orders(text).orders]


@pytest.mark.parametrize("order", ["take a4", "keep b3", "claim four-tribes", "draw", "resign"])
@pytest.mark.parametrize(
    "doubt",
    [
        ", or b1",
        ", or pass",
        ", or maybe keep b1",
        ", no wait",
        ", wait, no: b1",
        ", unless it is taken",
        ", if you let me",
        ", but not yet",
        ", don't you think",
        ", just kidding",
        "; no",
        ". No, wait.",
        ". Or b1.",
        ". Or not?",
        ". Actually no, pass.",
        ". Pass instead.",
        "!no",
        "\nor b1",
        "\nor\nkeep b1",
        "\nNo",
        "\nno wait, take b1",
        "\nSorry, no.",
        "\nactually, draw",
        "\nscratch that\ndraw",
        "\n\nNo, wait: pass",
        "\nThanks\nNo, wait",
    ],
)
def test_nothing_is_done_from_there_on(order: str, doubt: str) -> None:
    within = doubt[0] in ",;" and " " not in order  # of such a sentence nothing is an order
    assert codes(order + doubt) == ([] if within else [DOUBT])
    assert codes(f"pass, {order}{doubt}") == ([] if within else ["pass", DOUBT])
    assert codes(f"pass\n{order}{doubt}\nready") == ["pass", *([] if within else [DOUBT])]
    assert not read_orders(order + doubt).alone


@pytest.mark.parametrize(
    "rest",
    [
        ", thanks",
        ". Good luck!",
        ".\nGood luck, but you will need it",
        "\n\nIf you are not the one this mail was sent to, delete it at once.",
        "\n\nNot to be given to anybody else without the consent of its author.",
    ],
)
def test_what_is_said_otherwise_leaves_it_an_order(rest: str) -> None:
    for order in ("take a4", "draw", "claim four-tribes"):
        assert codes(order + rest) == [order.partition(" ")[0]]


def test_a_square_alone_shows_that_orders_were_meant() -> None:
    assert codes("draw, no, b1") == codes("take a4, no, b1") == [DOUBT]


def test_the_name_of_their_author_is_no_doubt() -> None:
    assert [order.verb for order in read_orders("draw, Wade", name="Wade").orders] == ["draw"]


def test_it_is_told_what_to_do() -> None:
    [order] = read_orders("take a4, or b1").orders
    assert order.text == "take a4"
    said = sentence(PlayError(order.code, **order.params))
    assert said == "It is not clear whether you want this: write the order alone."
