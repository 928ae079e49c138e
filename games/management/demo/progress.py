"""Where a long piece of work is, told on a line that is written over, or now and then."""

from __future__ import annotations

import time
from collections.abc import Callable

from django.core.management.base import OutputWrapper
from django.db import connection

_EVERY = 0.2  # seconds on a terminal
_SELDOM = 15.0  # in a file
_WRITES, _RESTS = 1.0, 0.2
"""Seconds. SQLite has one writer at a time, and those who wait look again every tenth of a second:
without a rest now and then the sweeps of a running site would hardly find it free."""


def work_off(
    what: str, count: int, make: Callable[[int], bool], missing: set[int], out: OutputWrapper
) -> None:
    """Call `make` with each of the `missing` numbers below `count`, and say how it goes.

    `make` returns whether it made something.
    """
    made, began, told = 0, time.monotonic(), 0.0
    rested = began
    every, end = (_EVERY, "\r") if out.isatty() else (_SELDOM, "\n")
    for number in sorted(missing):
        made += make(number)
        if connection.vendor == "sqlite" and time.monotonic() - rested > _WRITES:
            time.sleep(_RESTS)
            rested = time.monotonic()
        now = time.monotonic()
        if now - told > every:
            told = now
            out.write(f"{what}: {number + 1} of {count} ({now - began:.0f} s)", ending=end)
            out.flush()
    seconds = time.monotonic() - began
    out.write(f"{what}: {count - len(missing) + made} of {count}, {made} made in {seconds:.0f} s")
