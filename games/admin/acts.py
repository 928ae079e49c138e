"""The audit log in the admin: read, searched, never changed, not by superusers either."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from accounts.admin.signed_in import signed_in
from accounts.models import Act
from accounts.own_filters import OwnFilters

from .look_only import LookOnly

_DATES = tuple(f"at__{part}" for part in ("year", "month", "day", "gte", "lt"))


@admin.register(Act)
class ActAdmin(LookOnly, OwnFilters):
    """Who did what, on whom or on which game, why and when."""

    list_display = ("at", "by", "what", "on_whom", "on_game", "why")
    list_display_links = ("at",)
    list_filter = ("what", "at")
    list_select_related = ("by", "person")
    date_hierarchy = "at"
    search_fields = ("by__name", "person__name", "game")
    search_help_text = _("A name, of either side, or the code of a game")
    show_full_result_count = False
    fields = ("at", "by", "what", "on_whom", "on_game", "why", "detail")
    readonly_fields = ("on_whom", "on_game")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Act]:
        """All lines but for notes on the reader: nobody learns that there are any on them."""
        notes = Act.objects.filter(what=Act.What.NOTE, person=signed_in(request))
        acts: QuerySet[Act] = super().get_queryset(request)
        return acts.exclude(pk__in=notes.values("pk"))

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        return lookup in _DATES or super().lookup_allowed(lookup, value, request)

    @admin.display(description=_("on whom"), ordering="person__name")
    def on_whom(self, act: Act) -> str:
        """The person, as a way to their page."""
        if act.person is None:
            return ""
        page = reverse("admin:accounts_user_change", args=[act.person.pk])
        return format_html('<a href="{}">{}</a>', page, act.person.name)

    @admin.display(description=_("game"), ordering="game")
    def on_game(self, act: Act) -> str:
        """The game's code, as a way to it."""
        if not act.game:
            return ""
        found = reverse("admin:games_game_changelist", query={"q": act.game})
        return format_html('<a href="{}">{}</a>', found, act.game)
