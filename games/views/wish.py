"""What an address asks of a table's page beside the table itself."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest

from games.rules.cards import SQUARE_INDEX

from .numbers import whole_number

MOST_DIGITS = 9  # of a version


@dataclass(frozen=True, slots=True)
class Wish:
    """What to show; nothing of it changes the game."""

    square: int = -1  # chosen; 0–15, -1: none
    resigning: bool = False  # asks to be asked
    whole_log: bool = False
    seen: int | None = None  # the version on the page that asks; None: it shows no table yet
    seat: str = ""  # the seat that page is for; "": a watcher's
    page: str = ""  # which page that is: "table", or "room" before the game
    clock: str | None = None  # the clock on that page, as a stamp; None: it does not say
    after: str | None = None  # what had come to it since its end, as a stamp; None: it ran still
    proposal: bool = False  # whether it tells of a proposal to end the game

    @property
    def kept(self) -> dict[str, str]:
        """What of it holds while the page follows the game, as parameters of an address."""
        return {"log": "all"} if self.whole_log else {}


def wish_of(request: HttpRequest) -> Wish:
    """Read the wish of a request's address; nonsense counts as nothing."""
    asked = request.GET
    return Wish(
        square=SQUARE_INDEX.get(asked.get("square", ""), -1),
        resigning="resign" in asked,
        whole_log=asked.get("log") == "all",
        seen=whole_number(asked.get("v", ""), most_digits=MOST_DIGITS),
        seat=asked.get("seat", ""),
        page=asked.get("page", ""),
        clock=asked.get("clock"),
        after=asked.get("after"),
        proposal="proposal" in asked,
    )
