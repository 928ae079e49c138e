"""Names that are somebody's: the one in use, and for a year those from before."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .names import NAME_MAX


class HeldName(models.Model):
    """A member's name, or one of theirs from before, which leads to them.

    `skeleton` is what all names that look alike have in common, so nobody else can take one.
    Guests hold none: theirs are made by the site.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="held_names"
    )
    name = models.CharField(max_length=NAME_MAX)
    name_key = models.CharField(max_length=4 * NAME_MAX, db_index=True)
    skeleton = models.CharField(max_length=16 * NAME_MAX, unique=True)
    until = models.DateTimeField(null=True)  # null: in use

    class Meta:
        verbose_name = _("held name")
        verbose_name_plural = _("held names")
        constraints = [
            models.UniqueConstraint(
                fields=["user"], condition=Q(until__isnull=True), name="held_name_one_in_use"
            ),
        ]

    def __str__(self) -> str:
        return self.name
