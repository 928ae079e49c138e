"""The games app."""

from __future__ import annotations

from anymail.signals import inbound
from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Tables, Kingdoms and what is played on them."""

    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        """Let mails come in that providers post: anymail tells of them by a signal alone."""
        from games.mail.incoming.provider import receive_from_provider  # it needs all models

        inbound.connect(receive_from_provider, dispatch_uid="games.mail.incoming")
