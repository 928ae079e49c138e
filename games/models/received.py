"""Mails that people answered with orders, and the mailbox that they may come to."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from .seat import Seat


class ReceivedMail(models.Model):
    """One mail to a seat's reply address: what was read in it, and what came of each order.

    `digest` makes it count once, however often it comes. `orders` holds one object for each order,
    see `games.play.by_mail.order.Told`; hidden cards are not among it: what an order brought is
    read from the move of that number. Rows go with old notices.
    """

    class Why(models.TextChoices):
        """Why no order of it was looked at; the seat's person is told."""

        OVER = "over", _("the turn is over")
        NO_ORDER = "no-order", _("there is no order in it")
        EMPTY = "empty", _("there is no text in it")
        SEVERAL = "several", _("it went to several games")
        SUSPENDED = "suspended", _("its person is suspended")
        STRANGER = "stranger", _("another address sent it")
        UNCHECKED = "unchecked", _("its sender could not be checked")
        TOO_LARGE = "too-large", _("it is too large")

    class Wants(models.TextChoices):
        """What it asks for beside orders."""

        HELP = "help", _("the orders there are")
        BOARD = "board", _("the position")

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="received_mails")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="received_mails"
    )
    turn = models.CharField(max_length=12)  # its address was made for; see `turn_name`
    digest = models.CharField(max_length=64)
    message_id = models.CharField(max_length=250, default="", blank=True)  # for the answer's thread
    subject = models.CharField(max_length=200, default="", blank=True)  # for the answer's
    at = models.DateTimeField()
    orders = models.JSONField(default=list, blank=True)
    why = models.CharField(max_length=10, choices=Why, default="", blank=True)
    wants = models.CharField(max_length=5, choices=Wants, default="", blank=True)
    asks_to_resign = models.BooleanField(default=False)  # and is asked back
    is_last = models.BooleanField(default=False)  # of its sort that is answered in this turn

    class Meta:
        verbose_name = _("received mail")
        verbose_name_plural = _("received mails")
        ordering = ["pk"]
        indexes = [
            models.Index(fields=["seat", "turn"], name="received_of_turn"),
            models.Index(fields=["at"], name="received_at"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["user", "digest"], name="received_once"),
        ]

    def __str__(self) -> str:
        return f"{self.seat_id}: {self.turn}"


class Mailbox(models.Model):
    """How reading the mailbox goes; there is one row at most."""

    read_at = models.DateTimeField(null=True)  # when it was last looked at with success
    failing_since = models.DateTimeField(null=True)
    why = models.CharField(max_length=300, default="", blank=True)  # it failed, for operators

    class Meta:
        verbose_name = _("mailbox")
        verbose_name_plural = _("mailboxes")

    def __str__(self) -> str:
        return self.why or "ok"
