"""A mail of this site in the text of another, quoted without any mark."""

from __future__ import annotations

import re
from collections.abc import Sequence

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext

_LONGEST_NAME = 80
_LINK = re.compile(r"<?https?://\S+")


def own_lines(lines: Sequence[str], marked: Sequence[bool]) -> range:
    """Return which of the lines are a mail of this site: from its greeting to its foot.

    Without the sentence of the foot nothing is taken for one: the author may write the rest.
    """
    with translation.override(settings.LANGUAGE_CODE):
        foot = gettext("This mail was sent by Drako.")
        greeting = _pattern(gettext("Hello %(name)s,"))
        stop = _pattern(gettext("No more mails of this kind (%(kind)s)"))
    said = [line.strip() for line in lines]
    unmarked = [number for number, is_marked in enumerate(marked) if not is_marked]
    feet = [number for number in unmarked if said[number] == foot]
    if not feet:
        return range(0)
    link = (number for number in unmarked if settings.SITE_URL + "/" in said[number])
    first = min(feet[0], next(link, feet[0]))
    greeted = (each for each in unmarked if each < first and greeting.fullmatch(said[each]))
    end = feet[-1] + 1
    while end < len(said) and (_LINK.fullmatch(said[end]) or stop.fullmatch(said[end].rstrip(":"))):
        end += 1
    return range(max(greeted, default=first), end)


def _pattern(sentence: str) -> re.Pattern[str]:
    """Return what a sentence with a name in it looks like."""
    return re.compile(re.sub(r"%\\\(\w+\\\)s", f".{{1,{_LONGEST_NAME}}}", re.escape(sentence)))
