"""Who is asked to a table."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .game import Game


class Invitation(models.Model):
    """A person asked to sit down at an open table; kept when they did, or declined."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="invitations")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invitations"
    )
    at = models.DateTimeField()
    declined_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        constraints = [
            models.UniqueConstraint(fields=["game", "user"], name="invitation_once"),
        ]
        indexes = [
            models.Index(
                fields=["user"],
                name="invitation_stands",
                condition=Q(declined_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.user_id}"
