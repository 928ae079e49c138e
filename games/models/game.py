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
SHORTEST_TURN = 5 * 60  # seconds
LONGEST_TURN = 14 * 24 * 60 * 60  # seconds; a time bank is no longer


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

    UNDER_WAY = (Status.OPEN, Status.ARRANGING, Status.PLAYING)
    """The statuses in which something may still come of a game."""

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
    # Whether the result counts for ratings; fixed when the game begins: people with accounts alone.
    rated = models.BooleanField(_("rated"), default=False)
    by_invitation = models.BooleanField(default=False)  # only those with an Invitation may join
    rematch_of = models.ForeignKey(
        "self", null=True, on_delete=models.SET_NULL, related_name="rematches"
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

    # The clock; `games/play/clock.py` alone writes it. Without a pace there is none.
    turn_seconds = models.PositiveIntegerField(_("time for a turn"), null=True)
    bank_seconds = models.PositiveIntegerField(_("time bank"), default=0)  # of each seat, at first
    vacations = models.BooleanField(_("vacations stop the clock"), default=True)
    deadline = models.DateTimeField(null=True)  # bank included; null: nothing runs out
    running_since = models.DateTimeField(null=True)  # when that clock began to run, or went on
    stopped_seconds = models.PositiveIntegerField(null=True)  # left on a clock that stands still
    raised = models.BooleanField(default=False)  # to 12 hours after a vacation, in this turn
    shifts_seen = models.BigIntegerField(default=0)  # the latest ClockShift that was applied

    # A player's wish to end the game without a result; whoever is silent agrees in the end.
    proposed_by = models.PositiveSmallIntegerField(null=True)  # number of the seat
    proposed_at = models.DateTimeField(null=True)
    proposal_deadline = models.DateTimeField(null=True)

    stuck_until = models.DateTimeField(null=True)  # a sweep failed on it and lets it rest so long
    moderated = models.BooleanField(default=False)  # staff did something that its seats may read
    barred = models.JSONField(default=list, blank=True)  # keys of those the host sent away

    pile = models.CharField(max_length=80, default="", blank=True)  # hidden; top card first
    discard = models.CharField(max_length=80, default="", blank=True)  # top card first
    reshuffles = models.PositiveSmallIntegerField(default=0)
    seed = models.BinaryField(max_length=32, null=True)  # hidden
    commitment = models.CharField(max_length=64, default="", blank=True)

    # Why it is over: as the rules say; for a void one "called-off", "agreed", "idle", by staff
    # "moderator", or "voided" when it had a result before.
    end = models.CharField(max_length=12, default="", blank=True)
    record = models.JSONField(null=True)  # drako-record/1, when over
    # When its result was counted for ratings: the how manieth of all, from 1.
    rated_number = models.PositiveIntegerField(null=True, unique=True)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    if TYPE_CHECKING:
        seats: RelatedManager[Seat]

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        permissions = [("end_game", _("Can remove players, call games off and take results back"))]
        indexes = [
            models.Index(fields=["status", "deadline"], name="game_status_deadline"),
            models.Index(
                fields=["proposal_deadline"],
                name="game_proposal_deadline",
                condition=Q(proposal_deadline__isnull=False),
            ),
            models.Index(
                fields=["shifts_seen"],
                name="game_shifts_seen",
                condition=Q(deadline__isnull=False) | Q(stopped_seconds__isnull=False),
            ),
            models.Index(
                fields=["turn_started_at"],
                name="game_without_clock",
                condition=Q(turn_seconds__isnull=True, status__in=["arranging", "playing"]),
            ),
            models.Index(fields=["id"], name="game_bot_due", condition=Q(bot_due=True)),
            models.Index(
                fields=["created_at"],
                name="game_in_lobby",
                condition=Q(status="open", public=True),
            ),
            models.Index(
                fields=["started_at"],
                name="game_started",
                condition=Q(started_at__isnull=False),
            ),
            models.Index(
                fields=["ended_at"], name="game_ended", condition=Q(ended_at__isnull=False)
            ),
            models.Index(
                fields=["ended_at", "id"],
                name="game_to_rate",
                condition=Q(status="over", rated=True, rated_number__isnull=True),
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
            models.CheckConstraint(
                condition=Q(turn_seconds__isnull=True)
                | Q(turn_seconds__gte=SHORTEST_TURN, turn_seconds__lte=LONGEST_TURN),
                name="game_turn_5_minutes_to_14_days",
            ),
            models.CheckConstraint(
                condition=Q(bank_seconds__lte=LONGEST_TURN), name="game_bank_at_most_14_days"
            ),
            models.CheckConstraint(
                condition=Q(deadline__isnull=True) | Q(stopped_seconds__isnull=True),
                name="game_clock_runs_or_stands",
            ),
            models.CheckConstraint(
                condition=Q(status__in=["open", "arranging", "playing"])
                | Q(
                    deadline__isnull=True,
                    stopped_seconds__isnull=True,
                    proposal_deadline__isnull=True,
                ),
                name="game_ended_has_no_clock",
            ),
            models.CheckConstraint(
                condition=Q(rated_number__isnull=True) | Q(status="over", rated=True),
                name="game_counted_is_over_and_rated",
            ),
            models.UniqueConstraint(
                fields=["rematch_of"],
                condition=~Q(status__in=["expired", "void"]),
                name="game_has_one_rematch",
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
