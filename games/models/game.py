"""A table and the game on it."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager

    from .seat import Seat

CODE_SIGNS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that looks like another
CODE_LENGTH = 12  # 31^12: nobody finds a table by trying


def make_code() -> str:
    """Return a public code that cannot be guessed."""
    return "".join(secrets.choice(CODE_SIGNS) for _sign in range(CODE_LENGTH))


class Game(models.Model):
    """One table, from the empty chairs to the score sheet.

    Columns marked hidden are never shown while the game runs: not in pages, logs or the admin.
    """

    class Status(models.TextChoices):
        """open → arranging → playing → over | expired | void."""

        OPEN = "open", _("open")
        ARRANGING = "arranging", _("arranging")
        PLAYING = "playing", _("playing")
        OVER = "over", _("over")
        EXPIRED = "expired", _("expired")
        VOID = "void", _("void")

    class Leavers(models.TextChoices):
        """Who plays on for a seat that is out."""

        OUT = "out", _("nobody: their turns are skipped")
        BOT = "bot", _("a bot plays on")

    class FirstBy(models.TextChoices):
        """Who has the first turn."""

        SEED = "seed", _("drawn at random")
        ACCOUNT = "account", _("the oldest account")

    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=make_code, editable=False)
    status = models.CharField(max_length=9, choices=Status, default=Status.OPEN)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="hosted_games"
    )
    players = models.PositiveSmallIntegerField(_("players"), default=2)
    public = models.BooleanField(_("in the lobby"), default=True)
    ruleset = models.CharField(_("ruleset"), max_length=20, default="rulebook")
    rules_revision = models.PositiveSmallIntegerField(default=1)
    turn_limit = models.PositiveSmallIntegerField(_("turn limit"), default=40)
    leavers = models.CharField(
        _("for those who leave"), max_length=3, choices=Leavers, default=Leavers.OUT
    )
    first_by = models.CharField(
        _("first turn"), max_length=7, choices=FirstBy, default=FirstBy.SEED
    )

    version = models.PositiveIntegerField(default=0)  # raised by every change somebody can see
    turn_number = models.PositiveIntegerField(default=0)  # turns ended, all seats together
    phase = models.CharField(max_length=9, default="", blank=True)
    first_seat = models.PositiveSmallIntegerField(default=0)
    active_seat = models.PositiveSmallIntegerField(default=0)
    drawn_kind = models.CharField(max_length=1, default="", blank=True)  # hidden
    claimed_legend = models.CharField(max_length=24, default="", blank=True)
    bot_due = models.BooleanField(default=False)  # a bot has something to decide
    turn_started_at = models.DateTimeField(null=True)
    deadline = models.DateTimeField(null=True)  # of the running turn; null: no clock

    pile = models.CharField(max_length=80, default="", blank=True)  # hidden; top card first
    discard = models.CharField(max_length=80, default="", blank=True)  # top card first
    reshuffles = models.PositiveSmallIntegerField(default=0)
    seed = models.BinaryField(max_length=32, null=True)  # hidden
    commitment = models.CharField(max_length=64, default="", blank=True)

    end = models.CharField(max_length=9, default="", blank=True)  # why it is over
    record = models.JSONField(null=True)  # drako-record/1, when over
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    if TYPE_CHECKING:
        seats: RelatedManager[Seat]

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        indexes = [
            models.Index(fields=["status", "deadline"], name="game_status_deadline"),
            models.Index(fields=["id"], name="game_bot_due", condition=Q(bot_due=True)),
            models.Index(
                fields=["created_at"],
                name="game_in_lobby",
                condition=Q(status="open", public=True),
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(players__gte=2, players__lte=4), name="game_has_2_to_4_players"
            ),
            models.CheckConstraint(
                condition=Q(status__in=["open", "arranging", "playing", "over", "expired", "void"]),
                name="game_status_known",
            ),
            models.CheckConstraint(
                condition=Q(active_seat__lt=models.F("players"))
                & Q(first_seat__lt=models.F("players")),
                name="game_active_seat_exists",
            ),
            models.CheckConstraint(
                condition=Q(drawn_kind="") | Q(phase="placing"),
                name="game_card_drawn_only_while_placing",
            ),
            models.CheckConstraint(
                condition=~Q(status="over") | Q(record__isnull=False),
                name="game_over_has_record",
            ),
        ]

    def __str__(self) -> str:
        return self.code

    def get_absolute_url(self) -> str:
        """Return the table's address."""
        return reverse("table", args=[self.code])

    @property
    def is_running(self) -> bool:
        """Whether people arrange or play at it now."""
        return self.status in (self.Status.ARRANGING, self.Status.PLAYING)
