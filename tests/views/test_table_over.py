"""The end of a game at the table: score sheet, places, why."""

from __future__ import annotations

import hashlib

import pytest

from accounts.models import User
from games.models import Game, Seat
from games.rules.moves import Move
from games.rules.scoring import CATEGORIES
from games.words import category_name
from tests.builders import act, make_game, make_user, play_some
from tests.views.sitting import sit
from tests.views.table_reader import TablePage

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def people() -> list[User]:
    return [make_user("Ana"), make_user("Bo"), make_user("Cleo")]


@pytest.fixture
def game(people: list[User]) -> Game:
    game = make_game(*people)
    play_some(game)
    return game


def sheet(page: TablePage) -> list[list[str]]:
    """The cells of the score sheet, row by row."""
    rows: list[list[str]] = []
    for element in page.elements:
        if element.tag == "tr":
            rows.append([])
        elif element.tag in ("th", "td"):
            rows[-1].append(element.words)
    return rows


def test_the_score_sheet_has_seven_categories_by_player(game: Game, people: list[User]) -> None:
    heads, *rows = sheet(sit(game, people[0]).see())
    seats = list(Seat.objects.filter(game=game).order_by("place", "number"))
    assert heads == ["Harmony", *(seat.name for seat in seats)]
    assert [row[0] for row in rows] == [*map(category_name, CATEGORIES), "Total", "Place"]
    for row, category in zip(rows, CATEGORIES, strict=False):
        points = [getattr(seat, category) for seat in seats]
        assert row[1:] == [str(number).replace("-", "−") for number in points]
    assert rows[-2][1:] == [str(seat.total).replace("-", "−") for seat in seats]
    assert rows[-1][1:] == [str(seat.place) for seat in seats]


def test_everything_is_turned_up_and_nothing_can_be_done(game: Game, people: list[User]) -> None:
    page = sit(game, people[0]).see()
    assert "face down" not in " ".join(page.kingdom(0) + page.kingdom(1) + page.kingdom(2))
    assert page.buttons == {}
    assert page.acts == []
    assert "data-poll" not in page.one(id="table").attributes


def test_it_says_who_won_and_how_it_ended(game: Game, people: list[User]) -> None:
    winner = Seat.objects.get(game=game, place=1)
    won = f"wins with {winner.total} Harmony.".replace("-", "−")
    assert sit(game).see().says == f"{winner.name} {won}"
    own = sit(game, winner.user).see()
    assert own.says == f"You win with {winner.total} Harmony.".replace("-", "−")
    assert "No face-down card is left in a Kingdom: the game is over." in own.html


def test_the_seed_matches_the_commitment(game: Game) -> None:
    page = sit(game).see()
    commitment, seed = [element.words for element in page.all("code")]
    assert hashlib.sha256(bytes.fromhex(seed)).hexdigest() == commitment


def test_leavers_are_told(people: list[User]) -> None:
    game = make_game(*people)
    act(game, 1, Move("leave", detail="resigned"))
    act(game, 2, Move("leave", detail="resigned"))
    page = sit(game, people[0]).see()
    assert sheet(page)[-1] == ["Place", "1", "2 (resigned)", "3 (resigned)"]
    assert "Only one player is left: the game is over." in page.html
    assert page.one("th", class_="won").words == "Ana"


def test_a_move_sent_after_the_end_is_refused(game: Game, people: list[User]) -> None:
    page = sit(game, people[0]).do("draw")
    assert page.status == 422
    assert page.refusal == "This game is not running."
    assert sheet(page)


def test_the_next_game_that_waits_is_one_link_away(people: list[User]) -> None:
    ana, bo, _cleo = people
    here = make_game(ana, bo)
    assert "Next game" not in sit(here, ana).see().html
    there = make_game(ana, bo, arranged=False)
    link = sit(here, ana).see().one("a", href=there.get_absolute_url())
    assert link.words == "Next game"
    make_game(ana, bo, arranged=False)
    assert "Next game (2 wait for you)" in sit(here, ana).see().html
    act(there, 0, Move("ready"))
    assert sit(here, ana).see().all("a", href=there.get_absolute_url()) == []
