"""Text that lines up, and lines that are not too long."""

from __future__ import annotations

from games.mail.board_text import kingdom_text, table_text, width
from games.mail.wrapping import wrapped


def test_a_kingdom_has_letters_above_and_numbers_beside() -> None:
    cells = tuple("PFMSHEDGOR??????")
    assert kingdom_text(cells) == (
        "     a  b  c  d\n  1  P  F  M  S\n  2  H  E  D  G\n  3  O  R  ·  ·\n  4  ·  ·  ·  ·"
    )


def test_columns_line_up_whatever_the_script() -> None:
    lines = table_text([["Harmony", "李小龍", "Bo"], ["Elves", "−1", "12"]]).splitlines()
    assert [width(line) for line in lines] == [2 + 7 + 2 + 6 + 2 + 2] * 2
    assert lines == ["  Harmony  李小龍  Bo", "  Elves        −1  12"]
    assert width("e\N{COMBINING ACUTE ACCENT}") == 1


def test_long_names_are_cut_in_columns() -> None:
    [line] = table_text([["Total", "A name of twenty letters", "Bo"]]).splitlines()
    assert line == "  Total  A name of twe…  Bo"


def test_long_lines_are_broken_between_words_and_items_stand_out() -> None:
    words = "word " * 40
    text = wrapped(f"- {words}\n\n\n\n{words}\n  {words}")
    assert all(len(line) <= 78 for line in text.splitlines())
    first, second, third = text.split("word\n\nword")[0], text, text
    assert first.startswith("- word") and "\n  word" in first
    assert "\n\n\n" not in second and third.endswith("word\n")


def test_addresses_stay_whole() -> None:
    address = "https://drako.example/" + "x-" * 60
    assert wrapped(f"To the table:\n{address}\n") == f"To the table:\n{address}\n"
