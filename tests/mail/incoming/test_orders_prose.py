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
        ("Hello to all of you at the table of the four tribes,\ndraw", []),
        (f"{LONG} - really;\ndraw", []),
        (f"{LONG} (perhaps)\ndraw", []),
        ("- Your action: draw, then keep b3 or\nreveal c1", []),
        ("- Nice weather\nand so on\ndraw\n- draw", ["draw"]),
        ("- Nice weather\n\ndraw", ["draw"]),
        ("draw\nbecause I like to\npass", ["draw"]),
    ],
)
def test_a_sentence_that_was_wrapped_goes_on(written: str, read: list[str]) -> None:
    assert told(read_orders(written)) == read


ABOVE = [
    "I hoped you would not see it, because if you do not move the Portal there,",
    "Yes, that was a clever move, and if I had seen it only one turn before that,",
    "Sorry that it took me so long to answer you, I was abroad for a whole week,",
    "First I thought that it was best to leave everything as it was at the table,",
    "Ok, I do think that if nothing at all happens on your side of the Kingdom,",
    "Best would be, as far as I can see it from where I am sitting at the table,",
    "Hi Bo, I hoped you would not see it, because if you do not move the Portal,",
    "Sorry, I thought,",
    "That was close,",
    "Well; so far;",
    "In my next turn I will",
    "I would have liked to",
    "Please do not",
    "do not",
    "no",
    "No",
    "Wait",
    "Or",
    "You must never",
    "You could either",
    "Do you want me to",
    "I want the",
    "Let me",
    "Shall I",
    "No problem Bo",
    "I can't",
    "I can’t",
    "Hi Bo, if",
]


@pytest.mark.parametrize("above", ABOVE)
def test_a_sentence_left_open_goes_on_however_short(above: str) -> None:
    for below in ("take a4", "I take a4, and the game is mine.", "keep b3 and wait"):
        assert read_orders(f"{above}\n{below}") == Reading()
        assert read_orders(f"Hello Bo,\n\n{above}\n{below}\n\nAna") == Reading()
    assert told(read_orders(f"{above}\n\ntake a4")) == ["take 12"]
    assert told(read_orders(f"{above} that.\ntake a4")) == ["take 12"]


@pytest.mark.parametrize(
    "above",
    [
        "Hi",
        "Hello",
        "Hi Bo,",
        "Bo,",
        "Hello Drako",
        "Hello Drako!",
        "Hey there,",
        "Dear Drako,",
        "Dear Mr. Bo Lee,",
        "Good morning,",
        "Good evening Bo",
        "Yes,",
        "Sorry,",
        "Ok",
        "Thanks for the game",
        "My orders are:",
        "That was not nice!",
    ],
)
def test_below_a_greeting_or_a_sentence_that_ended_orders_begin(above: str) -> None:
    assert told(read_orders(f"{above}\ntake a4")) == ["take 12"]
