"""Pictures of the site's one sprite, to be drawn where no browser fetches it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe

_SPRITE = Path(settings.BASE_DIR) / "static" / "sprite.svg"
_SYMBOL = re.compile(r'<symbol id="([\w-]+)".*?</symbol>', re.DOTALL)
_USED = re.compile(r'href="#([\w-]+)"')


def symbols(names: Iterable[str]) -> SafeString:
    """Return the markup of the sprite's pictures of these ids, and of all that they are made of.

    They are not clipped at their edges, which would take as long as all the rest: that is for
    whoever uses them.
    """
    known = _sprite()
    wanted, found = list(names), dict[str, str]()
    while wanted:
        name = wanted.pop()
        if name in known and name not in found:
            found[name] = known[name]
            wanted += _USED.findall(known[name])
    return mark_safe("\n".join(found[name] for name in sorted(found)))  # our own file


@lru_cache(maxsize=1)
def _sprite() -> dict[str, str]:
    text = _SPRITE.read_text(encoding="utf-8")
    return {
        symbol[1]: symbol[0].replace("<symbol", '<symbol overflow="visible"')
        for symbol in _SYMBOL.finditer(text)
    }
