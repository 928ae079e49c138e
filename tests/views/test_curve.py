"""The picture of a rating's way: within its box, and with marks that fit it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.play.rating_curve import Curve, Point
from games.rating_words import shown
from games.views.curve import HEIGHT, WIDTH, CurveShown, curve_shown

MUS = st.lists(st.floats(-20, 80), min_size=1, max_size=100)


def picture(*mus: float) -> CurveShown:
    points = [Point(games, mu) for games, mu in enumerate(mus, 1)]
    return curve_shown(Curve(points, lowest=min(mus), highest=max(mus)), {})


@given(MUS)
def test_it_stays_within_its_box(mus: list[float]) -> None:
    shows = picture(*mus)
    corners = [tuple(map(float, corner.split(","))) for corner in shows.way.split()]
    assert len(corners) == len(mus) + 1
    assert all(shows.left <= x <= shows.right < WIDTH and 0 < y < HEIGHT for x, y in corners)
    assert all(0 < line.y < HEIGHT for line in shows.lines)
    assert corners[-1] == (shows.now_x, shows.now_y)
    assert 1 <= len(shows.lines) <= 6


@given(MUS)
def test_higher_ratings_are_drawn_higher(mus: list[float]) -> None:
    shows = picture(*mus)
    heights = [float(corner.split(",")[1]) for corner in shows.way.split()]
    for (_games, number, _address), y in zip(shows.rows, heights, strict=True):
        assert all(y <= line.y for line in shows.lines if number >= int(line.label))
        assert all(y >= line.y for line in shows.lines if number <= int(line.label))


def test_it_begins_with_what_everybody_begins_with() -> None:
    shows = picture(26, 27)
    assert shows.rows == [(0, 1500, ""), (1, shown(26), ""), (2, shown(27), "")]
    assert (shows.start, shows.lowest, shows.highest, shows.latest) == (1500, 1500, 1580, 1580)


def test_a_small_change_is_not_drawn_as_a_large_one() -> None:
    assert abs(picture(25.1).now_y - picture(24.9).now_y) < HEIGHT / 4


@pytest.mark.parametrize(
    ("mu", "labels"),
    [
        (25, ["1480", "1500", "1520"]),
        (28, ["1500", "1550", "1600"]),
        (40, ["1600", "1800", "2000"]),
    ],
)
def test_round_ratings_are_marked(mu: float, labels: list[str]) -> None:
    assert [line.label for line in picture(mu).lines] == labels
