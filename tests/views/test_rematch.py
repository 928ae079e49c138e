"""A rematch on the pages: offered at the finished table, answered there or in one's own games."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.blocks import block
from accounts.models import User
from accounts.services import make_guest
from games.models import Game
from games.play import agreement
from games.play.invitations import decline, let_others_in
from games.play.lobby import join, play_now, start
from games.play.rematch import offer
from games.rules.moves import Move
from tests.builders import NOW, SEED, act, make_game, make_user
from tests.ended import resigned_game
from tests.views.sitting import sit
from tests.views.table_reader import TablePage
from tests.views.visitors import browser_of, words

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock"), pytest.mark.sqlite]


@pytest.fixture
def clock() -> object:
    with time_machine.travel(NOW, tick=False) as clock:
        yield clock


@pytest.fixture
def people() -> list[User]:
    return [make_user("Ana"), make_user("Bo"), make_user("Cy")]


def ask(game: Game, user: User) -> Game:
    return offer(game_id=game.pk, user=user, seed=SEED, now=NOW)


def post(user: User | None, game: Game, what: str, **fields: str) -> tuple[int, str]:
    """Send a form to a table: the status, and where it leads or what it says."""
    client = browser_of(user) if user else Client()
    answer = client.post(f"{game.get_absolute_url()}{what}/", fields)
    return answer.status_code, answer.get("Location") or words(answer.content.decode())


def says(game: Game, user: User | None) -> tuple[str, list[str]]:
    """What the finished table says of a rematch, and the buttons and links that there are."""
    page = sit(game, user).see()
    if not page.all(id="rematch-says"):
        return "", []
    can = [
        each.words
        for each in page.all("button") + page.all("a")
        if any(outer["id"] == "rematch" for outer in each.inside)
    ]
    return page.one(id="rematch-says").words, can


def room(table: Game, user: User | None) -> TablePage:
    return sit(table, user).see()


# --- At the finished table


def test_those_who_played_are_offered_one(people: list[User]) -> None:
    ana, bo, _cy = people
    game = resigned_game(ana, bo)
    assert says(game, ana) == ("Play again with Bo, with the same options.", ["Rematch"])
    for other in (make_user(), None):
        assert says(game, other) == ("", [])


def test_with_bots_too(people: list[User]) -> None:
    game = resigned_game(*people[:2], players=3)
    told = "Play again with Bo and the same bots, with the same options."
    assert says(game, people[0])[0] == told


def test_against_bots_alone_one_click_begins(people: list[User]) -> None:
    game = play_now(user=people[0], bots=1, bot="random", seed=SEED, now=NOW)
    act(game, 0, Move("leave", detail="resigned"))
    assert says(game, people[0]) == ("Play again with the same bots and options.", ["Rematch"])
    status, address = post(people[0], game, "rematch")
    assert (status, Game.objects.get(rematch_of=game).status) == (303, "arranging")
    assert address == Game.objects.get(rematch_of=game).get_absolute_url()


def test_nobody_is_left_to_ask(people: list[User]) -> None:
    game = resigned_game(*people[:2])
    game.seats.filter(user=people[1]).update(user=None, name="")
    told = "Nobody is left to play a rematch with: the others are not on the site any more."
    assert says(game, people[0]) == (told, [])
    status, told = post(people[0], game, "rematch")
    assert status == 422
    assert "Nobody is left to play a rematch with:" in told


def test_one_click_asks_and_leads_to_the_table(people: list[User]) -> None:
    ana, bo, cy = people
    game = resigned_game(*people)
    status, address = post(ana, game, "rematch")
    table = Game.objects.get(rematch_of=game)
    assert (status, address) == (303, table.get_absolute_url())
    assert post(ana, game, "rematch") == (303, address)
    assert says(game, ana) == ("The rematch waits for Bo and Cy.", ["To the rematch"])
    told = "Ana asks you for a rematch. The table waits until Sun 15 Mar 2026, 08:00 UTC."
    assert says(game, bo) == (told, ["Accept", "Decline", "To the rematch"])
    assert post(bo, table, "join") == (303, address)
    assert says(game, bo) == ("The rematch waits for Cy.", ["To the rematch"])
    assert post(cy, table, "decline") == (303, "/games/")
    assert says(game, ana) == ("Declined: Cy.", ["To the rematch"])
    assert says(game, cy)[1] == ["Accept", "To the rematch"]
    assert post(cy, table, "join") == (303, address)
    for user in people:
        assert says(game, user) == ("The rematch has begun.", ["To the rematch"])


def test_an_offer_that_crosses_another_is_an_answer(people: list[User]) -> None:
    ana, bo, _cy = people
    game = resigned_game(ana, bo)
    _status, address = post(ana, game, "rematch")
    assert post(bo, game, "rematch") == (303, address)
    assert Game.objects.get(rematch_of=game).status == "arranging"


@pytest.mark.parametrize("public", [True, False])
def test_it_begins_without_somebody(people: list[User], public: bool) -> None:
    ana, bo, _cy = people
    game = resigned_game(ana, bo, public=public)
    table = ask(game, ana)
    start(game_id=table.pk, by=ana, bot="random", seed=SEED, now=NOW)
    can = ["To the rematch"] if public else []
    assert says(game, bo) == ("The rematch has begun without you.", can)
    status, told = post(bo, game, "rematch")
    assert status == 422
    assert "The rematch of this game has begun without you." in told
    act(table, 0, Move("leave", detail="resigned"))
    assert says(game, ana) == ("The rematch is over.", ["To the rematch"])


def test_who_is_kept_apart_is_told_so(people: list[User]) -> None:
    ana, bo, _cy = people
    game = resigned_game(ana, bo)
    ask(game, ana)
    block(by=bo, person_id=ana.pk, now=NOW)
    told = "You cannot join this table: you have blocked Ana, who sits there."
    assert says(game, bo) == (told, [])


def test_one_that_was_called_off_can_be_asked_for_again(people: list[User]) -> None:
    ana, bo, _cy = people
    game = resigned_game(ana, bo)
    agreement.close(ask(game, ana), "moderator", NOW)
    assert says(game, bo)[1] == ["Rematch"]


def test_what_stands_there_costs_as_many_queries_for_four_as_for_two() -> None:
    counts = set()
    for number in (2, 4):
        game = resigned_game(*(make_user() for _seat in range(number)))
        users = [seat.user for seat in game.seats.select_related("user")]
        assert users[0] is not None
        ask(game, users[0])
        reader = sit(game, users[1])
        reader.see()
        with CaptureQueriesContext(connection) as queries:
            reader.see()
        counts.add(len(queries))
    assert len(counts) == 1


@pytest.mark.parametrize("what", ["rematch", "decline", "let-others-in"])
def test_looking_changes_nothing_and_strangers_sign_in(people: list[User], what: str) -> None:
    game = resigned_game(*people)
    address = f"{game.get_absolute_url()}{what}/"
    assert browser_of(people[0]).get(address)["Location"] == game.get_absolute_url()
    assert Client().post(address)["Location"].startswith("/accounts/login/?next=")
    assert browser_of(people[0]).post(f"/g/nosuchtable1/{what}/").status_code == 404
    assert not Game.objects.filter(rematch_of=game).exists()


def test_a_game_that_runs_or_others_played_has_none(people: list[User]) -> None:
    ana, bo, cy = people
    status, told = post(ana, make_game(ana, bo), "rematch")
    assert status == 422
    assert "Only a game that is over can have a rematch." in told
    status, told = post(cy, resigned_game(ana, bo), "rematch")
    assert status == 422
    assert "You do not sit at this table." in told
    assert post(cy, resigned_game(ana, bo, public=False), "rematch")[0] == 404


def test_too_many_in_an_hour_are_refused(people: list[User]) -> None:
    game, ana = resigned_game(*people), browser_of(people[0])
    address = game.get_absolute_url()
    for _time in range(20):
        ana.post(f"{address}rematch/")
        table = Game.objects.get(status="open")
        ana.post(f"{table.get_absolute_url()}leave/")
    assert ana.post(f"{address}rematch/").status_code == 429


# --- In one's own games


def test_it_waits_in_the_others_games_for_days(people: list[User], clock: object) -> None:
    ana, bo, cy = people
    table = ask(resigned_game(*people, turn_limit=9), ana)
    with time_machine.travel(NOW + timedelta(days=3), tick=False):
        page = TablePage(browser_of(bo).get("/games/"))
        [row] = page.list_under("Asked to play")
        assert [each["action"] for each in page.all("form") if "/g/" in each["action"]] == [
            f"/g/{table.code}/join/",
            f"/g/{table.code}/decline/",
        ]
    for part in (
        "Ana asks you for a rematch",
        "At the table: Ana.",
        "Also asked: Cy.",
        "9 turns each at most",
        "Asked 3\xa0days ago.",
        "The table waits until Sun 15 Mar 2026, 08:00 UTC.",
    ):
        assert part.replace("\xa0", " ") in row.replace("\xa0", " ")
    assert "Asked to play" not in words(browser_of(ana).get("/games/").content.decode())
    decline(game_id=table.pk, user=bo, now=NOW)
    assert "Asked to play" not in words(browser_of(bo).get("/games/").content.decode())
    assert "Asked to play" in words(browser_of(cy).get("/games/").content.decode())


def test_the_list_costs_as_many_queries_for_three_tables_as_for_one(people: list[User]) -> None:
    ana, bo, cy = people
    client, counts = browser_of(bo), set()
    for more in (1, 2):
        for _number in range(more):
            ask(resigned_game(ana, bo, cy), ana)
        client.get("/games/")
        with CaptureQueriesContext(connection) as queries:
            page = TablePage(client.get("/games/"))
        counts.add((len(queries), len(page.list_under("Asked to play")) in (1, 3)))
    assert len(counts) == 1


def test_a_guest_answers_too(people: list[User]) -> None:
    guest = make_guest(NOW)
    table = ask(resigned_game(people[0], guest, public=False), people[0])
    page = browser_of(guest).get("/games/").content.decode()
    assert "Ana asks you for a rematch" in page
    assert post(guest, table, "join") == (303, table.get_absolute_url())


def test_declining_is_said(people: list[User]) -> None:
    table = ask(resigned_game(*people), people[0])
    bo = browser_of(people[1])
    answer = bo.post(f"{table.get_absolute_url()}decline/", follow=True)
    told = "You have declined. Those who wait at the table can read it."
    assert told in words(answer.content.decode())


# --- At the table that waits


def test_the_table_tells_who_is_asked_and_who_has_declined(people: list[User]) -> None:
    ana, bo, cy = people
    table = ask(resigned_game(*people), ana)
    decline(game_id=table.pk, user=bo, now=NOW)
    assert room(table, ana).one(id="answers").words == "Asked: Cy. Declined: Bo."
    assert room(table, cy).one(id="answers").words == "Asked: Cy. Declined: Bo."
    for other in (make_user(), None):
        assert not room(table, other).all(id="answers")


def test_those_who_were_asked_find_the_game_before(people: list[User]) -> None:
    game = resigned_game(*people, public=False)
    table = ask(game, people[0])
    let_others_in(game_id=table.pk, by=people[0])
    other = make_user()
    join(game_id=table.pk, user=other, seed=SEED, now=NOW)
    for user, found in ((people[0], 1), (people[1], 1), (other, 0), (None, 0)):
        assert len(room(table, user).all("a", href=game.get_absolute_url())) == found


def test_its_page_follows_the_answers(people: list[User]) -> None:
    ana, bo, _cy = people
    table = ask(resigned_game(*people), ana)
    query = f"v={table.version}&page=room&seat=0"
    assert sit(table, ana).poll(query).status == 204
    decline(game_id=table.pk, user=bo, now=NOW)
    assert "Declined: Bo." in sit(table, ana).poll(query).one(id="answers").words


def test_who_was_asked_answers_there(people: list[User]) -> None:
    ana, bo, _cy = people
    table = ask(resigned_game(*people), ana)
    page = room(table, bo)
    assert page.says == "Ana asks you for a rematch."
    assert {"Accept", "Decline"} <= {button.words for button in page.all("button")}
    decline(game_id=table.pk, user=bo, now=NOW)
    page = room(table, bo)
    assert page.says == "You have declined. You can still accept."
    buttons = {button.words for button in page.all("button")}
    assert "Accept" in buttons and not buttons & {"Join", "Decline"}


def test_who_has_asked_withdraws_until_somebody_comes(people: list[User]) -> None:
    ana, bo, _cy = people
    table = ask(resigned_game(*people), ana)
    assert room(table, ana).one(id="leave").words == "Withdraw the rematch"
    join(game_id=table.pk, user=bo, seed=SEED, now=NOW)
    for user in (ana, bo):
        assert room(table, user).one(id="leave").words == "Leave the table"
    as_bo, as_ana = browser_of(bo), browser_of(ana)
    leave = f"{table.get_absolute_url()}leave/"
    told = words(as_bo.post(leave, follow=True).content.decode())
    assert "You have left the table." in told
    told = words(as_ana.post(leave, follow=True).content.decode())
    assert "You have withdrawn the rematch." in told


def test_others_read_that_they_cannot_sit_down(people: list[User]) -> None:
    table = ask(resigned_game(*people, public=False), people[0])
    other = make_user()
    page = room(table, other)
    assert page.says == "Only those who were asked can sit down at this table."
    assert not page.all(id="join")
    status, told = post(other, table, "join")
    assert status == 422
    assert "Only those who were asked can sit down at this table." in told
    page = room(table, None)
    assert (
        page.says == "Only those who were asked can sit down at this table. If you were, sign in."
    )
    in_it = [link for link in page.all("a", class_="button") if page.one(id="table") in link.inside]
    assert [link.words for link in in_it] == ["Sign in"]
    assert post(None, table, "join", as_guest="yes", number="")[0] == 422
    assert not User.objects.filter(is_guest=True).exists()


def test_such_a_table_is_not_in_the_lobby(people: list[User]) -> None:
    table = ask(resigned_game(*people), people[0])
    for page in ("/lobby/", "/people/Ana/"):
        assert table.code not in Client().get(page).content.decode()
    assert room(table, people[0]).all("form", action=f"/g/{table.code}/let-others-in/")
    assert post(people[0], table, "let-others-in") == (303, table.get_absolute_url())
    assert table.code in Client().get("/lobby/").content.decode()
    assert not room(table, people[0]).all(id="let-others-in")
    assert room(table, people[0]).all(id="link")


def test_the_host_learns_that_all_have_declined(people: list[User]) -> None:
    ana, bo, _cy = people
    table = ask(resigned_game(ana, bo), ana)
    assert "when all who were asked have come" in room(table, ana).says
    decline(game_id=table.pk, user=bo, now=NOW)
    told = "Nobody who was asked is still to come. Let others in, or start with bots."
    assert room(table, ana).says == told


def test_only_the_host_lets_others_in(people: list[User]) -> None:
    ana, bo, cy = people
    table = ask(resigned_game(*people), ana)
    join(game_id=table.pk, user=bo, seed=SEED, now=NOW)
    assert not room(table, bo).all(id="let-others-in")
    for user in (bo, cy):
        status, told = post(user, table, "let-others-in")
        assert status == 422
        assert "Only the host of the table can do that." in told


def test_who_was_not_asked_cannot_decline(people: list[User]) -> None:
    table = ask(resigned_game(*people), people[0])
    status, told = post(make_user(), table, "decline")
    assert status == 422
    assert "Nobody has asked you to this table." in told
