"""One piece of the past at a time: whole or not at all, by one process, and without a word."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.contrib.auth.models import Group
from django.db import connection, transaction

from .outbox import latest_notice, tell_the_past


@contextmanager
def in_one_go(now: datetime) -> Iterator[None]:
    """Run a transaction that wakes no worker and leaves no mail to be sent.

    What there is to do, sweeps find. Other runs of the command wait meanwhile: on PostgreSQL for
    the row of a group, which nobody else locks.
    """
    with transaction.atomic():
        Group.objects.select_for_update(no_key=True).get(name="moderator")
        hooks, notice = len(connection.run_on_commit), latest_notice()
        yield
        tell_the_past(notice, now)
        del connection.run_on_commit[hooks:]
