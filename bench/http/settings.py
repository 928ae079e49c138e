"""The site's settings, with the bare views at hand that its own are measured beside."""

from __future__ import annotations

from drako_site.settings import *  # noqa: F403

ROOT_URLCONF = "bench.http.urls"
ALLOWED_HOSTS = ["127.0.0.1"]
LOGGING = {"version": 1, "disable_existing_loggers": False}
