"""Mails about a table at which somebody sat who has left the site."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import Notice, User
from games.mail.stop import stop_token
from games.models import Game
from games.play.people import sweep
from games.play.people.closing import close_account
from tests.builders import NOW, play_some
from tests.mail.telling import end_turn, html_of, is_told, mail, notice_of, text

# What mails say does not depend on the database; outbox and sender are tested on both.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def leave(person: User) -> None:
    close_account(user_id=person.pk, now=NOW)
    sweep(NOW)


def test_the_others_are_told_that_somebody_left(game: Game, people: list[User]) -> None:
    leave(people[0])
    told = text(notice_of(people[1], "left"))
    assert "Former player 1" in told
    assert "Ana" not in told


def test_all_that_waits_about_the_game_can_still_be_told(game: Game, people: list[User]) -> None:
    for _turn in range(4):
        end_turn(game)
    leave(people[0])
    for _turn in range(4):
        end_turn(game)
    play_some(Game.objects.get(pk=game.pk))
    kinds = set()
    for notice in Notice.objects.filter(user__in=people[1:]):
        if is_told(notice):
            kinds.add(notice.kind)
            message = mail(notice, now=NOW)
            assert "Ana" not in f"{message.subject}{message.body}{html_of(message)}"
    assert "over" in kinds


def test_the_result_names_them(game: Game, people: list[User]) -> None:
    play_some(game)
    leave(people[0])
    message = mail(notice_of(people[1], "over"), now=NOW)
    assert "Former player 1" in str(message.body)


def test_a_link_that_stops_mails_leads_nowhere(people: list[User]) -> None:
    token = stop_token(people[0], ["turn"])
    leave(people[0])
    for send in (Client().get, Client().post):
        assert send(f"/mail/stop/{token}/").status_code == 404
