"""Alphabets: those that names are written in, and which of them may stand in one name."""

from __future__ import annotations

from confusable_homoglyphs.categories import alias

_FOR_ALL = {"COMMON", "INHERITED"}  # digits, signs, marks and the long stroke of Japanese
_TOGETHER = (
    {"LATIN", "HAN", "HIRAGANA", "KATAKANA"},
    {"LATIN", "HAN", "HANGUL"},
    {"LATIN", "HAN", "BOPOMOFO"},
)
"""What is written together; else a name keeps to one (Unicode TR39, "highly restrictive")."""
_LIVING = {
    *("ADLAM", "ARABIC", "ARMENIAN", "BENGALI", "BOPOMOFO", "CANADIAN_ABORIGINAL", "CHEROKEE"),
    *("CYRILLIC", "DEVANAGARI", "ETHIOPIC", "GEORGIAN", "GREEK", "GUJARATI", "GURMUKHI", "HAN"),
    *("HANGUL", "HEBREW", "HIRAGANA", "JAVANESE", "KANNADA", "KATAKANA", "KHMER", "LAO", "LATIN"),
    *("MALAYALAM", "MEETEI_MAYEK", "MONGOLIAN", "MYANMAR", "NKO", "OL_CHIKI", "ORIYA", "SINHALA"),
    *("SYRIAC", "TAMIL", "TELUGU", "THAANA", "THAI", "TIBETAN", "TIFINAGH", "YI"),
}
"""What people write their names in today; few devices have letters for the others, some of which
are as wide as a line."""
WITH_READY_MADE_MARKS = {"LATIN", "GREEK", "CYRILLIC", "COMMON", "INHERITED"}
"""Where NFKC leaves hardly a mark on its own, for most letters with marks are characters."""


def alphabet(char: str) -> str:
    """The name of the alphabet of a character, as Unicode calls it, in capitals."""
    return str(alias(char))


def alphabets(name: str) -> set[str]:
    """The alphabets of a name, without what belongs to all of them."""
    return {alphabet(char) for char in name} - _FOR_ALL


def are_living(found: set[str]) -> bool:
    """Whether people write names in all of these today."""
    return found <= _LIVING


def go_together(found: set[str]) -> bool:
    """Whether these alphabets may stand in one name."""
    return len(found) <= 1 or any(found <= family for family in _TOGETHER)
