"""Switches of the whole site that staff turn without a restart."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

BANNER_MAX = 500


class SiteSwitches(models.Model):
    """The one row of them; without it all is open and no banner hangs."""

    THE_ONE = 1

    id = models.PositiveSmallIntegerField(primary_key=True, default=THE_ONE, editable=False)
    banner = models.TextField(
        _("banner"), max_length=BANNER_MAX, default="", blank=True
    )  # over every page
    signups_closed = models.BooleanField(_("sign-ups closed"), default=False)
    tables_closed = models.BooleanField(_("no tables are opened"), default=False)

    class Meta:
        verbose_name = _("switches of the site")
        verbose_name_plural = _("switches of the site")
        constraints = [
            models.CheckConstraint(condition=models.Q(id=1), name="site_switches_one_row"),
        ]

    def __str__(self) -> str:
        return str(self._meta.verbose_name)
