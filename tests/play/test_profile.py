"""What the finished games of somebody come to: by ruleset, best game, whom they met."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import User
from games.models import Game, Seat
from games.play.profile import (
    MOST_MET,
    Best,
    Met,
    best_game,
    counted_seats,
    met_with,
    most_met,
    tallies,
    together,
)
from games.rules.scoring import CATEGORIES, Scores
from tests.builders import NOW, make_game, make_user, play_some
from tests.results import make_result

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def ana() -> User:
    return make_user("Ana")


@pytest.fixture
def bo() -> User:
    return make_user("Bo")


def test_a_game_counts_once_it_is_over(ana: User, bo: User) -> None:
    game = make_game(ana, bo)
    assert tallies(counted_seats(ana.pk, of_the_lobby=False)) == []
    play_some(game)
    [tally] = tallies(counted_seats(ana.pk, of_the_lobby=True))
    seat = Seat.objects.get(game=game, user=ana)
    assert (tally.ruleset, tally.players, tally.games) == ("rulebook", 2, 1)
    assert (tally.won, tally.place) == (seat.place == 1, seat.place)
    assert tally.averages == {
        "total": seat.total,
        **{category: getattr(seat, category) for category in CATEGORIES},
    }


def test_games_are_told_apart_by_ruleset_and_players(ana: User, bo: User) -> None:
    make_result(ana, bo, ruleset="aetherya")
    make_result(ana, bo, None)
    make_result(ana, bo, places=[2, 1])
    make_result(bo, ana, places=[1, 1])
    make_result(bo, ana)
    rows = tallies(counted_seats(ana.pk, of_the_lobby=True))
    assert [(row.ruleset, row.players, row.games, row.won, row.place) for row in rows] == [
        ("rulebook", 2, 3, 1, 5 / 3),
        ("rulebook", 3, 1, 1, 1),
        ("aetherya", 2, 1, 1, 1),
    ]
    assert [row.share for row in rows] == [33, 100, 100]
    whole = together(rows)
    assert whole is not None
    assert (whole.games, whole.won, whole.share, whole.place) == (5, 3, 60, 7 / 5)


def test_half_a_per_cent_is_rounded_up(ana: User, bo: User) -> None:
    for number in range(8):
        make_result(ana, bo, places=[1, 2] if number == 0 else [2, 1])
    [row] = tallies(counted_seats(ana.pk, of_the_lobby=True))
    assert row.share == 13


def test_without_games_there_is_nothing_to_tell(ana: User) -> None:
    seats = counted_seats(ana.pk, of_the_lobby=False)
    assert together(tallies(seats)) is None
    assert best_game(seats) is None
    assert most_met(seats, ana.pk) == []


def test_games_by_link_count_only_where_they_are_asked_for(ana: User, bo: User) -> None:
    make_result(ana, bo, public=False, scores=[Scores(elves=9), Scores()])
    lobby = make_result(ana, bo)
    for of_the_lobby, games in ((True, 1), (False, 2)):
        seats = counted_seats(ana.pk, of_the_lobby=of_the_lobby)
        assert [row.games for row in tallies(seats)] == [games]
        assert [met.games for met in most_met(seats, ana.pk)] == [games]
        best = best_game(seats)
        assert best is not None
        assert (best.code == lobby.code) == of_the_lobby


def test_a_result_taken_back_counts_no_more(ana: User, bo: User) -> None:
    game = make_result(ana, bo)
    Game.objects.filter(pk=game.pk).update(status="void", end="voided")
    game.seats.update(place=None, **dict.fromkeys(CATEGORIES))
    seats = counted_seats(ana.pk, of_the_lobby=False)
    assert tallies(seats) == []
    assert best_game(seats) is None
    assert most_met(seats, ana.pk) == []


def test_points_are_averaged_over_games_played_to_the_end(ana: User, bo: User) -> None:
    make_result(ana, bo, scores=[Scores(elves=4, conflicts=-2), Scores()])
    make_result(ana, bo, scores=[Scores(elves=1, legends=3), Scores()])
    make_result(bo, ana, scores=[Scores(), Scores(elves=50)], left=[1])
    whole = together(tallies(counted_seats(ana.pk, of_the_lobby=True)))
    assert whole is not None
    assert (whole.games, whole.stayed) == (3, 2)
    assert whole.averages == {
        **dict.fromkeys(CATEGORIES, 0),
        "elves": 2.5,
        "legends": 1.5,
        "conflicts": -1,
        "total": 3,
    }


def test_who_left_every_game_has_no_average(ana: User, bo: User) -> None:
    make_result(bo, ana, left=[1])
    [row] = tallies(counted_seats(ana.pk, of_the_lobby=True))
    assert row.averages == {}
    assert best_game(counted_seats(ana.pk, of_the_lobby=True)) is None


def test_the_best_game_has_the_most_harmony_and_came_first(ana: User, bo: User) -> None:
    make_result(ana, bo, scores=[Scores(elves=20), Scores()])
    late = make_result(ana, bo, scores=[Scores(humans=21), Scores()], at=NOW + DAY)
    early = make_result(bo, ana, scores=[Scores(), Scores(elves=10, dwarves=11)])
    make_result(bo, ana, scores=[Scores(), Scores(elves=99)], left=[1])
    assert best_game(counted_seats(ana.pk, of_the_lobby=True)) == Best(early.code, 21)
    early.seats.all().delete()
    assert best_game(counted_seats(ana.pk, of_the_lobby=True)) == Best(late.code, 21)


def test_of_two_people_the_better_place_wins(ana: User, bo: User) -> None:
    cleo = make_user("Cleo")
    make_result(ana, bo, cleo)
    make_result(bo, ana, cleo, places=[1, 1, 3])
    make_result(bo, ana)
    make_result(ana, None, places=[2, 1])
    met = most_met(counted_seats(ana.pk, of_the_lobby=True), ana.pk)
    assert met == [Met("Bo", 3, won=1, lost=1), Met("Cleo", 2, won=2, lost=0)]
    assert [one.tied for one in met] == [1, 0]
    assert met_with(bo.pk, ana.pk) == Met("Ana", 3, won=1, lost=1)


def test_the_ten_met_most_are_told(ana: User) -> None:
    others = [make_user(f"Other {chr(ord('A') + number)}") for number in range(MOST_MET + 1)]
    for other in others:
        make_result(ana, other)
    make_result(others[-1], ana)
    names = [met.name for met in most_met(counted_seats(ana.pk, of_the_lobby=True), ana.pk)]
    assert names == ["Other K", *(other.name for other in others[: MOST_MET - 1])]


def test_who_has_left_the_site_is_not_among_them(ana: User, bo: User) -> None:
    for gone in ({"closing_at": NOW}, {"is_active": False}):
        other = make_user()
        make_result(ana, other)
        User.objects.filter(pk=other.pk).update(**gone)
    former = make_result(ana, make_user())
    former.seats.filter(number=1).update(user=None, name="")
    make_result(ana, bo)
    met = most_met(counted_seats(ana.pk, of_the_lobby=True), ana.pk)
    assert [one.name for one in met] == ["Bo"]


def test_the_two_of_them_know_their_games_by_link(ana: User, bo: User) -> None:
    assert met_with(ana.pk, bo.pk) is None
    make_result(ana, bo, public=False)
    assert most_met(counted_seats(ana.pk, of_the_lobby=True), ana.pk) == []
    assert met_with(ana.pk, bo.pk) == Met("Bo", 1, won=1, lost=0)
