"""The log holds every decision: played again from the seed it gives the rows."""

from __future__ import annotations

import pytest

from games.models import Game
from games.models import Move as MoveRow
from games.play.deal import as_dealt
from games.play.finish import decisions
from games.play.storage import load
from games.rules import engine
from games.rules.moves import Event, Move
from games.rules.state import State
from tests.builders import act, make_game, make_user, play_some

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("first_by", ["seed", "account"])
@pytest.mark.parametrize("moves", [0, 7, 10_000])
def test_the_log_played_again_gives_the_rows(first_by: str, moves: int) -> None:
    game = make_game(make_user(), make_user(), make_user(), first_by=first_by, turn_limit=12)
    act(game, 1, Move("leave", detail="resigned"))
    play_some(game, moves)
    table = load(Game.objects.get(pk=game.pk))
    state = as_dealt(table.game, bots=table.state.bots)
    told: list[list[object]] = []
    for seat, move in decisions(table.game):
        state, events = engine.apply(state, seat, move)
        told.append([list(event) for event in events])
    for name in State.__slots__:
        if name != "reshuffle":
            assert getattr(state, name) == getattr(table.state, name), name
    assert told == list(MoveRow.objects.filter(game=game).values_list("events", flat=True))
    if moves == 10_000:
        assert state.end


def test_events_come_back_as_they_were() -> None:
    game = make_game(make_user(), make_user())
    act(game, game.active_seat, Move("draw"))
    row = MoveRow.objects.filter(game=game).last()
    assert row is not None
    (event,) = (Event(*values) for values in row.events)
    assert (event.code, event.seat) == ("drew", game.active_seat)
