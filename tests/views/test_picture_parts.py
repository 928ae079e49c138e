"""Parts of pictures: letters that fit, reasons of places, symbols of the sprite, fonts."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings

from games.rules.cards import KINDS
from games.rules.scoring import Scores
from games.views.pictures.boards import boards
from games.views.pictures.layout import layout_of
from games.views.pictures.lettering import fitted, needs_other_fonts
from games.views.pictures.png import png_of, renderer
from games.views.pictures.symbols import symbols
from tests.standings import over

FRAME = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" font-family="Noto Sans"'
    ' font-size="80">{}</svg>'
)


def drawn(parts: str, *, every_font: bool = False) -> bytes:
    return png_of(lambda: FRAME.format(parts), every_font=every_font, unless=lambda: None)


def test_short_texts_are_large_and_long_ones_smaller() -> None:
    assert fitted("Ana", 300, largest=34, smallest=18) == ("Ana", 34)
    text, size = fitted("Anastasia Papadopoulou", 300, largest=34, smallest=18)
    assert text == "Anastasia Papadopoulou"
    assert 18 <= size < 34


def test_what_is_too_long_even_so_is_cut() -> None:
    text, size = fitted("W" * 24, 200, largest=34, smallest=18)
    assert size == 18
    assert text == "W" * 11 + "…"


def test_wide_letters_count_as_wide_and_marks_as_nothing() -> None:
    assert fitted("日本語日本語", 120, largest=34, smallest=10).size == 20
    marked, plain = (fitted(name, 60, largest=99, smallest=1).size for name in ("a\u0301b", "ab"))
    assert marked == plain


@pytest.mark.parametrize("text", ["Žofie", "Ελένη", "Игорь", "−12 …", "Nguyễn"])
def test_european_letters_need_no_other_font(text: str) -> None:
    assert not needs_other_fonts(text)
    assert len(drawn(f'<text y="99">{text}</text>')) > len(drawn(""))


@pytest.mark.parametrize("text", ["日本語", "שלום", "สมชาย", "한국"])
def test_others_are_looked_for_in_the_system(text: str) -> None:
    assert needs_other_fonts(text)
    assert drawn(f'<text y="99">{text}</text>', every_font=True) != drawn("")


def test_bold_letters_are_bold() -> None:
    assert drawn('<text y="99">Ana</text>') != drawn('<text y="99" font-weight="700">Ana</text>')


def test_symbols_come_with_all_that_they_are_made_of() -> None:
    assert symbols(["kind-P"]).count("<symbol") == 3  # with its emblem and the badge
    assert symbols([]) == ""


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_drawn(kind: str) -> None:
    card = f'<use href="#kind-{kind}" width="100" height="100"/>'
    assert drawn(symbols([f"kind-{kind}"]) + card) != drawn(symbols([f"kind-{kind}"]))


def test_the_renderer_is_there() -> None:
    assert renderer() is not None


SIX = Scores(elves=6)
FOUR_TWO = Scores(elves=2, humans=4)
FOUR_ONE_ONE = Scores(elves=4, dwarves=1, humans=1)


@pytest.mark.parametrize(
    ("seats", "reasons"),
    [
        ([(1, SIX, ""), (2, Scores(), "")], ["", ""]),
        ([(1, SIX, ""), (2, FOUR_TWO, "")], ["best category 6", "best category 4"]),
        (
            [(1, SIX, ""), (2, FOUR_TWO, ""), (3, FOUR_ONE_ONE, "")],
            ["best category 6", "best categories 4, 2", "best categories 4, 1"],
        ),
        ([(1, SIX, ""), (1, SIX._replace(elves=0, dwarves=6), "")], ["shared", "shared"]),
        (
            [(1, Scores(elves=5), ""), (2, SIX, "timeout"), (3, FOUR_TWO, "resigned")],
            ["", "out of time", "resigned"],
        ),
        ([(1, SIX, ""), (2, FOUR_TWO, "removed")], ["", "removed"]),
    ],
)
def test_a_place_says_why_where_the_points_alone_do_not(
    seats: list[tuple[int, Scores, str]], reasons: list[str]
) -> None:
    shown = boards(over(*seats), ["Ana", "Bo", "Cy"])
    assert [board.reason.text for board in shown] == reasons


DRAWN_FROM = (
    "games/views/pictures/boards.py",
    "games/words.py",
    "templates/games/pictures/over.svg",
    "static/sprite.svg",
)


@pytest.mark.parametrize("changed", DRAWN_FROM)
def test_whatever_pictures_are_drawn_from_changes_the_layout(tmp_path: Path, changed: str) -> None:
    for name in DRAWN_FROM:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes((settings.BASE_DIR / name).read_bytes())
    before = layout_of(tmp_path)
    assert layout_of(tmp_path) == before
    with (tmp_path / changed).open("a") as file:
        file.write(" ")
    assert layout_of(tmp_path) != before
