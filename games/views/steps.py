"""The steps of a game as lines to jump to, and the ways from one position to another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
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
        if self.address:
            return Way(at, href=f"{self.address}{at}/" + (f"?{OPEN}=1" if opened else ""))
        return Way(at, value=f"{at}-{OPEN}" if opened else str(at))


def told(step: Step, *, seat: int | None, names: Sequence[str]) -> SafeString:
    """Return what happened by a step as the player of `seat` (None: a watcher) may know it.

    That a card was drawn is left out: where it went is told.
    """
    events = visible_events([event for event in step.events if event.code != "drew"], seat)
    return _sentences(events, names)


def beginning(first: int, discard: str, names: Sequence[str]) -> SafeString:
    """Return how a game began: `first` is the first player's seat, `discard` the first Discard."""
    return _sentences([Event("began", first, kind=discard)], names)


def lines_markup(lines: Sequence[SafeString], at: int, ways: Ways) -> SafeString:
    """Return the positions as items of a list, the present one marked; `lines` tell of each."""
    return mark_safe("\n".join(_line(line, ways.to(n), n == at) for n, line in enumerate(lines)))


def _sentences(events: Sequence[Event], names: Sequence[str]) -> SafeString:
    markup = tell(tuple(events), tuple(names), get_language())
    return markup[0] if markup else format_html("{}", _("Nothing to be seen."))


def _line(line: SafeString, way: Way, here: bool) -> SafeString:
    current = mark_safe(' aria-current="step"') if here else ""
    if way.href:
        pattern = '<li><a id="step-{}" href="{}"{}><span>{}</span> <span>{}</span></a></li>'
        return format_html(pattern, way.at, way.href, current, way.at, line)
    pattern = (
        '<li><button type="submit" id="step-{}" form="{}" name="at" value="{}"{}>'
        "<span>{}</span> <span>{}</span></button></li>"
    )
    return format_html(pattern, way.at, FORM, way.value, current, way.at, line)
