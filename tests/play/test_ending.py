"""Ending a game without a result: called off at the start, or by agreement by and by."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.models import Game, Seat
from games.play.ending import answer, call_off, propose
from games.play.expiry import expire_due, expire_proposal
from games.rules.moves import Move
from tests.builders import NOW, act, make_game, make_user
from tests.play.clockwork import (
    DAY,
    HOUR,
    MINUTE,
    SECOND,
    deadline,
    end_turn,
    fresh,
    go_away,
    log,
    refused,
    seat,
)
from tests.play.test_take_turn import everything

pytestmark = pytest.mark.django_db


def user_of(game: Game, number: int) -> User:
    user = seat(game, number).user
    assert user is not None
    return user


def proposes(game: Game, number: int) -> Game:
    return propose(game_id=game.pk, user=user_of(game, number), now=NOW + HOUR)


def agrees(game: Game, number: int, *, refuses: bool = False) -> Game:
    return answer(
        game_id=game.pk, user=user_of(game, number), agrees=not refuses, now=NOW + 2 * HOUR
    )


def is_void(game: Game, why: str) -> bool:
    game = fresh(game)
    assert (game.deadline, game.stopped_seconds, game.bot_due) == (None, None, False)
    assert (game.proposed_by, game.proposed_at, game.proposal_deadline) == (None, None, None)
    assert game.record is None
    return (game.status, game.end) == (Game.Status.VOID, why)


@pytest.fixture
def game() -> Game:
    """Three people, a day a turn and three days of bank; seat 0 begins at NOW."""
    game = make_game(make_user(), make_user(), make_user())
    while fresh(game).active_seat != 0:
        end_turn(game, 0 * HOUR)
    return fresh(game)


# --- Calling off


@pytest.mark.parametrize("arranged", [True, False])
@pytest.mark.parametrize("number", [0, 1])
def test_anybody_calls_off_before_everyone_has_had_a_first_turn(
    arranged: bool, number: int
) -> None:
    game = make_game(make_user(), make_user(), arranged=arranged)
    call_off(game_id=game.pk, user=user_of(game, number), now=NOW + HOUR)
    assert is_void(game, "called-off")
    assert fresh(game).ended_at == NOW + HOUR
    assert fresh(game).version == game.version + 1
    assert expire_due(NOW + 90 * DAY) == 0


def test_nobody_does_so_after_the_last_first_turn() -> None:
    game = make_game(make_user(), make_user())
    end_turn(game, HOUR)
    end_turn(game, HOUR)
    before = everything(game)
    with refused("too-late-to-call-off"):
        call_off(game_id=game.pk, user=user_of(game, 0), now=NOW + HOUR)
    assert everything(game) == before


def test_the_first_turn_of_a_bot_counts_as_well() -> None:
    game = make_game(make_user(), players=2)
    if fresh(game).active_seat == 0:
        end_turn(game, HOUR)
    call_off(game_id=game.pk, user=user_of(game, 0), now=NOW + HOUR)
    assert is_void(game, "called-off")


def test_who_left_without_a_turn_is_not_waited_for(game: Game) -> None:
    game = make_game(make_user(), make_user(), make_user())
    first = game.active_seat
    act(game, first, Move("leave", detail="resigned"))
    end_turn(game, HOUR)
    end_turn(game, HOUR)
    with refused("too-late-to-call-off"):
        call_off(game_id=game.pk, user=user_of(game, (first + 1) % 3), now=NOW + HOUR)


def test_only_who_plays_ends_a_running_game(game: Game) -> None:
    stranger, leaver = make_user(), user_of(game, 2)
    act(game, 2, Move("leave", detail="resigned"))
    for user, code in ((stranger, "no-seat"), (leaver, "seat-out")):
        with refused(code):
            call_off(game_id=game.pk, user=user, now=NOW)
        with refused(code):
            propose(game_id=game.pk, user=user, now=NOW)
        with refused(code):
            answer(game_id=game.pk, user=user, agrees=True, now=NOW)
    call_off(game_id=game.pk, user=user_of(game, 0), now=NOW)
    for again in (call_off, propose):
        with refused("not-running"):
            again(game_id=game.pk, user=user_of(game, 0), now=NOW)


# --- By agreement


def test_the_game_ends_when_all_agree(game: Game) -> None:
    assert proposes(game, 1).proposed_by == 1
    assert fresh(game).version == game.version + 1
    assert agrees(game, 0).status == Game.Status.PLAYING
    assert agrees(game, 2).status == Game.Status.VOID
    assert is_void(game, "agreed")


def test_one_refusal_is_the_end_of_it(game: Game) -> None:
    proposes(game, 1)
    agrees(game, 0)
    agrees(game, 2, refuses=True)
    assert fresh(game).is_running
    assert fresh(game).proposed_by is None
    assert not Seat.objects.filter(game=game, agreed=True).exists()
    with refused("no-proposal"):
        agrees(game, 0)
    assert expire_due(NOW + 3 * DAY) == 0


def test_the_deadline_of_a_turn_stays_whatever_is_proposed(game: Game) -> None:
    proposes(game, 1)
    agrees(game, 2)
    agrees(game, 0, refuses=True)
    assert deadline(game) == 4 * DAY


def test_a_seat_proposes_once_between_two_of_its_turns(game: Game) -> None:
    for _again in range(2):
        proposes(game, 0)
        agrees(game, 1, refuses=True)
        with refused("proposed-lately"):
            proposes(game, 0)
        proposes(game, 1)  # another seat may
        agrees(game, 0, refuses=True)
        for _seat in range(3):
            end_turn(game, HOUR)


def test_agreeing_or_proposing_again_changes_nothing_more(game: Game) -> None:
    proposes(game, 0)
    version = fresh(game).version
    before = fresh(game).proposal_deadline
    proposes(game, 0)
    agrees(game, 0)
    assert (fresh(game).version, fresh(game).proposal_deadline) == (version, before)


def test_who_proposes_while_another_s_proposal_stands_agrees_to_nothing(game: Game) -> None:
    proposes(game, 0)
    with refused("proposed-already"):
        proposes(game, 1)
    assert not seat(game, 1).agreed
    assert fresh(game).proposed_by == 0


def test_silence_agrees_after_the_time_that_a_clock_gives(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(deadline=NOW + 9 * DAY)
    proposes(game, 0)
    agrees(game, 1)
    assert fresh(game).proposal_deadline == NOW + HOUR + 4 * DAY
    assert expire_due(NOW + HOUR + 4 * DAY - SECOND) == 0
    assert expire_due(NOW + HOUR + 4 * DAY) == 1
    assert is_void(game, "agreed")


def test_the_largest_bank_of_those_who_are_asked_counts(game: Game) -> None:
    for number, days in ((0, 9), (1, 1), (2, 2)):
        game.seats.filter(number=number).update(bank_seconds=days * DAY.total_seconds())
    proposes(game, 0)
    assert fresh(game).proposal_deadline == NOW + HOUR + 3 * DAY


@pytest.mark.parametrize(
    ("turn", "bank", "minutes"), [(5, 15, 1440), (1410, 30, 1440), (5, 1440, 1445)]
)
def test_there_is_a_day_at_least_to_answer(turn: int, bank: int, minutes: int) -> None:
    pace = {"turn_seconds": turn * 60, "bank_seconds": bank * 60}
    game = make_game(make_user(), make_user(), make_user(), **pace)  # type: ignore[arg-type]
    proposes(game, 0)
    assert fresh(game).proposal_deadline == NOW + HOUR + minutes * MINUTE


def test_and_before_that_when_the_own_clock_runs_out(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(deadline=NOW + 2 * HOUR)
    proposes(game, 1)
    agrees(game, 2)
    assert expire_due(NOW + 2 * HOUR) == 1
    assert is_void(game, "agreed")
    assert not [row for row in log(game) if row[1] == "leave"]


def test_who_runs_out_while_others_have_not_answered_is_out_as_ever(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(deadline=NOW + 2 * HOUR)
    proposes(game, 1)
    assert expire_due(NOW + 2 * HOUR) == 1
    assert seat(game, 0).left_why == "timeout"
    assert fresh(game).proposed_by == 1
    agrees(game, 2)
    assert is_void(game, "agreed")


def test_a_consent_by_silence_comes_before_a_time_out_of_the_same_moment(game: Game) -> None:
    proposes(game, 1)
    Game.objects.filter(pk=game.pk).update(deadline=NOW + HOUR + 4 * DAY)
    expire_due(NOW + HOUR + 4 * DAY)
    assert is_void(game, "agreed")
    assert seat(game, 0).left_at is None


def test_a_resignation_leaves_those_who_agree(game: Game) -> None:
    proposes(game, 0)
    agrees(game, 1)
    act(game, 2, Move("leave", detail="resigned"), now=NOW + 3 * HOUR)
    assert is_void(game, "agreed")
    assert seat(game, 2).left_why == "resigned"
    assert log(game)[-1] == (2, "leave", "resigned")


def test_or_somebody_who_has_not_answered_yet() -> None:
    game = make_game(*(make_user() for _ in range(4)))
    proposes(game, 0)
    agrees(game, 1)
    act(game, 2, Move("leave", detail="resigned"), now=NOW + 3 * HOUR)
    assert (fresh(game).proposed_by, fresh(game).is_running) == (0, True)
    agrees(game, 3)
    assert is_void(game, "agreed")


def test_a_proposal_goes_with_its_maker(game: Game) -> None:
    proposes(game, 0)
    agrees(game, 1)
    act(game, 0, Move("leave", detail="resigned"), now=NOW + 3 * HOUR)
    assert fresh(game).is_running
    assert (fresh(game).proposed_by, fresh(game).proposal_deadline) == (None, None)
    assert not Seat.objects.filter(game=game, agreed=True).exists()


def test_a_game_that_ends_by_its_rules_forgets_it() -> None:
    game = make_game(make_user(), make_user())
    proposes(game, 0)
    act(game, 1, Move("leave", detail="resigned"), now=NOW + 3 * HOUR)
    game = fresh(game)
    assert (game.status, game.end, game.proposed_by) == (Game.Status.OVER, "alone", None)
    assert expire_due(NOW + 9 * DAY) == 0


def test_bots_do_not_mind() -> None:
    game = make_game(make_user(), make_user(), players=4)
    proposes(game, 0)
    assert fresh(game).is_running
    agrees(game, 1)
    assert is_void(game, "agreed")


def test_neither_does_a_stand_in(game: Game) -> None:
    game = make_game(make_user(), make_user(), make_user(), leavers="bot")
    act(game, 2, Move("leave", detail="resigned"))
    proposes(game, 0)
    agrees(game, 1)
    assert is_void(game, "agreed")


def test_alone_with_bots_a_wish_is_enough() -> None:
    game = make_game(make_user(), players=3, public=False, turn_seconds=None)
    assert proposes(game, 0).status == Game.Status.VOID
    assert is_void(game, "agreed")


def test_without_a_clock_there_are_three_days_to_answer(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(turn_seconds=None, deadline=None, running_since=None)
    proposes(game, 0)
    assert fresh(game).proposal_deadline == NOW + HOUR + 3 * DAY


def test_the_seat_of_an_account_that_is_gone_agrees_by_silence(game: Game) -> None:
    user_of(game, 2).delete()
    proposes(game, 0)
    agrees(game, 1)
    assert fresh(game).is_running
    Game.objects.filter(pk=game.pk).update(deadline=NOW + 9 * DAY)
    assert expire_due(NOW + HOUR + 4 * DAY) == 1
    assert is_void(game, "agreed")


@pytest.mark.parametrize("vacations", [True, False])
def test_nobody_agrees_by_being_on_vacation(game: Game, vacations: bool) -> None:
    Game.objects.filter(pk=game.pk).update(vacations=vacations)
    go_away(user_of(game, 2), NOW, NOW + 9 * DAY)
    proposes(game, 0)
    agrees(game, 1)
    assert fresh(game).proposal_deadline == NOW + 13 * DAY
    assert not expire_proposal(game.pk, NOW + 5 * DAY)
    assert fresh(game).is_running


@pytest.mark.parametrize("vacations", [True, False])
def test_nor_when_the_vacation_begins_after_the_proposal(game: Game, vacations: bool) -> None:
    Game.objects.filter(pk=game.pk).update(vacations=vacations)
    proposes(game, 0)
    agrees(game, 1)
    go_away(user_of(game, 2), NOW + 3 * DAY, NOW + 9 * DAY)
    assert not expire_proposal(game.pk, NOW + HOUR + 4 * DAY)
    assert fresh(game).proposal_deadline == NOW + 13 * DAY
    assert expire_proposal(game.pk, NOW + 13 * DAY)
    assert is_void(game, "agreed")


def test_who_leaves_when_time_is_up_has_agreed(game: Game) -> None:
    proposes(game, 0)
    agrees(game, 1)
    due = NOW + HOUR + 4 * DAY
    go_away(user_of(game, 2), due + SECOND, due + 9 * DAY)
    assert expire_proposal(game.pk, due + MINUTE)
    assert is_void(game, "agreed")


def test_who_agrees_before_leaving_on_vacation_is_not_waited_for(game: Game) -> None:
    proposes(game, 0)
    agrees(game, 2)
    go_away(user_of(game, 2), NOW + DAY, NOW + 9 * DAY)
    go_away(user_of(game, 0), NOW + DAY, NOW + 9 * DAY)
    assert expire_proposal(game.pk, NOW + HOUR + 4 * DAY)
    assert is_void(game, "agreed")


def test_silence_while_arranging_makes_ready_and_does_not_agree_yet() -> None:
    game = make_game(make_user(), make_user(), arranged=False, bank_seconds=0)
    proposes(game, 0)
    assert expire_due(NOW + DAY) == 1
    assert fresh(game).status == Game.Status.PLAYING
    assert expire_due(NOW + DAY + HOUR - MINUTE) == 0
    assert expire_due(NOW + DAY + HOUR) == 1
    assert is_void(game, "agreed")
