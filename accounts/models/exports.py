"""What a person asked to have of what the site knows about them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class DataExport(models.Model):
    """One copy of a person's data: asked for, made by a task, fetched, deleted when it is old.

    It lies in the database, as web and workers may share no disk.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="exports"
    )
    asked_at = models.DateTimeField()
    made_at = models.DateTimeField(null=True)
    content = models.BinaryField(null=True)  # a ZIP archive, when made

    class Meta:
        verbose_name = _("export")
        verbose_name_plural = _("exports")
        constraints = [
            models.UniqueConstraint(fields=["user"], name="export_one_of_each"),
            models.CheckConstraint(
                condition=Q(made_at__isnull=True, content__isnull=True)
                | Q(made_at__isnull=False, content__isnull=False),
                name="export_made_has_content",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}, {self.asked_at:%Y-%m-%d}"
