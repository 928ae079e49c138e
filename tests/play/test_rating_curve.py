"""How a rating went: every game of few, a hundred points of many."""

from __future__ import annotations

from datetime import timedelta

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.play.rating_curve import MOST_POINTS, Curve, Point, rating_curve
from tests.builders import NOW, make_user
from tests.results import make_result

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> User:
    return make_user("Ana")


def test_without_counted_games_there_is_none(ana: User) -> None:
    make_result(ana, make_user())
    assert rating_curve(ana.pk) is None


def test_it_follows_the_order_in_which_results_were_counted(ana: User) -> None:
    bo = make_user("Bo")
    make_result(ana, bo, mus=[26, 24])
    make_result(ana, bo, mus=[24.5, 25.5], at=NOW - timedelta(hours=1))
    make_result(ana, bo)
    make_result(bo, ana, mus=[24, 27], public=False)
    points = [Point(1, 26), Point(2, 24.5), Point(3, 27)]
    assert rating_curve(ana.pk) == Curve(points, lowest=24.5, highest=27)


@pytest.mark.parametrize("games", [99, 100, 101, 250])
def test_many_points_are_thinned_and_the_latest_is_kept(
    ana: User, games: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    bo = make_user("Bo")
    for number in range(games):
        mu = {1: 20.0, 2: 30.0}.get(number, 25 + number / 1000)
        make_result(ana, bo, mus=[mu, 25])
    with django_assert_num_queries(1):
        curve = rating_curve(ana.pk)
    assert curve is not None
    steps = {b.games - a.games for a, b in zip(curve.points, curve.points[1:], strict=False)}
    assert len(steps) == 1
    assert min(games, MOST_POINTS / 2) <= len(curve.points) <= MOST_POINTS
    assert curve.points[-1] == Point(games, 25 + (games - 1) / 1000)
    assert (curve.lowest, curve.highest) == (20, 30)
