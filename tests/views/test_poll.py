"""A page that follows its game asks for what is new."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Game
from games.play.lobby import Options, join, leave_table, open_table
from games.rules.moves import Move
from tests.builders import NOW, SEED, act, make_game, make_user, play_some
from tests.views.sitting import HTMX, Sitting, sit
from tests.views.visitors import browser_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[User]:
    return [make_user("Ana"), make_user("Bo")]


@pytest.fixture
def game(people: list[User]) -> Game:
    return make_game(*people)


@pytest.fixture
def waiting(game: Game, people: list[User]) -> Sitting:
    """The one whose turn it is not."""
    return sit(game, people[1 - game.active_seat])


def ask(sitting: Sitting, version: int, more: str = "") -> str:
    seat = sitting.see().one(id="table")["data-poll"].split("seat=")[1].split("&")[0]
    return f"v={version}&page=table&seat={seat}{more}"


def test_the_page_says_where_it_asks(game: Game, waiting: Sitting) -> None:
    address = waiting.see().one(id="table")["data-poll"]
    assert game.deadline is not None
    clock = int(game.deadline.timestamp())
    seat = 1 - game.active_seat
    assert address == (
        f"{waiting.address}poll/?v={game.version}&page=table&seat={seat}&clock={clock}"
    )


def test_nothing_new_is_no_content(game: Game, waiting: Sitting) -> None:
    answer = waiting.client.get(f"{waiting.address}poll/?{ask(waiting, game.version)}")
    assert answer.status_code == 204
    assert answer.content == b""


def test_at_rest_it_reads_session_user_and_version_and_writes_nothing(
    game: Game, waiting: Sitting
) -> None:
    query = ask(waiting, game.version)
    with CaptureQueriesContext(connection) as queries:
        assert waiting.poll(query).status == 204
    assert len(queries) == 3
    assert all(query["sql"].startswith("SELECT") for query in queries.captured_queries)


def test_what_is_new_comes_as_the_part_and_is_told_once(game: Game, waiting: Sitting) -> None:
    seen = game.version
    act(game, game.active_seat, Move("take", 0))
    game.refresh_from_db()
    if game.phase == "claiming":
        act(game, game.active_seat, Move("pass"))
    part = waiting.poll(ask(waiting, seen))
    assert part.status == 200
    assert part.all("html") == []
    told = part.one(id="told")
    assert told["hx-swap-oob"] == "innerHTML"
    assert "took" in told.words
    assert told.words.endswith(part.says)
    assert part.says.startswith("Your turn")
    assert part.all("button", autofocus="") == [
        button for button in part.all("button") if "autofocus" not in button.attributes
    ]


def test_a_chosen_square_stays_chosen_while_it_is_legal(game: Game, people: list[User]) -> None:
    mover = sit(game, people[game.active_seat])
    page = mover.see("square=a1&log=all")
    query = page.one(id="table")["data-poll"].split("?")[1]
    assert query.endswith("&square=a1&log=all")
    part = mover.poll(query.replace(f"v={game.version}", "v=0"))
    assert part.one("button", class_="chosen")["id"] == "sq-a1"
    act(game, game.active_seat, Move("take", 0))
    assert mover.poll(query).all(class_="chosen") == []


@pytest.mark.parametrize("version", ["", "x", "-1", "²", "9" * 5000, "99999999"])
def test_a_version_that_never_was_counts_as_old(waiting: Sitting, version: str) -> None:
    query = ask(waiting, 0).replace("v=0", f"v={version}")
    assert waiting.poll(query).status == 200


def test_over_it_stops(game: Game, waiting: Sitting) -> None:
    query = ask(waiting, game.version)
    play_some(game)
    part = waiting.poll(query)
    assert part.status == 286
    assert "data-poll" not in part.one(id="table").attributes
    assert "wins" in part.one(id="told").words or "win with" in part.one(id="told").words
    last = Game.objects.get(pk=game.pk).version
    nothing = waiting.poll(query.replace(f"v={game.version}", f"v={last}"))
    assert (nothing.status, nothing.html) == (286, "")


def test_who_was_signed_out_is_told_so_not_shown_a_watchers_table(
    game: Game, waiting: Sitting
) -> None:
    query = ask(waiting, game.version)
    answer = Client().get(f"{waiting.address}poll/?{query}", headers=HTMX)
    assert (answer.status_code, answer.content) == (401, b"")


def test_who_signed_in_as_somebody_else_loads_the_page_anew(game: Game, waiting: Sitting) -> None:
    query = ask(waiting, game.version)
    answer = browser_of(make_user()).get(f"{waiting.address}poll/?{query}", headers=HTMX)
    assert answer.status_code == 200
    assert answer["HX-Refresh"] == "true"


def test_a_closed_table_is_not_found_but_asks_its_players_to_sign_in(people: list[User]) -> None:
    game = make_game(*people, public=False)
    address = f"{game.get_absolute_url()}poll/?v=0&page=table&seat="
    assert browser_of(make_user()).get(f"{address}0", headers=HTMX).status_code == 404
    assert Client().get(address, headers=HTMX).status_code == 404
    assert Client().get(f"{address}0", headers=HTMX).status_code == 401


def test_watchers_follow_tables_of_the_lobby(game: Game) -> None:
    sitting = sit(game)
    assert sitting.poll(f"v={game.version}&page=table&seat=").status == 204
    assert sitting.poll("v=0&page=table&seat=").status == 200


# Before the game


@pytest.fixture
def room(people: list[User]) -> Game:
    return open_table(host=people[0], options=Options(), now=NOW)


def test_the_waiting_room_follows_who_comes(room: Game, people: list[User]) -> None:
    sitting = sit(room, people[0])
    assert sitting.poll("v=0&page=room&seat=0").status == 204
    Game.objects.filter(pk=room.pk).update(version=1)
    part = sitting.poll("v=0&page=room&seat=0")
    assert part.status == 200
    assert part.all("html") == []


def test_when_the_game_starts_the_page_is_loaded_anew(room: Game, people: list[User]) -> None:
    join(game_id=room.pk, user=people[1], seed=SEED, now=NOW)
    client = browser_of(people[0])
    answer = client.get(f"{room.get_absolute_url()}poll/?v=0&page=room&seat=0", headers=HTMX)
    assert answer["HX-Refresh"] == "true"


def test_a_table_nobody_is_left_at_stops(room: Game, people: list[User]) -> None:
    leave_table(game_id=room.pk, user=people[0], now=NOW)
    sitting = sit(room, people[0])
    assert sitting.client.get(
        f"{room.get_absolute_url()}poll/?v=0&page=room&seat=", headers=HTMX
    ).status_code in {286, 404}
