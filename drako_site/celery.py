"""The Celery app; its tasks are the apps' `tasks` modules."""

from __future__ import annotations

import os

from celery import Celery
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "drako_site.settings")

TRANSPORT_ALIASES["embedded"] = "drako_site.embedded_broker:Transport"

app = Celery("drako")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
