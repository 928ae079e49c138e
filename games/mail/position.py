"""A running game as the reader of a mail may see it: nothing but their view of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.play.storage import Table
from games.rules.cards import KINDS
from games.rules.state import ACTION, ARRANGING, PLACING
from games.rules.visibility import View, view_for
from games.words import kind_name, legend_condition, legend_name, ruleset_name

from .at_table import AtTable
from .board_text import DOWN
from .kingdoms import KingdomTold, harmony_words, kingdoms_told
from .story_text import since_last_turn


class LegendTold(NamedTuple):
    """A Legend of the River."""

    name: str
    condition: str
    worth: str
    claimable: bool  # by the reader, now


@dataclass(frozen=True, slots=True)
class Position:
    """The table of a game under way."""

    at: AtTable
    view: View
    since: list[str] = field(default_factory=list)  # what happened since the reader's last turn

    @property
    def kingdoms(self) -> list[KingdomTold]:
        """All Kingdoms, the reader's own first."""
        return kingdoms_told(self.at, self.view)

    @property
    def river(self) -> list[LegendTold]:
        """The Legends on offer."""
        return [
            LegendTold(
                legend_name(legend),
                legend_condition(legend),
                harmony_words(self.view.rulings.harmony[legend]),
                legend in self.view.legal.claims,
            )
            for legend in self.view.river
        ]

    @property
    def piles(self) -> str:
        """The Discard and the draw pile in a sentence or two."""
        count = self.view.pile_count
        pile = ngettext("Draw pile: %(count)d card.", "Draw pile: %(count)d cards.", count)
        told = pile % {"count": count}
        if not self.view.discard_top:
            return told
        return f"{_('Discard: %(kind)s.') % {'kind': kind_name(self.view.discard_top)}} {told}"

    @property
    def legend_pile(self) -> str:
        """How many Legends have not been in the River yet."""
        count = self.view.legend_count
        pattern = ngettext(
            "%(count)d more Legend lies face down.", "%(count)d more Legends lie face down.", count
        )
        return pattern % {"count": count}

    @property
    def letters(self) -> str:
        """What the letters of the Kingdoms stand for."""
        kinds = [f"{letter}\N{NO-BREAK SPACE}{kind_name(letter)}" for letter in KINDS]
        return ", ".join([*kinds, f"{DOWN}\N{NO-BREAK SPACE}{_('face down')}"])

    @property
    def turn(self) -> str:
        """Which turn it is, of how many."""
        told = {"turn": self.view.kingdoms[self.view.active].turns + 1}
        if not self.view.turn_limit:
            return _("turn %(turn)d") % told
        return _("turn %(turn)d of %(limit)d") % (told | {"limit": self.view.turn_limit})

    @property
    def ruleset(self) -> str:
        """The rules it goes by."""
        return ruleset_name(self.view.ruleset)

    @property
    def to_do(self) -> str:
        """What the reader has to decide."""
        if self.view.phase == ARRANGING:
            return _("Lay out your four centre cards as you like, then say that you are ready.")
        if self.view.phase == ACTION:
            told = {"kind": kind_name(self.view.discard_top)}
            return _("Draw a card, or take the Discard: %(kind)s.") % told
        if self.view.phase == PLACING:
            told = {"kind": kind_name(self.view.drawn)}
            pattern = _(
                "You have drawn %(kind)s: place it, or discard it and turn over a card of yours."
            )
            return pattern % told
        return _("Your action is done: claim a Legend of the River, or pass.")


def position_of(at: AtTable, table: Table) -> Position:
    """Return what the reader sees at the table: one query, for the log."""
    seat = at.mine.number
    since = since_last_turn(table.game, eyes=seat, names=at.names)
    return Position(at, view_for(table.state, seat), since)
