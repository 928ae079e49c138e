"""A prepared query asks what its query set asks, with other values."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Game, Seat
from games.play.prepared import Prepared
from tests.builders import make_game, make_user

pytestmark = pytest.mark.django_db


def test_each_value_takes_its_place() -> None:
    games = [make_game(make_user(), make_user()) for _game in range(3)]
    seats = Prepared(
        lambda code, number: Seat.objects.filter(game__code=code, number=number).values_list(
            "pk", "name"
        ),
        "a code",
        99,
    )
    for game in games:
        for seat in Seat.objects.filter(game=game):
            assert seats(game.code, seat.number) == [(seat.pk, seat.name)]
    assert seats(games[0].code, 7) == []


def test_it_is_one_query_and_no_more_than_once_made() -> None:
    made = []

    def build(code: str) -> object:
        made.append(code)
        return Game.objects.filter(code=code).values_list("version")

    versions = Prepared(build, "a code")  # type: ignore[arg-type]
    with CaptureQueriesContext(connection) as queries:
        versions("one")
        versions("two")
    assert len(queries) == 2
    assert made == ["a code"]


def test_an_example_that_the_query_does_not_hold_is_a_mistake() -> None:
    with pytest.raises(AssertionError, match="not in the query"):
        Prepared(lambda code: Game.objects.values_list("version"), "a code")("one")
