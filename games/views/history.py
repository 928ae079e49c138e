"""The ended games of one person."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse


def my_history(request: HttpRequest) -> HttpResponse:
    """Not there yet."""
    raise Http404


def person_history(request: HttpRequest, name: str) -> HttpResponse:
    """Not there yet."""
    raise Http404
