"""A mail of this site in the text of another, quoted without any mark."""

from __future__ import annotations

import re
from collections.abc import Sequence

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext

_LONGEST_NAME = 80


def own_lines(lines: Sequence[str], marked: Sequence[bool]) -> range:
    """Return which of the lines are a mail of this site: from its greeting to its foot.

    Without the sentence of the foot nothing is taken for one: the author may write the rest.
    """
    with translation.override(settings.LANGUAGE_CODE):
        foot = gettext("This mail was sent by Drako.")
        greeting = re.escape(gettext("Hello %(name)s,"))
    greets = re.compile(greeting.replace(re.escape("%(name)s"), f".{{1,{_LONGEST_NAME}}}"))
    open_lines = [number for number, is_marked in enumerate(marked) if not is_marked]
    feet = [number for number in open_lines if lines[number].strip() == foot]
    if not feet:
        return range(0)
    links = [number for number in open_lines if settings.SITE_URL + "/" in lines[number]]
    first = min([feet[0], *links[:1]])
    greetings = [number for number in open_lines if number < first]
    start = next(
        (each for each in reversed(greetings) if greets.fullmatch(lines[each].strip())), first
    )
    return range(start, _end(lines, feet[-1], links))


def _end(lines: Sequence[str], foot: int, links: Sequence[int]) -> int:
    """Return the line after the foot and its links, which stand in one paragraph with it."""
    end = foot + 1
    while end < len(lines) and lines[end].strip():
        end += 1
    within = [link for link in links if foot < link < end]
    return max(within, default=foot) + 1
