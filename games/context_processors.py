"""What every page shows."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.play.queries import seats_waiting_for


def site(request: HttpRequest) -> dict[str, Any]:
    """Return `waiting_count`: how many games wait for the reader; asked only where shown."""

    def waiting() -> int:
        user = request.user
        return seats_waiting_for(user).count() if user.is_authenticated else 0

    return {"waiting_count": SimpleLazyObject(waiting)}
