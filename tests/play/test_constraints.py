"""What must never be is refused by the database itself."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from django.db import IntegrityError, transaction

from games.models import Game, KingdomCell, LegendCard, Seat
from games.models import Move as MoveRow
from tests.builders import NOW, make_game, make_user

pytestmark = pytest.mark.django_db


def test_one_card_per_square(game: Game) -> None:
    cell = KingdomCell.objects.filter(game=game).first()
    assert cell is not None
    cell.pk = None
    refuse(cell.save)


def test_no_card_beside_the_board_and_none_of_an_unknown_kind(game: Game) -> None:
    changes: list[dict[str, object]] = [{"row": 4}, {"column": 4}, {"kind": "X"}, {"kind": ""}]
    for change in changes:
        refuse(partial(KingdomCell.objects.filter(game=game).update, **change))


def test_one_owner_per_legend(game: Game) -> None:
    seat = game.seats.first()
    legend = LegendCard.objects.filter(game=game, zone="river").first()
    assert seat is not None and legend is not None
    refuse(
        lambda: LegendCard.objects.create(
            game=game, legend=legend.legend, zone="owned", owner=seat, place=0
        )
    )
    mine = LegendCard.objects.filter(pk=legend.pk)
    refuse(lambda: mine.update(zone="owned"))
    refuse(lambda: mine.update(owner=seat))


def test_eight_places_in_the_river_each_for_one(game: Game) -> None:
    first, second = LegendCard.objects.filter(game=game, zone="river")[:2]
    refuse(lambda: LegendCard.objects.filter(pk=first.pk).update(place=second.place))
    refuse(lambda: LegendCard.objects.filter(pk=first.pk).update(place=8))


def test_no_more_seats_than_the_table_has(game: Game) -> None:
    for number in (game.players, 0):
        refuse(partial(sit, game, number))


def test_one_seat_per_person_and_no_bot_with_an_account(game: Game) -> None:
    seat = game.seats.first()
    assert seat is not None
    game.seats.filter(number=1).delete()
    refuse(lambda: sit(game, 1, user=seat.user))
    refuse(lambda: sit(game, 1, user=make_user(), bot="random"))


def test_two_to_four_players_a_known_status_and_an_active_seat_that_exists(game: Game) -> None:
    changes: list[dict[str, object]] = [
        {"players": 1},
        {"players": 5},
        {"status": "lost"},
        {"active_seat": 2},
    ]
    for change in changes:
        refuse(partial(Game.objects.filter(pk=game.pk).update, **change))


def test_a_game_over_has_its_record(game: Game) -> None:
    refuse(lambda: Game.objects.filter(pk=game.pk).update(status="over"))


def test_a_card_is_in_hand_while_placing_alone(game: Game) -> None:
    refuse(lambda: Game.objects.filter(pk=game.pk).update(drawn_kind="F"))


def test_one_move_per_number(game: Game) -> None:
    move = MoveRow.objects.filter(game=game).first()
    assert move is not None
    move.pk = None
    refuse(move.save)


@pytest.fixture
def game() -> Game:
    return make_game(make_user(), make_user())


def refuse(act: Callable[[], object]) -> None:
    """Assert that the database refuses what `act` writes."""
    with pytest.raises(IntegrityError), transaction.atomic():
        act()


def sit(game: Game, number: int, **fields: object) -> Seat:
    return Seat.objects.create(
        game=game, number=number, players=game.players, name="A", joined_at=NOW, **fields
    )
