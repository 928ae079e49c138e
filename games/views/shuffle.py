"""Whether the chance in a game was what its commitment said."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse


def shuffle(request: HttpRequest, code: str) -> HttpResponse:
    """Not there yet."""
    raise Http404
