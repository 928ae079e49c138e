"""What strangers wrote, as a page can show it."""

from __future__ import annotations

from accounts.models.names.marks import with_few_marks

_MOST_MARKS = 4  # on a letter: what Burmese and Tibetan need; names of people here have fewer


def shown(text: str, *, most: int) -> str:
    """Return a stranger's text of any length as a page can show it, cut to so many characters.

    Signs that cannot be seen, or that are none by themselves, are made visible; marks that pile up
    on a letter are left out. Cut before anything else: whatever follows takes its time.
    """
    text = text.strip()
    cut = text if len(text) <= most else text[: most - 1].rstrip() + "…"
    seen = (sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in cut)
    return with_few_marks("".join(seen), most=_MOST_MARKS)
