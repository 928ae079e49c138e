"""Do at once what the sweeps do by and by."""

from __future__ import annotations

import logging
import time

from celery import current_app
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from accounts.outbox import SEND_MAIL

logger = logging.getLogger(__name__)

FAILED = "failed"
"""Under this word a task tells why it could not do all."""


class Command(BaseCommand):
    """Safe beside running workers: all tasks are safe to run twice."""

    help = (
        "Run every sweep once in this process, then send the mails that are due, and say in a line"
        " what each did. Bots are woken, not played: that is a worker's. Exit status 1 if one"
        " failed."
    )

    def handle(self, *args: object, **options: object) -> None:
        """Run all, whatever becomes of one."""
        current_app.loader.import_default_modules()
        names = [*settings.SWEEPS, SEND_MAIL]
        failed = [
            name for number, name in enumerate(names, 1) if not self._run(name, number, len(names))
        ]
        if failed:
            raise CommandError("Failed: " + ", ".join(failed))

    def _run(self, name: str, number: int, count: int) -> bool:
        self.stdout.write(f"[{number}/{count}] {name} … ", ending="")
        self.stdout.flush()
        began = time.monotonic()
        try:
            did = current_app.tasks[name]()
        except Exception as error:  # the other sweeps must run
            self.stdout.write(self.style.ERROR(f"failed: {type(error).__name__}: {error}"))
            logger.debug("%s failed", name, exc_info=error)
            return False
        seconds = time.monotonic() - began
        self.stdout.write(f"{_in_words(did)} ({seconds:.1f} s)")
        return not (isinstance(did, dict) and FAILED in did)


def _in_words(did: object) -> str:
    """What a task returned: counts by what was counted, or nothing."""
    if not isinstance(did, dict):
        return "done"
    return ", ".join(f"{what}: {count}" for what, count in did.items())
