"""In which language, and in whose zone, what a mail tells becomes words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.utils import timezone, translation

from accounts.models import User
from accounts.zones import UTC, zone_of


@contextmanager
def in_words_of(user: User | None) -> Iterator[None]:
    """Make words for `user`: all that is looked at for a mail to them, and the mail itself."""
    zone = zone_of(user) if user else UTC
    with translation.override(settings.LANGUAGE_CODE), timezone.override(zone):
        yield
