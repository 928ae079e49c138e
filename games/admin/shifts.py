"""Outages and gifts in the admin: looked at, and time given to all games at once."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.own_filters import OwnFilters
from games.models import ClockShift
from games.play import shifts
from games.time_words import span

from . import give_time
from .look_only import LookOnly


@admin.register(ClockShift)
class ClockShiftAdmin(LookOnly, OwnFilters):
    """When the service was down, and what was given since."""

    list_display = ("kind", "began", "ended", "seconds", "why")
    list_filter = ("kind",)
    ordering = ("-pk",)

    def get_urls(self) -> list[URLPattern]:
        give = self.admin_site.admin_view(self.give_time)
        own = path("give-time/", give, name="games_clockshift_give_time")
        return [own, *super().get_urls()]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The list, with a way to give time for those who may."""
        shown = {"may_give_time": give_time.may(request, self.opts)}
        return super().changelist_view(request, shown | (extra_context or {}))

    def give_time(self, request: HttpRequest) -> HttpResponse:
        """Give every game whose clock runs, or stands, more time."""

        def act(seconds: int, why: str) -> str:
            gift = shifts.give_time_to_all(seconds=seconds, why=why, now=timezone.now())
            told = _("%(span)s given to all: %(why)s") % {"span": span(seconds), "why": why}
            self.log_addition(request, gift, told)
            return reverse("admin:games_clockshift_changelist")

        return give_time.ask(
            request,
            opts=self.opts,
            about=_("all games"),
            affects=_(
                "Every turn that runs now, and every proposal to end a game, lasts longer. It takes"
                " some seconds until all games have it."
            ),
            act=act,
        )
