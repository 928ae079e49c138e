"""Who may open a table, and how."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game
from games.play.ending import call_off
from games.play.lobby import Options, open_table, start
from tests.builders import NOW, SEED, make_game, make_user
from tests.views.sitting import HTMX, sit
from tests.views.visitors import browser_of

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def ana() -> User:
    return make_user("Ana")


@pytest.fixture
def bo() -> User:
    return make_user("Bo")


@pytest.fixture
def by_link(ana: User, bo: User) -> Game:
    return make_game(ana, bo, public=False)


@pytest.fixture
def public(ana: User, bo: User) -> Game:
    return make_game(ana, bo)


@pytest.mark.parametrize("signed_in", [True, False])
def test_a_running_table_by_link_is_closed_to_strangers(by_link: Game, signed_in: bool) -> None:
    client = browser_of(make_user("Cleo")) if signed_in else Client()
    assert client.get(by_link.get_absolute_url()).status_code == 404
    assert client.head(by_link.get_absolute_url()).status_code == 404


def test_a_table_that_does_not_exist_looks_like_one_that_is_closed(ana: User) -> None:
    assert browser_of(ana).get("/g/nobodyknows2/").status_code == 404
    assert browser_of(ana).post("/g/nobodyknows2/", {"act": "draw"}).status_code == 404


def test_its_players_see_it(by_link: Game, ana: User, bo: User) -> None:
    for user in (ana, bo):
        page = sit(by_link, user).see()
        assert page.status == 200
        assert page.one("h1").words in ("Ana’s table", "Your table")


def test_anybody_watches_a_table_of_the_lobby(public: Game) -> None:
    for user in (None, make_user("Cleo")):
        page = sit(public, user).see()
        assert page.status == 200
        assert page.buttons == {}
        assert page.acts == []
        assert page.says in {"Ana is to play.", "Bo is to play."}


def test_a_watcher_who_sends_a_move_is_told_that_only_players_can(public: Game) -> None:
    page = sit(public, make_user("Cleo")).do("draw")
    assert page.status == 403
    assert page.refusal == "You watch this game: only its players can move."
    public.refresh_from_db()
    assert public.phase == "action"


def test_a_stranger_who_sends_a_move_learns_nothing(by_link: Game) -> None:
    answer = browser_of(make_user("Cleo")).post(by_link.get_absolute_url(), {"act": "draw"})
    assert answer.status_code == 404


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_who_was_signed_out_signs_in_and_comes_back_to_the_table(
    by_link: Game, headers: dict[str, str]
) -> None:
    client = Client()
    answer = client.post(by_link.get_absolute_url(), {"act": "draw"}, headers=headers)
    address = f"/accounts/login/?next={by_link.get_absolute_url()}"
    if headers:
        assert answer.status_code == 200
        assert answer["HX-Redirect"] == address
    else:
        assert answer.status_code == 302
        assert answer["Location"] == address
    assert "You were signed out, so your move was not made." in client.get(address).content.decode()


@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_other_methods_are_not_allowed(public: Game, ana: User, method: str) -> None:
    client = browser_of(ana)
    assert getattr(client, method)(public.get_absolute_url()).status_code == 405
    assert getattr(client, method)(f"{public.get_absolute_url()}poll/").status_code == 405


def test_polls_are_no_place_for_moves(public: Game, ana: User) -> None:
    answer = browser_of(ana).post(f"{public.get_absolute_url()}poll/", {"act": "draw"})
    assert answer.status_code == 405


def test_a_move_without_its_token_is_refused(public: Game, ana: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(ana)
    sent = {"act": "leave", "version": public.version}
    assert client.post(public.get_absolute_url(), sent).status_code == 403
    public.refresh_from_db()
    assert public.status == Game.Status.PLAYING


@pytest.mark.parametrize("query", ["", "square=a1", "resign=1", "act=draw", "act=leave&version=9"])
def test_looking_changes_nothing(public: Game, ana: User, query: str) -> None:
    client = browser_of(ana)
    before = Game.objects.filter(pk=public.pk).values().get()
    for look in (client.get, client.head):
        assert look(f"{public.get_absolute_url()}?{query}").status_code == 200
    assert Game.objects.filter(pk=public.pk).values().get() == before


def test_no_table_is_kept_by_a_browser(public: Game, ana: User) -> None:
    answer = browser_of(ana).get(public.get_absolute_url())
    assert "no-store" in answer["Cache-Control"]


def test_a_table_that_waits_for_players_takes_no_moves(ana: User) -> None:
    game = open_table(host=ana, options=Options(), now=NOW)
    page = sit(game, ana).do("draw")
    assert page.status == 422
    assert page.refusal == "This game is not running."


def test_without_a_script_whoever_waits_can_refresh(public: Game, ana: User, bo: User) -> None:
    mover, waiting = (ana, bo) if public.active_seat == 0 else (bo, ana)
    link = sit(public, waiting).see().one("a", id="refresh")
    assert "noscript" in [element.tag for element in link.inside]
    assert sit(public, mover).see().all("a", id="refresh") == []


def test_who_has_left_still_sees_the_table_as_watchers_do(by_link: Game, ana: User) -> None:
    sitting = sit(by_link, ana)
    sitting.do("leave")
    page = sitting.see()
    assert page.status == 200
    assert page.buttons == {}


def test_a_host_s_own_table_is_called_the_same_before_in_and_after_the_game(ana: User) -> None:
    game = open_table(host=ana, options=Options(), now=NOW)
    titles = []
    for step in ("open", "arranging", "void"):
        if step == "arranging":
            start(game_id=game.pk, by=ana, bot="random", seed=SEED, now=NOW)
        elif step == "void":
            call_off(game_id=game.pk, user=ana, now=NOW)
        titles.append(sit(game, ana).see().one("h1").words)
    assert titles == ["Your table"] * 3
