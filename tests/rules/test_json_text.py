"""JSON is read strictly, and nothing in it breaks the reader."""

from __future__ import annotations

import pytest

from games.rules.errors import RulesError
from games.rules.notation.json_text import read_json


def test_json_is_read_from_text_and_from_utf_8() -> None:
    assert read_json('{"a": [1, null, "é"]}') == {"a": [1, None, "é"]}
    assert read_json('{"a": "é"}\r\n'.encode()) == {"a": "é"}


@pytest.mark.parametrize(
    "text",
    ["", "\n", "{", "nonsense", "{'a': 1}", "NaN", '{"a": Infinity}', "[-Infinity]", "[1,]", "1 2"]
    + ["[" * 100_000, '{"a":' * 100_000, "1" * 5000, "\ufeff{}"],
)
def test_all_else_is_not_json(text: str) -> None:
    with pytest.raises(RulesError, match="not-json"):
        read_json(text)


@pytest.mark.parametrize("line", [b"\xff", b'{"a": "\xc3"}', b"\x00", "{}".encode("utf-16")])
def test_nor_is_what_is_not_utf_8(line: bytes) -> None:
    with pytest.raises(RulesError, match="not-json"):
        read_json(line)


def test_a_key_stands_once() -> None:
    with pytest.raises(RulesError, match="key=b") as refusal:
        read_json('{"a": {"b": 1, "c": 2, "b": 1}}')
    assert refusal.value.code == "duplicate-key"
