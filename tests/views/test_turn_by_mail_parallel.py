"""Links pressed at the same moment: one move counts, and none after the turn."""

from __future__ import annotations

import pytest

from games.models import Game, Move
from tests.builders import make_game
from tests.side_by_side import side_by_side
from tests.views.link_holder import LinkHolder, holder, mail_player
from tests.views.sitting import sit

pytestmark = pytest.mark.django_db(transaction=True)
TIMES = 4


@pytest.fixture
def game() -> Game:
    return make_game(mail_player("Ana"), mail_player("Bo"))


def test_the_same_click_side_by_side_counts_once(game: Game) -> None:
    link = holder(game)
    version = link.version
    clicks = [LinkHolder(game, link.path) for _time in range(TIMES)]
    answers = side_by_side([lambda c=c: c.send("draw", version=version) for c in clicks])  # type: ignore[misc]
    assert sorted(answer.status_code for answer in answers) == [303] + [409] * (TIMES - 1)
    assert Move.objects.filter(game=game, act="draw").count() == 1


def test_link_and_table_side_by_side_make_one_move(game: Game) -> None:
    link = holder(game)
    user = game.seats.get(number=game.active_seat).user
    assert user is not None
    table, version = sit(game, user), link.version
    fields = {"square": next(iter(link.see().buttons))}
    statuses = side_by_side(
        [
            lambda: link.send("take", version=version, **fields).status_code,
            lambda: table.do("take", version=version, **fields).status,
        ]
    )
    assert Move.objects.filter(game=game, act="take").count() == 1
    assert sum(status in (303, 200) for status in statuses) == 1
    assert set(statuses) <= {303, 200, 409, 410}
