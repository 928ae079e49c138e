"""What came of the orders of a mail, as its answer tells each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.log_words import event_sentence
from games.models import Move as MoveRow
from games.models import ReceivedMail
from games.play.by_mail.earlier import Sort, sort_of
from games.play.by_mail.order import Told as ToldOrder
from games.play.by_mail.trying import ASKS_BACK
from games.play.errors import PlayError
from games.rules.log import visible_events
from games.rules.moves import Event
from games.words import sentence

from .at_table import AtTable

_Why = ReceivedMail.Why


class Answered(NamedTuple):
    """An order as it was written, and what came of it."""

    text: str
    said: str


def answered(received: ReceivedMail, at: AtTable) -> list[Answered]:
    """Return what came of each order, as their own seat may know it: one query if any was done."""
    orders: Sequence[ToldOrder] = received.orders
    numbers = [order["move"] for order in orders if order["move"] is not None]
    brought = _brought(at, numbers) if numbers else {}
    return [Answered(order["text"], _said(order, brought)) for order in orders]


def summary(received: ReceivedMail) -> str:
    """Return in a sentence or two what came of a whole mail."""
    if received.why:
        return _why(received.why)
    count = len(received.orders)
    done = sum(order["move"] is not None for order in received.orders)
    if not count:
        wants_help = received.wants == ReceivedMail.Wants.HELP
        return _("These are the orders.") if wants_help else _("This is the position.")
    if received.asks_to_resign:
        return _asked_back(done, count)
    if done == count:
        return ngettext("Your order is done.", "Your %(count)d orders are done.", count) % {
            "count": count
        }
    if not done:
        return ngettext(
            "Your order could not be done.", "None of your %(count)d orders is done.", count
        ) % {"count": count}
    below = _("What is not done, and why, stands below.")
    return f"{_some(done, count)} {below}"


def no_more(received: ReceivedMail, *, due: bool) -> str:
    """Return what the last answer of its sort says of that; "" for others.

    `due`: something waits for its reader.
    """
    if not received.is_last:
        return ""
    sort = sort_of(received.orders, received.why, received.wants)
    if sort == Sort.ASKED:
        said = _(
            "No more mails about this turn that only ask for the orders or the position are"
            " answered."
        )
    elif sort == Sort.RESIGNING:
        said = _("No more mails about this turn that resign are answered with this question.")
    else:
        said = _("No more mails about this turn of which nothing can be done are answered.")
    still = _("The table always shows how the game stands.")
    if due:
        still = _("Orders that can be done still count, and the link and the table always work.")
    return f"{said} {still}"


def _asked_back(done: int, count: int) -> str:
    asked = _("You are asked once more before you resign.")
    return f"{_some(done, count)} {asked}" if done else asked


def _some(done: int, count: int) -> str:
    return ngettext(
        "%(done)d of your %(count)d orders is done.",
        "%(done)d of your %(count)d orders are done.",
        done,
    ) % {"done": done, "count": count}


def _why(why: str) -> str:
    """Return why no order was looked at. Never who else sent it: that is not for others to know."""
    if why == _Why.OVER:
        return _("The turn that your mail was for is over: nothing was done.")
    if why == _Why.NO_ORDER:
        return _("No order was found in your mail: nothing was done.")
    if why == _Why.EMPTY:
        return _(
            "Nothing was found in the text of your mail: nothing was done. Write orders in the text"
            " of the mail, not in its subject."
        )
    if why == _Why.SEVERAL:
        return _(
            "Your mail went to the addresses of several games: nothing was done in any of them."
            " Write to each game by itself."
        )
    if why == _Why.SUSPENDED:
        return _("You are suspended: nothing of your mail was done.")
    if why == _Why.STRANGER:
        return _(
            "A mail for your seat came from another address than yours: nothing was done. Answer"
            " from the address that this mail has come to. If it was not you, somebody has seen a"
            " mail of yours about this turn."
        )
    if why == _Why.UNCHECKED:
        return _(
            "It could not be checked that your mail was sent by you: nothing was done. Send it as"
            " you send other mail from this address."
        )
    return _("Your mail was too large: nothing was done. Write the orders alone.")


def _said(order: ToldOrder, brought: Mapping[int, str]) -> str:
    code = order["code"]
    told = sentence(PlayError(code, **order["params"])) if code else ""
    if code == ASKS_BACK:
        return told
    if order["move"] is not None:
        return told or brought.get(order["move"]) or _("done.")
    return _("not done. %(why)s") % {"why": told} if told else _("not tried.")


def _brought(at: AtTable, numbers: Sequence[int]) -> dict[int, str]:
    """Return what the moves of these numbers brought in sentences, by number: one query."""
    mine = at.mine.number
    rows = MoveRow.objects.filter(game=at.game, seat=mine, number__in=numbers)
    return {
        number: _sentences([Event(*event) for event in events], at)
        for number, events in rows.values_list("number", "events")
    }


def _sentences(events: Sequence[Event], at: AtTable) -> str:
    mine = at.mine.number
    told = (
        event_sentence(event, at.names, str.format, you=mine)
        for event in visible_events(events, mine)
    )
    return " ".join(filter(None, told))
