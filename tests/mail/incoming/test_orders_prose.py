"""Prose is no order, whatever words of orders it is written with, nor is what goes on from it."""

from __future__ import annotations

import pytest

from games.mail.incoming.orders import Reading, read_orders
from tests.mail.incoming.test_orders import told

LONG = "I have been thinking about this for a while now and today I will just"


@pytest.mark.parametrize(
    "written",
    [
        "Take care",
        "Take a look at a4",
        "take a look at a4, Bo",
        "Pass on my regards",
        "Keep well",
        "Keep well, Ana",
        "claim to fame",
        "Claim your prize now",
        "Thanks for the game",
        "I resign myself to it",
        "Pass me the ball",
        "Draw and take care",
        "draw, or take the Discard",
        "draw or take a4",
        "draw, and if it is an Elf keep b3, else reveal c1",
        "draw - no, wait",
        "draw - or not",
        "draw (not sure)",
        "resign, Never",
        "resign, no!",
        "do not draw",
        "Don't draw",
        "Do not draw, take a4",
        "Your action: draw, then keep b3 or reveal c1",
        "draw: You drew Mountain.",
        "draw: draw a card",
        "pass: not tried.",
        "pass:",
        "keep b3: You kept Elf on b3; Portal came off.",
        "keep b3: not done. No card is drawn yet.",
        "keep zz: not done. “zz” is no square.",
        "claim tribe-human: Tribe of Humans, in the River",
        "To draw a card, write “draw”",
        "Draw pile: 8 cards",
        "Let's draw a conclusion",
        "discard my previous mail",
    ],
)
def test_never_an_order(written: str) -> None:
    assert read_orders(written) == Reading()
    assert read_orders(f"Hello Bo,\n- {written}\n\nAna") == Reading()


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (f"{LONG}\ndraw", []),
        (f"Hello Bo,\n\n{LONG}\ndraw\nand write again tomorrow.", []),
        (f"{LONG}\nresign\n\ndraw", ["draw"]),
        (f"{LONG}.\ndraw", ["draw"]),
        (f"{LONG}!\ndraw", ["draw"]),
        (f"{LONG}:\ndraw", ["draw"]),
        (f"{LONG} :)\ndraw", ["draw"]),
        (f"{LONG}\n\ndraw", ["draw"]),
        ("Hello Bo, how are you\ndraw", ["draw"]),
        ("Hello to all of you at the table of the four tribes,\ndraw", ["draw"]),
        ("- Your action: draw, then keep b3 or\nreveal c1", []),
        ("- Nice weather\nand so on\ndraw\n- draw", ["draw"]),
        ("- Nice weather\n\ndraw", ["draw"]),
        ("draw\nbecause I like to\npass", ["draw"]),
    ],
)
def test_a_sentence_that_was_wrapped_goes_on(written: str, read: list[str]) -> None:
    assert told(read_orders(written)) == read
