"""The page of just one turn, for whoever has the link from a mail."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse


def turn_by_mail(request: HttpRequest, token: str) -> HttpResponse:
    """Show the turn that a token is for."""
    raise Http404
