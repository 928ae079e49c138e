"""Values of a JSON object, taken out with the type they must have."""

from __future__ import annotations

from games.rules.cards import KINDS
from games.rules.errors import RulesError
from games.rules.rulings import FIRST, Rulings, rulings_of

JsonObject = dict[str, object]
_HEX_DIGITS = {*"0123456789abcdefABCDEF"}


def an_object(value: object) -> JsonObject:
    """The value, if it is a JSON object; raises not-an-object."""
    if not isinstance(value, dict):
        raise RulesError("not-an-object")
    return value


def required(record: JsonObject, key: str) -> object:
    """The value of a key that must be there; raises missing-key."""
    if key not in record:
        raise RulesError("missing-key", key=key)
    return record[key]


def whole_number(record: JsonObject, key: str, default: int | None = None) -> int:
    """A number from 0 (a truth value is none); raises missing-key or wrong-value."""
    value = required(record, key) if default is None else record.get(key, default)
    if type(value) is not int or value < 0:
        raise RulesError("wrong-value", key=key)
    return value


def rulings_named(record: JsonObject) -> Rulings:
    """The rulings of the revision that stands under `rules`, the first if the key is not there.

    Raises wrong-value, or rules-revision for one that a later version of the rules knows.
    """
    revision = whole_number(record, "rules", FIRST)
    if revision < FIRST:
        raise RulesError("wrong-value", key="rules")
    return rulings_of(revision)


def a_list(record: JsonObject, key: str) -> list[object]:
    """A list; raises missing-key or wrong-value."""
    value = required(record, key)
    if not isinstance(value, list):
        raise RulesError("wrong-value", key=key)
    return value


def texts(record: JsonObject, key: str) -> list[str]:
    """A list of texts; raises missing-key or wrong-value."""
    values = [value for value in a_list(record, key) if isinstance(value, str)]
    if len(values) < len(a_list(record, key)):
        raise RulesError("wrong-value", key=key)
    return values


def one_of(record: JsonObject, key: str, choices: tuple[str, ...]) -> str:
    """One of the choices, the first if the key is not there; raises wrong-value."""
    value = record.get(key, choices[0])
    if not isinstance(value, str) or value not in choices:
        raise RulesError("wrong-value", key=key)
    return value


def cards(record: JsonObject, key: str) -> str:
    """Letters of kinds; raises missing-key or wrong-value."""
    value = required(record, key)
    if not isinstance(value, str) or not {*value} <= {*KINDS}:
        raise RulesError("wrong-value", key=key)
    return value


def hex_bytes(record: JsonObject, key: str, length: int) -> bytes | None:
    """So many bytes as hex digits, None if the key is not there; raises wrong-value."""
    if key not in record:
        return None
    found = from_hex(record[key], length)
    if found is None:
        raise RulesError("wrong-value", key=key)
    return found


def from_hex(value: object, length: int) -> bytes | None:
    """So many bytes written as hex digits and nothing else; None if they are not."""
    if not isinstance(value, str) or len(value) != 2 * length or not {*value} <= _HEX_DIGITS:
        return None
    return bytes.fromhex(value)
