"""Bytes of a text to the text, by the character set it names, or one that it can be."""

from __future__ import annotations

import codecs

_LARGER = {  # what programs name, and what they write: the larger set of the same signs
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "euc_kr": "cp949",
    "shift_jis": "cp932",
    "iso2022_jp": "iso2022_jp_ext",
    "tis-620": "cp874",
}
_NO_CHARSETS = {"idna", "punycode", "unicode-escape", "raw-unicode-escape", "undefined"}
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def decoded(raw: bytes, charset: str) -> str:
    """Return the text of these bytes; it never raises.

    Text that is valid UTF-8 and goes beyond ASCII is UTF-8 whatever single-byte set its program
    names: by chance no such text is. What does not fit its set is read as Windows-1252.
    """
    for mark, of_mark in _MARKS:
        if raw.startswith(mark):
            return raw[len(mark) :].decode(of_mark, "replace")
    name = _codec(charset)
    if name == "utf-16":
        name = "utf-16-le" if raw[1::2].count(0) > raw[::2].count(0) else "utf-16-be"
    if name.startswith(("utf-16", "utf-32", "utf-7")):
        return raw.decode(name, "replace")
    tried = ["utf-8", name] if _is_single_byte(name) else [name, "utf-8"]
    for each in tried:
        try:
            return raw.decode(each)
        except ValueError:
            continue
    # A text cut short in the middle of a sign, or one wrong byte: most of it can be read still.
    return raw.decode("cp1252" if name == "utf-8" and _is_western(raw) else name, "replace")


def _codec(charset: str) -> str:
    """Return Python's name of a character set; the likeliest if it is unknown."""
    name = charset.strip().strip("\"'").lower()
    name = _LARGER.get(name, name)
    try:
        info = codecs.lookup(name)
    except (LookupError, ValueError):  # ValueError: a NUL in it
        return "cp1252"
    known = _LARGER.get(info.name, info.name)
    # A codec that does not make text of bytes says so in this attribute alone.
    if known in _NO_CHARSETS or not getattr(info, "_is_text_encoding", True):
        return "cp1252"
    return known


def _is_single_byte(name: str) -> bool:
    return name.startswith(("cp12", "cp874", "iso8859", "koi8", "mac", "latin"))


def _is_western(raw: bytes) -> bool:
    """Return whether its bytes beyond ASCII stand alone, as accents in a Western text do."""
    valid = raw.decode("utf-8", "ignore")
    return sum(sign > "\x7f" for sign in valid) * 2 < sum(byte > 0x7F for byte in raw)
