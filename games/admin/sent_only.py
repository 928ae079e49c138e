"""Addresses of the admin that act on what is sent to them, and lead everybody else back."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

View = Callable[..., HttpResponse]


def sent_only(view: View, *, page: str) -> View:
    """Let `view` act on POST alone; GET leads to the `page` of this name and says so.

    So comes whoever was signed out when they sent a form, and has signed in again.
    """

    @wraps(view)
    def respond(request: HttpRequest, pk: int, **options: Any) -> HttpResponse:
        if request.method not in ("GET", "HEAD"):
            return require_POST(view)(request, pk=pk, **options)
        told = _("Nothing was done: you were signed out when you sent it. Please do it again.")
        messages.warning(request, told)
        return redirect(page, pk)

    return respond
