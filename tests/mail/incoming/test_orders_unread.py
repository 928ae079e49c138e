"""What begins like an order, or stands among orders, and is none is explained."""

from __future__ import annotations

import pytest

from games.mail.incoming.orders import read_orders
from games.play.by_mail.order import UNREAD
from games.play.errors import PlayError
from games.words import sentence

NO_LEGEND = "There is no Legend of this name; the answer to help lists them all."


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("reveal z9", "“z9” is no square: they go from a1, top left, to d4."),
        ("keep b", "“b” is no square: they go from a1, top left, to d4."),
        ("keep a", "“a” is no square: they go from a1, top left, to d4."),
        ("keep 3b", "“3b” is no square: they go from a1, top left, to d4."),
        ("take e5 please", "“e5” is no square: they go from a1, top left, to d4."),
        ("take", "Say which square, as in “take a4”."),
        ("keep the Elf", "Say which square, as in “keep b3”."),
        ("keep b3 c1", "Name one square alone, as in “keep b3”."),
        ("take Elv a4", "There is no card called “elv”."),
        ("draw b3", "This order stands alone: “draw”."),
        ("draw Elf", "This order stands alone: “draw”."),
        ("claim", "Say which Legend, as in “claim four-tribes”."),
        ("claim four tribs", NO_LEGEND),
        ("claim gobblins", NO_LEGEND),
        (
            "claim land",
            "This could be each of these Legends: Land of Forests, Land of Marshes, Land of"
            " Mountains, Land of Plains.",
        ),
        ("swap b2", "Name two of the squares b2, c2, b3 and c3, as in “swap b2 c3”."),
        ("swap a1 c3", "Name two of the squares b2, c2, b3 and c3, as in “swap b2 c3”."),
        ("swap b2 b2", "Name two of the squares b2, c2, b3 and c3, as in “swap b2 c3”."),
        (
            "arrange H E D",
            "Name the four cards that are to lie on b2, c2, b3 and c3, as in “arrange H E D G”.",
        ),
        ("keep b3 in mind", "There is no such order."),
        ("put b3 on the discard", "There is no such order."),
        ("place c1 onto the discard pile", "There is no such order."),
        ("keep b3 and the discard", "There is no such order."),
        ("take b3 to the Discard", "There is no such order."),
        ("keeep b3", "There is no such order."),
    ],
)
def test_why_is_said(written: str, said: str) -> None:
    [order] = read_orders(written).orders
    assert order.verb == UNREAD
    assert sentence(PlayError(order.code, **order.params)) == said
    assert all(isinstance(value, str) for value in order.params.values())


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("draw, reveal z9, pass", ["draw", "", "pass"]),
        ("draw, b3", ["draw", ""]),
        ("draw, take", ["draw", ""]),
        ("draw\ntake\npass", ["draw", "", "pass"]),
        ("draw, nonsense, reveal c1", ["draw", "", "reveal"]),
        ("draw, revela c1", ["draw", ""]),
        ("draw, claim everything", ["draw", ""]),
        ("draw and reveal z9", ["draw", ""]),
        ("reveal z9\nreveal c1", ["", "reveal"]),
    ],
)
def test_it_keeps_its_place_among_orders(written: str, read: list[str]) -> None:
    assert [order.verb for order in read_orders(written).orders] == read


def test_lines_of_prose_end_the_orders_instead() -> None:
    assert [order.verb for order in read_orders("pass\nTake care\nBo").orders] == ["pass"]
