"""Ratings in words."""

from __future__ import annotations

import pytest

from games.models import Rating
from games.play.ratings.skill import BEGINNER
from games.rating_words import change_text, rating_text, shown


def test_everybody_begins_with_1500() -> None:
    assert shown(BEGINNER.mu) == 1500


@pytest.mark.parametrize(("mu", "number"), [(25.8, 1532), (24.99, 1500), (24.98, 1499), (0.0, 500)])
def test_a_rating_is_a_whole_number(mu: float, number: int) -> None:
    assert shown(mu) == number


@pytest.mark.parametrize(("games", "text"), [(1, "1532?"), (14, "1532?"), (15, "1532")])
def test_it_is_provisional_below_fifteen_games(games: int, text: str) -> None:
    assert rating_text(Rating(mu=25.8, sigma=4.0, games=games)) == text


@pytest.mark.parametrize(
    ("before", "after", "text"),
    [(25.0, 25.8, "+32"), (25.8, 25.0, "−32"), (25.0, 25.001, "±0"), (25.012, 25.013, "+1")],
)
def test_a_change_is_that_of_the_numbers_shown(before: float, after: float, text: str) -> None:
    assert change_text(before, after) == text
