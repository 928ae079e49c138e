"""What a browser sends when somebody signs up."""

from __future__ import annotations

FORM = {"username": "Bo", "email": "bo@example.org", "password1": "a-long-walk-home"}


def form(**changed: str) -> dict[str, str]:
    return FORM | changed
