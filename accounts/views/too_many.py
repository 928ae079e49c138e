"""The page for what was done too often, which says when it can be done again."""

from __future__ import annotations

from datetime import timedelta
from http import HTTPStatus
from math import ceil

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts import limits
from accounts.limits import MINUTE, wait_words

_ACTIONS = {
    "account_login": "login",
    "account_signup": "signup",
    "account_email": "manage_email",
    "account_change_password": "change_password",
    "account_set_password": "change_password",
    "account_reset_password": "reset_password",
    "account_reset_password_from_key": "reset_password_from_key",
}
"""What django-allauth counts on its pages, by the name of the URL."""


def too_many(request: HttpRequest, wait: timedelta, action: str = "") -> HttpResponse:
    """Say that it was too often, and in how long it can be done again: 429.

    Where it is known what `action` was, the page tells those who did nothing so often themselves
    that others at their network address may have done it.
    """
    by_others = (
        bool(action)
        and limits.waits(request, action, per="ip") is not None
        and limits.waits(request, action, per="user") is None
    )
    context = {"wait": wait_words(wait), "by_others": by_others}
    response = render(request, "429.html", context, status=HTTPStatus.TOO_MANY_REQUESTS)
    response["Retry-After"] = str(ceil(wait.total_seconds()))
    return response


def handler429(request: HttpRequest) -> HttpResponse:
    """The same for the pages of django-allauth, which do not tell what they counted."""
    name = request.resolver_match.url_name if request.resolver_match else None
    action = _ACTIONS.get(name or "")
    wait = limits.waits(request, action) if action else None
    return too_many(request, wait or MINUTE, action or "")
