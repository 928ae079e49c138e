"""Who is rated best."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse


def leaderboard(request: HttpRequest) -> HttpResponse:
    """Not there yet."""
    raise Http404
