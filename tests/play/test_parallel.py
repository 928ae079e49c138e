"""Many at once, on connections of their own: one counts, and nothing breaks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

import pytest

from games.models import Game
from games.models import Move as MoveRow
from games.play.errors import PlayError
from games.play.lobby import Options, join, open_table
from games.play.storage import load
from games.play.turns import take_turn
from games.rules.errors import RulesError
from games.rules.moves import Move
from tests.builders import NOW, SEED, make_game, make_user
from tests.side_by_side import side_by_side

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(acts: Sequence[Callable[[], object]]) -> Counter[str]:
    """Run all acts at the same moment, each in a thread with its own connection.

    Returns how often each outcome came: "counted" or the code of the refusal; any other error is
    raised here.
    """
    return Counter(side_by_side([partial(_outcome, act) for act in acts]))


def _outcome(act: Callable[[], object]) -> str:
    try:
        act()
    except (PlayError, RulesError) as refusal:
        return refusal.code
    return "counted"


def test_the_same_move_twenty_times_counts_once() -> None:
    game = make_game(make_user(), make_user())
    moves = MoveRow.objects.filter(game=game).count()

    def draw() -> object:
        return take_turn(
            game_id=game.pk,
            seat=game.active_seat,
            move=Move("draw"),
            version=game.version,
            now=NOW,
        )

    assert at_once([draw] * 20) == {"counted": 1, "stale": 19}
    assert MoveRow.objects.filter(game=game).count() == moves + 1
    assert Game.objects.get(pk=game.pk).version == game.version + 1


def test_of_two_different_moves_one_counts() -> None:
    game = make_game(make_user(), make_user())
    squares = load(game).state.kingdoms[game.active_seat].down
    first, second = [square for square in range(16) if squares >> square & 1][:2]

    def take(square: int) -> Callable[[], object]:
        return lambda: take_turn(
            game_id=game.pk,
            seat=game.active_seat,
            move=Move("take", square),
            version=game.version,
            now=NOW,
        )

    assert at_once([take(first), take(second)]) == {"counted": 1, "stale": 1}
    down = load(Game.objects.get(pk=game.pk)).state.kingdoms[game.active_seat].down
    assert (down >> first & 1) + (down >> second & 1) == 1


def test_ready_said_twenty_times_counts_once() -> None:
    game = make_game(make_user(), make_user(), arranged=False)

    def ready() -> object:
        return take_turn(game_id=game.pk, seat=0, move=Move("ready"), version=game.version, now=NOW)

    outcomes = at_once([ready] * 20)
    assert outcomes["counted"] == 1
    assert sum(outcomes.values()) == 20


def test_both_seats_ready_at_once_begin_the_game_once() -> None:
    game = make_game(make_user(), make_user(), arranged=False)

    def ready(seat: int) -> Callable[[], object]:
        return lambda: take_turn(
            game_id=game.pk, seat=seat, move=Move("ready"), version=None, now=NOW
        )

    assert at_once([ready(0), ready(1)]) == {"counted": 2}
    state = load(Game.objects.get(pk=game.pk)).state
    assert len(state.discard) == 1
    assert state.phase == "action"


def test_ten_join_the_last_seat_and_one_gets_it() -> None:
    game = open_table(host=make_user(), options=Options(players=2), now=NOW)
    people = [make_user() for _ in range(10)]

    def sit(number: int) -> Callable[[], object]:
        return lambda: join(game_id=game.pk, user=people[number], seed=SEED, now=NOW)

    outcomes = at_once([sit(number) for number in range(10)])
    assert outcomes == {"counted": 1, "not-open": 9}
    assert game.seats.count() == 2


def test_one_person_joining_ten_times_sits_once() -> None:
    game = open_table(host=make_user(), options=Options(players=4), now=NOW)
    user = make_user()
    assert at_once([lambda: join(game_id=game.pk, user=user, seed=SEED, now=NOW)] * 10) == {
        "counted": 10
    }
    assert game.seats.filter(user=user).count() == 1


def test_a_resignation_at_once_with_a_move_ends_the_game_and_the_card_goes_back() -> None:
    game = make_game(make_user(), make_user())
    seat = game.active_seat

    def draw() -> object:
        return take_turn(
            game_id=game.pk, seat=seat, move=Move("draw"), version=game.version, now=NOW
        )

    def resign() -> object:
        return take_turn(
            game_id=game.pk,
            seat=seat,
            move=Move("leave", detail="resigned"),
            version=game.version,
            now=NOW,
        )

    outcomes = at_once([draw, resign])
    game = Game.objects.get(pk=game.pk)
    assert game.status == Game.Status.OVER
    # The resignation always counts; the draw only if it came first, and then it goes back.
    assert outcomes in (
        {"counted": 2},
        {"counted": 1, "not-running": 1},
        {"counted": 1, "stale": 1},
    )
    assert len(game.pile) == 7
    assert game.drawn_kind == ""
