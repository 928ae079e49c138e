"""How well people play, by the results that have been counted."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Rating(models.Model):
    """What somebody's rating is now: that after the last of their counted games (see `Seat`)."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="rating",
    )
    mu = models.FloatField()  # OpenSkill: mean
    sigma = models.FloatField()  # and deviation of what is known of their skill
    games = models.PositiveIntegerField()  # counted

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        indexes = [models.Index(F("mu").desc(), F("user"), name="rating_best_first")]

    def __str__(self) -> str:
        return f"{self.mu:.3f} ± {self.sigma:.3f}"


class RatingBook(models.Model):
    """One row: whoever counts results holds its lock, so that they are counted one by one."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1, editable=False)
    # From the result with this number on all are to be counted again: one before was taken back.
    again_from = models.PositiveIntegerField(null=True)

    class Meta:
        verbose_name = _("rating book")
        verbose_name_plural = _("rating book")
        constraints = [
            models.CheckConstraint(condition=Q(id=1), name="rating_book_is_one"),
        ]

    def __str__(self) -> str:
        return "" if self.again_from is None else str(self.again_from)
