"""Whoever is suspended or banned gets one page in place of all others."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.urls import Resolver404, resolve
from django.utils import timezone
from django.utils.module_loading import import_string

Respond = Callable[[HttpRequest], HttpResponseBase]

STAYS_OPEN = frozenset(
    {
        "suspended",
        "account_logout",
        "account_email",
        "account_email_verification_sent",
        "account_confirm_email",
        "account_change_password",
        "account_set_password",
        "account_reset_password",
        "account_reset_password_done",
        "account_reset_password_from_key",
        "account_reset_password_from_key_done",
        "my-data",
        "my-data-file",
        "delete-account",  # which says why it cannot be now
        "mail-stop",
        "rules",
    }
)
"""Names of the addresses that answer them as anybody else."""


def keep_out_suspended(get_response: Respond) -> Respond:
    """Answer all other requests of theirs with `settings.SUSPENDED_VIEW`, in place of a view.

    The person of the request says whether they are suspended: nothing else is loaded. So a
    suspension counts from the next request on, and so does its end.
    """
    keep_out: Callable[[HttpRequest], HttpResponseBase] = import_string(settings.SUSPENDED_VIEW)

    def respond(request: HttpRequest) -> HttpResponseBase:
        user = request.user
        if user.is_anonymous or not user.is_suspended(timezone.now()) or _stays_open(request):
            return get_response(request)
        return keep_out(request)

    return respond


def _stays_open(request: HttpRequest) -> bool:
    try:
        return resolve(request.path_info).view_name in STAYS_OPEN
    except Resolver404:
        return False
