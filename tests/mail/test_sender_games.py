"""Mails of real games, by a real mail server."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from accounts.models import Notice, User
from games.models import Game
from tests.builders import NOW, make_game, play_some
from tests.fixtures.mail_server import MailServer
from tests.mail.post_office import HOUR, MINUTE, person, send

pytestmark = pytest.mark.django_db
DAY = 24 * 3600


def whose_turn(game: Game) -> User:
    """Whom the game waits for."""
    game.refresh_from_db()
    user = game.seats.get(number=game.active_seat).user
    assert user is not None
    return user


def test_after_a_dead_server_each_player_has_one_mail_for_the_turns_that_are_open_now(
    mail_server: MailServer,
) -> None:
    ana, bo = person("Ana"), person("Bo")
    games = [make_game(ana, bo, turn_seconds=DAY) for _ in range(4)]
    mail_server.stop()
    for number, game in enumerate(games):
        play_some(game, 12 + number, random=Random(number))
        send(NOW + 20 * MINUTE)
    posted = Notice.objects.filter(kind="turn").count()
    open_turns = Counter(whose_turn(game) for game in games)
    mail_server.start()
    run = send(NOW + HOUR)
    assert posted > 4 * len(games)
    assert run.notices == len(games)
    assert Counter(mail.to[0] for mail in mail_server.mails) == dict.fromkeys(
        (user.email for user in open_turns), 1
    )
    assert Notice.objects.filter(state="dropped").count() >= posted - len(games)
    assert not Notice.objects.filter(state="waiting", not_before__lte=NOW + HOUR).exists()


def test_each_turn_of_a_game_is_told_once_though_sent_for_again_and_again(
    mail_server: MailServer,
) -> None:
    ana, bo = person("Ana"), person("Bo")
    game = make_game(ana, bo, turn_seconds=DAY)
    for _ in range(3):
        send(NOW + 5 * MINUTE)
    assert [mail.to for mail in mail_server.mails] == [[whose_turn(game).email]]
