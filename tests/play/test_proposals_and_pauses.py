"""A proposal to end a game takes no silence of somebody shut out as consent, for a time."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from accounts import sanctions
from accounts.models import Notice, User, Vacation
from games.models import Game
from games.play.agreement import make_proposal
from games.play.beat import beat
from games.play.ending import answer, propose
from games.play.expiry import expire_due, expire_proposal
from games.play.storage import load
from games.play.suspension import sweep
from games.play.vacations import settle
from tests.builders import NOW, make_staff, make_user
from tests.play.clockwork import DAY, HOUR, MINUTE, SECOND, end_turn, fresh, go_away
from tests.play.test_suspension import DAY_SECONDS, END, WHOLE, game_of, lift, shut_out

pytestmark = pytest.mark.django_db
USUAL = timedelta(seconds=WHOLE)


@pytest.fixture
def ana(db: None) -> User:
    return make_user("Ana")


@pytest.fixture
def moderator(db: None) -> User:
    return make_staff("moderator", "Mo")


def propose_to(game: Game, number: int = 1, *, now: datetime = NOW) -> datetime:
    """Let a seat propose; return until when its proposal waits."""
    table = load(fresh(game))
    make_proposal(table.game, table.seats, table.seats[number], now)
    return due(game)


def due(game: Game) -> datetime:
    """Until when the proposal that stands waits."""
    moment = fresh(game).proposal_deadline
    assert moment is not None
    return moment


def ends_at(game: Game, moment: datetime) -> None:
    """See the proposal become consent at a moment, and not before."""
    assert not expire_proposal(game.pk, moment - MINUTE)
    assert fresh(game).is_running
    assert expire_proposal(game.pk, moment)
    assert (fresh(game).status, fresh(game).end) == (Game.Status.VOID, "agreed")


def test_a_proposal_waits_for_the_paused_until_they_could_answer(
    ana: User, moderator: User
) -> None:
    game = game_of(ana, make_user())
    shut_out(ana, moderator, "pause")
    assert propose_to(game) == END + USUAL
    expire_due(NOW + USUAL)
    sweep(END)
    assert due(game) == END + USUAL
    answer(game_id=game.pk, user=ana, agrees=False, now=END + HOUR)
    assert fresh(game).is_running and fresh(game).proposed_by is None


def test_so_does_one_that_was_made_before_the_pause(ana: User, moderator: User) -> None:
    game = game_of(ana, make_user())
    assert propose_to(game) == NOW + USUAL
    shut_out(ana, moderator, "pause", now=NOW + HOUR)
    expire_due(NOW + USUAL)
    assert due(game) == END + USUAL
    sweep(END)
    ends_at(game, END + USUAL)


@pytest.mark.parametrize("swept", [True, False])
def test_a_short_pause_meanwhile_gives_the_usual_time_after_it(
    ana: User, moderator: User, swept: bool
) -> None:
    game = game_of(ana, make_user(), turn_seconds=14 * DAY_SECONDS)
    usual = propose_to(game) - NOW
    shut_out(ana, moderator, "pause", now=NOW + HOUR, until=NOW + 3 * HOUR)
    if swept:
        sweep(NOW + 3 * HOUR)
        sweep(NOW + 4 * HOUR)
        assert due(game) == NOW + 3 * HOUR + usual
    else:
        assert not expire_proposal(game.pk, NOW + usual)
    ends_at(game, NOW + 3 * HOUR + usual)


def test_lifted_the_time_to_answer_runs_from_then_on(ana: User, moderator: User) -> None:
    game = game_of(ana, make_user(), turn_seconds=14 * DAY_SECONDS)
    usual = propose_to(game) - NOW
    sanction = shut_out(ana, moderator, "pause", now=NOW + HOUR)
    lift(sanction, moderator, NOW + DAY)
    sweep(NOW + DAY)
    assert due(game) == NOW + DAY + usual


def test_no_time_is_lost_where_the_site_was_down_at_the_end_of_the_pause(
    ana: User, moderator: User
) -> None:
    game = game_of(ana, make_user())
    propose_to(game)
    shut_out(ana, moderator, "pause", until=NOW + DAY)
    beat(NOW + DAY - HOUR)
    beat(NOW + 3 * DAY)
    sweep(NOW + 3 * DAY)
    assert due(game) == NOW + 3 * DAY + USUAL


def test_a_pause_before_the_proposal_changes_nothing(ana: User, moderator: User) -> None:
    game = game_of(ana, make_user())
    shut_out(ana, moderator, "pause", until=NOW + DAY)
    assert propose_to(game, now=NOW + DAY + SECOND) == NOW + DAY + SECOND + USUAL
    sweep(NOW + DAY + MINUTE)
    assert due(game) == NOW + DAY + SECOND + USUAL


def test_who_has_agreed_before_their_pause_is_not_waited_for(ana: User, moderator: User) -> None:
    game = game_of(ana, make_user(), make_user())
    propose_to(game)
    answer(game_id=game.pk, user=ana, agrees=True, now=NOW)
    shut_out(ana, moderator, "pause")
    ends_at(game, NOW + USUAL)


@pytest.mark.parametrize("before", [True, False])
def test_nobody_who_is_suspended_for_long_blocks_a_proposal(
    ana: User, moderator: User, before: bool
) -> None:
    game = game_of(ana, make_user())
    if not before:
        propose_to(game)
    shut_out(ana, moderator, "pause", until=NOW + 365 * DAY)
    if before:
        assert propose_to(game) == NOW + 14 * DAY + USUAL
    ends_at(game, NOW + 14 * DAY + USUAL)


def test_nor_do_pauses_one_after_the_other(ana: User, moderator: User) -> None:
    game = game_of(ana, make_user())
    propose_to(game)
    for day in range(0, 20, 2):
        shut_out(ana, moderator, "pause", now=NOW + day * DAY, until=NOW + (day + 1) * DAY)
        expire_due(NOW + (day + 1) * DAY)
        sweep(NOW + (day + 1) * DAY)
    expire_due(NOW + 14 * DAY + USUAL)
    assert fresh(game).end == "agreed"


@pytest.mark.parametrize(("vacation", "waits"), [(12, 12), (20, 14)])
def test_a_vacation_of_the_suspended_counts_as_their_pause_does(
    ana: User, moderator: User, vacation: int, waits: int
) -> None:
    game = game_of(ana, make_user(), vacations=False)
    shut_out(ana, moderator, "pause")
    go_away(ana, NOW, NOW + vacation * DAY)
    assert propose_to(game) == NOW + waits * DAY + USUAL


@pytest.mark.parametrize(("back", "waits"), [(3, 3), (16, 14)])
def test_so_does_the_end_of_their_vacation(
    ana: User, moderator: User, back: int, waits: int
) -> None:
    game = game_of(ana, make_user(), turn_seconds=14 * DAY_SECONDS, bank_seconds=0)
    propose_to(game)
    sanctions.impose(
        user_id=ana.pk,
        by=moderator,
        kind="suspension",
        reason="x",
        until=NOW + 90 * DAY,
        games="leave",  # the sweep that lets the games follow is late
        now=NOW,
    )
    ends = NOW + back * DAY
    go_away(ana, NOW + HOUR, ends)
    ana.refresh_from_db()
    settle(Vacation.objects.create(user=ana, begins=NOW + HOUR, ends=ends), ends)
    assert due(game) == NOW + (waits + 14) * DAY


@pytest.mark.parametrize("deleted", [True, False])
def test_who_may_play_again_is_told_of_a_proposal(
    ana: User, moderator: User, deleted: bool
) -> None:
    bo = make_user()
    game = game_of(bo, ana)
    shut_out(ana, moderator, "pause")
    for _turn in range(2):
        end_turn(game, timedelta(0))
    propose(game_id=game.pk, user=bo, now=NOW)
    notices = Notice.objects.filter(user=ana, kind="proposal")
    assert notices.count() == 1
    if deleted:
        notices.all().delete()
    else:
        notices.update(state=Notice.State.DROPPED)
    sweep(END)
    assert notices.get().state == Notice.State.WAITING
