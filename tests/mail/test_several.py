"""Several notices in one mail."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import Notice, User
from games.models import Game
from games.rules.moves import Move
from tests.builders import NOW, act, make_game, make_user
from tests.mail.telling import html_of, mail, notice_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[User]:
    return [make_user("Ana"), make_user("Bo"), make_user("Cy")]


def started(game: Game, user: User) -> Notice:
    return Notice.objects.get(kind="started", user=user, payload__game=game.pk)


def test_what_waits_goes_by_deadline_then_the_news(people: list[User]) -> None:
    ana, bo, cy = people
    games = [make_game(ana, bo, arranged=False), make_game(bo, ana, arranged=False)]
    games.append(make_game(cy, ana, arranged=False))
    for game, hours in zip(games, (30, 20, 10), strict=True):
        Game.objects.filter(pk=game.pk).update(deadline=NOW + timedelta(hours=hours))
    act(make_game(ana, bo, cy, arranged=False), 1, Move("leave", detail="resigned"))
    notices = [notice_of(ana, "left"), *(started(game, ana) for game in games)]
    message = mail(*notices, now=NOW)
    assert message.subject == "3 games wait for you"
    body = str(message.body)
    places = [body.index(game.get_absolute_url()) for game in reversed(games)]
    places.append(body.index("And this has happened:"))
    places.append(body.index("- Bo resigned. Your game against Bo and Cy (your table) goes on."))
    assert places == sorted(places)
    assert "  You have 10 hours, until Sun 1 Mar 2026, 18:00 UTC." in body
    html = html_of(message)
    for told in ("3 games wait for you", "You have 10 hours", "Bo resigned.", "20 hours"):
        assert told in html
    assert html.count("/g/") == body.count("/g/") == 4


def test_games_without_a_clock_come_last(people: list[User]) -> None:
    ana, bo, _cy = people
    games = [make_game(ana, bo, arranged=False), make_game(bo, ana, arranged=False)]
    Game.objects.filter(pk=games[0].pk).update(deadline=None, turn_seconds=None)
    body = str(mail(*(started(game, ana) for game in games), now=NOW).body)
    assert body.index(games[1].code) < body.index(games[0].code)


def test_one_game_that_waits_is_named(people: list[User]) -> None:
    ana, bo, cy = people
    game = make_game(bo, ana, arranged=False)
    act(make_game(ana, bo, cy, arranged=False), 1, Move("leave", detail="resigned"))
    message = mail(started(game, ana), notice_of(ana, "left"), now=NOW)
    assert message.subject == "A game waits for you: against Bo (Bo’s table)"
    assert "1 game waits for you:" in str(message.body)


def test_news_alone_wait_for_nobody(people: list[User]) -> None:
    ana = people[0]
    for _game in range(2):
        act(make_game(*people, arranged=False), 1, Move("leave", detail="resigned"))
    notices = Notice.objects.filter(kind="left", user=ana)
    message = mail(*notices, now=NOW)
    assert message.subject == "News of your game against Bo and Cy (your table)"
    assert "wait" not in str(message.body)
    act(make_game(people[2], people[1], ana, arranged=False), 1, Move("leave", detail="resigned"))
    assert mail(*notices.all(), now=NOW).subject == "News of your games"


def test_a_game_waits_once_in_a_mail(people: list[User]) -> None:
    """Start and reminder of one game: the reminder says all of it."""
    ana, bo, _cy = people
    game = make_game(bo, ana, arranged=False)
    reminder = Notice.objects.get(user=ana, kind="reminder", payload__before=3600)
    now = NOW + timedelta(hours=23, minutes=30)
    message = mail(started(game, ana), reminder, now=now)
    assert message.subject == "30 minutes left to arrange your cards against Bo (Bo’s table)"
    assert f"<game-{game.code}.{ana.pk}@" in str(message.message()["References"])
