"""The subject of a mail that answers a mail: theirs, marked as answered once."""

from __future__ import annotations

import re

_MARKS = (
    *("re", "réf", "aw", "antw", "antwort", "sv", "vs", "vá", "r", "rif", "res", "resp"),
    *("odp", "ynt", "tr", "atb", "bls", "отв", "απ", "σχετ"),
    *("返信", "回复", "回覆", "答复", "答覆", "回信", "회신", "답장", "השב", "رد", "ตอบกลับ"),
)
"""What mail programs put before the subject of an answer, each in the languages it speaks."""
_MARK = re.compile(
    rf"(?:{'|'.join(_MARKS)})\s?(?:\[\d{{1,4}}\]|\(\d{{1,4}}\)|\^\d{{1,4}})?\s?[:：]\s*",
    re.IGNORECASE,
)


def answering(subject: str) -> str:
    """Return the subject of the answer to a mail of this one; "" if it says nothing.

    It is left as it is where it bears a mark of an answer already, in whatever language.
    """
    mark = _MARK.match(subject)
    if mark is None:
        return f"Re: {subject}" if subject else ""
    return subject if _MARK.sub("", subject).strip() else ""
