"""Lists of the admin that are narrowed by their own filters and nothing else."""

from __future__ import annotations

import re
from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.dateparse import parse_date, parse_datetime

_NUMBERS = {
    "year": re.compile(r"(19|20|21)\d\d", re.ASCII),
    "month": re.compile(r"\d{1,2}", re.ASCII),
    "day": re.compile(r"\d{1,2}", re.ASCII),
}
_MOMENTS = ("gte", "lt")
"""What Django asks of a list with dates, by the end of the lookup."""


class OwnFilters(admin.ModelAdmin):
    """An address of the list asks only what the filters beside it ask.

    By itself Django answers any question about a column: whoever may look at the list could ask,
    letter by letter, what a column holds that no page shows.
    """

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        if "\0" in str(value):  # PostgreSQL fails on it
            return False
        column, _, how = lookup.partition("__")
        if column == self.date_hierarchy and (how in _NUMBERS or how in _MOMENTS):
            return _is_in_a_calendar(how, str(value))
        asked = [getattr(each, "parameter_name", each) for each in self.list_filter]
        return lookup.removesuffix("__exact").removesuffix("__isnull") in asked


def _is_in_a_calendar(how: str, value: str) -> bool:
    """Return whether Django can reckon with a part of a date: it fails on years far away."""
    if how in _NUMBERS:
        return _NUMBERS[how].fullmatch(value) is not None
    try:
        asked = parse_datetime(value) or parse_date(value)
    except ValueError:
        return False
    return asked is not None and _NUMBERS["year"].fullmatch(str(asked.year)) is not None
