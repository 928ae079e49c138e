"""What becomes void between the look at a mail or a link and the lock: nothing of it counts."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from threading import Thread
from typing import Any

import pytest
from django.db import connection, connections

from accounts.models import Notice, User
from games.mail.choices import play_from_mail
from games.models import Game, ReceivedMail
from games.models import Move as MoveRow
from games.play.by_mail import acting, noting
from games.play.by_mail.letter import Outcome
from games.play.by_mail.noting import note_once
from games.play.people.closing import close_account
from games.views import turn_by_mail
from tests.builders import NOW, make_game
from tests.play.by_mail.ordering import answers, mail_in, order, player
from tests.views.link_holder import holder

pytestmark = pytest.mark.django_db(transaction=True)

LATER = NOW + timedelta(days=1)
Hook = Callable[[Any, str, Callable[[], None]], None]


@pytest.fixture
def game() -> Game:
    return make_game(player(), player(), player())


@pytest.fixture
def person(game: Game) -> User:
    return User.objects.get(seats__game=game, seats__number=game.active_seat)


@pytest.fixture
def before(monkeypatch: pytest.MonkeyPatch) -> Hook:
    """Let something happen just before a function of a module is called for the first time."""

    def hook(module: Any, name: str, happens: Callable[[], None]) -> None:
        real = getattr(module, name)
        happened: list[bool] = []

        def call(*given: Any, **named: Any) -> Any:
            if not happened:
                happened.append(True)
                happens()
            return real(*given, **named)

        monkeypatch.setattr(module, name, call)

    return hook


class Elsewhere(Thread):
    """Something that another process does meanwhile."""

    def __init__(self, act: Callable[[], None]) -> None:
        super().__init__(daemon=True)
        self.act = act
        self.fault: Exception | None = None

    def run(self) -> None:
        try:
            self.act()
        except Exception as fault:
            self.fault = fault
        finally:
            connections.close_all()

    def is_done(self, seconds: float = 20) -> bool:
        """Whether it is, in that time."""
        self.join(seconds)
        if self.fault:
            raise self.fault
        return not self.is_alive()


def off_and_on(person: User) -> None:
    play_from_mail(person, False, NOW)
    play_from_mail(User.objects.get(pk=person.pk), True, LATER)


def close(person: User) -> None:
    close_account(user_id=person.pk, now=NOW)


def nothing_came_of_it() -> bool:
    return not ReceivedMail.objects.exists() and not answers()


VOID = pytest.mark.parametrize("happens", [off_and_on, close])


@VOID
def test_a_mail(game: Game, person: User, happens: Callable[[User], None]) -> None:
    # As the row was read when the mail was taken to be theirs.
    mail = partial(mail_in, game, game.active_seat, order("draw"), since=NOW, sender=person.email)
    happens(person)
    assert mail() == Outcome.IGNORED
    assert nothing_came_of_it()
    assert not MoveRow.objects.filter(game=game, act="draw").exists()


@VOID
def test_a_mail_that_is_not_looked_at(
    game: Game, person: User, happens: Callable[[User], None]
) -> None:
    seat = game.seats.select_related("game", "user").get(number=game.active_seat)
    happens(person)
    assert note_once(seat=seat, turn="0", why="stranger", now=NOW) == Outcome.IGNORED
    assert nothing_came_of_it()


@VOID
def test_a_link(game: Game, person: User, before: Hook, happens: Callable[[User], None]) -> None:
    link = holder(game)
    before(turn_by_mail, "_act", lambda: happens(person))
    assert link.send("draw").status_code == 404
    assert not MoveRow.objects.filter(game=game, act="draw").exists()


@pytest.mark.postgresql
def test_who_closes_an_account_waits_for_a_mail_that_is_being_done(
    game: Game, person: User, before: Hook
) -> None:
    closing = Elsewhere(lambda: close(person))

    def begin() -> None:
        closing.start()
        assert not closing.is_done(1)

    before(acting, "look_at_earlier", begin)
    assert mail_in(game, game.active_seat, order("draw")) == Outcome.PLAYED
    assert closing.is_done()
    person.refresh_from_db()
    assert person.closing_at == NOW
    assert not ReceivedMail.objects.exists()
    assert not Notice.objects.filter(user=person, state="waiting").exists()


@pytest.mark.postgresql
def test_and_for_one_that_is_noted(game: Game, person: User, before: Hook) -> None:
    seat = game.seats.select_related("game", "user").get(number=game.active_seat)
    closing = Elsewhere(lambda: close(person))

    def begin() -> None:
        closing.start()
        assert not closing.is_done(1)

    before(noting, "post_answer", begin)
    assert note_once(seat=seat, turn="0", why="stranger", now=NOW) == Outcome.ANSWERED
    assert closing.is_done()
    assert not ReceivedMail.objects.exists()


def test_the_person_is_locked_after_the_game(game: Game) -> None:
    seen: list[str] = []

    def note(execute: Any, sql: str, *more: Any) -> Any:
        if "FOR " in sql or connection.vendor == "sqlite":
            seen.extend(name for name in ("games_game", "accounts_user") if f'FROM "{name}"' in sql)
        return execute(sql, *more)

    with connection.execute_wrapper(note):
        mail_in(game, game.active_seat, order("draw"))
    assert seen.index("games_game") < seen.index("accounts_user")
