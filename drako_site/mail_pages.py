"""The HTML part of a mail that a laptop has kept, as a mail program would draw it."""

from __future__ import annotations

from typing import Any

from django.core.mail import get_connection
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

POLICY = "sandbox allow-popups; default-src 'none'; style-src 'unsafe-inline'; img-src data:"
"""Styles stand in the elements of a mail; nothing in it runs, and nothing is fetched."""


@require_safe
def html_part(request: HttpRequest, message_id: str) -> HttpResponse:
    """The part on a page of its own, on which a policy of its own holds. Raises Http404."""
    kept: Any = get_connection()
    with kept as connection:
        message = connection.get_message(f"<{message_id}>")
    for part in message.walk() if message else ():
        if part.get_content_type() == "text/html":
            body = part.get_payload(decode=True)
            charset = part.get_param("charset") or "utf-8"
            response = HttpResponse(body.decode(charset, errors="replace"))
            response["Content-Security-Policy"] = POLICY
            return response
    raise Http404
