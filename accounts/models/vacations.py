"""Days on which a person's clocks stand still."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Vacation(models.Model):
    """One vacation, planned, running or past; ended early its `ends` is when that happened.

    `User.vacation_from` and `vacation_until` repeat the one that is planned or running, so that
    whoever holds a person knows whether they are away.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="vacations"
    )
    begins = models.DateTimeField()
    ends = models.DateTimeField()
    started = models.BooleanField(default=False)  # its clocks were stopped
    over = models.BooleanField(default=False)  # its clocks run again

    class Meta:
        verbose_name = _("vacation")
        verbose_name_plural = _("vacations")
        ordering = ["begins"]
        indexes = [
            models.Index(fields=["ends"], name="vacation_not_over", condition=Q(over=False)),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(begins__lte=F("ends")), name="vacation_has_an_end"),
            models.UniqueConstraint(
                fields=["user"], condition=Q(over=False), name="vacation_one_at_a_time"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.begins:%Y-%m-%d} – {self.ends:%Y-%m-%d}"
