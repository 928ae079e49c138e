"""A proposal to end a game waits for whoever was on vacation: the same time on their return."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime

import pytest
from django.db import OperationalError

from accounts.models import User, Vacation
from games.models import Game, Seat
from games.play import answers
from games.play.beat import beat
from games.play.ending import answer, propose
from games.play.expiry import expire_proposal
from games.play.pace import PRESETS
from games.play.vacations import settle, sweep_vacations
from tests.builders import NOW, make_game, make_user
from tests.play.clockwork import DAY, HOUR, MINUTE, SECOND, fresh, seat

pytestmark = pytest.mark.django_db
WITHIN = {"live": DAY, "daily": 4 * DAY}


def proposed(pace: str = "daily", *, vacations: bool = True) -> Game:
    """Seat 0 proposes at NOW, seat 1 agrees, seat 2 is asked; no turn's clock is in the way."""
    turn, bank = PRESETS[pace].turn, PRESETS[pace].bank
    people = [make_user(), make_user(), make_user()]
    game = make_game(*people, turn_seconds=turn, bank_seconds=bank, vacations=vacations)
    propose(game_id=game.pk, user=people[0], now=NOW)
    answer(game_id=game.pk, user=people[1], agrees=True, now=NOW)
    return fresh(game)


def user_of(game: Game, number: int) -> User:
    user = seat(game, number).user
    assert user is not None
    return user


def away(user: User, begins: datetime, ends: datetime) -> Vacation:
    """A vacation as `accounts.vacations` writes it, of any length."""
    User.objects.filter(pk=user.pk).update(vacation_from=begins, vacation_until=ends)
    return Vacation.objects.create(user=user, begins=begins, ends=ends)


@pytest.mark.parametrize("vacations", [True, False])
@pytest.mark.parametrize("pace", ["live", "daily"])
def test_an_absence_from_the_first_minute_to_the_last_costs_no_answer(
    pace: str, vacations: bool
) -> None:
    game = proposed(pace, vacations=vacations)
    due = NOW + WITHIN[pace]
    assert game.proposal_deadline == due
    back = due - MINUTE
    away(user_of(game, 2), NOW + MINUTE, back)
    sweep_vacations(NOW + MINUTE)
    sweep_vacations(back)
    assert not expire_proposal(game.pk, due)
    assert fresh(game).proposal_deadline == back + WITHIN[pace]
    assert expire_proposal(game.pk, back + WITHIN[pace])
    assert fresh(game).end == "agreed"


def test_it_counts_when_time_is_up_before_a_sweep_has_seen_the_return() -> None:
    game = proposed()
    due = NOW + 4 * DAY
    back = due - SECOND
    away(user_of(game, 2), NOW + MINUTE, back)
    assert not expire_proposal(game.pk, due)
    assert fresh(game).proposal_deadline == back + 4 * DAY


def test_an_absence_of_a_moment_just_as_one_that_ends_by_hand() -> None:
    game = proposed()
    vacation = away(user_of(game, 2), NOW + HOUR, NOW + 2 * HOUR)
    settle(vacation, NOW + 2 * HOUR, by_hand=True)
    assert fresh(game).proposal_deadline == NOW + 2 * HOUR + 4 * DAY


def test_once_alone_for_each_person() -> None:
    game = proposed()
    back = NOW + DAY
    for _again in range(3):
        away(user_of(game, 2), back - HOUR, back)
        sweep_vacations(back)
        assert fresh(game).proposal_deadline == NOW + 5 * DAY
        back += DAY
    away(user_of(game, 2), back, back + 9 * DAY)
    assert expire_proposal(game.pk, NOW + 5 * DAY)


def test_of_two_who_were_away_the_later_return_counts() -> None:
    game = proposed()
    game.seats.filter(number=1).update(agreed=False)
    for number, days in ((2, 1), (1, 2)):
        away(user_of(game, number), NOW + HOUR, NOW + days * DAY)
    for days in (1, 2):
        sweep_vacations(NOW + days * DAY)
        assert fresh(game).proposal_deadline == NOW + (days + 4) * DAY


@pytest.mark.parametrize("number", [0, 1])
def test_who_has_agreed_or_proposed_is_not_waited_for(number: int) -> None:
    game = proposed()
    away(user_of(game, number), NOW + HOUR, NOW + DAY)
    sweep_vacations(NOW + DAY)
    assert fresh(game).proposal_deadline == NOW + 4 * DAY


def test_a_vacation_before_the_proposal_does_not_count() -> None:
    people = [make_user(), make_user(), make_user()]
    game = make_game(*people)
    away(people[2], NOW - DAY, NOW + HOUR)
    sweep_vacations(NOW + HOUR)
    propose(game_id=game.pk, user=people[0], now=NOW + 2 * HOUR)
    assert fresh(game).proposal_deadline == NOW + 2 * HOUR + 4 * DAY
    away(people[2], NOW + 3 * HOUR, NOW + DAY)
    sweep_vacations(NOW + DAY)
    assert fresh(game).proposal_deadline == NOW + 5 * DAY


def test_no_game_is_waited_for_whose_players_propose_nothing() -> None:
    game = proposed()
    answer(game_id=game.pk, user=user_of(game, 2), agrees=False, now=NOW)
    away(user_of(game, 2), NOW + HOUR, NOW + DAY)
    sweep_vacations(NOW + DAY)
    assert fresh(game).proposal_deadline is None


def test_an_outage_at_the_return_leaves_the_whole_time_after_it() -> None:
    game = proposed()
    away(user_of(game, 2), NOW + HOUR, NOW + DAY)
    beat(NOW + DAY - HOUR)
    up = NOW + 3 * DAY
    beat(up)
    sweep_vacations(up)
    assert fresh(game).proposal_deadline == up + 4 * DAY


def test_time_to_answer_that_could_not_be_given_is_given_later_and_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    locked, other = proposed(), proposed()
    user = user_of(locked, 2)
    other.seats.filter(number=2).update(user=user)
    back = NOW + 4 * DAY - HOUR
    vacation = away(user, NOW + MINUTE, back)
    sweep_vacations(NOW + MINUTE)
    caplog.set_level(logging.CRITICAL)
    real = answers.come_back

    def waits_in_vain(game: Game, seats: Sequence[Seat], vacation: Vacation) -> None:
        if game.pk == locked.pk:
            raise OperationalError
        real(game, seats, vacation)

    with monkeypatch.context() as patch:
        patch.setattr(answers, "come_back", waits_in_vain)
        for now in (back, back + 2 * MINUTE, back + 4 * MINUTE):
            sweep_vacations(now)
            assert fresh(other).proposal_deadline == back + 4 * DAY
    assert fresh(locked).proposal_deadline == NOW + 4 * DAY
    vacation.refresh_from_db()
    assert not vacation.over
    sweep_vacations(back + 6 * MINUTE)
    assert fresh(locked).proposal_deadline == back + 4 * DAY
    vacation.refresh_from_db()
    assert vacation.over


def test_a_game_that_is_stuck_is_let_alone_and_asked_later() -> None:
    game = proposed()
    Game.objects.filter(pk=game.pk).update(stuck_until=NOW + DAY + HOUR, turn_seconds=None)
    vacation = away(user_of(game, 2), NOW + HOUR, NOW + DAY)
    for now, over in ((NOW + DAY, False), (NOW + DAY + HOUR, True)):
        sweep_vacations(now)
        vacation.refresh_from_db()
        assert vacation.over is over
