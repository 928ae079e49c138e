"""How the service is, for staff: what /readyz tells a monitor, in words; and numbers by week."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Notice
from accounts.own_filters import OwnFilters
from games.admin.look_only import LookOnly
from games.models import ClockShift, Heartbeat
from games.time_words import span

from .figures import figures
from .health import broker_answers
from .numbers import numbers

OUTAGES_SHOWN = 5

if settings.MAIL_VIEWER:
    from django_mail_viewer.backends.database.admin import EmailMessage

    admin.site.unregister(EmailMessage)  # such mails are read at /mails/


@admin.register(Heartbeat)
class HeartbeatAdmin(LookOnly, OwnFilters):
    """Instead of a list of its one row: the state of the service; and a page of numbers by week."""

    def get_urls(self) -> list[URLPattern]:
        """The page of numbers, before an address would be taken for that of a row."""
        page = self.admin_site.admin_view(self.numbers_view)
        return [path("numbers/", page, name="games_heartbeat_numbers"), *super().get_urls()]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The figures, the mails that failed, the latest outages."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        outages = ClockShift.objects.filter(kind=ClockShift.Kind.OUTAGE).order_by("-pk")
        context = {
            **self.admin_site.each_context(request),
            "title": _("State of the service"),
            "opts": self.opts,
            "figures": figures(timezone.now()),
            "answers": [
                (_("the database answers"), True),  # nobody would read this otherwise
                (_("the broker answers"), broker_answers()),
            ],
            "failed": Notice.objects.filter(state=Notice.State.FAILED).count(),
            "outages": outages[:OUTAGES_SHOWN],
        }
        return render(request, "admin/state_of_the_service.html", context)

    def numbers_view(self, request: HttpRequest) -> HttpResponse:
        """Games and people of the last weeks, for all staff: it tells nothing of anybody."""
        rows = [
            (week, span(week.turn.total_seconds()) if week.turn is not None else "")
            for week in numbers(timezone.now())
        ]
        context = {
            **self.admin_site.each_context(request),
            "title": _("Numbers"),
            "opts": self.opts,
            "rows": rows,
        }
        return render(request, "admin/numbers.html", context)
