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
    """One entry of the list; `time` is None for what does not wait."""

    line: str
    link: str
    time: TimeLeft | None


def once_a_game(told: Sequence[Entry]) -> list[Entry]:
    """Leave of several entries about a game that waits the most pressing one alone."""
    pressing: dict[object, Entry] = {}
    for entry in told:
        notice, kind, each = entry
        key = each.game_id if _waits(each) else notice.key
        if key not in pressing or pressing[key][1].rank < kind.rank:
            pressing[key] = entry
    return list(pressing.values())


def list_of(told: Sequence[Entry]) -> Mapping[str, Any]:
    """Return what the templates `several-…` need; what waits goes by deadline."""
    waiting = sorted(
        (each for _notice, _kind, each in told if _waits(each)),
        key=lambda each: each.deadline or _NO_DEADLINE,
    )
    news = [each for _notice, _kind, each in told if not _waits(each)]
    return {
        "heading": _heading(waiting, news),
        "waiting": [_item(each) for each in waiting],
        "news": [_item(each) for each in news],
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
    titles = {each.context["at"].title for each in news if "at" in each.context}
    if len(titles) == 1 and all("at" in each.context for each in news):
        return _("News of your game against %(title)s") % {"title": titles.pop()}
    return _("News of your games")


def _item(each: Told) -> Item:
    return Item(each.line, settings.SITE_URL + each.link, each.context.get("time"))


def _waits(each: Told) -> bool:
    return bool(each.context.get("waits"))
