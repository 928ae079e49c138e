"""Orders are read as their authors write them, whatever stands around them."""

from __future__ import annotations

import pytest

from games.mail.incoming.orders import Reading, read_orders
from games.play.by_mail.order import LONGEST_TEXT, MOST_ORDERS

Told = tuple[str, ...]


def told(reading: Reading) -> list[str]:
    """The orders in one form: "keep E 9"."""
    return [
        " ".join(filter(None, [order.verb, order.kind, *map(str, order.squares), order.detail]))
        for order in reading.orders
    ]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("draw", ["draw"]),
        ("keep b3", ["keep 9"]),
        ("reveal c1", ["reveal 2"]),
        ("take a4", ["take 12"]),
        ("claim four-tribes", ["claim four-tribes"]),
        ("pass", ["pass"]),
        ("resign", ["resign"]),
        ("ready", ["ready"]),
        ("swap b2 c3", ["swap 5 10"]),
        ("swap b2 with c3", ["swap 5 10"]),
        ("swap b2 and c3", ["swap 5 10"]),
        ("swap b2, c3", ["swap 5 10"]),
        ("swap b2, c3, ready", ["swap 5 10", "ready"]),
        ("arrange H E D G", ["arrange HEDG"]),
        ("arrange h, e, d, g", ["arrange HEDG"]),
        ("arrange hedg", ["arrange HEDG"]),
        ("arrange Human Elf Dwarf Goblin", ["arrange HEDG"]),
        ("arrange H H E E", ["arrange HHEE"]),
        ("arrange c2 H, b2 E, c3 D, b3 G, ready", ["arrange EHGD", "ready"]),
    ],
)
def test_each_order_there_is(written: str, read: list[str]) -> None:
    assert told(read_orders(written)) == read


@pytest.mark.parametrize(
    "written",
    [
        "KEEP B3",
        "Keep b3.",
        "keep b3...",
        "keep b3!",
        "  keep   b 3  ",
        "keep: b3",
        "keep at b3",
        "keep it on b3",
        "keep b3 please",
        "Please keep b3, thanks.",
        "b3 keep",
        "- keep b3",
        "* keep b3",
        "• keep b3",
        "1. keep b3",
        "(2) keep b3",
        '"keep b3"',
        "“keep b3”",
        "keep\N{NO-BREAK SPACE}b3",
        "ke\N{ZERO WIDTH SPACE}ep b\N{WORD JOINER}3",
        "\N{ZERO WIDTH NO-BREAK SPACE}keep b3",
        "ｋｅｅｐ\N{IDEOGRAPHIC SPACE}Ｂ３。",
        "put it on b3",
    ],
)
def test_signs_around_an_order_count_for_nothing(written: str) -> None:
    assert told(read_orders(written)) == ["keep 9"]


@pytest.mark.parametrize(
    "written",
    [
        "draw, reveal c1",
        "draw; reveal c1",
        "draw、reveal c1",
        "draw，reveal c1",
        "draw. reveal c1.",
        "draw / reveal c1",
        "draw & reveal c1",
        "draw + reveal c1",
        "draw and reveal c1",
        "draw then reveal c1",
        "draw, and then reveal c1",
        "draw reveal c1",
        "draw\nreveal c1",
        "draw\r\n\r\n\r\nreveal c1",
        "draw,\nreveal c1",
        "1. draw\n2. reveal c1",
        "1. draw 2. reveal c1",
        "1) draw 2) reveal c1",
        "(1) draw (2) reveal c1",
        "Draw a card, turn over c1",
    ],
)
def test_several_are_joined_in_many_ways(written: str) -> None:
    assert told(read_orders(written)) == ["draw", "reveal 2"]


