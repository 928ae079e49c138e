"""Games in the admin: found and looked at, never changed, and nothing hidden in them.

What `Game` marks as hidden, cells, Legends and the log are not registered and not shown; the
columns that are shown are named one by one.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from .models import Game, Seat
from .rules.scoring import CATEGORIES

LIST_FILTERS = ("status", "ruleset", "players", "public")


class LookOnly(admin.options.BaseModelAdmin):
    """Nobody adds, changes or deletes here, superusers included."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class SeatInline(LookOnly, admin.TabularInline):
    """Who sits at a game, and how it went for them."""

    model = Seat
    ordering = ("number",)
    fields = (
        "number",
        "name",
        "user",
        "bot",
        "joined_at",
        "ready",
        "turns",
        "left_why",
        "left_at",
        "place",
        "total",
        *CATEGORIES,
    )
    readonly_fields = ("total",)

    @admin.display(description=_("Harmony"))
    def total(self, seat: Seat) -> int | None:
        return seat.total


@admin.register(Game)
class GameAdmin(LookOnly, admin.ModelAdmin):
    """Found by code, by who sits there, by who hosts it."""

    list_display = ("code", "status", "host", "players", "ruleset", "turn_number", "created_at")
    list_filter = LIST_FILTERS
    list_select_related = ("host",)
    search_fields = ("code", "host__name", "seats__name", "seats__user__name")
    search_help_text = _("Code of the game, or name of a player or host")
    ordering = ("-created_at",)
    inlines = (SeatInline,)
    fieldsets = (
        (None, {"fields": ("code", "status", "end", "host", "created_at")}),
        (
            _("Options"),
            {"fields": ("players", "public", "ruleset", "turn_limit", "first_by", "leavers")},
        ),
        (
            _("Where it stands"),
            {
                "fields": (
                    "version",
                    "turn_number",
                    "phase",
                    "first_seat",
                    "active_seat",
                    "claimed_legend",
                    "reshuffles",
                    "bot_due",
                    "turn_started_at",
                    "deadline",
                    "started_at",
                    "ended_at",
                )
            },
        ),
        (_("Checking"), {"fields": ("rules_revision", "commitment")}),
    )

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Only the list's own filters: asking whether the pile begins with P would tell it."""
        return lookup.removesuffix("__exact").removesuffix("__isnull") in LIST_FILTERS
