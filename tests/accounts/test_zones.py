from __future__ import annotations

from zoneinfo import ZoneInfo

import pytest

from accounts.models import User
from accounts.zones import COMMON, choices, valid_zone, zone_of

NAMED = ["Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Pacific/Honolulu", "UTC"]


def offered() -> list[str]:
    """All values of the select, in its order."""
    values = []
    for value, label in choices():
        values += [value] if isinstance(label, str) else [name for name, _text in label]
    return values


@pytest.mark.parametrize("name", NAMED)
def test_a_chosen_zone_is_the_persons(name: str) -> None:
    assert valid_zone(name)
    assert zone_of(User(time_zone=name)) == ZoneInfo(name)


@pytest.mark.parametrize("name", ["", "Mars/Olympus", "../etc/passwd", "America", "localtime"])
def test_what_is_no_zone_counts_as_utc(name: str) -> None:
    assert not valid_zone(name)
    assert zone_of(User(time_zone=name)) == ZoneInfo("UTC")


def test_each_valid_zone_is_offered_once_the_common_ones_first() -> None:
    values = offered()
    assert values[0] == ""
    assert values[1 : 1 + len(COMMON)] == list(COMMON)
    assert len(values) == len(set(values))
    assert all(map(valid_zone, values[1:]))
    assert {"Asia/Kathmandu", "Asia/Calcutta", "Etc/GMT+5"} <= set(values)


def test_names_are_read_as_words() -> None:
    labels = dict(choices()[1][1])  # type: ignore[arg-type]
    assert labels["America/New_York"] == "America / New York"
