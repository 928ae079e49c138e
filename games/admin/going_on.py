"""Where a moderator goes on from a report: to the next one, or back to the list."""

from __future__ import annotations

from django.http import HttpRequest
from django.urls import reverse

from accounts.admin.signed_in import signed_in
from games.models import Report

from .queue import next_after

_ANSWERS = ("games.change_report", "accounts.change_sanction")


def page_of(report: Report) -> str:
    """Return the address of a report's page."""
    return reverse("admin:games_report_change", args=[report.pk])


def next_page(request: HttpRequest, report: Report) -> str:
    """Return where one goes on from a report: to the next that one may decide, or to the queue."""
    following = next_after(report, signed_in(request), appeals=request.user.has_perms(_ANSWERS))
    queue = reverse("admin:games_report_changelist")
    return or_list(request, page_of(following) if following else queue)


def or_list(request: HttpRequest, otherwise: str) -> str:
    """Return the list for those who decided there, else what is given."""
    if "list" not in request.POST:
        return otherwise
    view = "mine" if request.POST["list"] == "mine" else "open"
    return f"{reverse('admin:games_report_changelist')}?view={view}"
