"""The order of the leaderboard: who is on it, and how equal ratings share a rank."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from accounts.models.users import FOR_GOOD
from games.play.leaderboard import listed, position_of, ranked
from games.play.ratings.enough import LISTED_FROM
from tests.builders import NOW, make_user
from tests.results import make_rating

pytestmark = pytest.mark.django_db


def rate(*mus: float) -> list[User]:
    """People with these ratings, in this order."""
    people = [make_user() for _mu in mus]
    for person, mu in zip(people, mus, strict=True):
        make_rating(person, mu)
    return people


def test_the_best_comes_first_and_of_equals_the_older_account() -> None:
    low, one, other, top = rate(20, 25, 25, 30)
    assert [rating.user for rating in listed()] == [top, one, other, low]
    assert [position_of(user.pk) for user in (top, one, other, low)] == [1, 2, 3, 4]


def test_too_few_games_are_not_enough() -> None:
    one, other = make_user(), make_user()
    make_rating(one, 30, games=LISTED_FROM - 1)
    make_rating(other, 20, games=LISTED_FROM)
    assert [rating.user for rating in listed()] == [other]
    assert position_of(one.pk) is None
    assert position_of(other.pk) == 1


@pytest.mark.parametrize(
    ("fields", "stays"),
    [
        ({"is_active": False}, False),
        ({"closing_at": NOW}, False),
        ({"suspended_until": FOR_GOOD}, False),
        ({"suspended_until": NOW + timedelta(days=3650)}, True),
        ({"muted_until": FOR_GOOD}, True),
    ],
)
def test_who_is_gone_or_banned_is_left_out(fields: dict[str, Any], stays: bool) -> None:
    one, other = rate(30, 20)
    User.objects.filter(pk=one.pk).update(**fields)
    assert [rating.user for rating in listed()] == ([one, other] if stays else [other])
    assert position_of(one.pk) == (1 if stays else None)
    assert position_of(other.pk) == (2 if stays else 1)


def test_those_shown_with_the_same_rating_share_a_rank() -> None:
    rate(30, 26, 26.005, 25.995, 25.9, 25)
    lines = ranked(list(listed()), 1)
    assert [line.rank for line in lines] == [1, 2, 2, 2, 5, 6]
    assert [line.position for line in lines] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("first", [1, 2, 3, 4, 5, 6])
def test_a_page_may_begin_among_equals(
    first: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    rate(30, 26, 26.005, 25.995, 25.9, 25)
    page = list(listed()[first - 1 :])
    with django_assert_num_queries(2):
        lines = ranked(page, first)
    assert [line.rank for line in lines] == [1, 2, 2, 2, 5, 6][first - 1 :]
    assert lines[0].position == first


def test_no_lines_have_no_ranks() -> None:
    assert ranked([], 1) == []
