"""Paces: from five minutes to fourteen days a turn, and a time bank."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from games.models import Game
from games.play.lobby import Options, join, open_table, play_now, start
from games.play.pace import DAY, DEFAULT, HOUR, MINUTE, PRESETS, Pace, check_pace
from tests.builders import NOW, SEED, make_game, make_user
from tests.play.clockwork import refused


def test_the_presets() -> None:
    assert {name: (pace.turn, pace.bank) for name, pace in PRESETS.items()} == {
        "live": (5 * MINUTE, 15 * MINUTE),
        "daily": (24 * HOUR, 72 * HOUR),
        "relaxed": (3 * DAY, 7 * DAY),
        "weekly": (7 * DAY, 14 * DAY),
    }
    assert PRESETS["daily"] == DEFAULT
    for pace in PRESETS.values():
        check_pace(pace)


@pytest.mark.parametrize("turn", [5 * MINUTE, 14 * DAY])
@pytest.mark.parametrize("bank", [0, 14 * DAY])
def test_the_limits_are_paces(turn: int, bank: int) -> None:
    check_pace(Pace(turn, bank))


@pytest.mark.parametrize("turn", [-1, 0, 5 * MINUTE - 1, 14 * DAY + 1])
def test_no_turn_is_shorter_or_longer(turn: int) -> None:
    with refused("pace-turn"):
        check_pace(Pace(turn, 0))


@pytest.mark.parametrize("bank", [-1, 14 * DAY + 1])
def test_no_bank_is_longer_and_none_below_nothing(bank: int) -> None:
    with refused("pace-bank"):
        check_pace(Pace(DAY, bank))


@pytest.mark.django_db
def test_a_table_has_the_pace_it_is_opened_with() -> None:
    options = Options(turn_seconds=7 * MINUTE, bank_seconds=11, vacations=False)
    game = open_table(host=make_user(), options=options, now=NOW)
    game = Game.objects.get(pk=game.pk)
    assert (game.turn_seconds, game.bank_seconds, game.vacations) == (7 * MINUTE, 11, False)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("pace", "code"),
    [
        ({"turn_seconds": 60}, "pace-turn"),
        ({"turn_seconds": None}, "pace-turn"),
        ({"bank_seconds": 15 * DAY}, "pace-bank"),
    ],
)
def test_no_table_opens_in_the_lobby_with_another_pace_or_none(
    pace: dict[str, int | None], code: str
) -> None:
    with refused(code):
        open_table(host=make_user(), options=Options(**pace), now=NOW)  # type: ignore[arg-type]
    assert not Game.objects.exists()


@pytest.mark.django_db
def test_nobody_joins_a_table_without_a_clock() -> None:
    host = make_user()
    options = Options(players=3, public=False, turn_seconds=None)
    game = open_table(host=host, options=options, now=NOW)
    with refused("without-clock"):
        join(game_id=game.pk, user=make_user(), seed=SEED, now=NOW)
    game = start(game_id=game.pk, by=host, bot="random", seed=SEED, now=NOW)
    assert (game.turn_seconds, game.deadline) == (None, None)


@pytest.mark.django_db
@pytest.mark.parametrize("guest", [True, False])
def test_a_game_against_bots_at_once_has_no_clock(guest: bool) -> None:
    user = make_user()
    game = play_now(user=user, bots=2, bot="random", seed=SEED, now=NOW)
    assert (game.turn_seconds, game.bank_seconds, game.deadline) == (None, 0, None)


@pytest.mark.django_db
def test_the_database_refuses_other_paces_too() -> None:
    game = make_game(make_user(), make_user())
    for change in ({"turn_seconds": 299}, {"turn_seconds": 14 * DAY + 1}, {"bank_seconds": 2**21}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Game.objects.filter(pk=game.pk).update(**change)
