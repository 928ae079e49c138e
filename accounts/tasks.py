"""What Celery calls; each fetches and asks."""

from __future__ import annotations

from importlib import import_module

from celery import shared_task
from django.conf import settings


@shared_task(name="accounts.sweep_sessions", ignore_result=True)
def sweep_sessions() -> None:
    """Delete the sessions that have expired."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
