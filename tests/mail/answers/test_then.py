"""The answer to a mail tells what is so when it is sent, and to nobody else."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.models import MailChoice, Notice, User
from accounts.outbox import post
from games.mail.kinds import KINDS
from games.models import Game, ReceivedMail, Seat
from games.play.ending import call_off
from tests.builders import NOW, make_user, play_some
from tests.mail.answering import answer, html, write
from tests.mail.post_office import send
from tests.mail.telling import end_turn, is_untrue, look, text

# How mails are read and answered does not depend on the database; orders and outbox are on both.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def test_a_game_that_is_over_is_told_with_its_result(game: Game, people: list[User]) -> None:
    notice = write(game, people[0], "draw")
    play_some(game)
    told = text(notice)
    assert "You drew" in told and "Your place:" not in told
    assert "Total" in told and "Or answer this mail" not in told
    assert "Total" in html(notice)


def test_a_game_without_a_result_is_told_as_such(game: Game, people: list[User]) -> None:
    notice = write(game, people[0], "draw")
    call_off(game_id=game.pk, user=people[0], now=NOW)
    told = text(notice)
    assert "The game has ended without a result." in told and "Kingdom of" not in told


def test_it_tells_the_game_as_it_stands_when_it_is_sent(game: Game, people: list[User]) -> None:
    notice = write(game, people[0], "draw")
    end_turn(game)
    assert "You drew" in text(notice)
    assert "It is the turn of Bo" in text(notice)


def test_whoever_switched_it_off_meanwhile_gets_no_way_to_play(
    game: Game, people: list[User]
) -> None:
    notice = write(game, people[0], "draw")
    User.objects.filter(pk=people[0].pk).update(plays_by_mail_since=None)
    assert "You drew" in text(notice) and "/mail/turn/" not in text(notice)
    assert "Reply-To" not in answer(notice).extra_headers


def test_no_choice_and_no_hour_holds_it(game: Game, people: list[User]) -> None:
    notice = write(game, people[0], "draw")
    Seat.objects.filter(user=people[0]).update(muted=True)
    User.objects.filter(pk=people[0].pk).update(quiet_from=0, quiet_until=23)
    for kind in KINDS:
        MailChoice.objects.create(user=people[0], kind=kind, way=MailChoice.Way.OFF)
    send()
    notice.refresh_from_db()
    assert notice.state == Notice.State.SENT
    assert not KINDS["answer"].label


def test_it_comes_alone(game: Game, people: list[User], mailoutbox: list[object]) -> None:
    write(game, people[0], "draw")
    write(game, people[0], "board")
    send()
    subjects = [each.subject for each in mailoutbox]  # type: ignore[attr-defined]
    assert sum(subject.startswith("Re: ") for subject in subjects) == 2


def test_of_what_is_gone_nothing_is_told(game: Game, people: list[User]) -> None:
    notice = write(game, people[0], "draw")
    other = write(game, people[0], "board")
    Seat.objects.filter(game=game, user=people[0]).update(user=make_user("Dan"))
    assert is_untrue(notice)
    ReceivedMail.objects.filter(pk=other.payload["received"]).delete()
    assert is_untrue(other)


def test_nobody_is_told_of_the_mail_of_somebody_else(game: Game, people: list[User]) -> None:
    notice = write(game, people[0], "draw")
    payload = {**notice.payload, "seat": 1}
    post(key="answer:x", user_id=people[1].pk, kind="answer", payload=payload, now=NOW)
    assert is_untrue(Notice.objects.get(key="answer:x"))


@pytest.mark.parametrize("moves", [0, 30])
def test_it_takes_a_fixed_number_of_queries(
    game: Game,
    people: list[User],
    moves: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    play_some(game, moves)
    while Game.objects.get(pk=game.pk).active_seat or game.phase != "action":
        play_some(game, 1)
        game.refresh_from_db()
    notice = write(game, people[0], "draw, board, keep z9, pass")
    assert notice.user == people[0]
    with django_assert_num_queries(10):
        look(notice, NOW)
