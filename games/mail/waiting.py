"""Games that wait for the reader: what mails about a turn have in common."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from accounts.models import Notice
from games.models import Game
from games.play.due import people_due
from games.play.notices import turn_key
from games.play.storage import Table, read

from .at_table import AtTable, at_table, game_of
from .kind import Later, Told, Untrue
from .position import position_of
from .time_left import SOON, TimeLeft, time_left


@dataclass(frozen=True, slots=True)
class Waiting:
    """A game in which the reader has something to decide."""

    at: AtTable
    table: Table
    time: TimeLeft


def waits_for_reader(notice: Notice, now: datetime, *statuses: str) -> Waiting | Later | Untrue:
    """Return the game if it has one of these `statuses` and still waits for the notice's turn.

    The turn is told by the notice's key. With the time up it is neither true nor untrue: a sweep
    either ends the turn or gives it the time of an outage.
    """
    game = game_of(notice)
    if game is None or game.status not in statuses:
        return Untrue("the game is at another stage")
    table = read(game)
    if table.game.status not in statuses:
        return Untrue("the game is at another stage")
    at = at_table(notice, table.game, table.seats)
    if at is None:
        return Untrue("the seat is somebody else's")
    if at.mine.number not in people_due(table.state):
        return Untrue("the game does not wait for this seat")
    _kind, _colon, turn = notice.key.partition(":")
    if not f"{turn}:".startswith(f"{turn_key(table.game, at.mine)}:"):
        return Untrue("it was another turn")
    arranging = table.game.status == Game.Status.ARRANGING
    bank = 0 if arranging else at.mine.bank_seconds
    time = time_left(table.game, bank=bank, now=now)
    return Later(now + SOON) if time.is_up else Waiting(at, table, time)


def told_to_play(waiting: Waiting, line: str) -> Told:
    """Return what a mail about a turn tells: the table, the clock, what happened."""
    game = waiting.table.game
    return Told(
        line=line,
        link=game.get_absolute_url(),
        context={
            "game": game,
            "at": waiting.at,
            "time": waiting.time,
            "position": position_of(waiting.at, waiting.table),
            "waits": True,
        },
        game_id=game.pk,
        deadline=game.deadline,
    )
