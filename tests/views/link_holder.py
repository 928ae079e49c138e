"""Whoever has the link to one turn, and their browser, for tests of its page."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.test import Client

from accounts.models import User
from games.mail.by_mail import ways_for
from games.models import Game
from games.play.notices import turn_name
from tests.builders import NOW, make_user
from tests.views.table_reader import TablePage


def mail_player(name: str = "", **fields: Any) -> User:
    """Somebody who plays from the mail."""
    return make_user(name, **{"email_proven_at": NOW, "plays_by_mail_since": NOW, **fields})


def link_of(game: Game, seat: int, turn: str = "") -> str:
    """The path of the link that a seat gets for a turn, by default the running one."""
    asked = Game.objects.get(pk=game.pk)
    turn = turn or turn_name(asked)
    asked.status = "arranging" if turn == "arranging" else "playing"
    asked.turn_number = 0 if turn == "arranging" else int(turn)
    ways = ways_for(asked, asked.seats.select_related("user").get(number=seat))
    assert ways is not None
    return "/" + ways.link.split("/", 3)[3]


@dataclass
class LinkHolder:
    """A browser in which somebody has opened the link to one turn."""

    game: Game
    path: str
    client: Client = field(default_factory=lambda: Client(enforce_csrf_checks=True))

    def see(self, query: str = "") -> TablePage:
        """Open the link."""
        return TablePage(self.client.get(f"{self.path}?{query}"))

    def send(self, act: str, *, version: int | str | None = None, **fields: str) -> Any:
        """Press a button; the bare answer to it."""
        sent = {"act": act, "version": self.version if version is None else version, **fields}
        return self.client.post(self.path, sent)

    def do(self, act: str, **fields: Any) -> TablePage:
        """Press a button; what stands there then, after a move the page that it leads to."""
        answer = self.send(act, **fields)
        if answer.status_code == 303:
            assert answer["Location"] == f"{self.path}#says"
            return self.see()
        return TablePage(answer)

    @property
    def version(self) -> int:
        """The version the table has now."""
        return Game.objects.values_list("version", flat=True).get(pk=self.game.pk)


def holder(game: Game, seat: int | None = None, client: Client | None = None) -> LinkHolder:
    """Whoever has the link to the running turn, by default of the seat to play."""
    game.refresh_from_db()
    path = link_of(game, game.active_seat if seat is None else seat)
    return LinkHolder(game, path, *([client] if client else []))
