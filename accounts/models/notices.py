"""The outbox: what is to be told to whom, written with the change that it tells of."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Notice(models.Model):
    """One thing to tell one person by mail.

    `key` makes it unique for good: `turn:GAME:SEAT:N` is posted once whatever runs twice. `payload`
    holds ids; what is true of them is looked up at the moment of sending. Only account mails carry
    rendered text (and their address), wiped once they are done with.
    """

    class State(models.TextChoices):
        """waiting → sending → sent | dropped | failed, or back to waiting."""

        WAITING = "waiting", _("waiting")
        SENDING = "sending", _("being sent")
        SENT = "sent", _("sent")
        DROPPED = "dropped", _("not true or not wanted any more")
        FAILED = "failed", _("failed")

    key = models.CharField(max_length=120, unique=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="notices"
    )  # null: an account mail to an address that nobody has
    kind = models.CharField(max_length=24)
    payload = models.JSONField(default=dict)
    state = models.CharField(max_length=7, choices=State, default=State.WAITING)
    tries = models.PositiveSmallIntegerField(default=0)  # that failed by its own fault
    created_at = models.DateTimeField()
    not_before = models.DateTimeField()
    # Since when its moment has come and it waits for its person's hours, or for the mail server.
    held_since = models.DateTimeField(null=True)
    failing_since = models.DateTimeField(null=True)  # by no fault of its own
    claimed_at = models.DateTimeField(null=True)  # by a sender, who may have died since
    sent_at = models.DateTimeField(null=True)
    message_id = models.CharField(max_length=200, default="", blank=True)
    unsure = models.BooleanField(default=False)  # whether that mail may have arrived already
    error = models.TextField(default="", blank=True)  # why it failed or was dropped

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        indexes = [
            models.Index(
                fields=["not_before"], name="notice_waiting", condition=Q(state="waiting")
            ),
            models.Index(
                fields=["claimed_at"], name="notice_sending", condition=Q(state="sending")
            ),
            models.Index(
                fields=["user", "not_before"],
                name="notice_waiting_of_user",
                condition=Q(state="waiting"),
            ),
            models.Index(fields=["created_at"], name="notice_created"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "sending", "sent", "dropped", "failed"]),
                name="notice_state_known",
            ),
            models.CheckConstraint(
                condition=Q(state="sending", claimed_at__isnull=False) | ~Q(state="sending"),
                name="notice_sending_is_claimed",
            ),
        ]

    def __str__(self) -> str:
        return self.key


class MailChoice(models.Model):
    """How a person wants one kind of mail, where it is not the way of everybody."""

    class Way(models.TextChoices):
        """When a mail of a kind comes."""

        AT_ONCE = "at-once", _("at once")
        BUNDLED = "bundled", _("bundled, at most once an hour")
        DIGEST = "digest", _("in the daily digest")
        OFF = "off", _("not at all")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="mail_choices"
    )
    kind = models.CharField(max_length=24)
    way = models.CharField(max_length=7, choices=Way)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "kind"], name="mail_choice_one_per_kind"),
            models.CheckConstraint(
                condition=Q(way__in=["at-once", "bundled", "digest", "off"]),
                name="mail_choice_way_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.way}"
