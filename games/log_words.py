"""The log of a game in the reader's language.

Takes only what `games.rules.log.visible_events` leaves of it: blanked parts are left unsaid.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from games.rules.cards import CENTRE, SQUARES
from games.rules.moves import Event
from games.words import kind_name, legend_name

Text = str | Promise

_SENTENCES: dict[str, Text] = {
    "arranged": _("{who} laid out the centre: {cards}."),
    "readied": _("{who} is ready."),
    "readied-timeout": _("Time was up for {who}: the centre cards stay as they were dealt."),
    "began": _("All are ready: {who} has the first turn, the first Discard is {kind}."),
    "drew": _("{who} drew a card."),
    "drew-open": _("{who} drew {kind}."),
    "placed-take": _("{who} took {kind} from the Discard to {square}; {other} came off."),
    "placed-keep": _("{who} drew and kept {kind} on {square}; {other} came off."),
    "revealed": _("{who} drew and discarded {other}, and turned {square} over: {kind}."),
    "claimed": _("{who} claimed {legend}."),
    "offered": _("New in the River: {legend}."),
    "reshuffled": _("The draw pile ran out: the Discard was shuffled to make it anew."),
    "passed": _("{who} passed."),
    "left-resigned": _("{who} resigned."),
    "left-timeout": _("{who} ran out of time and is out."),
    "left-removed": _("{who} was removed from the table."),
    "ended-explored": _("No face-down card is left in a Kingdom: the game is over."),
    "ended-limit": _("All have had their last turn: the game is over."),
    "ended-alone": _("Only one player is left: the game is over."),
    "ended-bots": _("Only bots are left: the game is over."),
}

# To whoever did it, of one decision each: that a card was drawn has its own.
_YOURS: dict[str, Text] = {
    "arranged": _("You laid out the centre: {cards}."),
    "readied": _("You are ready."),
    "drew-open": _("You drew {kind}."),
    "placed-take": _("You took {kind} from the Discard to {square}; {other} came off."),
    "placed-keep": _("You kept {kind} on {square}; {other} came off."),
    "revealed": _("You discarded {other} and turned {square} over: {kind}."),
    "claimed": _("You claimed {legend}."),
    "passed": _("You passed."),
    "left-resigned": _("You resigned."),
}


def event_sentence(
    event: Event,
    names: Sequence[str],
    form: Callable[..., str] = format_html,
    *,
    you: int | None = None,
) -> str:
    """Return what happened as a sentence; empty for what needs none.

    `names` are those of the seats. `form` fills the sentence: the default escapes for a page,
    `str.format` makes plain text. The seat `you` is told of its own decisions as such.
    """
    key = _key(event)
    yours = _YOURS.get(key) if event.seat == you else None
    pattern = yours or _SENTENCES.get(key)
    if pattern is None:
        return ""
    return form(
        str(pattern),
        who=names[event.seat] if event.seat >= 0 else "",
        square=SQUARES[event.square] if event.square >= 0 else "",
        kind=kind_name(event.kind) if len(event.kind) == 1 else "",
        other=kind_name(event.other) if event.other else "",
        legend=legend_name(event.detail) if event.code in ("claimed", "offered") else "",
        cards=_centre(event.detail) if event.code == "arranged" else "",
    )


def end_sentence(why: str) -> str:
    """Return how a game came to its end."""
    return str(_SENTENCES[f"ended-{why}"])


def _key(event: Event) -> str:
    if event.code in ("left", "ended", "placed") or (event.code == "readied" and event.detail):
        return f"{event.code}-{event.detail}"
    if event.code == "drew" and event.kind:
        return "drew-open"
    if event.code == "arranged" and not event.detail:
        return ""
    return event.code


def _centre(kinds: str) -> str:
    return ", ".join(
        f"{SQUARES[square]} {kind_name(kind)}" for square, kind in zip(CENTRE, kinds, strict=True)
    )
