"""What pages say of a mail that somebody has asked for."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _


def tell_it_comes(request: HttpRequest, email: str) -> None:
    """Say that a mail to prove the address was posted."""
    told = _("A mail is on its way to %(email)s: open the link in it to confirm the address.")
    messages.info(request, told % {"email": email})


def tell_it_waits(request: HttpRequest) -> None:
    """Say that the mail that was asked for before is still to come."""
    told = _(
        "The mail is on its way already, but the mail server has not taken it yet. It goes out as"
        " soon as that works; you need not ask again."
    )
    messages.info(request, told)
