"""What staff did at a table: read by those who sit or sat there, linked from where they look."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.audit import log
from accounts.models import Act, User
from games.models import Game
from games.play import lobby
from games.play.lobby import Options, join, open_table
from games.play.moderation import tables
from games.rules.moves import Move
from tests.builders import NOW, SEED, act, make_game, make_staff, make_user, play_some
from tests.views.sitting import sit
from tests.views.visitors import browser_of, words

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
WHY = 'They "agreed" <b>before</b>.'


@pytest.fixture
def people() -> list[User]:
    return [make_user("Ana"), make_user("Bo"), make_user("Cy")]


@pytest.fixture
def mod() -> User:
    return make_staff("moderator", "Mo")


@pytest.fixture
def game(people: list[User]) -> Game:
    return make_game(*people)


def address(game: Game) -> str:
    return f"{game.get_absolute_url()}acts/"


def read(user: User, game: Game) -> str:
    answer = browser_of(user).get(address(game))
    assert answer.status_code == 200
    return words(answer.content.decode())


def test_each_act_is_told_with_its_reason_and_moment_not_who_did_it(
    game: Game, people: list[User], mod: User
) -> None:
    Game.objects.filter(pk=game.pk).update(bot_due=True)
    who: dict[str, Any] = {"game_id": game.pk, "by": mod, "now": NOW}
    tables.free(**who, why="It hung.", random=Random(1))
    tables.give_time(**who, why="The power was out.", seconds=7200)
    tables.remove(**who, why="Bo cheats.", number=1)
    tables.call_off(**who, why=WHY)
    said = read(people[0], game)
    expected = [
        "A moderator has called the game off. It has no result.",
        f"The reason: {WHY}",
        "A moderator has removed Bo from the table.",
        "The reason: Bo cheats.",
        "A moderator has given the running turn 2 hours more.",
        "The reason: The power was out.",
        "A moderator has looked after the game, which did not go on.",
        "The reason: It hung.",
    ]
    places = [said.index(each) for each in expected]
    assert places == sorted(places)
    assert "Sun 1 Mar 2026, 08:00 UTC" in said
    assert "Your table · you, Bo, Cy" in said
    html = browser_of(people[0]).get(address(game)).content.decode()
    assert "<b>before</b>" not in html and "Mo<" not in html and " Mo " not in html
    assert "A moderator has removed you from the table." in read(people[1], game)


def test_a_result_taken_back_is_told(people: list[User], mod: User) -> None:
    game = make_game(*people[:2])
    play_some(game)
    tables.void(game_id=game.pk, by=mod, why=WHY, now=NOW)
    assert "A moderator has taken the result of the game back" in read(people[0], game)


def test_operators_are_called_so(game: Game, people: list[User]) -> None:
    operator = make_staff("operator")
    tables.give_time(game_id=game.pk, by=operator, why=WHY, seconds=60, now=NOW)
    said = "The operators of the site have given the running turn 1 minute more."
    assert said in read(people[0], game)


def test_what_else_the_log_holds_about_the_game_is_not_told(
    game: Game, people: list[User], mod: User
) -> None:
    log(by=mod, what=Act.What.DISMISS, game=game.code, person=people[1], why="A lie", now=NOW)
    said = read(people[0], game)
    assert "A lie" not in said
    assert "Nothing: nobody but its players had a hand in this table." in said


@pytest.mark.parametrize("public", [True, False])
def test_nobody_else_reads_it(people: list[User], mod: User, public: bool) -> None:
    game = make_game(*people, public=public)
    tables.call_off(game_id=game.pk, by=mod, why=WHY, now=NOW)
    boss = User.objects.create_superuser("Boss", "boss@example.org")
    for client in (Client(), *map(browser_of, (make_user("Dee"), mod, boss))):
        assert client.get(address(game)).status_code == 404
        assert client.post(address(game)).status_code in (404, 405)


def test_it_is_only_looked_at(game: Game, people: list[User]) -> None:
    assert browser_of(people[0]).post(address(game)).status_code == 405
    assert browser_of(people[0]).get("/g/abc/acts/").status_code == 404


def test_who_is_out_of_the_game_reads_it(game: Game, people: list[User], mod: User) -> None:
    act(game, 2, Move("leave", detail="resigned"))
    tables.call_off(game_id=game.pk, by=mod, why=WHY, now=NOW)
    assert "called the game off" in read(people[2], game)


def test_who_was_removed_before_the_game_reads_that_alone(people: list[User], mod: User) -> None:
    ana, bo, cy = people
    table = open_table(host=ana, options=Options(players=4), now=NOW)
    for user in (bo, cy):
        join(game_id=table.pk, user=user, seed=SEED, now=NOW)
    lobby.remove(game_id=table.pk, by=ana, number=2, now=NOW)
    tables.remove(game_id=table.pk, by=mod, number=1, why="Insults", now=NOW)
    waits = sit(table, bo).see()
    assert waits.says == "You were sent away from this table."
    assert waits.one("a", id="acts").attributes["href"] == address(table)
    tables.call_off(game_id=table.pk, by=mod, why="A secret", now=NOW)
    said = read(bo, table)
    assert "A moderator has removed you from the table." in said and "Insults" in said
    assert "A secret" not in said
    assert "Insults" not in read(cy, table)


def linked(game: Game, user: User | None) -> bool:
    answer = (browser_of(user) if user else Client()).get(game.get_absolute_url())
    assert answer.status_code == 200
    return address(game) in answer.content.decode()


def test_the_table_leads_there_once_staff_did_something(
    game: Game, people: list[User], mod: User
) -> None:
    assert not linked(game, people[0])
    tables.give_time(game_id=game.pk, by=mod, seconds=60, why=WHY, now=NOW)
    assert linked(game, people[0]) and linked(game, people[2])
    assert not linked(game, make_user("Dee")) and not linked(game, None)
    tables.call_off(game_id=game.pk, by=mod, why=WHY, now=NOW)
    assert linked(game, people[0])
    assert not linked(game, make_user("Eve")) and not linked(game, None)


def test_the_waiting_room_leads_there_too(people: list[User], mod: User) -> None:
    table = open_table(host=people[0], options=Options(players=3), now=NOW)
    join(game_id=table.pk, user=people[1], seed=SEED, now=NOW)
    assert not linked(table, people[0])
    tables.remove(game_id=table.pk, by=mod, number=1, why=WHY, now=NOW)
    assert linked(table, people[0]) and linked(table, people[1])
    assert not linked(table, people[2]) and not linked(table, None)


def test_the_last_one_removed_reads_it_from_the_closed_table(people: list[User], mod: User) -> None:
    table = open_table(host=people[0], options=Options(), now=NOW)
    tables.remove(game_id=table.pk, by=mod, number=0, why=WHY, now=NOW)
    assert linked(table, people[0]) and "removed you" in read(people[0], table)
    assert not linked(table, people[1])


def test_the_link_costs_no_query(game: Game, people: list[User]) -> None:
    sitting = sit(game, people[0])
    counts = []
    for moderated in (False, True):
        Game.objects.filter(pk=game.pk).update(moderated=moderated)
        with CaptureQueriesContext(connection) as queries:
            sitting.see()
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_many_acts_cost_no_query_more(game: Game, people: list[User], mod: User) -> None:
    client, counts = browser_of(people[0]), []
    for _time in range(2):
        for _act in range(3):
            tables.give_time(game_id=game.pk, by=mod, seconds=60, why=WHY, now=NOW)
        with CaptureQueriesContext(connection) as queries:
            client.get(address(game))
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_a_page_that_follows_shows_the_link(game: Game, people: list[User], mod: User) -> None:
    sitting = sit(game, people[0])
    asked = sitting.see().one(id="table")["data-poll"].split("?")[1]
    tables.give_time(game_id=game.pk, by=mod, seconds=60, why=WHY, now=NOW)
    part = sitting.poll(asked)
    assert part.status == 200 and address(game) in part.html


def test_a_move_made_on_a_page_from_before_time_was_given_counts(
    game: Game, people: list[User], mod: User
) -> None:
    sitting = sit(game, people[game.active_seat])
    version = sitting.version
    tables.give_time(game_id=game.pk, by=mod, seconds=60, why=WHY, now=NOW)
    assert sitting.do("draw", version=version).status == 200


@pytest.mark.parametrize(
    ("void", "says", "word"),
    [
        (
            False,
            "A moderator has called the game off. It has no result.",
            "called off by a moderator",
        ),
        (
            True,
            "The game was played to its end; a moderator has taken its result back."
            " It has no result.",
            "result taken back",
        ),
    ],
)
def test_the_closed_page_and_the_list_say_it(
    people: list[User], mod: User, void: bool, says: str, word: str
) -> None:
    game = make_game(*people[:2])
    if void:
        play_some(game)
    do = tables.void if void else tables.call_off
    do(game_id=game.pk, by=mod, why=WHY, now=NOW)
    page = sit(game, people[0]).see()
    assert page.says == says
    assert page.all(class_="square") == [] and page.all("code") == []
    mine = words(browser_of(people[0]).get("/games/").content.decode())
    assert word in mine
    assert "Harmony" not in mine and "Place" not in mine


def test_a_page_that_shows_the_result_is_loaded_anew_without_it(
    people: list[User], mod: User
) -> None:
    game = make_game(*people[:2])
    play_some(game)
    sitting = sit(game, people[0])
    seen = f"v={sitting.version}&page=table&seat=0"
    tables.void(game_id=game.pk, by=mod, why=WHY, now=NOW)
    assert sitting.client.get(f"{sitting.address}poll/?{seen}", headers={"HX-Request": "true"})[
        "HX-Refresh"
    ]
    assert sitting.do("draw").status == 422
