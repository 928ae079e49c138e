"""The seats on the page of a game."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from games.models import Seat
from games.rules.scoring import CATEGORIES
from games.time_words import moment
from games.words import bot_name, category_name, left_word

from .look_only import LookOnly


class SeatInline(LookOnly, admin.TabularInline):
    """Who sits at a game, and how it went for them."""

    model = Seat
    ordering = ("number",)
    fields = readonly_fields = (
        *("seat", "who", "joined_at", "ready", "turns"),
        *("left", "place", "points"),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        seats: QuerySet[Seat] = super().get_queryset(request)
        return seats.select_related("user")

    @admin.display(description=_("seat"))
    def seat(self, seat: Seat) -> int:
        """Counted from 1, as players count."""
        return seat.number + 1

    @admin.display(description=_("who"))
    def who(self, seat: Seat) -> str:
        """The person, as a way to their page, or the bot."""
        if seat.user is None:
            return bot_name(seat.name) if seat.bot else seat.shown_name
        page = reverse("admin:accounts_user_change", args=[seat.user.pk])
        return format_html('<a href="{}">{}</a>', page, seat.shown_name)

    @admin.display(description=_("left"))
    def left(self, seat: Seat) -> str:
        """Why and when."""
        if seat.left_at is None:
            return ""
        return f"{left_word(seat.left_why)}, {moment(seat.left_at)}"

    @admin.display(description=_("Harmony"))
    def points(self, seat: Seat) -> str:
        """All of it, and of what it is made; nothing before the end."""
        if seat.total is None:
            return ""
        parts = (f"{category_name(each)} {getattr(seat, each)}" for each in CATEGORIES)
        return f"{seat.total}: {', '.join(parts)}"
