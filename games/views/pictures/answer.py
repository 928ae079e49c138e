"""The answer to whoever asks for a picture: drawn once, kept, and fetched again only if changed."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Sequence
from hashlib import sha256

from django.core.cache import caches
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control

from accounts import limits

from .layout import layout
from .lettering import needs_other_fonts
from .png import PATIENCE, BusyError, png_of, renderer

logger = logging.getLogger(__name__)

FRESH = 5 * 60  # seconds in which nobody asks again: a name or a result that is gone shows on
KEPT = 24 * 60 * 60
"""Seconds, after which all that are kept are thrown away: who is named may have left the site."""
_BEGAN = "began"  # the key of what lasts as long


def picture_answer(
    request: HttpRequest, shown: Sequence[str], draw: Callable[[], str], *, letters: str = ""
) -> HttpResponse:
    """Return the picture that `draw` makes as SVG, as PNG, or 304 for whoever has it already.

    `shown` is all that decides how it looks; `letters` are those on it that may be of any script.
    429 for whoever lets too many be drawn, 503 while too many are asked for. Raises Http404 where
    nothing can draw.
    """
    if renderer() is None:
        raise Http404
    key = sha256(json.dumps([layout(), *shown]).encode()).hexdigest()
    etag = f'"{key[:32]}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        try:
            png = _drawn_once(request, key, draw, every_font=needs_other_fonts(letters))
        except limits.TooOftenError as often:
            return _later(429, often.wait.total_seconds())
        except BusyError:
            return _later(503, PATIENCE)
        response = HttpResponse(png, content_type="image/png")
    response["ETag"] = etag
    patch_cache_control(response, public=True, max_age=FRESH, must_revalidate=True)
    return response


def _later(status: int, seconds: float) -> HttpResponse:
    return HttpResponse(status=status, headers={"Retry-After": str(int(seconds))})


def _drawn_once(
    request: HttpRequest, key: str, draw: Callable[[], str], *, every_font: bool
) -> bytes:
    kept = _find(key)
    if kept is not None:
        return kept
    with limits.counted(request, "picture"):
        png = png_of(draw, every_font=every_font, unless=lambda: _find(key))
    _keep(key, png)
    return png


def _find(key: str) -> bytes | None:
    try:
        found = caches["pictures"].get(key)
    except OSError as error:
        logger.warning("Pictures cannot be read from where they are kept: %s", error)
        return None
    return found if isinstance(found, bytes) else None


def _keep(key: str, png: bytes) -> None:
    pictures = caches["pictures"]
    try:
        if pictures.add(_BEGAN, True, KEPT):
            pictures.clear()
            pictures.set(_BEGAN, True, KEPT)
        pictures.set(key, png, KEPT)
    except OSError as error:
        logger.warning("Pictures cannot be kept: %s", error)
