"""The games app."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Tables, Kingdoms and what is played on them."""

    name = "games"
    verbose_name = _("Games")
