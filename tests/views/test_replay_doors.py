"""Who may step through which game, and what there is to step through."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Game
from games.play.agreement import close
from games.play.lobby import Options, open_table
from games.play.moderation.reports import report
from games.play.moderation.tables import void
from games.rules.moves import Move
from tests.builders import NOW, act, make_game, make_staff, make_user, play_some
from tests.views.sitting import sit
from tests.views.table_reader import TablePage
from tests.views.visitors import browser_of

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def people() -> list[User]:
    return [make_user("Ana"), make_user("Bo"), make_user("Cleo")]


def played(people: list[User], moves: int = 10_000, *, public: bool = True) -> Game:
    game = make_game(*people, public=public)
    play_some(game, moves)
    return Game.objects.get(pk=game.pk)


def status(game: Game, user: User | None = None, at: int = 0) -> int:
    """What comes of asking for a position, and the same of the replay as such."""
    client = browser_of(user) if user else Client()
    answer = client.get(reverse("position", args=[game.code, at]))
    led = client.get(reverse("replay", args=[game.code]))
    assert led.status_code == (302 if answer.status_code == 200 else answer.status_code)
    return answer.status_code


def page_of(game: Game, at: int, query: str = "", user: User | None = None) -> TablePage:
    client = browser_of(user) if user else Client()
    return TablePage(client.get(reverse("position", args=[game.code, at]) + query))


def test_anybody_steps_through_games_of_the_lobby(people: list[User]) -> None:
    for moves in (20, 10_000):
        game = played(people, moves)
        assert {status(game, user) for user in (None, people[0], make_user())} == {200}


def test_games_by_link_are_for_those_who_sat_there(people: list[User]) -> None:
    for moves in (20, 10_000):
        game = played(people, moves, public=False)
        assert {status(game, user) for user in people} == {200}
        assert {status(game, user) for user in (None, make_user(), make_staff("moderator"))} == {
            404
        }


def test_and_for_those_who_judge_a_report_from_it(people: list[User]) -> None:
    game = played(people, 20, public=False)
    report(
        reporter=people[0],
        person_id=people[1].pk,
        about="collusion",
        game_id=game.pk,
        text="",
        now=NOW,
    )
    assert status(game, make_staff("moderator")) == 200
    assert status(game, make_staff("operator")) == 404


def test_nobody_steps_through_what_has_not_begun(people: list[User]) -> None:
    opened = open_table(host=people[0], options=Options(players=2), now=NOW)
    arranging = make_game(*people, arranged=False)
    assert status(opened, people[0]) == status(arranging, people[0]) == 404
    table = sit(arranging, people[0]).see()
    assert table.all(id="to-replay") == []
    close(arranging, "called-off", NOW)
    assert status(arranging, people[0]) == 404
    closed = sit(arranging, people[0]).see()
    assert closed.all(id="to-replay") == closed.all(id="look-back") == []
    assert Client().get(reverse("position", args=["nobodyknows2", 0])).status_code == 404


def test_a_game_that_has_just_begun_has_its_first_position(people: list[User]) -> None:
    game = make_game(*people)
    page = page_of(game, 0)
    assert page.one(id="position")["data-last"] == "0"
    assert page.says.endswith("is to play.")


def test_table_and_replay_lead_to_each_other(people: list[User]) -> None:
    for moves in (20, 10_000):
        game = played(people, moves)
        replay = reverse("replay", args=[game.code])
        assert sit(game, people[0]).see().one("a", id="to-replay")["href"] == replay
        assert page_of(game, 2).one("a", id="to-table")["href"] == game.get_absolute_url()


def test_a_running_game_says_that_it_goes_on(people: list[User]) -> None:
    assert "The game goes on" in page_of(played(people, 20), 2).one(id="remark").words
    assert page_of(played(people), 2).all(id="remark") == []


def test_the_cards_of_a_running_game_stay_closed(people: list[User]) -> None:
    game = played(people, 20)
    for user in (people[0], make_staff("moderator"), None):
        page = page_of(game, 3, "?open=1", user)
        assert page.all(id="open") == page.all(class_="down") == page.all(id="coming") == []
        assert "open=1" not in page.html


def test_after_the_end_a_switch_opens_all_cards_and_stays_while_stepping(
    people: list[User],
) -> None:
    game = played(people)
    closed = page_of(game, 3)
    assert closed.all(class_="down") == closed.all(id="coming") == []
    switch = closed.one("a", id="open")
    assert switch["href"] == reverse("position", args=[game.code, 3]) + "?open=1"
    opened = page_of(game, 3, "?open=1")
    down = [square["aria-label"] for square in opened.all(class_="down")]
    backs = [square for square in closed.all(class_="square") if square["data-kind"] == "?"]
    assert len(down) == len(backs) > 0
    assert all(label.endswith(", face down") for label in down)
    assert not any("Unexplored" in label for label in down)
    assert [square for square in opened.all(class_="square") if square["data-kind"] == "?"] == []
    assert "Draw pile, the next card first" in opened.one(id="coming").words
    ways = [opened.one("a", id=name)["href"] for name in ("to-next", "to-last", "step-7")]
    assert all(way.endswith("/?open=1") for way in ways)
    assert opened.one("input", name="open")["value"] == "1"
    assert opened.one("a", id="open")["href"] == reverse("position", args=[game.code, 3])
    sums = [[each.words for each in page.all(class_="sum")] for page in (closed, opened)]
    assert sums[0] == sums[1], "face-down cards count nothing"


@pytest.fixture
def taken_back(people: list[User]) -> Game:
    """A game that was played to its end, and whose result a moderator has taken back."""
    game = played(people)
    boss = User.objects.create_superuser("Zoe", "zoe@example.org", "secret-word")
    void(game_id=game.pk, by=boss, why="Collusion.", now=NOW + timedelta(days=1))
    game.refresh_from_db()
    return game


def test_a_result_taken_back_leaves_the_game_to_be_looked_at(
    people: list[User], taken_back: Game
) -> None:
    assert taken_back.record is not None
    last = page_of(taken_back, len(taken_back.record["turns"]), "?open=1")
    assert "has taken its result back. It has no result." in last.one(id="remark").words
    assert "Total" in last.one("table", class_="sheet").words
    assert sit(taken_back, people[0]).see().one("a", id="to-replay")


def test_but_tells_no_winner_and_no_places(people: list[User], taken_back: Game) -> None:
    assert taken_back.record is not None
    for user in (None, *people):
        last = page_of(taken_back, len(taken_back.record["turns"]), user=user)
        assert last.says == "The game is over. It has no result."
        assert last.all(class_="place") == last.all(class_="won") == last.all(class_="tie") == []
        heads = [head.words for head in last.all("th", scope="col")]
        assert heads == ["Harmony", "Ana", "Bo", "Cleo"]
        seats = last.one("ol", class_="seats")
        assert "place" not in seats.words
        assert "icon-crown" not in last.html
        assert " win" not in last.one(id="position").words


def test_the_page_of_a_result_taken_back_leads_to_all_there_is(
    people: list[User], taken_back: Game
) -> None:
    table = sit(taken_back, people[0]).see()
    for name in ("replay", "shuffle", "record-text", "record-json"):
        address = reverse(name, args=[taken_back.code])
        assert table.one("a", href=address)
        assert browser_of(people[0]).get(address, follow=True).status_code == 200


def test_a_game_called_off_can_be_stepped_through_with_its_cards_closed(
    people: list[User],
) -> None:
    game = played(people, 20)
    turns = game.turn_number
    close(game, "agreed", NOW)
    page = page_of(game, turns, "?open=1")
    assert page.all(class_="down") == page.all(id="open") == []
    assert any("face down" in label for label in page.kingdom(0))
    assert "It has no result." in page.one(id="remark").words
    assert page.all("table") == []
    assert sit(game, people[0]).see().one("a", id="to-replay")


def test_the_switch_is_not_there_at_the_end_when_all_cards_are_turned_up(
    people: list[User],
) -> None:
    game = played(people)
    assert game.record is not None
    last = len(game.record["turns"])
    for query in ("", "?open=1"):
        assert page_of(game, last - 1, query).all(id="open")
        end = page_of(game, last, query)
        assert end.all(id="open") == []
        assert not any("face down" in label for seat in range(3) for label in end.kingdom(seat))
    assert end.one("a", id="to-previous")["href"].endswith("?open=1"), "it stays while stepping"


def test_who_has_left_sees_what_watchers_see(people: list[User]) -> None:
    game = played(people, 20)
    act(game, 0, Move("leave", detail="resigned"))
    page = page_of(game, 3, user=people[0])
    assert page.one("section", class_="own").words.startswith("Your Kingdom")


@pytest.mark.parametrize("players", [2, 4])
def test_what_a_position_costs_in_queries(players: int, django_assert_num_queries: object) -> None:
    people = [make_user() for _seat in range(players)]
    game = played(people, 30)
    client = browser_of(people[0])
    address = reverse("position", args=[game.code, 2])
    with django_assert_num_queries(6):  # type: ignore[operator]
        client.get(address)
    play_some(game)
    with django_assert_num_queries(5):  # type: ignore[operator]
        client.get(address)
