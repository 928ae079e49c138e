"""The record of a game as a file, and looking at one that somebody has."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse


def record_json(request: HttpRequest, code: str) -> HttpResponse:
    """Not there yet."""
    raise Http404


def record_text(request: HttpRequest, code: str) -> HttpResponse:
    """Not there yet."""
    raise Http404


def records(request: HttpRequest) -> HttpResponse:
    """Not there yet."""
    raise Http404