@pytest.mark.parametrize(
    ("written", "kind"),
    [
        ("keep Elf b3", "E"),
        ("keep the elf on b3", "E"),
        ("keep Dwarves b3", "D"),
        ("keep R b3", "R"),
    ],
)
def test_the_card_may_be_named(written: str, kind: str) -> None:
    assert told(read_orders(written)) == [f"keep {kind} 9"]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("place the Discard on a4", ["take 12"]),
        ("put the discard on a4", ["take 12"]),
        ("put the Elf from the Discard on a4", ["take E 12"]),
        ("take a4 from the Discard", ["take 12"]),
        ("take the Elf from the discard to a4", ["take E 12"]),
        ("put the drawn card on the discard and turn over c1", ["reveal 2"]),
        ("draw, put it on the discard, flip c1", ["draw", "reveal 2"]),
        ("place the Elf onto the Discard pile, reveal c1", ["reveal E 2"]),
        ("flip over c1", ["reveal 2"]),
        ("put card down on b3", ["keep 9"]),
        ("take the Discard and place it on a4", ["take 12"]),
        ("take the top of the Discard and put it on a4", ["take 12"]),
        ("Take Discard, place on a4", ["take 12"]),
        ("take the Discard\nplace it on a4", ["take 12"]),
        ("take the Portal and place it on a4", ["take O 12"]),
        ("take from the discard pile to a4, pass", ["take 12", "pass"]),
        ("place the drawn card on b3", ["keep 9"]),
        ("keep the drawn Elf on b3", ["keep E 9"]),
        ("keep the mountain I drew at b3", ["keep M 9"]),
        ("place Mountain (drawn) on a1", ["keep M 0"]),
        ("discard the drawn card and turn over c1", ["reveal 2"]),
        ("draw, discard, reveal c1", ["draw", "reveal 2"]),
        ("draw\ndiscard the Elf\nreveal c1", ["draw", "reveal E 2"]),
        ("claim Alliance of Humans & Elves", ["claim alliance-human-elf"]),
        ("claim battle: elves vs goblins", ["claim battle-elf-goblin"]),
    ],
)
def test_the_words_of_our_pages_are_understood(written: str, read: list[str]) -> None:
    assert told(read_orders(written)) == read


@pytest.mark.parametrize(
    "written",
    [
        "draw, thx",
        "draw pls",
        "draw plz",
        "pls draw",
        "draw (fingers crossed)",
        "draw - thanks",
        "draw - ok",
        "draw\nAna",
        "draw\n\nAna",
        "draw\n- Ana",
        "draw, I think",
        "draw I guess",
        "yes, draw",
        "Yes: draw",
        "I draw",
        "first draw",
        "My move: draw",
        "Order 1: draw",
        "Orders: draw",
        "Orders:\ndraw",
        "draw :)",
        "draw :-)",
    ],
)
def test_small_words_around_an_order_count_for_nothing(written: str) -> None:
    assert (told(read_orders(written)), read_orders(written).wants) == (["draw"], "")


def test_their_author_may_sign_with_their_own_name() -> None:
    signed = ("draw, Bo", "draw - Bo", "draw - Lee")
    for written in (
        *signed,
        "draw Bo-Lee",
        "draw, bo lee",
        "bo: draw",
        "draw\nBo Lee",
        "Lee here: draw",
    ):
        reading = read_orders(written, name="Bo Lee")
        assert told(reading) == ([] if "here" in written else ["draw"])
        assert reading.alone == ("here" not in written)
    assert told(read_orders("keep Elf b3", name="Elf")) == ["keep E 9"]
    assert told(read_orders("draw", name="draw")) == ["draw"]
    assert read_orders("resign\nno", name="No").alone is False


def test_a_letter_before_a_number_is_a_column() -> None:
    assert told(read_orders("keep d 3, take a 4")) == ["keep 11", "take 12"]


@pytest.mark.parametrize(
    ("written", "legend"),
    [
        ("claim The Four Tribes", "four-tribes"),
        ("claim four tribes", "four-tribes"),
        ("claim four–tribes", "four-tribes"),
        ("claim “The four tribes”!", "four-tribes"),
        ("claim four", "four-tribes"),
        ("claim tribe of elves", "tribe-elf"),
        ("claim tribe elf", "tribe-elf"),
        ("claim marshes", "terrain-marsh"),
        ("claim the Legend Battle of Elves and Goblins", "battle-elf-goblin"),
        ("claim goblins, elves", ""),
        ("claim battle elves goblins", "battle-elf-goblin"),
        ("claim alliance_human_elf", "alliance-human-elf"),
    ],
)
def test_legends_are_known_by_name_by_id_and_by_part(written: str, legend: str) -> None:
    read = told(read_orders(written))
    assert read == [f"claim {legend}"] if legend else read != [f"claim {legend}"]


def test_a_name_with_and_in_it_is_not_cut() -> None:
    written = "claim alliance of humans and dwarves and take a1"
    assert told(read_orders(written)) == ["claim alliance-human-dwarf", "take 0"]


