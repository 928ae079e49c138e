"""Text parts in lines that every mail program shows as they are."""

from __future__ import annotations

import re
from textwrap import wrap

WIDTH = 78


def wrapped(text: str) -> str:
    """Return `text` with long lines broken, items of lists indented, one empty line at most.

    What has no space to be broken at (an address) stays whole.
    """
    lines = [part for line in text.splitlines() for part in _parts(line.rstrip())]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n") + "\n"


def _parts(line: str) -> list[str]:
    if len(line) <= WIDTH:
        return [line]
    indent = "  " if line.startswith(("- ", "  ")) else ""
    return wrap(
        line,
        WIDTH,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
