"""Lists of the admin that are narrowed by their own filters and nothing else."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest


class OwnFilters(admin.ModelAdmin):
    """An address of the list asks only what the filters beside it ask.

    By itself Django answers any question about a column: whoever may look at the list could ask,
    letter by letter, what a column holds that no page shows.
    """

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        asked = [getattr(each, "parameter_name", each) for each in self.list_filter]
        return lookup.removesuffix("__exact").removesuffix("__isnull") in asked
