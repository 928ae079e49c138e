"""The result of a game that is over, in words and as a score sheet."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from games.log_words import end_sentence
from games.play.ratings.changes import Change, changes_of
from games.play.rematch import others_there
from games.play.storage import read
from games.points import signed
from games.rating_words import rating_sentence
from games.rules.scoring import CATEGORIES
from games.rules.state import State
from games.rules.visibility import KingdomView, View, view_for
from games.verdict import ties, verdict
from games.words import category_name, left_word

from .at_table import AtTable
from .board_text import table_text
from .kingdoms import KingdomTold, kingdoms_told


@dataclass(frozen=True, slots=True)
class Result:
    """How it ended, for the reader."""

    at: AtTable
    view: View
    changes: list[Change]

    @property
    def why(self) -> str:
        """What brought the end."""
        return end_sentence(self.view.end)

    @property
    def verdict(self) -> str:
        """Who won."""
        return verdict(self.view, self.at.names)

    @property
    def news(self) -> str:
        """Who won, and what came of it for the reader, as a list of news tells it."""
        return " ".join(part for part in (self.verdict, self.mine, self.rating) if part)

    @property
    def replay(self) -> str:
        """The whole address of the replay."""
        return settings.SITE_URL + reverse("replay", args=[self.at.game.code])

    @property
    def rematch(self) -> str:
        """The whole address where one asks for a rematch; empty when nobody is left to ask."""
        seats, reader = self.at.seats, self.at.mine.user
        if reader is None or not (others_there(seats, reader) or any(seat.bot for seat in seats)):
            return ""
        return f"{settings.SITE_URL}{self.at.game.get_absolute_url()}#rematch-says"

    @property
    def mine(self) -> str:
        """The reader's own place and points."""
        [kingdom] = [each for each in self.view.kingdoms if each.seat == self.at.mine.number]
        told = {"place": kingdom.place, "points": signed(kingdom.scores.total)}
        return _("Your place: %(place)d, with %(points)s Harmony.") % told

    @property
    def rating(self) -> str:
        """What the game did to the reader's rating; empty while, or where, it counts for none."""
        for change in self.changes:
            if change.seat == self.at.mine.number:
                return rating_sentence(change)
        return ""

    @property
    def ties(self) -> list[str]:
        """What told equal totals apart."""
        return ties(self.view, self.at.names)

    @property
    def heads(self) -> list[str]:
        """The first line of the score sheet: the players by place."""
        return [_("Harmony"), *(self.at.called(kingdom.seat) for kingdom in self._ranked)]

    @property
    def rows(self) -> list[list[str]]:
        """The other lines: categories, total, place; each with its name in front."""
        rows = [
            [category_name(category)]
            + [signed(getattr(kingdom.scores, category)) for kingdom in self._ranked]
            for category in CATEGORIES
        ]
        rows.append([_("Total"), *(signed(kingdom.scores.total) for kingdom in self._ranked)])
        rows.append([_("Place"), *(str(kingdom.place) for kingdom in self._ranked)])
        return rows

    @property
    def sheet(self) -> str:
        """The score sheet as text."""
        return table_text([self.heads, *self.rows])

    @property
    def places(self) -> list[str]:
        """The players by place, a line each."""
        return [self._place(kingdom) for kingdom in self._ranked]

    @property
    def kingdoms(self) -> list[KingdomTold]:
        """The Kingdoms as they lie in the end, the reader's own first."""
        return kingdoms_told(self.at, self.view)

    @property
    def _ranked(self) -> list[KingdomView]:
        return sorted(self.view.kingdoms, key=lambda kingdom: (kingdom.place, kingdom.seat))

    def _place(self, kingdom: KingdomView) -> str:
        told = {
            "place": kingdom.place,
            "name": self.at.called(kingdom.seat),
            "points": signed(kingdom.scores.total),
        }
        if not kingdom.left:
            return _("%(place)d. %(name)s, %(points)s Harmony") % told
        told["why"] = left_word(kingdom.left)
        return _("%(place)d. %(name)s, %(points)s Harmony (%(why)s)") % told


def result_of(at: AtTable) -> Result:
    """Return the result of the game, which is over: four queries, one more if it is rated."""
    return result_in(at, read(at.game).state)


def result_in(at: AtTable, state: State) -> Result:
    """Return the result of the game, whose last state this is: a query if it is rated."""
    changes = changes_of(at.game) if at.game.rated else []
    return Result(at, view_for(state, at.mine.number), changes)
