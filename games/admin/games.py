"""Games in the admin: found and looked at, never changed, and nothing hidden in them.

What `Game` marks as hidden, cells, Legends and the log are not registered and not shown; the
columns that are shown are named one by one.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from django.contrib import admin
from django.db.models import BooleanField, Case, QuerySet, Value, When
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.admin.signed_in import signed_in
from accounts.models import Act
from accounts.own_filters import OwnFilters
from games.models import Game
from games.play.moderation.freeing import stuck
from games.play.moderation.rights import acts_hidden_from
from games.play.moderation.telling import GAME_ACTS
from games.time_words import span
from games.views.people import names

from . import game_filters
from .game_acts import ACTS, GameAct, act_page, open_to
from .look_only import LookOnly
from .seats import SeatInline

HIDDEN = ("pile", "discard", "drawn_kind", "seed", "record")
"""Columns that no page here reads."""


@admin.register(Game)
class GameAdmin(LookOnly, OwnFilters):
    """Found by code, by who sits there, by who hosts it, by what is wrong with it."""

    list_display = (
        *("code", "status", "who", "waits_for", "due", "trouble"),
        *("staff_acted", "ruleset", "created_at"),
    )
    list_filter = (
        *("status", game_filters.Trouble, "moderated", game_filters.Opened, game_filters.Begun),
        *("ruleset", "players", "public", "rated"),
    )
    search_fields = ("code",)  # and what `get_search_results` finds
    search_help_text = _("Code of the game, or name of a player or host, former names too")
    ordering = ("-created_at",)
    inlines = (SeatInline,)
    readonly_fields = ("turn_time", "bank_time", "stands_with")
    fieldsets = (
        (None, {"fields": ("code", "status", "end", "host", "created_at")}),
        (
            _("Options"),
            {
                "fields": (
                    *("players", "public", "ruleset", "turn_limit", "first_by", "leavers"),
                    *("turn_time", "bank_time", "vacations", "rated"),
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
                    "stands_with",
                    "stuck_until",
                    "moderated",
                    "started_at",
                    "ended_at",
                )
            },
        ),
        (_("Checking"), {"fields": ("rules_revision", "commitment")}),
    )

    def get_urls(self) -> list[URLPattern]:
        pages = [(act, self.admin_site.admin_view(partial(self.act, act=act))) for act in ACTS]
        own = [path(f"<int:pk>/{act.name}/", page, name=act.url) for act, page in pages]
        return [*own, *super().get_urls()]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        is_stuck = Case(
            When(stuck(timezone.now()), then=Value(True)),
            default=Value(False),
            output_field=BooleanField(),
        )
        games = super().get_queryset(request).annotate(stuck=is_stuck).defer(*HIDDEN)
        return games.prefetch_related("seats__user")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Game], search_term: str
    ) -> tuple[QuerySet[Game], bool]:
        """The games that the whole of `search_term` is about: names may have spaces."""
        term = search_term.strip()
        return (queryset.filter(game_filters.about(term)) if term else queryset), False

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """The page of a game, with what may be done to it, and what was."""
        shown: dict[str, Any] = {}
        game = self.get_object(request, object_id)
        if game is not None and self.has_view_permission(request, game):
            shown["acts"] = open_to(request, game)
            if request.user.has_perm("accounts.view_act"):
                done = Act.objects.filter(game=game.code, what__in=GAME_ACTS)
                done = done.exclude(acts_hidden_from(signed_in(request)))
                shown["done"] = done.select_related("by", "person")
        return super().change_view(request, object_id, form_url, shown | (extra_context or {}))

    def act(self, request: HttpRequest, pk: int, act: GameAct) -> HttpResponse:
        """The page on which one thing is done to one game."""
        game = get_object_or_404(Game.objects.defer(*HIDDEN), pk=pk)
        return act_page(
            request, act, game, opts=self.opts, log=partial(self.log_change, request, game)
        )

    @admin.display(description=_("players"))
    def who(self, game: Game) -> str:
        """Who sits there."""
        return names(game.seats.all())

    @admin.display(description=_("waits for"), ordering="turn_started_at")
    def waits_for(self, game: Game) -> str:
        """Whose decision it waits for, and for how long."""
        seats = list(game.seats.all())
        if game.status == Game.Status.ARRANGING:
            seats = [seat for seat in seats if not seat.ready and seat.left_at is None]
        elif game.status == Game.Status.PLAYING:
            seats = [seat for seat in seats if seat.number == game.active_seat]
        else:
            return ""
        if game.turn_started_at is None:
            return names(seats)
        told = {"names": names(seats), "span": timesince(game.turn_started_at, timezone.now())}
        return gettext("%(names)s, for %(span)s") % told

    @admin.display(description=_("deadline"), ordering="deadline")
    def due(self, game: Game) -> Any:
        """When time is up."""
        return gettext("stands still") if game.stopped_seconds is not None else game.deadline

    @admin.display(description=_("time for a turn"))
    def turn_time(self, game: Game) -> str:
        """In words."""
        return gettext("no clock") if game.turn_seconds is None else span(game.turn_seconds)

    @admin.display(description=_("time bank"))
    def bank_time(self, game: Game) -> str:
        """In words."""
        return span(game.bank_seconds) if game.bank_seconds else gettext("none")

    @admin.display(description=_("the clock stands still with"))
    def stands_with(self, game: Game) -> str:
        """In words, while it does."""
        return "" if game.stopped_seconds is None else span(game.stopped_seconds)

    @admin.display(description=_("trouble"), ordering="stuck")
    def trouble(self, game: Game) -> str:
        """Whether it does not go on by itself."""
        return gettext("stuck") if game.stuck else ""  # type: ignore[attr-defined]

    @admin.display(description=_("moderated"), ordering="moderated")
    def staff_acted(self, game: Game) -> str:
        """Whether staff did something here."""
        return gettext("yes") if game.moderated else ""
