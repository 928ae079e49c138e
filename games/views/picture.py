"""The picture of a finished game for link previews."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse


def picture(request: HttpRequest, code: str) -> HttpResponse:
    """Not there yet."""
    raise Http404
