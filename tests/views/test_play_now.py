from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services import make_guest
from games.models import Game
from games.views.once import NOTE_KEPT
from tests.builders import NOW, make_user
from tests.side_by_side import side_by_side
from tests.views.visitors import browser_of, hidden_value

pytestmark = pytest.mark.django_db


def form_on(client: Client) -> dict[str, str]:
    """What a browser sends when *Play now* is clicked and nothing else was touched."""
    return {"number": hidden_value(client.get("/").content.decode(), "number"), "bots": "3"}


def test_one_click_makes_a_stranger_a_guest_in_a_game_against_three_bots(client: Client) -> None:
    answer = client.post("/play/", form_on(client))
    game = Game.objects.get()
    assert (answer.status_code, answer["Location"]) == (303, game.get_absolute_url())
    assert game.status == Game.Status.ARRANGING
    assert not game.public
    seats = list(game.seats.all())
    assert [seat.bot for seat in seats] == ["", "greedy", "greedy", "greedy"]
    guest = User.objects.get()
    assert guest.is_guest
    assert seats[0].user == guest
    assert client.session["_auth_user_id"] == str(guest.pk)


def test_nothing_but_the_click_is_needed(client: Client) -> None:
    assert client.post("/play/").status_code == 303
    assert Game.objects.get().players == 4


@pytest.mark.parametrize("bots", [1, 2, 3])
def test_as_many_bots_as_chosen_take_a_seat(client: Client, bots: int) -> None:
    client.post("/play/", {"bots": bots, "bot": "random"})
    seats = Game.objects.get().seats
    assert seats.count() == bots + 1
    assert seats.filter(bot="random").count() == bots


@pytest.mark.parametrize("wrong", [{"bots": "0"}, {"bots": "4"}, {"bots": "x"}, {"bot": "none"}])
def test_a_choice_that_does_not_exist_is_refused(client: Client, wrong: dict[str, str]) -> None:
    answer = client.post("/play/", wrong)
    assert answer.status_code == 422
    assert "Nothing was started" in answer.content.decode()
    assert not User.objects.exists()
    assert not Game.objects.exists()


def test_a_guest_stays_the_same_guest() -> None:
    guest = make_guest(NOW)
    client = browser_of(guest)
    client.post("/play/", form_on(client))
    client.post("/play/", form_on(client))
    assert User.objects.get() == guest
    assert guest.seats.count() == 2


def test_a_member_plays_as_themself() -> None:
    ana = make_user("Ana")
    client = browser_of(ana)
    client.post("/play/", form_on(client))
    assert User.objects.get() == ana
    assert ana.seats.get().name == "Ana"


def test_by_get_nothing_starts(client: Client) -> None:
    answer = client.get("/play/")
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert not User.objects.exists()
    assert not Game.objects.exists()


def test_without_the_page_s_token_nothing_starts() -> None:
    assert Client(enforce_csrf_checks=True).post("/play/").status_code == 403
    assert not Game.objects.exists()


def test_the_same_form_sent_again_leads_to_the_same_game_and_guest(client: Client) -> None:
    form = form_on(client)
    first = client.post("/play/", form)
    again = Client()  # the browser has not seen the first answer
    second = again.post("/play/", form)
    assert second["Location"] == first["Location"]
    assert again.session["_auth_user_id"] == client.session["_auth_user_id"]
    assert Game.objects.count() == User.objects.count() == 1


def test_a_member_s_double_click_starts_one_game() -> None:
    client = browser_of(make_user())
    form = form_on(client)
    assert client.post("/play/", form)["Location"] == client.post("/play/", form)["Location"]
    assert Game.objects.count() == 1


def test_another_choice_on_the_same_page_is_another_game() -> None:
    client = browser_of(make_user())
    form = form_on(client)
    client.post("/play/", form)
    client.post("/play/", form | {"bots": "1"})
    assert [game.players for game in Game.objects.order_by("pk")] == [4, 2]


def test_the_same_page_a_while_later_starts_another_game() -> None:
    client = browser_of(make_user())
    form = form_on(client)
    client.post("/play/", form)
    with time_machine.travel(timezone.now() + NOTE_KEPT + timedelta(seconds=1)):
        client.post("/play/", form)
    assert Game.objects.count() == 2


@pytest.mark.parametrize("number", ["", "1", "x" * 19, "x" * 41])
def test_a_number_that_could_be_guessed_is_none(number: str) -> None:
    for _visitor in range(2):
        Client().post("/play/", {"number": number})
    assert Game.objects.count() == User.objects.count() == 2


def test_the_form_s_number_never_makes_a_stranger_a_member(client: Client) -> None:
    form = form_on(client)
    browser_of(make_user("Ana")).post("/play/", form)
    client.post("/play/", form)
    assert User.objects.get(pk=client.session["_auth_user_id"]).is_guest
    assert Game.objects.count() == 2


def test_who_has_become_a_member_meanwhile_is_not_signed_in_by_the_form(client: Client) -> None:
    form = form_on(client)
    client.post("/play/", form)
    User.objects.update(is_guest=False)
    again = Client()
    assert again.post("/play/", form).status_code == 303
    assert "_auth_user_id" not in again.session


def test_the_note_of_a_form_signs_nobody_in(client: Client) -> None:
    client.post("/play/", form_on(client))
    signed_in = client.session.session_key
    (note,) = Session.objects.exclude(pk=signed_in)
    thief = Client()
    thief.cookies["sessionid"] = note.pk
    assert thief.get("/games/").status_code == 302


@pytest.mark.django_db(transaction=True)
def test_of_many_clicks_at_once_one_counts(client: Client) -> None:
    form = form_on(client)
    answers = side_by_side([lambda: Client().post("/play/", form)] * 6)
    assert {answer.status_code for answer in answers} == {303}
    assert len({answer["Location"] for answer in answers}) == 1
    assert Game.objects.count() == User.objects.count() == 1
