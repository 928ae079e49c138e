"""Playing at once, without an account."""

from __future__ import annotations

from datetime import datetime

from django.contrib.auth import login
from django.http import HttpRequest

from accounts.models import User
from accounts.services import make_guest

_BACKEND = "django.contrib.auth.backends.ModelBackend"


def person_or_guest(request: HttpRequest, *, now: datetime) -> User:
    """Who is asking; a stranger is made a guest and signed in first."""
    if request.user.is_authenticated:
        return request.user
    guest = make_guest(now)
    login(request, guest, backend=_BACKEND)
    return guest
