"""How a table's page follows its game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.urls import reverse
from django.utils.html import strip_tags
from django.utils.http import urlencode
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from games.rules.state import OVER
from games.story import LogRow

from .moments import clock_stamp
from .once_over import parts_of
from .story import news
from .wish import Wish


def following(context: dict[str, Any], wish: Wish, rows: Sequence[LogRow]) -> dict[str, Any]:
    """Return where the page asks what is new, and what is read out to those who listen.

    `context` is what the table is drawn from, `rows` the latest decisions.
    """
    game, number = context["game"], context["mine"]
    over = context["view"].phase == OVER
    followed = not over or context["followed"]
    asked = {
        "v": game.version,
        "page": "table",
        "seat": "" if number is None else number,
        "clock": clock_stamp(game.deadline, game.stopped_seconds),
        **({"after": context["after"]} if over and followed else {}),
        **({"proposal": "1"} if context["proposal"] else {}),
        **({"square": context["choice"].name} if context["choice"].square >= 0 else {}),
        **({"log": "all"} if wish.whole_log else {}),
    }
    address = reverse("table-poll", args=[game.code])
    return {
        "here": reverse("table", args=[game.code]),
        "poll": f"{address}?{urlencode(asked)}" if followed else "",
        "told": _told(context, wish, rows),
        "polled": wish.page == "table",
    }


def _told(context: dict[str, Any], wish: Wish, rows: Sequence[LogRow]) -> list[str]:
    """What is read out of what has changed since the page was made that asks."""
    if wish.seen is None:
        return []
    told: list[str] = [news(context["story"], wish.seen)]
    if wish.page != "table":
        return told  # after a move of one's own the focus is there already
    mine, proposal, clock = context["mine"], context["proposal"], context["clock"]
    if context["game"].version == wish.seen and clock:  # nothing but the clock is another
        told.append(mark_safe(strip_tags(clock.says)))
    if any(row.number > wish.seen and (row.seat, row.act) == (mine, "leave") for row in rows):
        told.append(context["gone"])
    if proposal and not wish.proposal:
        told.append(proposal.told)
    elif wish.proposal and not proposal:
        told.append(_("Nobody proposes to end the game any more."))
    over = context["view"].phase == OVER
    if context["yours"] or (over and context["game"].version != wish.seen):
        told.append(context["panel"].says)
    return told + _told_after(context, wish) if over else told


def _told_after(context: dict[str, Any], wish: Wish) -> list[str]:
    """What is read out of what has come to a finished table since the page was made that asks."""
    was_counted, rematch_before = parts_of(wish.after)
    counted, rematch = parts_of(context["after"])
    told: list[str] = []
    if counted and not was_counted:
        told.append(context["rating_changes"].mine)
    if rematch == rematch_before:
        return told
    if not rematch:
        told.append(_("Nobody asks for a rematch any more."))
    told.append(context["rematch"].says if context["rematch"] else "")
    return told
