"""Whether the reader can sit down at one more table, told before they try."""

from __future__ import annotations

from django.http import HttpRequest

from games.play.seating import seats_full
from games.words import sentence


def why_full(request: HttpRequest) -> str:
    """Return why the reader can take no more seats at tables with a clock; empty if they can."""
    refusal = seats_full(request.user) if request.user.is_authenticated else None
    return sentence(refusal) if refusal else ""
