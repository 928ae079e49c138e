"""The steps of a game in words, and the ways from one position to another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.rules.log import visible_events
from games.rules.moves import Event
from games.rules.notation.replaying import Step

from .story import tell

OPEN = "open"  # what an address or a button says for all cards open
FORM = "steps"  # the form whose buttons steps are where there is no address
SLIDE = "slide"  # what its button for the slider says instead of a step


class Way(NamedTuple):
    """Where one gets by a link, or by a button of the form FORM: never both."""

    at: int
    href: str = ""
    value: str = ""


class Ways(NamedTuple):
    """How positions are reached.

    `address` is the page of a replay, with its slash, below which each position has its own.
    Without one, as for a record that is nowhere kept, steps are buttons "at" of the form FORM.
    """

    address: str = ""
    all_open: bool = False

    def to(self, at: int, *, all_open: bool | None = None) -> Way:
        """Return the way to a position, with all cards open or not as here unless told."""
        opened = self.all_open if all_open is None else all_open
        told = self._told(str(at), opened)
        return Way(at, href=told) if self.address else Way(at, value=told)

    @property
    def pattern(self) -> str:
        """What a script makes the address or the value of any position from."""
        return self._told("{at}", self.all_open)

    def _told(self, at: str, opened: bool) -> str:
        if self.address:
            return f"{self.address}{at}/" + (f"?{OPEN}=1" if opened else "")
        return f"{at}-{OPEN}" if opened else at


def told(step: Step, *, seat: int | None, names: Sequence[str]) -> SafeString:
    """Return what happened by a step as the player of `seat` (None: a watcher) may know it.

    That a card was drawn is left out: where it went is told.
    """
    events = visible_events([event for event in step.events if event.code != "drew"], seat)
    return _sentences(events, names)


def beginning(first: int, discard: str, names: Sequence[str]) -> SafeString:
    """Return how a game began: `first` is the first player's seat, `discard` the first Discard."""
    return _sentences([Event("began", first, kind=discard)], names)


def _sentences(events: Sequence[Event], names: Sequence[str]) -> SafeString:
    markup = tell(tuple(events), tuple(names), get_language())
    return markup[0] if markup else format_html("{}", _("Nothing to be seen."))
