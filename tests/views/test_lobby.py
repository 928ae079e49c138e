from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.services import make_guest
from games.models import Game, Seat
from games.play.lobby import Options, join, open_table
from games.play.pace import DAY, HOUR
from tests.builders import NOW, SEED, make_game, make_user
from tests.results import make_rating
from tests.views.visitors import browser_of, words

pytestmark = pytest.mark.django_db


def read(client: Client, query: str = "") -> str:
    answer = client.get(f"/lobby/{query}")
    assert answer.status_code == 200
    return words(answer.content.decode())


def test_an_open_table_is_listed_with_all_it_is(client: Client) -> None:
    options = Options(players=4, ruleset="arena", turn_limit=0, first_by="account", leavers="bot")
    game = open_table(host=make_user("Ana"), options=options, now=NOW)
    join(game_id=game.pk, user=make_user("Bo"), seed=SEED, now=NOW)
    text = read(client)
    assert "Ana’s table" in text
    assert "Ana, Bo · 2 of 4 seats free" in text
    assert "4 players · Arena · Daily: 1 day a turn, 3 days in the bank · no turn limit" in text
    assert "the oldest account begins" in text
    assert "bots play on" in text


def test_tables_by_link_running_and_closed_ones_are_not_listed(client: Client) -> None:
    ana, bo = make_user("Ana"), make_user("Bo")
    open_table(host=ana, options=Options(public=False), now=NOW)
    make_game(ana, bo)
    Game.objects.create(status=Game.Status.EXPIRED, host=ana, created_at=NOW)
    assert "Ana’s table" not in read(client)
    assert "No table is open" in read(client)


def test_the_longest_waiting_comes_first(client: Client) -> None:
    for name, age in [("Bo", 1), ("Ana", 2), ("Cy", 0)]:
        open_table(host=make_user(name), options=Options(), now=NOW - timedelta(hours=age))
    text = read(client)
    assert text.index("Ana’s table") < text.index("Bo’s table") < text.index("Cy’s table")


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("?players=3", {"Bo"}),
        ("?ruleset=aetherya", {"Cy"}),
        ("?players=2&ruleset=rulebook", {"Ana"}),
        ("?players=4", set()),
        ("?players=7&ruleset=none", {"Ana", "Bo", "Cy"}),
        ("?players=&ruleset=", {"Ana", "Bo", "Cy"}),
    ],
)
def test_filters_narrow_the_list(client: Client, query: str, shown: set[str]) -> None:
    open_table(host=make_user("Ana"), options=Options(), now=NOW)
    open_table(host=make_user("Bo"), options=Options(players=3), now=NOW)
    open_table(host=make_user("Cy"), options=Options(ruleset="aetherya"), now=NOW)
    text = read(client, query)
    assert {name for name in ("Ana", "Bo", "Cy") if f"{name}’s table" in text} == shown
    assert ("No open table is like that" in text) == (not shown)


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("?pace=live", {"Ana"}),
        ("?pace=daily", {"Bo", "Cy"}),
        ("?pace=slow", {"Di"}),
        ("?pace=slow&players=3", set()),
        ("?pace=none", {"Ana", "Bo", "Cy", "Di"}),
    ],
)
def test_each_pace_is_found_by_one_filter(client: Client, query: str, shown: set[str]) -> None:
    paces = {"Ana": HOUR, "Bo": HOUR + 60, "Cy": DAY, "Di": DAY + 60}
    for name, seconds in paces.items():
        open_table(host=make_user(name), options=Options(turn_seconds=seconds), now=NOW)
    text = read(client, query)
    assert {name for name in paces if f"{name}’s table" in text} == shown


def test_a_table_where_vacations_count_for_nothing_says_so(client: Client) -> None:
    open_table(host=make_user("Ana"), options=Options(vacations=False), now=NOW)
    assert "vacations do not stop the clock" in read(client)


def test_who_was_sent_away_is_told_so_and_not_asked_to_join() -> None:
    ana, bo = make_user("Ana"), make_user("Bo")
    game = open_table(host=ana, options=Options(), now=NOW)
    Game.objects.filter(pk=game.pk).update(barred=[bo.pk])
    client = browser_of(bo)
    assert "You were sent away from this table." in read(client)
    assert "/join/" not in client.get("/lobby/").content.decode()


