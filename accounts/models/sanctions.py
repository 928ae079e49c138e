"""What moderators impose on people, each with its reason and its end."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

REASON_MAX = 1000


class Sanction(models.Model):
    """One warning, mute, suspension or ban.

    `User.suspended_until`, `muted_until` and `paused_until` repeat what is in force, so that
    whoever holds a person knows; `accounts/sanctions.py` alone writes both.
    """

    class Kind(models.TextChoices):
        """From the mildest to the hardest."""

        WARNING = "warning", _("warning")
        MUTE = "mute", _("mute")
        SUSPENSION = "suspension", _("suspension")
        BAN = "ban", _("ban")

    class Games(models.TextChoices):
        """What becomes of the running games of somebody who is shut out."""

        PAUSE = "pause", _("their clocks stand still for the time")
        LEAVE = "leave", _("they leave them")
        BOT = "bot", _("they leave them and a bot plays on")

    SHUT_OUT = (Kind.SUSPENSION, Kind.BAN)
    """The kinds that keep a person from playing."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sanctions"
    )
    kind = models.CharField(max_length=10, choices=Kind)
    reason = models.TextField(max_length=REASON_MAX)  # told to the person
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True)  # null: a warning, or for good
    games = models.CharField(max_length=5, choices=Games, default="", blank=True)
    games_due = models.BooleanField(default=False)  # some running games have yet to follow:
    games_behind = models.JSONField(default=list, blank=True)  # these alone, once all were tried
    read_at = models.DateTimeField(null=True, blank=True)  # when the person said so
    lifted_at = models.DateTimeField(null=True, blank=True)
    lifted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    lifted_why = models.TextField(max_length=REASON_MAX, default="", blank=True)

    class Meta:
        verbose_name = _("sanction")
        verbose_name_plural = _("sanctions")
        ordering = ["-at", "-pk"]
        indexes = [
            models.Index(fields=["id"], name="sanction_games_due", condition=Q(games_due=True)),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=["warning", "mute", "suspension", "ban"]),
                name="sanction_kind_known",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["mute", "suspension"], until__isnull=False)
                | Q(kind__in=["warning", "ban"], until__isnull=True),
                name="sanction_ends_as_its_kind",
            ),
            models.CheckConstraint(
                condition=Q(kind="suspension", games__in=["pause", "leave", "bot"])
                | Q(kind="ban", games__in=["leave", "bot"])
                | Q(kind__in=["warning", "mute"], games=""),
                name="sanction_says_what_games_do",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.at:%Y-%m-%d}"

    def is_in_force(self, now: datetime) -> bool:
        """Whether it binds its person at this moment; a warning never does."""
        if self.kind == self.Kind.WARNING or self.lifted_at is not None:
            return False
        return self.until is None or now < self.until
