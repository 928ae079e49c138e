"""Names that could be taken for the site's own: its staff's, its bots', its pages' words."""

from __future__ import annotations

import re
from collections.abc import Iterable

from . import words_of_site
from .look import name_skeleton
from .marks import without_accents
from .spelling import GUEST_PREFIX, name_key, normal_name

_SIGNS = re.compile(r"[\W_]+")
_HUMPS = re.compile(r"(?<=[^\W\d_A-Z])(?=[A-Z])")
_DIGITS = "0123456789"
_LEET = str.maketrans("345781lI|", "eastbiiii")  # what some write for a letter
_LETTER_SIGNS = str.maketrans("$!+|", "siti")
_GUEST = name_key(GUEST_PREFIX).rstrip("-")
_LIKE_GUESTS = re.compile(rf"{_GUEST}(?=\w*\d)\w{{4}}")  # Guest7K2M
_SHORT = 4  # letters: Mo D. is no Mod


def is_reserved(name: str) -> bool:
    """Whether a name could be taken for one of the site's own, however it is dressed up."""
    name = _with_words_apart(name)
    return any(_is_reserved(each) for each in {name, name.translate(_LETTER_SIGNS)})


def _is_reserved(name: str) -> bool:
    words = [word for word in _SIGNS.split(name) if word]
    joined = "".join(words)
    if _is_like_guests(name, joined):
        return True
    humps = [part for word in words for part in _HUMPS.split(word)]
    if any(_is_of_staff(look) for word in (*words, *humps) for look in _looks(word)):
        return True
    if any(look.startswith(_ENDS) or look.endswith(_ENDS) for w in words for look in _looks(w)):
        return True
    looks = _looks(joined)
    if any(own in look for look in looks for own in _ANYWHERE):
        return True
    spelt = [word for word in words if not word.isdigit()]
    if len(spelt) > 1 and len("".join(spelt)) <= _SHORT and any(len(word) > 1 for word in spelt):
        return False
    return any(look in _WHOLE or _is_of_staff(look) for look in looks)


def _with_words_apart(name: str) -> str:
    """The name without accents, which are no signs between words here."""
    return without_accents(normal_name(name))


def _is_like_guests(name: str, joined: str) -> bool:
    first, *rest = _SIGNS.split(name, maxsplit=1)
    if rest and _GUEST_LOOK in _looks(first):
        return True
    return any(
        _LIKE_GUESTS.fullmatch(each.casefold()) for each in (joined, joined.translate(_LEET))
    )


def _is_of_staff(look: str) -> bool:
    return look in _STAFF or _DRESSED.fullmatch(look) is not None


def _looks(word: str) -> set[str]:
    """The looks of a word, with digits at its ends and without, and with letters for them."""
    bare = word.strip(_DIGITS)
    forms = (word, bare, bare.casefold(), word.translate(_LEET), bare.translate(_LEET))
    return {_look(form) for form in forms if form}


def _look(word: str) -> str:
    """The skeleton, with no accents on it."""
    return without_accents(name_skeleton(without_accents(word)))


def _all_looks(words: Iterable[str]) -> set[str]:
    return {_look(word) for word in words}


def _any_of(looks: Iterable[str]) -> str:
    return "|".join(re.escape(look) for look in sorted(looks, key=len, reverse=True))


_GUEST_LOOK = _look(_GUEST)
_STAFF = _all_looks(words_of_site.STAFF)
_WHOLE = _all_looks(words_of_site.WHOLE)
_ANYWHERE = _all_looks(words_of_site.ANYWHERE)
_ENDS = tuple(_all_looks(words_of_site.AT_ENDS))
_PARTS = _any_of(_STAFF | _all_looks(words_of_site.BESIDE))
_DRESSED = re.compile(f"(?:{_PARTS})*(?:{_any_of(_STAFF)})(?:{_PARTS})*")
