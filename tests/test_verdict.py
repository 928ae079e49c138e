"""Who won, and what told equal totals apart."""

from __future__ import annotations

import pytest

from games.rules.scoring import Scores
from games.verdict import gone, ties, verdict
from tests.standings import over

NAMES = ("Ana", "Bo", "Cleo")


def test_one_winner_is_named_or_spoken_to() -> None:
    seats = (1, Scores(elves=5), ""), (2, Scores(), "")
    assert verdict(over(*seats), NAMES) == "Ana wins with 5 Harmony."
    assert verdict(over(*seats, reader=0), NAMES) == "You win with 5 Harmony."
    assert verdict(over(*seats, reader=1), NAMES) == "Ana wins with 5 Harmony."


def test_winners_share_the_first_place() -> None:
    seats = (1, Scores(elves=-5), ""), (3, Scores(), ""), (1, Scores(elves=-5), "")
    told = "Ana and Cleo share the first place with −5 Harmony."
    assert verdict(over(*seats), NAMES) == told
    assert verdict(over(*seats, reader=0), NAMES) == told


@pytest.mark.parametrize(
    ("one", "other", "told"),
    [
        (
            Scores(elves=6, humans=2),
            Scores(dwarves=4, goblins=4),
            "Ana and Bo both have 8 Harmony; the best category decides: 6 against 4.",
        ),
        (
            Scores(elves=6, humans=2),
            Scores(dwarves=6, goblins=1, legends=1),
            "Ana and Bo both have 8 Harmony; with the better categories equal, category number 2"
            " from the best decides: 2 against 1.",
        ),
    ],
)
def test_a_tie_is_explained_by_the_category_that_broke_it(
    one: Scores, other: Scores, told: str
) -> None:
    assert ties(over((1, one, ""), (2, other, "")), NAMES) == [told]


def test_a_place_that_is_shared_is_explained() -> None:
    view = over((1, Scores(elves=3), ""), (1, Scores(dwarves=3), ""))
    assert ties(view, NAMES) == [
        "Ana and Bo both have 3 Harmony and the same points in all their categories, best to"
        " worst: they share the place."
    ]


def test_no_tie_no_word() -> None:
    assert ties(over((1, Scores(elves=3), ""), (2, Scores(elves=2), "")), NAMES) == []


@pytest.mark.parametrize("left", [("", "resigned"), ("resigned", "resigned")])
def test_leavers_rank_by_leaving_not_by_points(left: tuple[str, str]) -> None:
    view = over(
        (1, Scores(elves=9), ""), (2, Scores(elves=3), left[0]), (3, Scores(elves=3), left[1])
    )
    assert ties(view, NAMES) == []


def test_who_had_left_is_told_whatever_their_points() -> None:
    view = over(
        (3, Scores(elves=23), "timeout"),
        (1, Scores(elves=5), ""),
        (2, Scores(elves=9), "resigned"),
    )
    assert gone(view.kingdoms, NAMES) == ["Cleo resigned.", "Ana ran out of time."]
    assert gone(over((1, Scores(), ""), (2, Scores(), "removed")).kingdoms, NAMES) == [
        "Bo was removed."
    ]
