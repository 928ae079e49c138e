"""What players report, and the answers of those who are shut out: the moderators' queue."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from accounts.models import Sanction

from .game import Game

TEXT_MAX = 1000


class Report(models.Model):
    """One thing for a moderator to decide on.

    A report is by somebody about another; an appeal (`about` is "appeal") by the person themselves
    about a `sanction`. open → taken by one moderator → closed, or closed at once.
    """

    class About(models.TextChoices):
        """What is reported."""

        STALLING = "stalling", _("plays slowly on purpose")
        COLLUSION = "collusion", _("plays together with somebody against the others")
        ABUSE = "abuse", _("insults or threatens")
        NAME = "name", _("has a name that should not be")
        OTHER = "other", _("something else")
        APPEAL = "appeal", _("answers a sanction")

    class Decision(models.TextChoices):
        """How it was closed."""

        DISMISSED = "dismissed", _("dismissed")
        WARNED = "warning", _("warned")
        MUTED = "mute", _("muted")
        SUSPENDED = "suspension", _("suspended")
        BANNED = "ban", _("banned")
        RENAMED = "renamed", _("the name was taken away")
        UPHELD = "upheld", _("the sanction stands")
        LIFTED = "lifted", _("the sanction is lifted")
        GONE = "gone", _("the person has left the site")

    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="reports"
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="reports_on",
    )
    about = models.CharField(max_length=9, choices=About)
    game = models.ForeignKey(Game, null=True, on_delete=models.SET_NULL, related_name="reports")
    sanction = models.ForeignKey(
        Sanction, null=True, on_delete=models.CASCADE, related_name="appeals"
    )
    text = models.TextField(max_length=TEXT_MAX, default="", blank=True)
    at = models.DateTimeField()

    taken_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    closed_at = models.DateTimeField(null=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    decision = models.CharField(max_length=10, choices=Decision, default="", blank=True)
    led_to = models.ForeignKey(
        Sanction, null=True, on_delete=models.SET_NULL, related_name="reports"
    )

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        ordering = ["at", "pk"]
        indexes = [
            models.Index(fields=["at"], name="report_open", condition=Q(closed_at__isnull=True)),
            models.Index(fields=["person", "-at"], name="report_on_person"),
            models.Index(fields=["reporter", "-at"], name="report_by_reporter"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(closed_at__isnull=True, decision="")
                | (Q(closed_at__isnull=False) & ~Q(decision="")),
                name="report_closed_has_decision",
            ),
            models.CheckConstraint(
                condition=Q(about="appeal", sanction__isnull=False)
                | (~Q(about="appeal") & Q(sanction__isnull=True)),
                name="report_appeal_has_sanction",
            ),
            models.UniqueConstraint(
                fields=["sanction"],
                condition=Q(closed_at__isnull=True, sanction__isnull=False),
                name="report_one_open_appeal",
            ),
            models.UniqueConstraint(
                "reporter",
                "person",
                "about",
                Coalesce("game", 0),
                condition=Q(closed_at__isnull=True, sanction__isnull=True),
                name="report_open_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_about_display()}, {self.at:%Y-%m-%d}"
