"""The audit log in the admin: read, searched, never changed, not by superusers either."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from accounts.admin.signed_in import signed_in
from accounts.models import Act
from accounts.own_filters import OwnFilters
from games.play.moderation.rights import acts_hidden_from

from .look_only import LookOnly


@admin.register(Act)
class ActAdmin(LookOnly, OwnFilters):
    """Who did what, on whom or on which game, why and when."""

    list_display = ("at", "who", "what", "on_whom", "on_game", "why")
    list_display_links = ("at",)
    list_filter = ("what", "at")
    list_select_related = ("by", "person")
    date_hierarchy = "at"
    search_fields = ("by__name", "by_was", "person__name", "game")
    search_help_text = _("A name, of either side, or the code of a game")
    show_full_result_count = False
    fields = ("at", "who", "what", "on_whom", "on_game", "why", "detail")
    readonly_fields = ("who", "on_whom", "on_game")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Act]:
        """All lines but for those that the reader may not read."""
        acts: QuerySet[Act] = super().get_queryset(request)
        return acts.exclude(acts_hidden_from(signed_in(request)))

    @admin.display(description=_("who"), ordering="by__name")
    def who(self, act: Act) -> str:
        """Whoever did it, also when they have left."""
        return act.who

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
