"""Several notices in one mail: what waits for the reader first, then what else happened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Notice

from .kind import Kind, Told
from .time_left import TimeLeft

Entry = tuple[Notice, Kind, Told]
_NO_DEADLINE = datetime.max.replace(tzinfo=UTC)


class Item(NamedTuple):
    """One entry of the list; `time` is None for what does not wait.

    For who plays from the mail `play` is the whole address of the page with just the turn, and
    `reply_to` the mail address that takes orders for it; "" where there is none.
    """

    line: str
    link: str
    time: TimeLeft | None
    play: str
    reply_to: str


def once_a_game(told: Sequence[Entry]) -> list[Entry]:
    """Leave of several entries that say the same about a game the most pressing one alone.

    That is so where it waits, and where each tells its result.
    """
    pressing: dict[object, Entry] = {}
    for entry in told:
        notice, kind, each = entry
        key: object = notice.key
        if _waits(each):
            key = "waits", each.game_id
        elif each.context.get("result"):
            key = "over", each.game_id
        if key not in pressing or pressing[key][1].rank < kind.rank:
            pressing[key] = entry
    return list(pressing.values())


def with_news(told: Sequence[Entry]) -> tuple[Entry, list[Item]] | None:
    """Return the one entry that a mail is all about, and what else happened; None for a list.

    It is the only one, or the only one that waits for the reader.
    """
    main = [entry for entry in told if _waits(entry[2])] if len(told) > 1 else told
    if len(main) != 1:
        return None
    return main[0], [_item(entry[2]) for entry in told if entry is not main[0]]


def list_of(told: Sequence[Entry]) -> Mapping[str, Any]:
    """Return what the templates `several-…` need; what waits goes by deadline.

    `reply_to` is where an answer to the mail itself may go: it can mean one game only.
    """
    waiting = sorted(
        (each for _notice, _kind, each in told if _waits(each)),
        key=lambda each: each.deadline or _NO_DEADLINE,
    )
    news = [each for _notice, _kind, each in told if not _waits(each)]
    items = [_item(each) for each in waiting]
    answered = [item.reply_to for item in items if item.reply_to]
    return {
        "heading": _heading(waiting, news),
        "waiting": items,
        "news": [_item(each) for each in news],
        "plays": any(item.play for item in items),
        "answers": bool(answered),
        "reply_to": answered[0] if answered and len(items) == 1 else "",
    }


def _heading(waiting: Sequence[Told], news: Sequence[Told]) -> str:
    if len(waiting) == 1:
        told = {"title": waiting[0].context["at"].title}
        return _("A game waits for you: against %(title)s") % told
    if waiting:
        pattern = ngettext(
            "%(count)d game waits for you", "%(count)d games wait for you", len(waiting)
        )
        return pattern % {"count": len(waiting)}
    tables = {at.game.pk: at for each in news if (at := each.context.get("at")) is not None}
    if len(tables) != 1 or not all("at" in each.context for each in news):
        return _("News of your games")
    [at] = tables.values()
    if not at.opponents:
        return _("News of your table")
    return _("News of your game against %(title)s") % {"title": at.title}


def _item(each: Told) -> Item:
    ways = each.context.get("ways")
    link, time = settings.SITE_URL + each.link, each.context.get("time")
    play, reply_to = (ways.link, ways.reply_to) if ways else ("", "")
    return Item(each.line, link, time, play, reply_to)


def _waits(each: Told) -> bool:
    return bool(each.context.get("waits"))
