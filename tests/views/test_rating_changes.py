"""What a finished game did to ratings, on its table."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Game, Seat
from games.play.moderation import tables
from games.play.ratings.changes import changes_of
from games.play.ratings.counting import count_results
from games.rules.moves import Move
from tests.builders import NOW, act, make_game, make_staff, make_user, play_some
from tests.play.ratings.book import count_all, finished
from tests.views.sitting import sit
from tests.views.table_reader import TablePage
from tests.views.visitors import words

PENDING = "The result is still to be counted for ratings."
MARK = "marks a rating that is provisional: of fewer than 15 rated games"


@pytest.fixture
def people(db: None) -> list[User]:
    return [make_user("Ana"), make_user("Bo")]


def over(people: list[User], *, rated: bool = True) -> Game:
    game = make_game(*people, rated=rated)
    act(game, 1, Move("leave", detail="resigned"))
    return game


def changes(page: TablePage) -> list[list[str]]:
    """The rows under the heading Ratings."""
    table = page.html.partition('id="rating-changes"')[2].partition("</table>")[0]
    return [re.findall(r"<t[hd][^>]*>([^<]*)<", row) for row in table.split("<tr>")[2:]]


@pytest.mark.django_db
def test_it_tells_who_went_from_where_to_where(people: list[User]) -> None:
    game = over(people)
    count_all()
    page = sit(game, people[0]).see()
    assert changes(page) == [["Ana", "1500?", "1605?", "+105"], ["Bo", "1500?", "1395?", "−105"]]
    assert MARK in words(page.html)


@pytest.mark.django_db
def test_strangers_see_it_too(people: list[User]) -> None:
    game = over(people)
    count_all()
    assert "1605?" in words(sit(game).see().html)


@pytest.mark.django_db
def test_until_it_is_counted_it_says_so(people: list[User]) -> None:
    page = sit(over(people), people[0]).see()
    assert PENDING in words(page.html)
    assert changes(page) == []


@pytest.mark.django_db
def test_games_that_are_not_rated_tell_nothing(people: list[User]) -> None:
    text = words(sit(over(people, rated=False), people[0]).see().html)
    assert PENDING not in text
    assert "Ratings" not in text


@pytest.mark.django_db
def test_a_result_that_was_taken_back_tells_nothing(people: list[User]) -> None:
    game = over(people)
    count_all()
    tables.void(game_id=game.pk, by=make_staff("moderator"), why="Agreed.", now=NOW)
    text = words(sit(game, people[0]).see().html)
    assert "1605" not in text and PENDING not in text
    assert changes_of(game) == []


@pytest.mark.django_db
def test_a_rating_is_provisional_until_the_fifteenth_game(people: list[User]) -> None:
    games = [finished(*people) for _number in range(16)]
    count_all()
    marks = [[change.provisional for change in changes_of(game)] for game in games]
    assert marks == [[True, True]] * 14 + [[False, False]] * 2
    before = [[change.was_provisional for change in changes_of(game)] for game in games]
    assert before == [[True, True]] * 15 + [[False, False]]


@pytest.mark.django_db
def test_it_stays_what_it_was_then(people: list[User]) -> None:
    first = finished(*people)
    count_all()
    then = changes_of(first)
    for _number in range(15):
        finished(*people)
    count_all()
    assert changes_of(first) == then


@pytest.mark.django_db
def test_it_is_one_query_whatever_was_played(people: list[User]) -> None:
    games = [finished(*people, *[make_user() for _other in range(2)]) for _number in range(5)]
    count_all()
    with CaptureQueriesContext(connection) as queries:
        assert len(changes_of(games[-1])) == 4
    assert len(queries) == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("htmx", [True, False])
def test_the_answer_to_the_last_move_tells_it_already(htmx: bool) -> None:
    people = [make_user("Ana"), make_user("Bo")]
    game = make_game(*people, rated=True)
    at = sit(game, people[1])
    if htmx:
        page = at.do("leave", confirmed="yes")
    else:
        sent = {"act": "leave", "version": at.version, "confirmed": "yes"}
        page = TablePage(at.client.post(at.address, sent, follow=True))
    assert changes(page) == [["Ana", "1500?", "1605?", "+105"], ["Bo", "1500?", "1395?", "−105"]]


@pytest.mark.django_db
def test_who_has_left_the_site_keeps_no_name(people: list[User]) -> None:
    game = over(people)
    Seat.objects.filter(game=game, user=people[1]).update(user=None, name="")
    count_results(NOW + timedelta(hours=1), most=5)
    row = changes(sit(game, people[0]).see())[1]
    assert row[0] == "Former player 2"
    assert "?" not in row[1] + row[2]  # nobody knows how many games they had


@pytest.mark.django_db
def test_a_whole_game_tells_all_who_played_in_the_order_of_the_score_sheet() -> None:
    people = [make_user(), make_user(), make_user()]
    game = make_game(*people, rated=True)
    play_some(game)
    count_all()
    page = sit(game).see()
    sheet = page.html.partition('class="sheet"')[2].partition("</thead>")[0]
    heads = re.findall(r"Player \d+", sheet)
    assert sorted(heads) == sorted(user.name for user in people)
    assert heads != [user.name for user in people]  # it is not the order of the seats
    assert [row[0] for row in changes(page)] == heads
