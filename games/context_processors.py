"""What every page shows."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.switches import switches
from games.play.queries import seats_waiting_for


def site(request: HttpRequest) -> dict[str, Any]:
    """Return what is asked only where it is shown.

    `waiting_count`: how many games wait for the reader; `site_banner`: what staff tell everybody;
    `signups_closed`: whether nobody can become a member for now.
    """

    def waiting() -> int:
        user = request.user
        return seats_waiting_for(user).count() if user.is_authenticated else 0

    return {
        "waiting_count": SimpleLazyObject(waiting),
        "site_banner": SimpleLazyObject(lambda: switches().banner),
        "signups_closed": SimpleLazyObject(lambda: switches().signups_closed),
    }