def test_the_first_lines_that_are_orders_count() -> None:
    text = "Hello Bo,\nthat was close.\n\ndraw\n\nkeep b3\nSee you!\ntake a4\n"
    assert told(read_orders(text)) == ["draw", "keep 9"]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Keep b3. Good luck!", ["keep 9"]),
        ("Pass. I have nothing to claim.", ["pass"]),
        ("take a4, nice move", ["take 12"]),
        ("draw, reveal c1, good luck\npass", ["draw", "reveal 2"]),
    ],
)
def test_prose_behind_orders_is_passed_over(written: str, read: list[str]) -> None:
    assert told(read_orders(written)) == read


@pytest.mark.parametrize(
    "written",
    [
        "",
        "\n\n",
        "Take care",
        "Take care, Bo",
        "Take it easy",
        "Take a break",
        "Pass on my regards",
        "Pass it on.",
        "I resign myself to it",
        "Draw? I think so",
        "draw?",
        "Keep b3? I do not know yet.",
        "draw, I think so",
        "Draw and take care",
        "keep going!",
        "Keep it up",
        "Ready when you are",
        "Claim your prize now",
        "Flip a coin",
        "Put the kettle on",
        "> draw",
        "see you at b3",
        "b3",
        "Hi Bo, draw",
        "Hi Drako, draw",
        "I'll take a4",
        "draw, Ana",
        "draw - Ana",
        "draw - let's see",
        "draw, Later",
        "draw - later",
        "draw - you go first",
        "pass - joking",
        "Well, pass",
        "The position is good",
        "Help me",
        "x" * 700,
        "draw " + "x" * 700,
    ],
)
def test_prose_is_no_order(written: str) -> None:
    assert read_orders(written) == Reading()


@pytest.mark.parametrize(
    ("written", "orders", "wants"),
    [
        ("help", [], "help"),
        ("Help!", [], "help"),
        ("?", [], "help"),
        ("orders", [], "help"),
        ("board", [], "board"),
        ("Board.", [], "board"),
        ("draw, board", ["draw"], "board"),
        ("draw\nhelp", ["draw"], "help"),
        ("board, help", [], "help"),
    ],
)
def test_help_and_board_stand_alone_or_beside_orders(
    written: str, orders: list[str], wants: str
) -> None:
    reading = read_orders(written)
    assert (told(reading), reading.wants) == (orders, wants)


def test_a_mail_with_too_many_orders_is_read_so_far() -> None:
    assert len(read_orders("draw\n" * (MOST_ORDERS + 3)).orders) == MOST_ORDERS


def test_what_was_written_is_kept_as_it_was_but_short() -> None:
    [order] = read_orders("1. Keep   the ELF\N{ZERO WIDTH SPACE} on B3!").orders
    assert order.text == "Keep the ELF on B3"
    [order] = read_orders("claim " + "four " * 40 + "tribes").orders
    assert len(order.text) <= LONGEST_TEXT


@pytest.mark.parametrize(
    "written",
    [
        "resign",
        "\n\nResign!\n\n",
        "“resign”",
        "*resign*",
        "Yes: resign.",
        "please resign\nThanks",
        "1. resign",
        "draw, keep b3",
    ],
)
def test_orders_and_courtesies_stand_alone(written: str) -> None:
    assert read_orders(written).alone


@pytest.mark.parametrize(
    "written",
    [
        "",
        "Thanks",
        "help",
        "resign\nno",
        "resign\n\nNo, wait, I stay in the game.",
        "resign, help",
        "resign :(",
        "resign :-(",
        "resign :)",
        "resign ;)",
        "resign \N{FACE WITH TEARS OF JOY}",
        "resign\n\N{FACE WITH TEARS OF JOY}",
        "resign...",
        "resign…",
        "resign\n...",
        "resign\nNo",
        "resign\n\nNever",
        "resign (or not)",
        "resign ^^",
        "board, resign",
        "board\nresign",
        "No\n\nresign",
        "I do not want to\nresign",
        "Resign? Never!",
        "resign, nice game",
        "resign\n> draw",
        "resign\n" + "\n" * 20_000 + "no",
        "resign\n" + "thanks\n" * 600 + "no",
    ],
)
def test_with_anything_else_they_do_not(written: str) -> None:
    assert not read_orders(written).alone
