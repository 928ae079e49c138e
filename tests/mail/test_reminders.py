"""When reminders come, by the clock as it is then."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import Notice, User
from games.mail.kind import Later
from games.models import Game
from games.play.ending import propose
from games.rules.moves import Move
from tests.builders import NOW, act, make_game, make_user
from tests.mail.telling import (
    active,
    end_turn,
    html_of,
    is_told,
    is_untrue,
    look,
    mail,
)

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


def reminders(user: User) -> dict[int, Notice]:
    """By hours before the end of the turn: those of arranging the cards were posted before."""
    notices = Notice.objects.filter(user=user, kind="reminder").order_by("pk")
    return {notice.payload["before"] // 3600: notice for notice in notices}


@pytest.fixture
def slow(people: list[User]) -> Game:
    """A turn of four days: 1 and 3 in the bank."""
    return make_game(*people)


def test_each_reminder_comes_at_its_time_and_tells_what_is_left(
    slow: Game, people: list[User]
) -> None:
    user = active(slow, people)
    due = reminders(user)
    assert sorted(due) == [1, 8, 24]
    end = NOW + 4 * DAY
    for hours, shown in ((24, "1 day"), (8, "8 hours"), (1, "1 hour")):
        at = end - hours * HOUR
        assert look(due[hours], at - HOUR / 60) == Later(at)
        message = mail(due[hours], now=at)
        assert message.subject.startswith(f"{shown} left for your turn against ")
        assert f"You have {shown}, until Thu 5 Mar 2026, 08:00 UTC" in " ".join(
            str(message.body).split()
        )


def test_of_reminders_that_became_due_together_one_is_told(slow: Game, people: list[User]) -> None:
    due = reminders(active(slow, people))
    at = NOW + 4 * DAY - HOUR / 2
    assert [is_told(due[hours], at) for hours in (24, 8, 1)] == [False, False, True]
    at = NOW + 4 * DAY - 7 * HOUR
    assert is_untrue(due[24], at) and is_told(due[8], at) and not is_told(due[1], at)


def test_reminders_follow_a_deadline_that_moves(slow: Game, people: list[User]) -> None:
    notice = reminders(active(slow, people))[1]
    at = NOW + 4 * DAY - HOUR
    assert is_told(notice, at)
    Game.objects.filter(pk=slow.pk).update(deadline=NOW + 6 * DAY)
    assert look(notice, at) == Later(NOW + 6 * DAY - HOUR)


def test_reminders_wait_while_the_clock_stands(slow: Game, people: list[User]) -> None:
    user = active(slow, people)
    notice = reminders(user)[1]
    Game.objects.filter(pk=slow.pk).update(deadline=None, stopped_seconds=1800)
    assert look(notice, NOW) == Later(NOW + DAY)
    User.objects.filter(pk=user.pk).update(vacation_from=NOW, vacation_until=NOW + 9 * DAY)
    assert look(notice, NOW) == Later(NOW + 9 * DAY)
    Game.objects.filter(pk=slow.pk).update(stopped_seconds=None)
    assert is_untrue(notice)


def test_reminders_of_other_turns_are_not_told(slow: Game, people: list[User]) -> None:
    user = active(slow, people)
    notice = reminders(user)[1]
    end_turn(slow)
    assert is_untrue(notice, NOW + 4 * DAY - HOUR)
    while active(slow, people) != user:
        end_turn(slow)
    slow.refresh_from_db()
    assert slow.deadline is not None
    assert is_untrue(notice, slow.deadline - HOUR)
    assert is_told(reminders(user)[1], slow.deadline - HOUR)


def test_no_reminder_of_arranging_in_the_first_turn(people: list[User]) -> None:
    game = make_game(*people, arranged=False)
    due = {user.pk: reminders(user) for user in people}
    assert [sorted(each) for each in due.values()] == [[1, 8]] * 3
    at = NOW + DAY - HOUR
    told = mail(due[people[0].pk][1], now=at)
    assert told.subject == "1 hour left to arrange your cards against Bo and Cy (your table)"
    for seat in range(3):
        act(game, seat, Move("ready"))
    for each in due.values():
        assert is_untrue(each[1], NOW + 4 * DAY - HOUR)


def test_a_reminder_waits_when_time_is_up(slow: Game, people: list[User]) -> None:
    notice = reminders(active(slow, people))[1]
    assert look(notice, NOW + 4 * DAY) == Later(NOW + 4 * DAY + timedelta(minutes=1))


def sentence_of(game: Game, people: list[User], now: timedelta = 3 * DAY) -> str:
    """What its reminder says comes of it when time is up; the same in both parts."""
    row = Game.objects.get(pk=game.pk)
    user = people[0] if row.status == Game.Status.ARRANGING else people[row.active_seat]
    notice = Notice.objects.filter(user=user, kind="reminder", payload__game=game.pk).latest("pk")
    message = mail(notice, now=NOW + now + DAY - HOUR)
    _before, _begins, told = " ".join(str(message.body).split()).partition("When it is up, ")
    assert "When it is up, " + told.partition(".")[0] in html_of(message)
    return told.partition(".")[0]


@pytest.mark.parametrize(
    ("leavers", "told"),
    [
        ("out", "you are out, and your turns are skipped"),
        ("bot", "you are out, and a bot plays on for you"),
    ],
)
def test_they_say_what_time_up_does_in_a_game_that_goes_on(
    people: list[User], leavers: str, told: str
) -> None:
    assert sentence_of(make_game(*people, leavers=leavers), people) == told


@pytest.mark.parametrize("leavers", ["out", "bot"])
def test_that_it_ends_a_game_in_which_only_one_would_be_left(
    people: list[User], leavers: str
) -> None:
    told = "you are out, and the game is over: only one player is left"
    assert sentence_of(make_game(*people[:2], leavers=leavers), people) == told
    three = make_game(*people, leavers=leavers)
    act(three, (three.active_seat + 1) % 3, Move("leave", detail="resigned"))
    assert sentence_of(three, people) == told


def test_or_only_bots() -> None:
    ana = make_user("Di")
    game = make_game(ana, players=3, first_by="account", leavers="bot")
    told = "you are out, and the game is over: only bots are left"
    assert sentence_of(game, [ana]) == told


def test_that_it_passes_after_the_action(people: list[User]) -> None:
    game = make_game(*people[:2])
    Game.objects.filter(pk=game.pk).update(phase="claiming")
    assert sentence_of(game, people) == "you pass: your turn ends without a claim"


def test_that_it_agrees_to_a_proposal_that_waits_for_nobody_else(people: list[User]) -> None:
    game = make_game(*people[:2])
    propose(game_id=game.pk, user=people[1 - game.active_seat], now=NOW)
    told = sentence_of(game, people)
    assert told.startswith("you count as agreeing to end the game, as all others do")


def test_that_cards_stay_as_dealt_while_all_arrange(people: list[User]) -> None:
    game = make_game(*people[:2], leavers="bot", arranged=False)
    told = "your cards stay as they were dealt"
    assert sentence_of(game, people, now=0 * DAY) == told
    started = Notice.objects.get(user=people[0], kind="started")
    assert f"When it is up, {told}." in " ".join(str(mail(started, now=NOW).body).split())
