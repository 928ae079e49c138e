from __future__ import annotations

from django.apps import AppConfig
from django.core import checks

from .checks import check_settings


class DrakoSiteConfig(AppConfig):
    """The site itself, so that its checks run with Django's."""

    name = "drako_site"

    def ready(self) -> None:
        checks.register(check_settings)
