"""Answers for monitors: /healthz (this process is alive) and /readyz (the service does its work).

They come before all other middleware, so that a monitor inside may ask by any host name, without
https and without a session. Nothing in an answer depends on who asks. django-health-check is not
used: it has checks for parts (database, cache, Celery), none for what is overdue, and no bound on
how long a check may hang.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from celery import current_app
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers

from .figures import Figure, figures
from .probe import Probe

logger = logging.getLogger(__name__)

PATIENCE = 4.0  # seconds for all that is looked at, together
GetResponse = Callable[[HttpRequest], HttpResponse]


class HealthMiddleware:
    """Answers the two addresses, and hands on all others."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = ANSWERS.get(request.path_info.removesuffix("/"))
        if answer is None:
            return self.get_response(request)
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["GET", "HEAD"])
        response = answer()
        add_never_cache_headers(response)
        return response


def healthz() -> HttpResponse:
    """Say that the process answers."""
    return HttpResponse("ok\n", content_type="text/plain")


def readyz() -> JsonResponse:
    """Say how the service is: 200, or 503 if anything is not as it should be."""
    database, broker = DATABASE.begin(), BROKER.begin()
    end = time.monotonic() + PATIENCE
    found = _outcome("database", database, end)
    checks: dict[str, dict[str, Any]] = {
        "database": {"ok": found is not None},
        "broker": {"ok": bool(_outcome("broker", broker, end))},
    }
    for figure in found or []:
        checks[figure.name] = {"ok": figure.ok, "seconds": figure.seconds, "limit": figure.limit}
    ready = all(check["ok"] for check in checks.values())
    return JsonResponse({"ready": ready, "checks": checks}, status=200 if ready else 503)


def broker_answers() -> bool:
    """Return whether the broker answers in time."""
    return bool(_outcome("broker", BROKER.begin(), time.monotonic() + PATIENCE))


def _outcome(name: str, look: Future[Any], end: float) -> Any:
    """Return what a look found; None if it failed or takes too long. Only the log says why."""
    try:
        return look.result(max(0.0, end - time.monotonic()))
    except Exception as error:  # what a driver may raise is not known
        logger.warning("%s is not ready: %s", name, type(error).__name__, exc_info=error)
        return None


def _look_at_database() -> list[Figure]:
    try:
        return figures(timezone.now())
    finally:
        connection.close()  # of this thread, which ends


def _look_at_broker() -> bool:
    """Open a channel, for which the broker must answer."""
    with current_app.connection_for_write() as broker:
        broker.channel()
    return True


DATABASE = Probe(_look_at_database)
BROKER = Probe(_look_at_broker)
ANSWERS: dict[str, Callable[[], HttpResponse]] = {"/healthz": healthz, "/readyz": readyz}
