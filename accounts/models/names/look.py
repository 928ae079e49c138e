"""What all names have in common that look alike (the skeleton of Unicode TR39, made for names)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from string import ascii_uppercase

from confusable_homoglyphs.confusables import confusables_data

from .alphabets import alphabet
from .marks import without_overlooked
from .spelling import normal_name

_WEAVES_IN = {"LATIN", "COMMON", "INHERITED"}
_TATWEEL = "\u0640"  # makes Arabic words longer, and no others
_ALSO_ALIKE = str.maketrans(
    {
        "り": "リ",  # Hiragana and Katakana
        "へ": "ヘ",
        "Ꮎ": "O",  # Cherokee
        "ꮎ": "O",
        "\N{COMBINING COMMA BELOW}": "\N{COMBINING CEDILLA}",
    }
)
"""What Unicode's table does not say of letters in NFD."""
_STROKES = re.compile("l+")


def name_skeleton(name: str) -> str:
    """What all names have in common that look alike: whatever their case, spaces and punctuation.

    At most sixteen characters for one of the name. Accents count: é is another letter than e; but
    not marks that readers overlook, like a dot under a letter or the vowels of Arabic. Names of one
    `name_key` share it but for rare cases (Greek ν looks like v, its capital like N), so whoever
    compares names looks at both.
    """
    name = unicodedata.normalize("NFD", normal_name(name))
    name = (without_overlooked(name) or name).translate(_ALSO_ALIKE)
    drawn = "".join(" " if _is_between(char) else _ALIKE.get(char, char) for char in name)
    read = _STROKES.sub(_read_strokes, drawn).casefold()
    look = read.replace("m", "rn").replace("w", "vv").replace(" ", "")
    return unicodedata.normalize("NFD", look or name)


def _alike() -> Mapping[str, str]:
    """One representative for each character that looks like others.

    Unicode's table says of each character which one it looks like; the package tells both ways,
    and puts marks of direction around some. What many others look like is the representative.
    """
    known = {
        _bare(one): [_bare(other["c"]) for other in others]
        for one, others in confusables_data.items()
    }
    alike = {}
    for one, others in known.items():
        if len(one) > 1 or len(others) > 1:
            continue
        (other,) = others
        if len(other) > 1 or len(known[other]) > 1 or other < one:
            alike[one] = other
    for letter in ascii_uppercase:
        try:
            small_capital = unicodedata.lookup(f"LATIN LETTER SMALL CAPITAL {letter}")
        except KeyError:
            continue
        alike[small_capital] = letter
    return alike


def _bare(signs: str) -> str:
    return signs.replace("\N{LEFT-TO-RIGHT MARK}", "")


def _is_between(char: str) -> bool:
    """Whether it is a space or punctuation, or a letter that looks like it or only stretches."""
    if unicodedata.category(char)[0] in "PZ" or char == _TATWEEL:
        return True
    looks_like = _ALIKE.get(char, char)[0]
    return unicodedata.category(looks_like)[0] == "P" and alphabet(char) in _WEAVES_IN


def _read_strokes(run: re.Match[str]) -> str:
    """What the signs | 1 I l, all drawn as one stroke, are read as: I at the start of a word and
    among capitals, l elsewhere.

    So Neil is not Nell, and IDA is Ida.
    """
    text, count = run.string, len(run[0])
    start = text[: run.start()]
    word = start[start.rfind(" ") + 1 :]
    before = _without_marks(word)
    after = _without_marks(text[run.end() :].split(" ")[0])
    if not before:
        return "i" + ("i" if after[:1].isupper() else "l") * (count - 1)
    if before[-1].islower():
        return "l" * count
    if before[-1].isupper() and (after[:1].islower() or (len(before) == 1 and not after)):
        return "l" * count
    return "i" * count


def _without_marks(text: str) -> str:
    return "".join(char for char in text if not unicodedata.combining(char))


_ALIKE = _alike()
