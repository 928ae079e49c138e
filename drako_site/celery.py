"""The Celery app: its tasks are the apps' `tasks` modules."""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "drako_site.settings")

app = Celery("drako")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
