"""What moves clocks: the service was down, or a moderator gives time."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Heartbeat(models.Model):
    """When the sweeps last ran: one row. A long gap means that the service was down."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1, editable=False)
    beat_at = models.DateTimeField()

    class Meta:
        verbose_name = _("state of the service")
        verbose_name_plural = _("state of the service")
        constraints = [
            models.CheckConstraint(condition=models.Q(id=1), name="heartbeat_is_one"),
        ]

    def __str__(self) -> str:
        return str(self.beat_at)


class ClockShift(models.Model):
    """Time given to every clock that ran; each game takes it once, under its own lock.

    An outage gives each clock the part of `began` to `ended` in which it ran, a gift gives
    `seconds` to each that runs at `ended`. `Game.shifts_seen` tells which ones a game has had.
    """

    class Kind(models.TextChoices):
        """Why."""

        OUTAGE = "outage", _("the service was down")
        GIFT = "gift", _("time given")

    kind = models.CharField(max_length=6, choices=Kind)
    began = models.DateTimeField()
    ended = models.DateTimeField()
    seconds = models.PositiveIntegerField(default=0)  # of a gift
    why = models.CharField(max_length=200, default="", blank=True)

    class Meta:
        ordering = ["pk"]
        verbose_name = _("time given to all clocks")
        verbose_name_plural = _("time given to all clocks")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(began__lte=models.F("ended")), name="shift_ends_after_it_began"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.began:%Y-%m-%d %H:%M}–{self.ended:%H:%M} UTC"
