"""What the play layer tells to whom, in the transaction that makes it true."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import transaction

from accounts.models import Notice, User
from accounts.services import make_guest
from games.models import Game
from games.play.ending import answer, call_off, propose
from games.play.expiry import expire_due
from games.play.lobby import Options, join, open_table, remove
from games.rules.moves import Move
from tests.builders import NOW, SEED, act, make_game, make_user, play_some
from tests.play.clockwork import DAY, HOUR, MINUTE, end_turn, fresh, go_away, seat

pytestmark = pytest.mark.django_db

MOMENT = 2 * MINUTE
START = NOW + HOUR  # when the games here begin, long after all sat down


@pytest.fixture
def users() -> list[User]:
    return [make_user() for _ in range(3)]


def begun(users: list[User], **options: object) -> Game:
    """A game of `users` that the last one joins at START."""
    settings = Options(players=len(users), **options)  # type: ignore[arg-type]
    game = open_table(host=users[0], options=settings, now=NOW)
    for user in users[1:-1]:
        join(game_id=game.pk, user=user, seed=SEED, now=NOW)
    return join(game_id=game.pk, user=users[-1], seed=SEED, now=START)


def playing(users: list[User], **options: object) -> Game:
    """The same once all are ready, at START; the notices so far are forgotten."""
    game = begun(users, **options)
    for number in range(len(users)):
        act(game, number, Move("ready"), now=START)
    Notice.objects.all().delete()
    return fresh(game)


def posted(*kinds: str) -> dict[str, tuple[int | None, timedelta]]:
    """Key: (user, how long after START not before) of the notices of these kinds, or of all."""
    rows = Notice.objects.filter(kind__in=kinds) if kinds else Notice.objects.all()
    assert {row.state for row in rows} <= {Notice.State.WAITING}
    assert all(row.key.startswith(f"{row.kind}:") for row in rows)
    return {row.key: (row.user_id, row.not_before - START) for row in rows}


def test_the_start_is_told_to_all_at_once_or_in_a_moment_to_who_has_just_sat_down(
    users: list[User],
) -> None:
    game = begun(users)
    assert posted("started") == {
        f"started:{game.pk}:0": (users[0].pk, 0 * HOUR),
        f"started:{game.pk}:1": (users[1].pk, 0 * HOUR),
        f"started:{game.pk}:2": (users[2].pk, MOMENT),
    }
    payload = Notice.objects.get(key=f"started:{game.pk}:1").payload
    assert payload == {"game": game.pk, "seat": 1, "turn": 0}


@pytest.mark.parametrize(
    ("turn_hours", "reminders"),
    [(0.5, []), (2, []), (2.5, [1]), (16, [1]), (17, [8, 1]), (48, [8, 1]), (49, [24, 8, 1])],
)
def test_reminders_are_shorter_than_half_the_turn(
    users: list[User], turn_hours: float, reminders: list[int]
) -> None:
    seconds = int(turn_hours * 3600)
    game = begun(users, turn_seconds=seconds, bank_seconds=0)
    end = timedelta(seconds=seconds)
    assert posted("reminder") == {
        f"reminder:{game.pk}:{number}:arranging:{hours}h": (user.pk, end - hours * HOUR)
        for number, user in enumerate(users)
        for hours in reminders
    }


def test_a_turn_is_told_once_with_its_reminders_before_the_end_of_turn_and_bank(
    users: list[User],
) -> None:
    game = begun(users)
    Notice.objects.all().delete()
    for number in (2, 1, 0):
        assert not posted()
        act(game, number, Move("ready"), now=START + HOUR)
    first = fresh(game).active_seat
    assert posted() == {
        f"turn:{game.pk}:{first}:0": (users[first].pk, HOUR + MOMENT),
        **{
            f"reminder:{game.pk}:{first}:0:{hours}h": (
                users[first].pk,
                HOUR + 4 * DAY - hours * HOUR,
            )
            for hours in (24, 8, 1)
        },
    }
    act(game, first, Move("draw"), now=START + HOUR)
    assert len(posted()) == 4
    end_turn_of(game)
    assert posted("turn").keys() == {
        f"turn:{game.pk}:{first}:0",
        f"turn:{game.pk}:{(first + 1) % 3}:1",
    }


def end_turn_of(game: Game) -> None:
    number = fresh(game).active_seat
    act(game, number, Move("reveal", 0), now=START + HOUR)
    if fresh(game).phase == "claiming":
        act(game, number, Move("pass"), now=START + HOUR)


@pytest.mark.parametrize(
    ("minutes", "waits"), [(0, 2), (9, 2), (10, 0), (600, 0)], ids=lambda value: f"{value} min"
)
def test_a_turn_mail_waits_two_minutes_when_the_seat_acted_in_the_last_ten(
    minutes: int, waits: int
) -> None:
    users = [make_user(), make_user()]
    game = playing(users)
    other = 1 - game.active_seat
    after = START - NOW + minutes * MINUTE
    end_turn(game, after)  # the other was ready at START
    assert posted("turn") == {
        f"turn:{game.pk}:{other}:1": (users[other].pk, (minutes + waits) * MINUTE)
    }


def test_being_made_ready_by_the_clock_is_no_acting(users: list[User]) -> None:
    game = begun(users)
    Notice.objects.all().delete()
    expire_due(START + DAY)
    first = fresh(game).active_seat
    assert posted("turn") == {f"turn:{game.pk}:{first}:0": (users[first].pk, DAY)}


def test_the_reminders_of_a_clock_that_stands_come_no_earlier(users: list[User]) -> None:
    game = playing(users)
    following = (game.active_seat + 1) % 3
    go_away(users[following], NOW, NOW + 20 * DAY)
    end_turn(game, 2 * HOUR)
    assert posted("reminder")[f"reminder:{game.pk}:{following}:1:24h"][1] == HOUR + 3 * DAY


def test_resigning_is_told_to_the_others_who_are_in(users: list[User]) -> None:
    game = playing([*users, make_user()])
    first = game.active_seat
    left = [number for number in range(4) if number != first]
    act(game, first, Move("leave", detail="resigned"), now=START)
    assert posted("left").keys() == {f"left:{game.pk}:{first}:{number}" for number in left}
    assert {row.payload["who"] for row in Notice.objects.filter(kind="left")} == {first}
    assert len(posted("turn")) == 1
    assert not posted("timed-out", "over")
    Notice.objects.all().delete()
    act(game, left[0], Move("leave", detail="resigned"), now=START)
    assert posted("left").keys() == {f"left:{game.pk}:{left[0]}:{n}" for n in left[1:]}


def test_running_out_of_time_is_told_to_the_seat_itself_as_well(users: list[User]) -> None:
    game = playing(users)
    first, following = game.active_seat, (game.active_seat + 1) % 3
    expire_due(START + 4 * DAY)
    assert posted("timed-out") == {f"timed-out:{game.pk}:{first}": (users[first].pk, 4 * DAY)}
    assert len(posted("left")) == 2
    assert posted("turn") == {f"turn:{game.pk}:{following}:0": (users[following].pk, 4 * DAY)}
    before = posted()
    expire_due(START + 4 * DAY)
    assert posted() == before


def test_a_pass_by_the_clock_is_told_to_nobody_but_the_next(users: list[User]) -> None:
    game = playing(users)
    first = game.active_seat
    Game.objects.filter(pk=game.pk).update(phase="claiming")
    expire_due(START + 4 * DAY)
    assert not posted("timed-out", "left")
    assert posted("turn").keys() == {f"turn:{game.pk}:{(first + 1) % 3}:1"}


def test_the_end_is_told_to_all_once() -> None:
    users = [make_user(), make_user()]
    game = playing(users)
    act(game, 0, Move("leave", detail="resigned"), now=START)
    assert posted() == {
        f"over:{game.pk}:{number}": (user.pk, 0 * HOUR) for number, user in enumerate(users)
    }


def test_who_ends_it_by_running_out_is_told_both_for_one_may_be_switched_off() -> None:
    users = [make_user(), make_user()]
    game = playing(users)
    late, stays = game.active_seat, 1 - game.active_seat
    expire_due(START + 4 * DAY)
    over = {f"over:{game.pk}:{number}" for number in (late, stays)}
    assert posted().keys() == {f"timed-out:{game.pk}:{late}", *over}


def test_calling_off_is_told_to_all_but_who_did_it(users: list[User]) -> None:
    game = playing(users)
    call_off(game_id=game.pk, user=users[1], now=START)
    assert posted() == {
        f"called-off:{game.pk}:{number}": (users[number].pk, 0 * HOUR) for number in (0, 2)
    }


def test_a_proposal_is_told_to_the_others_and_its_success_to_all_but_the_last_to_agree(
    users: list[User],
) -> None:
    game = playing(users)
    propose(game_id=game.pk, user=users[1], now=START)
    propose(game_id=game.pk, user=users[1], now=START)
    turns = seat(game, 1).turns
    assert posted() == {
        f"proposal:{game.pk}:1:{turns}:{number}": (users[number].pk, 0 * HOUR) for number in (0, 2)
    }
    Notice.objects.all().delete()
    answer(game_id=game.pk, user=users[0], agrees=True, now=START)
    assert not posted()
    answer(game_id=game.pk, user=users[2], agrees=True, now=START)
    assert posted().keys() == {f"called-off:{game.pk}:{number}" for number in (0, 1)}


@pytest.mark.parametrize("by", ["the proposal", "the own clock"])
def test_who_agrees_by_silence_is_told_as_all_are(users: list[User], by: str) -> None:
    game = playing(users)
    late = game.active_seat
    others = [user for user in users if user != users[late]]
    propose(game_id=game.pk, user=others[0], now=START)
    answer(game_id=game.pk, user=others[1], agrees=True, now=START)
    Notice.objects.all().delete()
    soon = START + HOUR
    column = "deadline" if by == "the own clock" else "proposal_deadline"
    Game.objects.filter(pk=game.pk).update(**{column: soon})
    expire_due(soon)
    assert posted().keys() == {f"called-off:{game.pk}:{number}" for number in range(3)}


def test_a_game_without_a_clock_tells_nobody_anything() -> None:
    """Nobody waits: its one person comes back to the bots whenever they like."""
    alone = {"players": 2, "public": False, "turn_seconds": None}
    for ends_by in (Move("leave", detail="resigned"), None):
        game = make_game(make_user(), **alone)  # type: ignore[arg-type]
        if ends_by:
            act(game, 0, ends_by)
        else:
            play_some(game)
        assert fresh(game).status == Game.Status.OVER
    game = make_game(make_user(), **alone)  # type: ignore[arg-type]
    host = seat(game, 0).user
    assert host is not None
    call_off(game_id=game.pk, user=host, now=START)
    table = open_table(host=host, options=Options(public=False, turn_seconds=None), now=NOW)
    expire_due(NOW + 14 * DAY)
    assert fresh(table).status == Game.Status.EXPIRED
    assert not Notice.objects.exists()


def test_a_resignation_that_ends_the_game_by_agreement_tells_no_turn(users: list[User]) -> None:
    game = playing(users)
    first = game.active_seat
    others = [user for number, user in enumerate(users) if number != first]
    propose(game_id=game.pk, user=others[0], now=START)
    answer(game_id=game.pk, user=others[1], agrees=True, now=START)
    Notice.objects.all().delete()
    act(game, first, Move("leave", detail="resigned"), now=START)
    assert posted().keys() == {f"called-off:{game.pk}:{number}" for number in range(3)}


def test_who_was_sent_away_is_told(users: list[User]) -> None:
    table = open_table(host=users[0], options=Options(players=3), now=NOW)
    join(game_id=table.pk, user=users[1], seed=SEED, now=NOW)
    Notice.objects.all().delete()
    remove(game_id=table.pk, by=users[0], number=1, now=START)
    assert posted() == {f"removed:{table.pk}:{users[1].pk}": (users[1].pk, 0 * HOUR)}


def test_those_at_a_table_that_expires_are_told(users: list[User]) -> None:
    table = open_table(host=users[0], options=Options(players=3), now=NOW)
    join(game_id=table.pk, user=users[1], seed=SEED, now=NOW)
    Notice.objects.all().delete()
    for _twice in range(2):
        expire_due(START + 14 * DAY)
    assert posted() == {
        f"table-expired:{table.pk}:{number}": (users[number].pk, 14 * DAY) for number in (0, 1)
    }


def test_guests_and_bots_are_told_nothing() -> None:
    game = make_game(make_guest(NOW), make_guest(NOW), players=3, public=False)
    while fresh(game).deadline is None:
        end_turn(game, HOUR)
    end_turn(game, HOUR)
    call_off_by = fresh(game).seats.exclude(user=None)[0].user
    assert call_off_by is not None
    call_off(game_id=game.pk, user=call_off_by, now=START)
    table = open_table(host=make_guest(NOW), options=Options(public=False), now=NOW)
    expire_due(NOW + 14 * DAY)
    assert fresh(table).status == Game.Status.EXPIRED
    assert not Notice.objects.exists()


def test_a_change_that_is_rolled_back_has_told_nobody(users: list[User]) -> None:
    game = playing(users)

    with pytest.raises(ZeroDivisionError), transaction.atomic():
        act(game, game.active_seat, Move("leave", detail="resigned"), now=START)
        assert posted("left")
        raise ZeroDivisionError
    assert not posted()
