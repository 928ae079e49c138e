from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from accounts.models import User
from accounts.services import make_guest
from games.models import Game
from games.play.lobby import Options, join, leave_table, open_table
from tests.builders import NOW, SEED, make_game, make_user
from tests.side_by_side import side_by_side
from tests.views.visitors import browser_of, hidden_value, words

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def ana() -> User:
    return make_user("Ana")


@pytest.fixture
def public(ana: User) -> Game:
    return open_table(host=ana, options=Options(players=3), now=NOW)


@pytest.fixture
def by_link(ana: User) -> Game:
    return open_table(host=ana, options=Options(players=3, public=False), now=NOW)


def read(client: Client, game: Game) -> str:
    answer = client.get(game.get_absolute_url())
    assert answer.status_code == 200
    return words(answer.content.decode())


def post(client: Client, game: Game, what: str, **fields: str) -> tuple[int, str]:
    answer = client.post(f"{game.get_absolute_url()}{what}/", fields)
    return answer.status_code, answer.get("Location", "") or words(answer.content.decode())


# What is seen


def test_it_shows_who_sits_where_and_what_is_played(ana: User, public: Game) -> None:
    join(game_id=public.pk, user=make_user("Bo"), seed=SEED, now=NOW)
    text = read(browser_of(make_user("Cy")), public)
    assert "Ana’s table" in text
    terms = "Rulebook · Daily: 1 day a turn, 3 days in the bank · 40 turns each at most"
    assert f"3 players · {terms} · not rated · in the lobby" in text
    assert "Ana host Bo free" in text
    assert "Join" in text


def test_the_host_can_start_and_everybody_who_sits_has_the_link(ana: User, by_link: Game) -> None:
    bo = make_user("Bo")
    join(game_id=by_link.pk, user=bo, seed=SEED, now=NOW)
    link = f'value="http://testserver{by_link.get_absolute_url()}"'
    for person, starts in ((ana, True), (bo, False)):
        html = browser_of(person).get(by_link.get_absolute_url()).content.decode()
        assert (f"{by_link.get_absolute_url()}start/" in html) == starts
        assert link in html
        assert "/leave/" in html
        assert "/join/" not in html


def test_htmx_gets_the_part_alone(ana: User, public: Game) -> None:
    html = browser_of(ana).get(public.get_absolute_url(), headers=HTMX).content.decode()
    assert '<div id="table"' in html
    assert "<h1>" in html
    assert "<body" not in html
    assert "1 of 3 seats is taken." in html


def asked_by(client: Client, game: Game) -> str:
    """The address at which the page of the table asks whether it is up to date."""
    html = client.get(game.get_absolute_url()).content.decode()
    asked = re.search('data-poll="([^"]*)"', html)
    return unescape(asked[1]) if asked else ""


def test_the_page_follows_the_table(ana: User, public: Game) -> None:
    client = browser_of(ana)
    asked = asked_by(client, public)
    assert client.get(asked, headers=HTMX).status_code == 204
    join(game_id=public.pk, user=make_user("Bo"), seed=SEED, now=NOW)
    answer = client.get(asked, headers=HTMX)
    assert answer.status_code == 200
    assert "2 of 3 seats are taken." in answer.content.decode()
    join(game_id=public.pk, user=make_user("Cy"), seed=SEED, now=NOW)
    answer = client.get(asked, headers=HTMX)
    assert answer["HX-Refresh"] == "true"


def test_a_page_of_somebody_without_a_seat_follows_too(public: Game) -> None:
    for client in (Client(), browser_of(make_user("Bo"))):
        assert client.get(asked_by(client, public), headers=HTMX).status_code == 204


def test_a_closed_table_is_not_followed(ana: User, public: Game) -> None:
    leave_table(game_id=public.pk, user=ana, now=NOW)
    assert asked_by(Client(), public) == ""


def test_a_closed_table_is_a_plain_page(ana: User, public: Game) -> None:
    leave_table(game_id=public.pk, user=ana, now=NOW)
    text = read(browser_of(make_user("Bo")), public)
    assert "This table is closed." in text
    assert "Join" not in text


@pytest.mark.parametrize("what", ["join", "leave", "start", "remove"])
def test_by_get_nothing_happens(ana: User, public: Game, what: str) -> None:
    for person in (ana, make_user("Bo")):
        client = browser_of(person)
        answer = client.get(f"{public.get_absolute_url()}{what}/")
        assert (answer.status_code, answer["Location"]) == (302, public.get_absolute_url())
        assert client.head(f"{public.get_absolute_url()}{what}/").status_code == 302
    public.refresh_from_db()
    assert (public.version, public.status, public.seats.count()) == (0, "open", 1)


