"""Who is behind a request of the admin."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from accounts.models import User


def signed_in(request: HttpRequest) -> User:
    """Return the member of staff behind a request. Raises PermissionDenied for strangers."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user
