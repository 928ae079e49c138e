"""Places, ties and those who left."""

from __future__ import annotations

from games.rules.ranking import places, tie_break
from games.rules.scoring import Scores


def test_the_highest_total_wins() -> None:
    assert places([Scores(3), Scores(9), Scores(5)]) == [3, 1, 2]


def test_ties_go_to_the_best_category_then_the_next() -> None:
    assert places([Scores(2, 4), Scores(1, 5), Scores(6)]) == [3, 2, 1]


def test_equal_in_all_seven_share_the_place() -> None:
    # The categories may be different ones: only their points are compared.
    assert places([Scores(1, 4), Scores(9), Scores(4, 1), Scores(1)]) == [2, 1, 2, 4]


def test_those_who_left_rank_below_the_later_the_better() -> None:
    scores = [Scores(50), Scores(40), Scores(-3), Scores(60)]
    assert places(scores, left=[3, 0]) == [3, 1, 2, 4]


def test_the_category_that_broke_a_tie_is_told() -> None:
    assert tie_break(Scores(6), Scores(5, 1)) == 1
    assert tie_break(Scores(5, 3, 0), Scores(5, 2, 1)) == 2
    assert tie_break(Scores(0, 0, 0, 0, 0, 4, -1), Scores(4, -1)) == 0
    assert tie_break(Scores(5), Scores(6)) == 0
