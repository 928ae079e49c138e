"""Spans, paces and moments as people read them, in any zone, by summer and by winter time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from games.play.pace import DAY, HOUR, MINUTE, PRESETS
from games.time_words import PACE_NAMES, left, moment, pace_words, span

BERLIN = ZoneInfo("Europe/Berlin")


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "less than a minute"),
        (59, "less than a minute"),
        (60, "1 minute"),
        (5 * MINUTE, "5 minutes"),
        (89.9, "1 minute"),
        (90, "2 minutes"),
        (HOUR - 1, "1 hour"),
        (HOUR + 61, "1 hour 1 minute"),
        (23 * HOUR + 59 * MINUTE + 20, "23 hours 59 minutes"),
        (DAY - 1, "1 day"),
        (DAY, "1 day"),
        (DAY + 29 * MINUTE, "1 day"),
        (DAY + 31 * MINUTE, "1 day 1 hour"),
        (3 * DAY + 4 * HOUR, "3 days 4 hours"),
        (3 * DAY + 4 * HOUR + 59 * MINUTE, "3 days 5 hours"),
        (4 * DAY - 1, "4 days"),
        (14 * DAY, "14 days"),
    ],
)
def test_a_span_has_at_most_two_units(seconds: float, words: str) -> None:
    assert span(seconds) == words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (3 * HOUR, "3 hours left"),
        (1, "less than a minute left"),
        (0, "time is up"),
        (-90 * DAY, "time is up"),
    ],
)
def test_time_left(seconds: float, words: str) -> None:
    assert left(seconds) == words


@pytest.mark.parametrize(
    ("turn", "bank", "words"),
    [
        (5 * MINUTE, 15 * MINUTE, "Live: 5 minutes a turn, 15 minutes in the bank"),
        (DAY, 3 * DAY, "Daily: 1 day a turn, 3 days in the bank"),
        (3 * DAY, 7 * DAY, "Relaxed: 3 days a turn, 7 days in the bank"),
        (7 * DAY, 14 * DAY, "Weekly: 7 days a turn, 14 days in the bank"),
        (DAY, 2 * DAY, "1 day a turn, 2 days in the bank"),
        (2 * HOUR, 0, "2 hours a turn"),
        # A pace is told as it is, not rounded.
        (DAY + HOUR + MINUTE, 0, "1 day 1 hour 1 minute a turn"),
        (None, 0, "no clock"),
    ],
)
def test_a_pace_is_told_alike_everywhere(turn: int | None, bank: int, words: str) -> None:
    assert pace_words(turn, bank) == words


def test_each_preset_has_a_name() -> None:
    assert PACE_NAMES.keys() == PRESETS.keys()


@pytest.mark.parametrize(
    ("zone", "words"),
    [
        ("UTC", "Tue 3 Mar 2026, 08:00 UTC"),
        ("Europe/Berlin", "Tue 3 Mar 2026, 09:00 CET"),
        ("Asia/Kathmandu", "Tue 3 Mar 2026, 13:45 UTC+05:45"),
        ("Pacific/Honolulu", "Mon 2 Mar 2026, 22:00 HST"),
        ("America/Sao_Paulo", "Tue 3 Mar 2026, 05:00 UTC−03:00"),
        ("Pacific/Kiritimati", "Tue 3 Mar 2026, 22:00 UTC+14:00"),
    ],
)
def test_the_same_instant_is_told_in_the_zone_it_is_read_in(zone: str, words: str) -> None:
    with timezone.override(ZoneInfo(zone)):
        assert moment(datetime(2026, 3, 3, 8, 0, tzinfo=UTC)) == words


def test_the_hour_that_comes_twice_is_told_apart() -> None:
    first = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    with timezone.override(BERLIN):
        assert moment(first) == "Sun 25 Oct 2026, 02:30 CEST"
        assert moment(first + timedelta(hours=1)) == "Sun 25 Oct 2026, 02:30 CET"


def test_the_hour_that_never_comes_is_not_told() -> None:
    before = datetime(2026, 3, 29, 0, 59, tzinfo=UTC)
    with timezone.override(BERLIN):
        assert moment(before) == "Sun 29 Mar 2026, 01:59 CET"
        assert moment(before + timedelta(minutes=1)) == "Sun 29 Mar 2026, 03:00 CEST"


def test_a_moment_given_in_another_zone_is_the_same() -> None:
    at = datetime(2026, 3, 3, 8, 0, tzinfo=UTC)
    assert moment(at.astimezone(ZoneInfo("Asia/Kathmandu"))) == moment(at)
