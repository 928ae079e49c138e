"""The same people once more."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse


def rematch(request: HttpRequest, code: str) -> HttpResponse:
    """Not there yet."""
    raise Http404


def decline(request: HttpRequest, code: str) -> HttpResponse:
    """Not there yet."""
    raise Http404


def let_others_in(request: HttpRequest, code: str) -> HttpResponse:
    """Not there yet."""
    raise Http404
