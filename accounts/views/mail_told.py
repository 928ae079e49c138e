"""What pages say of a mail that somebody has asked for."""

from __future__ import annotations

from datetime import timedelta

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.limits import wait_words


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


def tell_to_wait(request: HttpRequest, wait: timedelta) -> None:
    """Say that no mail was sent, and in how long one can be."""
    told = _(
        "No mail was sent, as the last one went there moments ago. Look for it among the"
        " unwanted mails too; you can have another one in %(wait)s."
    )
    messages.warning(request, told % {"wait": wait_words(wait)})