def test_a_list_cut_off_says_so(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.views.lobby.IN_LOBBY", 2)
    for number in range(2):
        open_table(host=make_user(f"P{number}"), options=Options(), now=NOW)
    assert "There are more" not in read(client)
    open_table(host=make_user("P2"), options=Options(), now=NOW + timedelta(hours=1))
    text = read(client)
    assert "There are more: these are the 2" in text
    assert "P2’s table" not in text


def test_a_stranger_is_told_that_it_needs_an_account(client: Client) -> None:
    open_table(host=make_user("Ana"), options=Options(), now=NOW)
    assert "you need an account" in read(client)
    assert "/join/" not in client.get("/lobby/").content.decode()


def test_a_guest_is_told_that_it_needs_an_account() -> None:
    open_table(host=make_user("Ana"), options=Options(), now=NOW)
    client = browser_of(make_guest(NOW))
    assert "Guests play against bots" in read(client)
    assert "/join/" not in client.get("/lobby/").content.decode()


def test_a_member_joins_from_the_list() -> None:
    game = open_table(host=make_user("Ana"), options=Options(players=3), now=NOW)
    bo = make_user("Bo")
    client = browser_of(bo)
    assert f'action="/g/{game.code}/join/"' in client.get("/lobby/").content.decode()
    answer = client.post(f"/g/{game.code}/join/")
    assert (answer.status_code, answer["Location"]) == (303, game.get_absolute_url())
    assert bo.seats.get().game == game


def test_who_sits_there_can_go_to_it_or_leave() -> None:
    ana = make_user("Ana")
    game = open_table(host=ana, options=Options(), now=NOW)
    html = browser_of(ana).get("/lobby/").content.decode()
    assert "Your table" in words(html)
    assert "you · 1 of 2 seats free" in words(html)
    assert f'action="/g/{game.code}/leave/"' in html
    assert "/join/" not in html


def test_the_list_needs_as_many_queries_for_one_table_as_for_many() -> None:
    client = browser_of(make_user())

    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            client.get("/lobby/")
        return len(asked)

    open_table(host=make_user(), options=Options(players=4), now=NOW)
    few = queries()
    for _table in range(10):
        game = open_table(host=make_user(), options=Options(players=4), now=NOW)
        join(game_id=game.pk, user=make_user(), seed=SEED, now=NOW)
    assert queries() == few <= 7


def test_rated_tables_tell_how_their_people_are_rated() -> None:
    ana, bo = make_user("Ana"), make_user("Bo")
    make_rating(ana, 26, games=20)
    make_rating(bo, 24, games=3)
    game = open_table(host=ana, options=Options(players=4, rated=True), now=NOW)
    join(game_id=game.pk, user=bo, seed=SEED, now=NOW)
    join(game_id=game.pk, user=make_user("Cy"), seed=SEED, now=NOW)
    open_table(host=bo, options=Options(rated=False), now=NOW)
    text = read(Client())
    assert "Ana (1540), Bo (1460?), Cy · 1 of 4 seats free" in text
    assert "Bo · 1 of 2 seats free" in text
    assert "you (1540), Bo (1460?), Cy ·" in read(browser_of(ana))
    room = words(browser_of(bo).get(game.get_absolute_url()).content.decode())
    assert "Ana Rating 1540, host" in room
    assert "Bo Rating 1460?, you" in room
    assert "Cy free" in room


def test_ratings_cost_one_query_whatever_the_tables() -> None:
    client = browser_of(make_user())
    counts = []
    for rated in (False, True, True):
        game = open_table(host=make_user(), options=Options(players=4, rated=rated), now=NOW)
        person = make_user()
        make_rating(person, 25)
        join(game_id=game.pk, user=person, seed=SEED, now=NOW)
        for address in ("/lobby/", game.get_absolute_url()):
            with CaptureQueriesContext(connection) as asked:
                client.get(address)
            counts.append(len(asked))
    lobby, room = counts[::2], counts[1::2]
    assert [number - lobby[0] for number in lobby] == [0, 1, 1]
    assert [number - room[0] for number in room] == [0, 1, 1]


def test_a_name_from_the_right_moves_no_number() -> None:
    host = User.objects.create_user("سلمارة")
    open_table(host=host, options=Options(), now=NOW)
    told = read(Client())
    assert "\N{FIRST STRONG ISOLATE}سلمارة\N{POP DIRECTIONAL ISOLATE} · 1 of 2 seats free" in told


def test_looking_changes_nothing() -> None:
    game = open_table(host=make_user("Ana"), options=Options(), now=NOW)
    client = browser_of(make_user("Bo"))
    client.get("/lobby/")
    client.head("/lobby/")
    assert client.post("/lobby/").status_code == 405
    assert Seat.objects.filter(game=game).count() == 1
