"""People at a table in their browsers, for tests of the table's pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.test import Client

from accounts.models import User
from games.models import Game
from tests.builders import lay_kingdom, lay_river, make_game
from tests.views.table_reader import TablePage
from tests.views.visitors import browser_of

HTMX = {"HX-Request": "true"}
ROWS = ["pfms", "hPDg", "sSHm", "feop"]
TERRAINS = ["terrain-plain", "terrain-forest", "terrain-mountain", "terrain-marsh"]


@dataclass
class Sitting:
    """Somebody's browser at one table; `user` None: nobody is signed in."""

    game: Game
    client: Client

    def see(self, query: str = "", *, htmx: bool = False) -> TablePage:
        """Open the table, or htmx's part of it."""
        headers = HTMX if htmx else {}
        return TablePage(self.client.get(f"{self.address}?{query}", headers=headers))

    def do(self, act: str, *, version: int | str | None = None, **fields: str) -> TablePage:
        """Send a decision as htmx does, by default from an up-to-date page."""
        sent = {"act": act, "version": self.version if version is None else version, **fields}
        return TablePage(self.client.post(self.address, sent, headers=HTMX))

    def poll(self, query: str) -> TablePage:
        """Ask for what is new."""
        return TablePage(self.client.get(f"{self.address}poll/?{query}", headers=HTMX))

    @property
    def address(self) -> str:
        """Where the table is."""
        return self.game.get_absolute_url()

    @property
    def version(self) -> int:
        """The version the table has now."""
        return Game.objects.values_list("version", flat=True).get(pk=self.game.pk)


def sit(game: Game, user: User | None = None) -> Sitting:
    """The browser of `user` at `game`."""
    return Sitting(game, browser_of(user) if user else Client())


def begun_turn(people: list[User], **options: Any) -> Game:
    """It is somebody's turn: Plain, Dwarf, Marsh and Human in the centre, an Elf on the Discard."""
    game = make_game(*people, **options)
    lay_kingdom(game, game.active_seat, *ROWS)
    Game.objects.filter(pk=game.pk).update(discard="E", pile="FGMM" + game.pile[4:])
    lay_river(game, "four-tribes", "tribe-goblin", "tribe-elf", "tribe-dwarf", *TERRAINS)
    game.refresh_from_db()
    return game
