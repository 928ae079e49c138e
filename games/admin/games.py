"""Games in the admin: found and looked at, never changed, and nothing hidden in them.

What `Game` marks as hidden, cells, Legends and the log are not registered and not shown; the
columns that are shown are named one by one.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.own_filters import OwnFilters
from games.models import Game, Seat
from games.play import shifts
from games.rules.scoring import CATEGORIES
from games.time_words import span

from . import give_time
from .look_only import LookOnly


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
class GameAdmin(LookOnly, OwnFilters):
    """Found by code, by who sits there, by who hosts it."""

    list_display = ("code", "status", "host", "players", "ruleset", "turn_number", "created_at")
    list_filter = ("status", "ruleset", "players", "public")
    list_select_related = ("host",)
    search_fields = ("code", "host__name", "seats__name", "seats__user__name")
    search_help_text = _("Code of the game, or name of a player or host")
    ordering = ("-created_at",)
    inlines = (SeatInline,)
    fieldsets = (
        (None, {"fields": ("code", "status", "end", "host", "created_at")}),
        (
            _("Options"),
            {
                "fields": (
                    *("players", "public", "ruleset", "turn_limit", "first_by", "leavers"),
                    *("turn_seconds", "bank_seconds", "vacations"),
                )
            },
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
                    "stopped_seconds",
                    "started_at",
                    "ended_at",
                )
            },
        ),
        (_("Checking"), {"fields": ("rules_revision", "commitment")}),
    )

    def get_urls(self) -> list[URLPattern]:
        give = self.admin_site.admin_view(self.give_time)
        own = path("<int:pk>/give-time/", give, name="games_game_give_time")
        return [own, *super().get_urls()]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """The page of a game, with a way to give it time for those who may."""
        shown = {"may_give_time": give_time.may(request, self.opts)}
        return super().change_view(request, object_id, form_url, shown | (extra_context or {}))

    def give_time(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Give the running turn of one game more time."""
        game = get_object_or_404(Game, pk=pk)

        def act(seconds: int, why: str) -> str:
            shifts.give_time(game_id=game.pk, seconds=seconds, now=timezone.now())
            told = gettext("%(span)s given: %(why)s") % {"span": span(seconds), "why": why}
            self.log_change(request, game, told)
            return reverse("admin:games_game_change", args=[game.pk])

        return give_time.ask(
            request,
            opts=self.opts,
            about=gettext("game %(code)s") % {"code": game.code},
            affects=gettext("The turn that runs now lasts longer, in this game alone."),
            act=act,
        )
