"""Rated or not: chosen when a table is opened, told wherever it stands, looked for in the lobby."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from accounts.services import become_member, make_guest
from games.models import Game
from games.play.agreement import close
from games.play.lobby import Options, join, open_table
from tests.builders import NOW, SEED, make_game, make_user
from tests.views.sitting import sit
from tests.views.visitors import browser_of, words

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
CHOSEN = {"players": "3", "ruleset": "rulebook", "turn_limit": "40"}
CHOSEN |= {"first_by": "seed", "leavers": "out"}


@pytest.fixture
def people() -> list[User]:
    return [make_user("Ana"), make_user("Bo"), make_user("Cy")]


def read(client: Client, address: str) -> str:
    return words(client.get(address).content.decode())


@pytest.mark.parametrize(("chosen", "rated"), [("yes", True), ("no", False), ("", True)])
def test_members_choose(people: list[User], chosen: str, rated: bool) -> None:
    browser_of(people[0]).post("/new/", {**CHOSEN, "seen_by": "lobby", "rated": chosen})
    assert Game.objects.get().rated is rated


def test_the_form_begins_with_rated(people: list[User]) -> None:
    assert browser_of(people[0]).get("/new/").context["form"]["rated"].value() == "yes"


def test_another_choice_is_an_error(people: list[User]) -> None:
    sent = {**CHOSEN, "seen_by": "lobby", "rated": "perhaps"}
    assert browser_of(people[0]).post("/new/", sent).status_code == 422
    assert not Game.objects.exists()


def test_guests_have_no_choice() -> None:
    client = browser_of(make_guest(NOW))
    assert 'name="rated"' not in client.get("/new/").content.decode()
    client.post("/new/", {**CHOSEN, "seen_by": "link", "rated": "yes"})
    assert not Game.objects.get().rated


@pytest.mark.parametrize(
    ("query", "seen"),
    [
        ("", {"Ana", "Bo"}),
        ("?rated=yes", {"Ana"}),
        ("?rated=no", {"Bo"}),
        ("?rated=x", {"Ana", "Bo"}),
    ],
)
def test_the_lobby_tells_and_filters(
    client: Client, people: list[User], query: str, seen: set[str]
) -> None:
    ana, bo, _cy = people
    open_table(host=ana, options=Options(rated=True), now=NOW)
    open_table(host=bo, options=Options(), now=NOW)
    text = read(client, f"/lobby/{query}")
    assert {name for name in ("Ana", "Bo") if f"{name}’s table" in text} == seen
    assert ("at most · rated · open for" in text) == ("Ana" in seen)
    assert ("at most · not rated · open for" in text) == ("Bo" in seen)


def test_the_waiting_room_warns_of_bots_and_guests(people: list[User]) -> None:
    table = open_table(host=people[0], options=Options(3, public=False, rated=True), now=NOW)
    host, other = browser_of(people[0]), browser_of(people[1])
    bots, guests = "If a bot plays, the game is not rated.", "A guest sits here: if they stay"
    assert bots in read(host, table.get_absolute_url())
    assert bots not in read(other, table.get_absolute_url())
    join(game_id=table.pk, user=make_guest(NOW), seed=SEED, now=NOW)
    assert guests in read(host, table.get_absolute_url())
    assert guests in read(other, table.get_absolute_url())


def test_a_rated_game_says_so(people: list[User]) -> None:
    game = make_game(*people, rated=True)
    assert "Rulebook · rated · " in words(sit(game, people[0]).see().html)


@pytest.mark.parametrize(
    ("others", "players", "told"),
    [
        (1, 2, "Rulebook · not rated, as the table was opened so · "),
        (1, 3, "Rulebook · not rated, as a bot plays · "),
        (0, 3, "Rulebook · Daily"),
    ],
)
def test_a_game_that_is_not_says_why(
    people: list[User], others: int, players: int, told: str
) -> None:
    rated = players > 2
    game = make_game(*people[: others + 1], players=players, rated=rated)
    assert told in words(sit(game, people[0]).see().html)


def test_with_a_guest_it_says_so(people: list[User]) -> None:
    game = make_game(people[0], make_guest(NOW), public=False, rated=True)
    assert "not rated, as a guest plays" in words(sit(game, people[0]).see().html)


def test_it_goes_on_saying_so_when_the_guest_has_become_a_member(people: list[User]) -> None:
    guest = make_guest(NOW)
    game = make_game(people[0], guest, public=False, rated=True)
    become_member(guest, "Gus", "gus@example.org", "secret-word")
    assert "not rated, as a guest plays" in words(sit(game, people[0]).see().html)


def test_of_a_former_player_nobody_knows_whether_they_were_a_guest(people: list[User]) -> None:
    game = make_game(*people[:2])
    game.seats.filter(number=1).update(user=None, name="")
    assert "Rulebook · not rated · " in words(sit(game, people[0]).see().html)


def test_a_rated_game_without_a_result_is_not_counted(people: list[User]) -> None:
    game = make_game(*people, rated=True)
    close(game, "moderator", NOW)
    assert "at most · rated, not counted" in read(browser_of(people[0]), game.get_absolute_url())
    assert "Rulebook · rated, not counted" in read(browser_of(people[0]), "/history/")


def test_an_unrated_one_without_a_result_says_why_too(people: list[User]) -> None:
    game = make_game(*people[:2], players=3, rated=True)
    close(game, "moderator", NOW)
    told = "at most · not rated, as a bot plays"
    assert told in read(browser_of(people[0]), game.get_absolute_url())
