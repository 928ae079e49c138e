"""Staff find games: by code, by players and hosts, by age, by what is wrong with them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import HeldName, User
from accounts.models.names import name_key
from games.models import Game
from games.play.lobby import Options, open_table
from games.rules.moves import Move
from tests.builders import NOW, act, make_game, make_staff, make_user
from tests.views.visitors import browser_of, words

pytestmark = pytest.mark.django_db
GAMES = "/admin/games/game/"


@pytest.fixture
def mod() -> Client:
    return browser_of(make_staff("moderator", "Mo"))


@pytest.fixture
def people() -> list[User]:
    return [make_user("Ana Straße"), make_user("Bo"), make_user("Cio")]


@pytest.fixture
def games(people: list[User]) -> dict[str, Game]:
    """A running game, an open table, one that is over; the clocks of the first two run on."""
    ana, bo, cy = people
    running = make_game(ana, bo)
    table = open_table(host=cy, options=Options(), now=NOW)
    over = make_game(bo, cy)
    act(over, 0, Move("leave", detail="resigned"))
    Game.objects.filter(pk=running.pk).update(deadline=timezone.now() + timedelta(days=1))
    Game.objects.filter(pk=table.pk).update(deadline=timezone.now() + timedelta(days=1))
    return {"running": running, "table": table, "over": over}


def found(client: Client, games: dict[str, Game], **query: str) -> set[str]:
    answer = client.get(GAMES, query)
    assert answer.status_code == 200
    page = answer.content.decode()
    return {name for name, game in games.items() if f"{GAMES}{game.pk}/change/" in page}


def called_before(user: User, name: str) -> None:
    """Let a name be one of theirs from before."""
    key = name_key(name)
    HeldName.objects.create(user=user, name=name, name_key=key, skeleton=key, until=NOW)


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        ("Ana Straße", {"running"}),
        ("bo", {"running", "over"}),
        ("  Cio ", {"table", "over"}),
        ("Nobody", set()),
        ("a' OR 1=1 --", set()),
        ("Zoë Before", {"running", "over"}),
        ("zoë before", {"running", "over"}),
        ("Host Before", {"table", "over"}),
        ("%", set()),
        ("", {"running", "table", "over"}),
    ],
)
def test_by_name_in_use_or_from_before(
    mod: Client, people: list[User], games: dict[str, Game], term: str, expected: set[str]
) -> None:
    called_before(people[1], "Zoë Before")
    called_before(people[2], "Host Before")
    assert found(mod, games, q=term) == expected


def test_by_code_and_by_part_of_it(mod: Client, games: dict[str, Game]) -> None:
    code = games["over"].code
    assert found(mod, games, q=code) == found(mod, games, q=code[2:10].upper()) == {"over"}


def test_by_the_name_that_the_table_knew(mod: Client, games: dict[str, Game]) -> None:
    games["running"].seats.filter(number=1).update(user=None, name="Gone Away")
    assert found(mod, games, q="gone away") == {"running"}


@pytest.mark.parametrize("term", ["a\0b", "x" * 5000, "\ud83d".encode("utf-8", "replace").decode()])
def test_strange_terms_break_nothing(mod: Client, games: dict[str, Game], term: str) -> None:
    assert mod.get(GAMES, {"q": term}).status_code == 200


@pytest.mark.parametrize(("column", "name"), [("created_at", "opened"), ("started_at", "begun")])
def test_by_age(mod: Client, games: dict[str, Game], column: str, name: str) -> None:
    ages = {"running": 2, "table": 8, "over": 40}
    for which, days in ages.items():
        at = timezone.now() - timedelta(days=days)
        Game.objects.filter(pk=games[which].pk).update(**{column: at})
    expected = {
        "1": set(),
        "7": {"running"},
        "30": {"running", "table"},
        "-1": {"running", "table", "over"},
        "-7": {"table", "over"},
        "-30": {"over"},
        "x": set(games),
        "-x": set(games),
    }
    for value, names in expected.items():
        assert found(mod, games, **{name: value}) == names, value


def test_by_trouble(mod: Client, games: dict[str, Game]) -> None:
    now = timezone.now()
    standing = make_game(make_user(), make_user())
    Game.objects.filter(pk=standing.pk).update(deadline=None, stopped_seconds=60)
    games = games | {"standing": standing}
    assert found(mod, games, trouble="stuck") == found(mod, games, trouble="overdue") == set()
    just = now - timedelta(minutes=1)
    Game.objects.filter(pk=games["table"].pk).update(deadline=just)
    Game.objects.filter(pk=games["running"].pk).update(stuck_until=now + timedelta(minutes=9))
    assert found(mod, games, trouble="overdue") == {"table"}
    assert found(mod, games, trouble="stuck") == {"running"}
    assert found(mod, games, trouble="stands") == {"standing"}
    assert found(mod, games, trouble="nonsense") == set(games)


def test_by_whether_staff_did_something(mod: Client, games: dict[str, Game]) -> None:
    Game.objects.filter(pk=games["over"].pk).update(moderated=True)
    assert found(mod, games, moderated__exact="1") == {"over"}


def test_the_list_says_who_plays_whom_it_waits_for_and_what_is_wrong(
    mod: Client, people: list[User], games: dict[str, Game]
) -> None:
    running = Game.objects.get(pk=games["running"].pk)
    name = people[running.active_seat].name
    since = timezone.now() - timedelta(hours=5)
    Game.objects.filter(pk=running.pk).update(turn_started_at=since, stuck_until=timezone.now())
    page = mod.get(GAMES, {"q": running.code}).content.decode()
    said = words(page)
    assert "Ana Straße, Bo" in said
    assert f"{name}, for 5\xa0hours" in page
    assert '<td class="field-trouble">stuck</td>' in page
    arranging = make_game(*people, arranged=False)
    act(arranging, 1, Move("ready"))
    assert "Ana Straße, Cio, for" in words(mod.get(GAMES, {"q": arranging.code}).content.decode())
    Game.objects.filter(pk=arranging.pk).update(deadline=None, stopped_seconds=60)
    assert "stands still" in words(mod.get(GAMES, {"q": arranging.code}).content.decode())


def test_the_list_costs_the_same_whatever_its_length(mod: Client) -> None:
    counts = []
    for more in (2, 6):
        for _game in range(more):
            make_game(make_user(), make_user(), players=4)
            open_table(host=make_user(), options=Options(), now=NOW)
        with CaptureQueriesContext(connection) as queries:
            assert mod.get(GAMES, {"q": "Player"}).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 16


def test_the_list_reads_no_hidden_column(mod: Client, games: dict[str, Game]) -> None:
    for address in (GAMES, f"{GAMES}{games['running'].pk}/change/"):
        with CaptureQueriesContext(connection) as queries:
            mod.get(address)
        read = " ".join(each["sql"] for each in queries if "games_game" in each["sql"])
        for column in ("pile", "discard", "drawn_kind", "seed", "record"):
            assert f'."{column}"' not in read


@pytest.mark.parametrize("group", ["moderator", "operator"])
def test_both_groups_look(games: dict[str, Game], group: str) -> None:
    client = browser_of(make_staff(group))
    assert found(client, games) == set(games)
    assert client.get(f"{GAMES}{games['running'].pk}/change/").status_code == 200


def test_others_do_not(client: Client, games: dict[str, Game]) -> None:
    plain = browser_of(make_user(is_staff=True))
    page = f"{GAMES}{games['running'].pk}/change/"
    assert (plain.get(GAMES).status_code, plain.get(page).status_code) == (403, 403)
    for anybody in (client, browser_of(make_user())):
        assert (anybody.get(GAMES).status_code, anybody.get(page).status_code) == (302, 302)
