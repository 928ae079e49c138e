"""Games that wait for the reader: what mails about a turn have in common."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from accounts.models import Notice
from games.models import Game
from games.play.due import people_due
from games.play.notices import turn_key
from games.play.storage import Table, read
from games.play.time_up import when_time_is_up
from games.time_words import time_up_words

from .at_table import AtTable, at_table, game_of
from .by_mail import ways_for
from .doable import doable
from .kind import Later, Told, Untrue
from .position import position_of
from .time_left import SOON, TimeLeft, time_left


@dataclass(frozen=True, slots=True)
class Waiting:
    """A game in which the reader has something to decide."""

    at: AtTable
    table: Table
    time: TimeLeft

    @property
    def time_up(self) -> str:
        """What comes of it when the time is up; empty without a clock."""
        if self.time.seconds is None:
            return ""
        return time_up_words(when_time_is_up(self.table, self.at.mine.number))

    @property
    def arranging(self) -> bool:
        """Whether it is the centre cards; else it is a turn."""
        return self.table.game.status == Game.Status.ARRANGING


def waiting_game(notice: Notice, now: datetime, *statuses: str) -> Waiting | Later | Untrue:
    """Return the game if it has one of these `statuses` and waits for the reader: seven queries.

    With the time up that is neither true nor untrue: a sweep is about to end the turn, or to give
    it the time of an outage.
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
    bank = 0 if table.game.status == Game.Status.ARRANGING else at.mine.bank_seconds
    time = time_left(table.game, bank=bank, now=now)
    return Later(now + SOON) if time.is_up else Waiting(at, table, time)


def is_of_turn(notice: Notice, waiting: Waiting) -> bool:
    """Return whether a notice of the keys KIND:TURN or KIND:TURN:… is about the running turn."""
    _kind, _colon, turn = notice.key.partition(":")
    return f"{turn}:".startswith(f"{turn_key(waiting.table.game, waiting.at.mine)}:")


def line_to_play(at: AtTable, *, arranging: bool) -> str:
    """Return in one sentence what waits for the reader at a table."""
    if arranging:
        line = _("Arrange your cards: your game against %(title)s begins.")
    else:
        line = _("It is your turn against %(title)s.")
    return line % {"title": at.title}


def told_to_play(waiting: Waiting) -> Told:
    """Return what a mail about a turn tells: the table, the clock, what happened: one query.

    To who plays from the mail it gives the link to do so, and the address that takes an answer,
    with what can be answered.
    """
    game, at = waiting.table.game, waiting.at
    position = position_of(at, waiting.table)
    line = line_to_play(at, arranging=waiting.arranging)
    ways = ways_for(game, at.mine)
    return Told(
        line=line,
        link=game.get_absolute_url(),
        context={
            "game": game,
            "at": at,
            "line": line,
            "time": waiting.time,
            "time_up": waiting.time_up,
            "position": position,
            "arranging": waiting.arranging,
            "waits": True,
            "ways": ways,
            "doable": doable(position.view),
        },
        game_id=game.pk,
        deadline=waiting.time.deadline,
        headers={"Reply-To": ways.reply_to} if ways and ways.reply_to else {},
    )