@pytest.mark.parametrize("what", ["join", "leave", "start", "remove"])
def test_what_is_not_there_is_not_found(ana: User, what: str) -> None:
    assert browser_of(ana).post(f"/g/nosuchtable1/{what}/").status_code == 404


# Joining


def test_a_member_joins(public: Game) -> None:
    bo = make_user("Bo")
    assert post(browser_of(bo), public, "join") == (303, public.get_absolute_url())
    assert bo.seats.get().number == 1


def test_joining_twice_takes_one_seat(public: Game) -> None:
    bo = make_user("Bo")
    for client in (browser_of(bo), browser_of(bo)):
        assert post(client, public, "join") == (303, public.get_absolute_url())
    assert bo.seats.count() == 1


def test_who_left_can_join_again_from_the_same_page(public: Game) -> None:
    bo = make_user("Bo")
    client = browser_of(bo)
    for what in ("join", "leave", "join"):
        assert post(client, public, what)[0] == 303
    assert bo.seats.count() == 1


def test_the_last_seat_starts_the_game(ana: User) -> None:
    game = open_table(host=ana, options=Options(), now=NOW)
    assert post(browser_of(make_user("Bo")), game, "join") == (303, game.get_absolute_url())
    game.refresh_from_db()
    assert game.status == Game.Status.ARRANGING


def test_who_comes_too_late_gets_a_sentence(ana: User) -> None:
    game = open_table(host=ana, options=Options(), now=NOW)
    join(game_id=game.pk, user=make_user("Bo"), seed=SEED, now=NOW)
    status, text = post(browser_of(make_user("Cy")), game, "join")
    assert status == 422
    assert "This table is not open any more." in text
    assert "Watch the game" in text


