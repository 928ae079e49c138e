"""A clock is set by who was away: one that stands does not begin to run in the past."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import User
from games.play.lobby import Options, join, open_table
from games.play.turns import lock
from games.play.winding import wind
from tests.builders import NOW, SEED, make_user
from tests.play.clockwork import DAY, HOUR, fresh, go_away

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("before", [HOUR, 9 * DAY])
def test_a_clock_that_stands_for_somebody_stands_on(before: timedelta) -> None:
    """A sweep that is late looks at a moment before Bo was away, and before the game began."""
    bo: User = make_user("Bo")
    go_away(bo, NOW, NOW + 9 * DAY)
    table = open_table(host=bo, options=Options(), now=NOW)
    game = join(game_id=table.pk, user=make_user(), seed=SEED, now=NOW)
    left = fresh(game).stopped_seconds
    assert left
    wind(lock(game.pk), NOW + HOUR, at=NOW - before)
    row = fresh(game)
    assert (row.deadline, row.stopped_seconds) == (None, left)
