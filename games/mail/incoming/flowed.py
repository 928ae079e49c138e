"""Lines that a program broke for sending put together again (RFC 3676, format=flowed)."""

from __future__ import annotations

import re

_MARKS = re.compile(r">*")
_SIGNATURE = "-- "


def unflowed(text: str, *, delsp: bool) -> str:
    """Return the text with its flowed lines joined; quoted ones are marked with "> ".

    A line that ends with a space goes on in the next one of the same depth of quoting; with `delsp`
    that space was put in by the program that broke it.
    """
    lines: list[tuple[int, list[str]]] = []
    flows = False
    for line in text.splitlines():
        depth = len(_MARKS.match(line)[0])  # type: ignore[index]  # it matches always
        content = line[depth:].removeprefix(" ")
        if flows and content != _SIGNATURE and lines[-1][0] == depth:
            lines[-1][1].append(content)
        else:
            lines.append((depth, [content]))
        flows = content.endswith(" ") and content != _SIGNATURE
        if flows and delsp:
            lines[-1][1][-1] = content[:-1]
    return "\n".join("> " * depth + "".join(contents) for depth, contents in lines)
