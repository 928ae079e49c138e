"""How a name or a mail address is found in a text, and what is written in its place."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Any

FORMER = "a former player"
"""What stands where a name stood."""
_WRITTEN = ("text", "name")
_BETWEEN = r"[\s._-]"
_GAP = re.compile(rf"(?<=[^\s._-]){_BETWEEN}+(?=[^\s._-])")
# Scripts that put no spaces between words, or write particles on to them: Thai, Lao, Tibetan,
# Burmese, Hangul, Khmer, Kana, Bopomofo, Han.
_UNSPACED = re.compile(
    "[\u0e00-\u109f\u1100-\u11ff\u1780-\u17ff\u3005-\u3007\u3040-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff66-\uffdc\U00020000-\U0003ffff]"
)


@lru_cache(maxsize=64)
def whole(names: frozenset[str], addresses: frozenset[str]) -> re.Pattern[str]:
    """Return what finds these where they stand whole, in any case; and FORMER, in which one may be.

    Between the words of a name may stand a space, hyphen, dot, underscore, or nothing. In scripts
    without spaces a name may stand inside of what looks like a word.
    """
    kinds = [
        *((address, _address(address)) for address in addresses),
        *((name, _name(name)) for name in names),
    ]
    longest_first = sorted(kinds, key=lambda kind: len(kind[0]), reverse=True)  # one holds another
    former = rf"(?<!\w){FORMER}(?!\w)"
    return re.compile("|".join([former, *(found for _text, found in longest_first)]), re.IGNORECASE)


def without(text: str, pattern: re.Pattern[str]) -> str:
    """Return a text with FORMER for all that a pattern of `whole` finds."""
    return pattern.sub(_former, text)


def without_in(told: Any, pattern: re.Pattern[str]) -> Any:
    """Return what JSON tells, with FORMER in what people wrote: see `games.play.by_mail.order`.

    That stands under the keys of _WRITTEN; all else is ids, numbers and codes.
    """
    if isinstance(told, list):
        return [without_in(each, pattern) for each in told]
    if not isinstance(told, dict):
        return told
    return {
        key: without(each, pattern)
        if key in _WRITTEN and isinstance(each, str)
        else without_in(each, pattern)
        for key, each in told.items()
    }


def _name(name: str) -> str:
    found = "|".join(dict.fromkeys(map(_spelling, _spellings(name))))
    return f"(?:{found})" if _UNSPACED.search(name) else rf"(?<!\w)(?:{found})(?!\w)"


def _spellings(name: str) -> list[str]:
    # One letter in capitals may be two, and marks may stand behind their letters.
    cases = [name, name.upper(), name.casefold()]
    return [unicodedata.normalize(form, each) for each in cases for form in ("NFC", "NFD")]


def _spelling(name: str) -> str:
    return f"{_BETWEEN}{{0,3}}".join(map(re.escape, _GAP.split(name)))


def _address(address: str) -> str:
    return rf"(?<![\w.+-]){re.escape(address)}(?![\w-]|\.\w)"


def _former(match: re.Match[str]) -> str:
    return match.group() if match.group().casefold() == FORMER else FORMER
