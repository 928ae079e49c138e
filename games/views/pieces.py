"""Small pieces of the table's markup, drawn once for each way they can look.

A table has up to 64 squares and 8 Legends on offer; most look as they did a moment ago, here or on
another table. What a piece looks like must follow from its values alone, all of which the reader
may see: they are the key under which its markup is kept. Names are put in afterwards:
strangers send records with any that they like, as many as they like.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache

from django.template.loader import get_template
from django.templatetags.static import static
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

NAMES = "\ue000", "\ue001", "\ue002", "\ue003"
"""What stands for the names of the seats in markup that is kept: signs that no name has."""


def named(markup: str, names: Sequence[str]) -> SafeString:
    """Return markup in which `names`, escaped, stand for those of NAMES."""
    for sign, name in zip(NAMES, names, strict=False):
        if sign in markup:
            markup = markup.replace(sign, escape(name))
    return mark_safe(markup)  # it was markup before, and names are escaped


def drawn(template: str, piece: Hashable) -> SafeString:
    """Return the markup of `piece` by a template in `templates/games/` that calls it `piece`."""
    return _drawn(template, piece, get_language())


def drawn_all(template: str, pieces: Iterable[Hashable]) -> SafeString:
    """Return the markup of all `pieces` by one template, one on a line."""
    language = get_language()
    lines = [_drawn(template, piece, language) for piece in pieces]
    return mark_safe("\n".join(lines))  # each line is markup


@lru_cache(maxsize=10_000)
def _drawn(template: str, piece: Hashable, language: str | None) -> SafeString:
    markup = get_template(f"games/{template}").render({"piece": piece, "sprite": sprite()})
    return mark_safe(markup.strip())  # made by a template, which escapes


@lru_cache(maxsize=1)
def sprite() -> str:
    """Return the address of the sheet that holds every picture."""
    return static("sprite.svg")
