"""JSON read strictly: what a lenient reader lets through would mean two things to two readers."""

from __future__ import annotations

import json

from games.rules.errors import RulesError


def read_json(text: str | bytes) -> object:
    """The value of a JSON text; raises not-json or duplicate-key, never anything else.

    Bytes are UTF-8. NaN and the infinities are not JSON; nor is what nests deeper than Python can
    follow or holds a number too long to be one.
    """
    try:
        return json.loads(
            text if isinstance(text, str) else text.decode(),
            object_pairs_hook=_object,
            parse_constant=_no_number,
        )
    except (ValueError, RecursionError) as error:
        raise RulesError("not-json") from error


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    keys = dict(pairs)
    if len(keys) < len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise RulesError("duplicate-key", key=name)
            seen.add(name)
    return keys


def _no_number(name: str) -> object:
    raise ValueError(name)
