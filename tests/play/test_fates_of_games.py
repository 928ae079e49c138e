"""What becomes of running games where more than one decision bears on their player."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from accounts import sanctions
from accounts.models import Sanction, User
from games.play.suspension import sweep
from games.play.suspension.fates import fates_of_games
from games.sanction_words import games_follow
from tests.builders import NOW, make_game, make_staff, make_user

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def ana() -> User:
    return make_user("Ana")


@pytest.fixture
def mo() -> User:
    return make_staff("moderator", "Mo")


def impose(user: User, by: User, games: str, days: int = 9, at: datetime = NOW) -> Sanction:
    """A suspension for so many days; a ban for 0."""
    kind, until = ("suspension", at + days * DAY) if days else ("ban", None)
    return sanctions.impose(
        user_id=user.pk, by=by, kind=kind, reason="So.", until=until, games=games, now=at
    )


def lift(sanction: Sanction, by: User, at: datetime = NOW) -> None:
    sanctions.lift(sanction_id=sanction.pk, by=by, why="Sorry.", now=at)


def fates(user: User, now: datetime = NOW) -> list[str]:
    return list(fates_of_games(user.pk, now).values())


@pytest.mark.parametrize("games", ["pause", "leave", "bot"])
def test_one_alone_does_what_it_says(ana: User, mo: User, games: str) -> None:
    impose(ana, mo, games)
    impose(make_user(), mo, "leave")
    assert fates(ana) == [games]


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        ("pause", "leave", ["pause-nothing", "leave"]),
        ("leave", "pause", ["leave", "pause-nothing"]),
        ("bot", "leave", ["bot", "left-before"]),
        ("leave", "bot", ["leave", "left-before"]),
        ("pause", "pause", ["pause", "pause"]),
    ],
)
def test_what_one_has_emptied_waits_for_no_other(
    ana: User, mo: User, first: str, second: str, told: list[str]
) -> None:
    make_game(ana, make_user())
    impose(ana, mo, first)
    impose(ana, mo, second)
    assert fates(ana) == told
    sweep(NOW)
    assert fates(ana) == told


def test_a_pause_waits_for_the_longer_one(ana: User, mo: User) -> None:
    impose(ana, mo, "pause", 2)
    longer = impose(ana, mo, "pause", 9)
    assert fates(ana) == ["pause-longer", "pause"]
    lift(longer, mo)
    assert fates(ana) == ["pause", "pause"]


def test_games_that_were_left_stay_left_when_that_is_lifted(ana: User, mo: User) -> None:
    make_game(ana, make_user())
    impose(ana, mo, "pause")
    ban = impose(ana, mo, "leave", 0)
    sweep(NOW)
    lift(ban, mo, NOW + DAY)
    assert fates(ana, NOW + DAY) == ["pause-nothing", "leave"]


def test_games_wait_where_it_was_lifted_before_they_were_left(ana: User, mo: User) -> None:
    make_game(ana, make_user())
    impose(ana, mo, "pause")
    lift(impose(ana, mo, "leave", 0), mo)
    sweep(NOW)
    assert fates(ana)[0] == "pause"


def test_what_was_over_before_has_nothing_to_do_with_it(ana: User, mo: User) -> None:
    impose(ana, mo, "leave", 2)
    later = NOW + 2 * DAY
    impose(ana, mo, "pause", at=later)
    impose(ana, mo, "bot", at=later + DAY)
    assert fates(ana, later + DAY) == ["leave", "pause-nothing", "bot"]
    assert fates(ana, later)[0] == "leave"


def test_each_has_its_words(ana: User, mo: User) -> None:
    impose(ana, mo, "pause", 2)
    impose(ana, mo, "pause", 9)
    first, second = (games_follow(fate) for fate in fates_of_games(ana.pk, NOW).values())
    assert "until your longer suspension is over" in first
    assert "clocks stand still until then" in second
    for told in (first, second):
        assert told.endswith("Your seats at tables that had not begun are free again.")
