"""`take_turn` is the one door: it counts moves that may be made now and refuses all others."""

from __future__ import annotations

import pytest

from games.models import Game, KingdomCell, LegendCard, Seat
from games.models import Move as MoveRow
from games.play.errors import PlayError, StaleMove
from games.play.storage import load
from games.play.turns import take_turn
from games.rules.errors import RulesError
from games.rules.moves import Move
from games.rules.state import PLACING, State
from tests.builders import NOW, SEED, act, make_game, make_user, play_some

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return make_game(make_user(), make_user())


def everything(game: Game) -> list[object]:
    """All rows of the game, to be compared."""
    return [
        list(model.objects.filter(**{key: game.pk}).order_by("pk").values())
        for model, key in (
            (Game, "pk"),
            (Seat, "game"),
            (KingdomCell, "game"),
            (LegendCard, "game"),
            (MoveRow, "game"),
        )
    ]


def state_of(game: Game) -> State:
    return load(Game.objects.get(pk=game.pk)).state


def test_a_move_changes_the_rows_and_raises_the_version(game: Game) -> None:
    before = state_of(game)
    table = take_turn(
        game_id=game.pk, seat=before.active, move=Move("draw"), version=game.version, now=NOW
    )
    assert table.game.version == game.version + 1
    after = state_of(game)
    assert (after.phase, after.drawn) == (PLACING, before.pile[-1])
    assert after.pile == before.pile[:-1]


def test_a_move_on_another_version_is_stale_and_changes_nothing(game: Game) -> None:
    before = everything(game)
    for version in (None, 0, game.version - 1, game.version + 1):
        with pytest.raises(StaleMove):
            take_turn(
                game_id=game.pk,
                seat=game.active_seat,
                move=Move("draw"),
                version=version,
                now=NOW,
            )
    assert everything(game) == before


@pytest.mark.parametrize(
    ("seat", "move", "code"),
    [
        (1, Move("draw"), "not-your-turn"),
        (0, Move("keep", 0), "wrong-phase"),
        (0, Move("pass"), "wrong-phase"),
        (0, Move("take", 99), "no-such-square"),
        (0, Move("claim", detail="nothing"), "no-such-legend"),
        (0, Move("dance"), "no-such-move"),
    ],
)
def test_a_move_the_rules_refuse_changes_nothing(
    game: Game, seat: int, move: Move, code: str
) -> None:
    before = everything(game)
    with pytest.raises(RulesError) as refusal:
        act(game, (game.active_seat + seat) % 2, move)
    assert refusal.value.code == code
    assert everything(game) == before


def test_a_person_whose_seat_is_out_never_plays_it_again() -> None:
    game = make_game(make_user(), make_user(), make_user(), leavers="bot")
    seat = game.active_seat
    act(game, seat, Move("leave", detail="resigned"))
    while Game.objects.get(pk=game.pk).active_seat != seat:
        play_some(game, 1)
    game.refresh_from_db()
    with pytest.raises(PlayError) as refusal:
        take_turn(game_id=game.pk, seat=seat, move=Move("draw"), version=game.version, now=NOW)
    assert refusal.value.code == "seat-out"
    assert game.bot_due


def test_leaving_looks_at_the_seat_and_not_at_the_version(game: Game) -> None:
    take_turn(game_id=game.pk, seat=1, move=Move("leave", detail="resigned"), version=None, now=NOW)
    game.refresh_from_db()
    assert (game.status, game.end) == (Game.Status.OVER, "alone")
    assert [seat.place for seat in game.seats.all()] == [1, 2]
    assert game.seats.get(number=1).left_why == "resigned"


def test_a_game_that_is_not_running_takes_no_moves(game: Game) -> None:
    act(game, 0, Move("leave", detail="resigned"))
    for status in (Game.Status.OVER, Game.Status.VOID):
        Game.objects.filter(pk=game.pk).update(status=status)
        with pytest.raises(PlayError) as refusal:
            act(game, 1, Move("draw"))
        assert refusal.value.code == "not-running"


def test_arranging_counts_on_any_version_until_ready() -> None:
    game = make_game(make_user(), make_user(), arranged=False)
    dealt = state_of(game).dealt[0]
    turned = dealt[::-1]
    take_turn(game_id=game.pk, seat=0, move=Move("arrange", detail=turned), version=None, now=NOW)
    assert state_of(game).kingdoms[0].centre() == turned
    act(game, 0, Move("ready"))
    with pytest.raises(RulesError):
        act(game, 0, Move("arrange", detail=dealt))
    assert state_of(game).kingdoms[0].centre() == turned
    assert Game.objects.get(pk=game.pk).status == Game.Status.ARRANGING
    act(game, 1, Move("ready"))
    assert Game.objects.get(pk=game.pk).status == Game.Status.PLAYING


def test_the_clock_of_a_turn_starts_with_the_turn(game: Game) -> None:
    from datetime import timedelta

    started = Game.objects.get(pk=game.pk).turn_started_at
    act(game, game.active_seat, Move("draw"), now=NOW + timedelta(hours=1))
    assert Game.objects.get(pk=game.pk).turn_started_at == started == NOW
    table = load(Game.objects.get(pk=game.pk))
    square = next(s for s in range(16) if table.state.kingdoms[table.state.active].down >> s & 1)
    later = NOW + timedelta(hours=2)
    table = act(game, game.active_seat, Move("reveal", square), now=later)
    if table.game.phase == "claiming":
        table = act(game, game.active_seat, Move("pass"), now=later)
    assert table.game.turn_started_at == later


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("ruleset", ["rulebook", "arena-feud"])
def test_rows_hold_the_state_after_every_move(seats: int, ruleset: str) -> None:
    game = make_game(*(make_user() for _ in range(seats)), ruleset=ruleset, seed=SEED[::-1])
    for _ in range(60):
        table = play_some(game, 1)
        assert load(Game.objects.get(pk=game.pk)).state.__class__ is State
        _assert_same(load(Game.objects.get(pk=game.pk)).state, table.state)


def _assert_same(one: State, other: State) -> None:
    for name in State.__slots__:
        if name != "reshuffle":
            assert getattr(one, name) == getattr(other, name), name
