"""Looking at a record that somebody has."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse


def records(request: HttpRequest) -> HttpResponse:
    """Not there yet."""
    raise Http404
