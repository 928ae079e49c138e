"""Strangers who play at once: they become guests by what they do."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib.auth import login
from django.http import HttpRequest

from accounts import limits
from accounts.models import User
from accounts.services import make_guest
from accounts.views.too_many import too_many
from games.models import Game

from .once import Made, make_once

GUEST, TABLE = "guest", "table"
"""What is counted, by the names of `ACCOUNT_RATE_LIMITS`."""
BACKEND = "django.contrib.auth.backends.ModelBackend"


def do_once(
    request: HttpRequest,
    *,
    number: str,
    choice: object,
    now: datetime,
    act: Callable[[User], Game],
    limited: str = "",
) -> str:
    """Let the visitor `act` once for the form of this `number`; return the table's address.

    `limited` names the limit that counts it for who is known already; guests count as they come.

    A stranger becomes a guest by it, one and the same for every sending of the form, and is signed
    in. What `act` raises is passed on, and then no guest was made. Whoever does it too often gets a
    page that says so instead; what was refused, or done before, counts for nothing.
    """
    known = request.user if request.user.is_authenticated else None
    action = limited if known else GUEST

    def make() -> Made:
        try:
            with limits.counted(request, action):
                person = known or make_guest(now)
                return Made(person=person.pk, address=act(person).get_absolute_url())
        except limits.TooOftenError as often:
            raise ImmediateHttpResponse(too_many(request, often.wait, action)) from often

    asked = f"{known.pk if known else 'stranger'} {choice}"
    made = make_once(number, asked=asked, now=now, make=make)
    guest = None if known else User.objects.filter(pk=made.person, is_guest=True).first()
    if guest is not None:  # who became a member in the meantime signs in
        login(request, guest, backend=BACKEND)
    return made.address
