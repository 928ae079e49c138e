"""Outages and gifts in the admin: looked at, and time given to all games at once."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from accounts import audit
from accounts.admin.signed_in import signed_in
from accounts.models import Act
from accounts.own_filters import OwnFilters
from games.models import ClockShift
from games.play import shifts
from games.time_words import span

from .ask_twice import Asked, ask
from .give_time import TimeForAllForm
from .look_only import LookOnly

CHANGE = "games.change_clockshift"


@admin.register(ClockShift)
class ClockShiftAdmin(LookOnly, OwnFilters):
    """When the service was down, and what was given since."""

    list_display = ("kind", "began", "ended", "given", "why")
    list_filter = ("kind",)
    ordering = ("-pk",)

    @admin.display(description=_lazy("time given"), ordering="seconds")
    def given(self, shift: ClockShift) -> str:
        """In words, of a gift."""
        return span(shift.seconds) if shift.seconds else ""

    def get_urls(self) -> list[URLPattern]:
        give = self.admin_site.admin_view(self.give_time)
        own = path("give-time/", give, name="games_clockshift_give_time")
        return [own, *super().get_urls()]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The list, with a way to give time for those who may."""
        shown = {
            "title": _("Outages, and time given to all clocks"),
            "may_give_time": request.user.has_perm(CHANGE),
        }
        return super().changelist_view(request, shown | (extra_context or {}))

    def give_time(self, request: HttpRequest) -> HttpResponse:
        """Give every game whose clock runs, or stands, more time.

        Raises PermissionDenied for those who may not.
        """
        if not request.user.has_perm(CHANGE):
            raise PermissionDenied

        def act(form: TimeForAllForm) -> str:
            why, now = form.cleaned_data["why"], timezone.now()
            gift = shifts.give_time_to_all(seconds=form.seconds(), why=why, now=now)
            audit.log(
                by=signed_in(request),
                what=Act.What.GIVE_ALL,
                why=why,
                detail={"seconds": gift.seconds, "shift": gift.pk},
                now=now,
            )
            self.log_addition(request, gift, f"{form.given()} {why}")
            return form.given()

        return ask(
            request,
            Asked(
                opts=self.opts,
                title=_("Give time: all games"),
                affects=_(
                    "Every turn that runs now, and every proposal to end a game, lasts longer. It"
                    " takes some seconds until all games have it."
                ),
                button=_("Give time"),
                form=TimeForAllForm,
                act=act,
                back=reverse("admin:games_clockshift_changelist"),
            ),
        )
