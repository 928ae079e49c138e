"""What middlewares and decorators have put on a request, for those who read types."""

from __future__ import annotations

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from accounts.models import User


class PageRequest(HttpRequest):
    """A request of anybody, which may be for a part of a page."""

    htmx: HtmxDetails


class PersonRequest(PageRequest):
    """A request of somebody who is signed in, as guest or member."""

    user: User
