"""The answer to a form whose token is not that of the browser any more."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.csrf import csrf_failure

from .requests import PageRequest
from .table import show_table
from .wish import Wish

TABLES = {"table", "call-off", "propose", "answer"}
"""The addresses that answer with the table."""


def refuse(request: PageRequest, reason: str = "") -> HttpResponse:
    """At a table the true table with a sentence that stays, elsewhere Django's own page.

    For `settings.CSRF_FAILURE_VIEW`. The usual cause is that somebody signed in again in another
    tab, which changes the token.
    """
    match = request.resolver_match
    if match is None or match.url_name not in TABLES:
        return csrf_failure(request, reason)
    told = _("This page was too old, so nothing was done. This is how the table stands now.")
    return show_table(request, match.kwargs["code"], Wish(), refusal=told, status=403)
