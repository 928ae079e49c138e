"""A game stepped through."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse


def replay(request: HttpRequest, code: str) -> HttpResponse:
    """Not there yet."""
    raise Http404


def position(request: HttpRequest, code: str, at: int) -> HttpResponse:
    """Not there yet."""
    raise Http404
