"""Blocking people on their page, and letting them be again."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts import blocks
from accounts.models import Block, Notice, User
from accounts.services import make_guest
from games.models import Game, Seat
from games.play.lobby import Options, join, open_table
from tests.builders import NOW, SEED, make_game, make_user
from tests.views.visitors import browser_of, words

pytestmark = pytest.mark.django_db
ACT, LIST = "/block/", "/settings/blocked/"


@pytest.fixture
def ana() -> User:
    return make_user("Ana")


@pytest.fixture
def bo() -> User:
    return make_user("Bo")


def press(browser: Client, person: str, act: str = "block", **more: str) -> tuple[int, str]:
    answer = browser.post(ACT, {"person": person, "act": act, **more}, follow=True)
    return answer.status_code, words(answer.content.decode())


def table(host: User, *others: User) -> Game:
    game = open_table(host=host, options=Options(players=4), now=NOW)
    for other in others:
        join(game_id=game.pk, user=other, seed=SEED, now=NOW)
    return game


def test_the_button_blocks_and_unblocks(ana: User, bo: User) -> None:
    browser = browser_of(ana)
    assert "Block Bo" in words(browser.get("/people/Bo/").content.decode())
    status, page = press(browser, "Bo")
    assert (status, Block.objects.count()) == (200, 1)
    assert "You and Bo are kept apart from now on." in page
    assert "Unblock Bo" in page
    assert "You have unblocked Bo." in press(browser, "Bo", "unblock")[1]
    assert Block.objects.count() == 0


def test_acting_leads_to_the_persons_page_by_get(ana: User, bo: User) -> None:
    answer = browser_of(ana).post(ACT, {"person": "bO", "act": "block"})
    assert (answer.status_code, answer["Location"]) == (303, "/people/Bo/")


def test_the_button_is_on_no_page_of_ones_own_and_not_for_strangers(ana: User) -> None:
    assert 'action="/block/"' not in browser_of(ana).get("/people/Ana/").content.decode()
    assert 'action="/block/"' not in Client().get("/people/Ana/").content.decode()


def test_pressing_twice_and_unblocking_twice_are_no_errors(ana: User, bo: User) -> None:
    browser = browser_of(ana)
    assert [press(browser, "Bo")[0] for _ in range(2)] == [200, 200]
    assert Block.objects.count() == 1
    assert [press(browser, "Bo", "unblock")[0] for _ in range(2)] == [200, 200]


def test_nobody_is_asked_whether_to_block_themselves(ana: User, bo: User) -> None:
    table(ana, bo)
    status, page = press(browser_of(ana), "Ana")
    assert status == 422
    assert "You cannot block yourself." in page
    assert "Block Ana?" not in page
    assert Seat.objects.count() == 2


def test_guests_block_and_are_blocked(ana: User) -> None:
    guest = make_guest(NOW)
    assert press(browser_of(guest), "Ana")[0] == 200
    assert press(browser_of(ana), guest.name)[0] == 200
    assert Block.objects.count() == 2


def test_strangers_sign_in_first(bo: User) -> None:
    for page in (ACT, LIST):
        answer = Client().post(page, {"person": "Bo", "act": "block"})
        assert answer["Location"].startswith("/accounts/login/")
    assert Block.objects.count() == 0


@pytest.mark.parametrize("name", ["Nobody", "", "Ash", "a\x00b", "x" * 5000, "Bo (bot)"])
@pytest.mark.parametrize("act", ["block", "unblock"])
def test_nobody_of_this_name(ana: User, name: str, act: str) -> None:
    assert browser_of(ana).post(ACT, {"person": name, "act": act}).status_code == 404


def test_oneself_is_refused(ana: User) -> None:
    status, page = press(browser_of(ana), "Ana")
    assert (status, "You cannot block yourself." in page) == (422, True)
    assert Block.objects.count() == 0


def test_getting_the_address_changes_nothing(ana: User, bo: User) -> None:
    answer = browser_of(ana).get(ACT, {"person": "Bo", "act": "block"})
    assert (answer.status_code, answer["Location"]) == (302, LIST)
    assert Block.objects.count() == 0


def test_the_list_says_who_is_blocked_and_lets_them_be(ana: User, bo: User) -> None:
    browser = browser_of(ana)
    assert "You have blocked nobody." in words(browser.get(LIST).content.decode())
    press(browser, "Bo")
    assert "Unblock Bo" in words(browser.get(LIST).content.decode())
    of_bo = words(browser_of(bo).get(LIST).content.decode())
    assert "Bo" not in of_bo.replace(" Bo Your page", "")
    status, page = press(browser, "Bo", "unblock", back="list")
    assert (status, "You have blocked nobody." in page) == (200, True)
    assert 'href="/settings/blocked/"' in browser.get("/accounts/settings/").content.decode()


def test_the_list_changes_nothing_by_post(ana: User) -> None:
    assert browser_of(ana).post(LIST).status_code == 405


def test_a_full_list_refuses_in_a_sentence(
    ana: User, bo: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blocks, "MOST", 0)
    status, page = press(browser_of(ana), "Bo")
    assert (status, "You have blocked as many people as one can: 0." in page) == (422, True)


def test_where_both_sit_at_an_open_table_it_is_said_before(ana: User, bo: User) -> None:
    cy = make_user("Cy")
    anas, cys = table(ana, bo), table(cy, bo, ana)
    browser = browser_of(ana)
    status, page = press(browser, "Bo")
    assert status == 200
    assert "Your table : Bo loses the seat." in page
    assert "Cy’s table : You give your seat back." in page
    assert Block.objects.count() == 0
    assert Seat.objects.count() == 5
    assert press(browser, "Bo", sure="yes")[0] == 200
    assert set(anas.seats.values_list("user", flat=True)) == {ana.pk}
    assert set(cys.seats.values_list("user", flat=True)) == {cy.pk, bo.pk}


def test_running_games_need_no_question(ana: User, bo: User) -> None:
    game = make_game(ana, bo)
    assert "kept apart from now on" in press(browser_of(ana), "Bo")[1]
    assert browser_of(bo).get(game.get_absolute_url()).status_code == 200


def test_who_is_blocked_is_told_nothing(ana: User, bo: User) -> None:
    table(ana, bo)
    before = Notice.objects.count()
    press(browser_of(ana), "Bo", sure="yes")
    assert Notice.objects.count() == before
    page = words(browser_of(bo).get("/people/Ana/").content.decode())
    assert "Block Ana" in page
    assert "apart" not in page


def test_the_lobby_shows_neither_the_others_tables(ana: User, bo: User) -> None:
    for host in (ana, bo, make_user("Cy")):
        table(host)
    press(browser_of(ana), "Bo")
    lobbies = [words(browser_of(user).get("/lobby/").content.decode()) for user in (ana, bo)]
    assert "Bo’s table" not in lobbies[0]
    assert "Ana’s table" not in lobbies[1]
    assert ["Cy’s table" in page for page in lobbies] == [True, True]
    assert "Ana’s table" in words(Client().get("/lobby/").content.decode())


def test_by_link_or_from_an_old_page_joining_is_refused_in_a_sentence(ana: User, bo: User) -> None:
    game = table(ana)
    press(browser_of(ana), "Bo")
    browser = browser_of(bo)
    page = browser.get(game.get_absolute_url()).content.decode()
    told = "You cannot join this table: somebody who sits there and you are kept apart."
    assert told in words(page)
    assert 'id="join"' not in page
    answer = browser.post(f"{game.get_absolute_url()}join/")
    assert answer.status_code == 422
    assert told in words(answer.content.decode())
    assert not game.seats.filter(user=bo).exists()


def test_who_blocked_reads_whom(ana: User, bo: User) -> None:
    game = table(bo)
    press(browser_of(ana), "Bo")
    answer = browser_of(ana).post(f"{game.get_absolute_url()}join/")
    assert answer.status_code == 422
    assert "you have blocked Bo, who sits there" in words(answer.content.decode())


def test_a_new_name_changes_nothing(ana: User, bo: User) -> None:
    press(browser_of(ana), "Bo")
    bo.name = "Robert"
    bo.save(update_fields=["name", "name_key"])
    assert "Unblock Robert" in words(browser_of(ana).get(LIST).content.decode())
