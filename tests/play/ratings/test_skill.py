"""What a game does to the skills of its players."""

from __future__ import annotations

import pytest

from games.play.ratings.skill import BEGINNER, Skill, after_game


def test_the_figures_of_the_model_are_those_of_today() -> None:
    # Ratings of years are counted again by these: another version of the package must not move one.
    first, second, third = after_game([BEGINNER] * 3, [1, 2, 3])
    assert first == Skill(27.869048680749426, 8.205243377397993)
    assert second == Skill(25.717262170187357, 8.058224222802378)
    assert third == Skill(21.413689149063217, 8.058224222802378)


def test_the_order_of_the_seats_does_not_matter() -> None:
    skills = [Skill(31.0, 4.0), Skill(22.0, 3.0), Skill(25.0, 8.0)]
    there = after_game(skills, [2, 1, 3])
    back = after_game(skills[::-1], [3, 1, 2])
    for one, other in zip(there, back[::-1], strict=True):
        assert one == pytest.approx(other)


def test_who_shares_a_place_is_equal() -> None:
    one, other, last = after_game([BEGINNER] * 3, [1, 1, 3])
    assert one == other
    assert last.mu < one.mu


def test_a_tie_brings_two_closer_together() -> None:
    strong, weak = after_game([Skill(30.0, 5.0), Skill(20.0, 5.0)], [1, 1])
    assert strong.mu < 30.0
    assert weak.mu > 20.0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_places_count_not_how_far_apart_they_are(players: int) -> None:
    close = after_game([BEGINNER] * players, list(range(1, players + 1)))
    far = after_game([BEGINNER] * players, [3 * place for place in range(1, players + 1)])
    assert close == far
    assert [skill.mu for skill in close] == sorted((s.mu for s in close), reverse=True)


def test_a_win_against_somebody_stronger_is_worth_more() -> None:
    gained = [
        after_game([Skill(25.0, 5.0), Skill(other, 5.0)], [1, 2])[0].mu - 25
        for other in (20.0, 25.0, 30.0)
    ]
    assert gained == sorted(gained)
