"""Whatever a text holds, reading orders in it does not fail, and orders stay what they are."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.mail.incoming.orders import read_orders
from games.play.by_mail.order import LONGEST_TEXT, MOST_ORDERS, UNREAD
from games.rules.cards import CENTRE, SQUARES
from games.rules.legends import LEGEND_IDS
from tests.mail.incoming.test_orders import told

WORDS = "draw keep reveal take claim pass swap arrange resign help b3 z9 a Elf four-tribes tribe of"
SPACES = st.sampled_from([" ", "  ", "\t", "\N{NO-BREAK SPACE}", "\N{IDEOGRAPHIC SPACE}"])
BETWEEN = st.sampled_from([", ", ",", "; ", "、", "，", "\n", "\r\n\r\n", ".\n", " and ", " then "])


def _canonical() -> st.SearchStrategy[tuple[str, str]]:
    """An order as the notation has it, and as `told` shows it."""
    alone = st.sampled_from(["draw", "pass", "ready", "resign"]).map(lambda verb: (verb, verb))
    on_a_square = st.tuples(st.sampled_from(["keep", "reveal", "take"]), st.integers(0, 15)).map(
        lambda said: (f"{said[0]} {SQUARES[said[1]]}", f"{said[0]} {said[1]}")
    )
    claims = st.sampled_from(LEGEND_IDS).map(lambda legend: (f"claim {legend}",) * 2)
    swaps = st.permutations(CENTRE).map(
        lambda of: (f"swap {SQUARES[of[0]]} {SQUARES[of[1]]}", f"swap {of[0]} {of[1]}")
    )
    layouts = st.lists(st.sampled_from("PFMSHEDGOR"), min_size=4, max_size=4).map(
        lambda kinds: (f"arrange {' '.join(kinds)}", f"arrange {''.join(kinds)}")
    )
    return st.one_of(alone, on_a_square, claims, swaps, layouts)


@st.composite
def _written(draw: st.DrawFn) -> tuple[str, list[str]]:
    orders = draw(st.lists(_canonical(), min_size=1, max_size=MOST_ORDERS))
    text = ""
    for number, (written, _read) in enumerate(orders):
        text += draw(BETWEEN) if number else ""
        text += draw(st.sampled_from(["", "- ", "1. ", "* "])) if text[-1:] in ("", "\n") else ""
        for sign in written:
            changed = draw(st.sampled_from([sign, sign.upper(), sign.lower()]))
            text += draw(SPACES) if sign == " " else changed
        text += draw(st.sampled_from(["", " ", "!"])) if number == len(orders) - 1 else ""
    return text, [read for _written, read in orders]


@given(_written())
def test_orders_are_read_in_whatever_way_they_are_written(case: tuple[str, list[str]]) -> None:
    written, read = case
    assert told(read_orders(written)) == read


@given(
    st.one_of(
        st.text(),
        st.lists(
            st.sampled_from([*WORDS.split(), *string.punctuation, "\n", "\0", "\ud800", "한", "三"])
        ).map(" ".join),
        st.lists(st.sampled_from([*WORDS.split(), *",;.?!\n- "])).map("".join),
    )
)
def test_no_text_makes_it_fail(text: str) -> None:
    reading = read_orders(text)
    assert len(reading.orders) <= MOST_ORDERS
    for order in reading.orders:
        assert 0 < len(order.text) <= LONGEST_TEXT
        assert order.text.isprintable()
        assert bool(order.code) == (order.verb == UNREAD)


@pytest.mark.parametrize(
    "part",
    [
        "abcd b3\n",
        "x,",
        "draw ",
        "keepp b3x,",
        "swap b2,c3 x\n",
        "swap b2, d, d, d, d, d, d, d, d\n",
        "claim goblinx and ",
        "claim xgoblinx yelvesz zdwarfq landz\n",
        "\N{ARABIC LIGATURE SALLALLAHOU ALAYHE WASALLAM}",
        "\N{ZERO WIDTH SPACE}",
    ],
)
def test_a_huge_text_is_read_no_further_than_a_long_one(part: str) -> None:
    long, huge = part * (20_000 // len(part)), part * (4_000_000 // len(part))
    assert read_orders(huge[:20_000] + "\ndraw") == read_orders(huge)
    assert len(read_orders(long).orders) <= MOST_ORDERS