def test_who_loses_the_race_for_a_seat_by_link_gets_a_sentence(
    ana: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = open_table(host=ana, options=Options(public=False), now=NOW)
    bo = make_user("Bo")

    def somebody_was_faster(**asked: object) -> Game:
        join(game_id=game.pk, user=bo, seed=SEED, now=NOW)
        return join(**asked)  # type: ignore[arg-type]

    monkeypatch.setattr("games.views.waiting_room.lobby.join", somebody_was_faster)
    status, text = post(browser_of(make_user("Cy")), game, "join")
    assert status == 422
    assert "This table is not open any more." in text
    assert "Ana" not in text
    assert "Watch" not in text


def test_a_table_by_link_that_has_begun_is_not_there_for_others(ana: User) -> None:
    game = make_game(ana, make_user("Bo"), public=False)
    for client in (browser_of(make_user("Cy")), Client()):
        for answer in (
            client.get(game.get_absolute_url()),
            client.post(f"{game.get_absolute_url()}join/", {"as_guest": "yes"}),
        ):
            assert answer.status_code == 404
            assert "may have begun" in answer.content.decode()
    assert not User.objects.filter(is_guest=True).exists()


def test_a_guest_may_not_sit_in_the_lobby(public: Game) -> None:
    client = browser_of(make_guest(NOW))
    assert "sign up: your games are kept" in read(client, public)
    status, text = post(client, public, "join")
    assert status == 422
    assert "Guests play against bots and at tables they have a link to." in text
    assert public.seats.count() == 1


def test_a_guest_joins_by_link(by_link: Game) -> None:
    guest = make_guest(NOW)
    assert post(browser_of(guest), by_link, "join")[0] == 303
    assert guest.seats.get().game == by_link


# Strangers


def test_a_stranger_with_a_link_can_sign_in_sign_up_or_join_as_a_guest(by_link: Game) -> None:
    html = Client().get(by_link.get_absolute_url()).content.decode()
    assert f'/accounts/login/?next={by_link.get_absolute_url()}"' in html
    assert f'/accounts/signup/?next={by_link.get_absolute_url()}"' in html
    assert 'name="as_guest"' in html


def test_a_stranger_joins_as_a_guest_by_one_click(by_link: Game) -> None:
    client = Client()
    number = hidden_value(client.get(by_link.get_absolute_url()).content.decode(), "number")
    answer = post(client, by_link, "join", number=number, as_guest="yes")
    assert answer == (303, by_link.get_absolute_url())
    guest = User.objects.get(is_guest=True)
    assert guest.seats.get().game == by_link
    assert client.session["_auth_user_id"] == str(guest.pk)


def test_a_stranger_s_double_click_makes_one_guest(by_link: Game) -> None:
    first, second = Client(), Client()
    number = hidden_value(first.get(by_link.get_absolute_url()).content.decode(), "number")
    for client in (first, second):
        assert post(client, by_link, "join", number=number, as_guest="yes")[0] == 303
    assert User.objects.filter(is_guest=True).count() == 1
    assert by_link.seats.count() == 2
    assert first.session["_auth_user_id"] == second.session["_auth_user_id"]


def test_a_stranger_in_the_lobby_gets_no_seat_and_no_guest(public: Game) -> None:
    assert "To sit down here you need an account." in read(Client(), public)
    client = Client()
    assert post(client, public, "join", as_guest="yes")[0] == 422
    assert not User.objects.filter(is_guest=True).exists()
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize("what", ["join", "leave", "start", "remove"])
def test_a_stranger_is_sent_to_sign_in(public: Game, what: str) -> None:
    status, address = post(Client(), public, what)
    assert status == 302
    assert address.startswith("/accounts/login/?next=/g/")


@pytest.mark.django_db(transaction=True)
def test_of_ten_strangers_at_once_two_get_the_seats(by_link: Game) -> None:
    statuses = side_by_side(
        [lambda: post(Client(), by_link, "join", number="", as_guest="yes")[0]] * 6
    )
    by_link.refresh_from_db()
    assert sorted(statuses)[:2] == [303, 303]
    assert set(sorted(statuses)[2:]) <= {404, 422}
    assert by_link.status == Game.Status.ARRANGING
    assert User.objects.filter(is_guest=True).count() == 2


# Leaving


def test_who_leaves_frees_the_seat_and_is_told(public: Game) -> None:
    bo = make_user("Bo")
    client = browser_of(bo)
    post(client, public, "join")
    assert post(client, public, "leave") == (303, "/games/")
    assert "You have left the table." in words(client.get("/games/").content.decode())
    assert not bo.seats.exists()


def test_the_host_leaving_hands_the_table_on(ana: User, public: Game) -> None:
    bo = make_user("Bo")
    join(game_id=public.pk, user=bo, seed=SEED, now=NOW)
    post(browser_of(ana), public, "leave")
    public.refresh_from_db()
    assert public.host == bo


def test_leaving_without_a_seat_gets_a_sentence(public: Game) -> None:
    status, text = post(browser_of(make_user("Bo")), public, "leave")
    assert status == 422
    assert "You do not sit at this table." in text


def test_leaving_a_table_whose_game_has_begun_gets_a_sentence_at_the_table(ana: User) -> None:
    game = make_game(ana, make_user("Bo"))
    client = browser_of(ana)
    assert post(client, game, "leave") == (303, game.get_absolute_url())
    assert "This table is not open any more." in words(client.get("/games/").content.decode())
    assert ana.seats.exists()


# Starting


@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_the_host_starts_with_bots_in_free_seats(ana: User, public: Game, bot: str) -> None:
    assert post(browser_of(ana), public, "start", bot=bot) == (303, public.get_absolute_url())
    public.refresh_from_db()
    assert public.status == Game.Status.ARRANGING
    assert [seat.bot for seat in public.seats.all()] == ["", bot, bot]


def test_nobody_else_starts(public: Game) -> None:
    bo = make_user("Bo")
    join(game_id=public.pk, user=bo, seed=SEED, now=NOW)
    status, text = post(browser_of(bo), public, "start", bot="greedy")
    assert status == 422
    assert "Only the host of the table can do that." in text
    public.refresh_from_db()
    assert public.status == Game.Status.OPEN


@pytest.mark.parametrize("fields", [{}, {"bot": "none"}])
def test_a_bot_that_does_not_exist_is_refused(
    ana: User, public: Game, fields: dict[str, str]
) -> None:
    status, text = post(browser_of(ana), public, "start", **fields)
    assert status == 422
    assert "There is no such bot." in text
    public.refresh_from_db()
    assert public.status == Game.Status.OPEN


def test_starting_twice_starts_once_and_leads_to_the_table(ana: User, public: Game) -> None:
    client = browser_of(ana)
    for _click in range(2):
        address = post(client, public, "start", bot="random")
        assert address == (303, public.get_absolute_url())
    assert public.seats.count() == 3
