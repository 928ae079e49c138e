"""A chair at a table."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.rules.scoring import CATEGORIES

from .game import Game


class Seat(models.Model):
    """A player's or bot's place in one game, numbered from 0 in order of play.

    `name` is what the table calls it: copied when the game starts, empty once its person has left
    the site.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    # Copied from the game, which never changes it: so the database can refuse a seat too many.
    players = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="seats"
    )
    bot = models.CharField(max_length=10, default="", blank=True)  # which one; "": a person
    name = models.CharField(max_length=40)
    joined_at = models.DateTimeField()
    bank_seconds = models.PositiveIntegerField(default=0)  # left of the time bank
    acted_at = models.DateTimeField(null=True)  # when it last ended a turn, got ready or sat down
    muted = models.BooleanField(default=False)  # its person wants no mail about this game
    agreed = models.BooleanField(default=False)  # to the proposal that stands
    proposed_turn = models.IntegerField(default=-1)  # its own turns when it last made one

    ready = models.BooleanField(default=False)
    dealt = models.CharField(max_length=4, default="", blank=True)  # kinds on b2 c2 b3 c3
    turns = models.PositiveSmallIntegerField(default=0)  # ended
    left_at = models.DateTimeField(null=True)
    left_why = models.CharField(max_length=8, default="", blank=True)
    left_order = models.PositiveSmallIntegerField(null=True)  # from 0

    place = models.PositiveSmallIntegerField(null=True)
    elves = models.SmallIntegerField(null=True)
    dwarves = models.SmallIntegerField(null=True)
    humans = models.SmallIntegerField(null=True)
    goblins = models.SmallIntegerField(null=True)
    dragons = models.SmallIntegerField(null=True)
    legends = models.SmallIntegerField(null=True)
    conflicts = models.SmallIntegerField(null=True)

    # Copied from the game when it ends, with or without a result: a history, however long, is read
    # and filtered by one index. Null: it runs, or expired before it began.
    ended_at = models.DateTimeField(null=True)
    ruleset = models.CharField(max_length=20, default="", blank=True)
    rated = models.BooleanField(default=False)
    public = models.BooleanField(default=True)

    # What its person's rating was before and after a rated game (OpenSkill: mean and deviation).
    # Null until the result is counted, and again once it is taken back.
    mu_before = models.FloatField(null=True)
    sigma_before = models.FloatField(null=True)
    mu = models.FloatField(null=True)
    sigma = models.FloatField(null=True)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["number"]
        indexes = [
            # What filters a history stands in it too: no row is fetched that is not shown.
            models.Index(
                F("user"),
                F("ended_at").desc(),
                F("id").desc(),
                "game",
                "ruleset",
                "players",
                "rated",
                "place",
                "left_order",
                "public",
                name="seat_history",
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="seat_one_per_number"),
            models.UniqueConstraint(
                fields=["game", "user"], condition=Q(user__isnull=False), name="seat_one_per_user"
            ),
            models.UniqueConstraint(
                fields=["game", "left_order"],
                condition=Q(left_order__isnull=False),
                name="seat_leaves_in_order",
            ),
            models.CheckConstraint(
                condition=Q(number__lt=F("players"), players__lte=4), name="seat_within_table"
            ),
            models.CheckConstraint(
                condition=Q(bot="") | Q(user__isnull=True), name="seat_person_or_bot"
            ),
            models.CheckConstraint(
                condition=Q(
                    mu_before__isnull=True,
                    sigma_before__isnull=True,
                    mu__isnull=True,
                    sigma__isnull=True,
                )
                | Q(
                    mu_before__isnull=False,
                    sigma_before__isnull=False,
                    mu__isnull=False,
                    sigma__isnull=False,
                    rated=True,
                ),
                name="seat_rating_whole",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name or self.shown_name} ({self.number})"

    @property
    def shown_name(self) -> str:
        """What people call it now: the account's name while there is one.

        Those whose people have left the site are told apart by their numbers.
        """
        if self.user:
            return self.user.name
        return self.name or gettext("Former player %(number)d") % {"number": self.number + 1}

    @property
    def recorded_name(self) -> str:
        """What the game's record calls it: as `shown_name`, but in no reader's language."""
        if self.user:
            return self.user.name
        return self.name or f"Former player {self.number + 1}"

    @property
    def total(self) -> int | None:
        """Harmony points of a game that is over."""
        points = [getattr(self, category) for category in CATEGORIES]
        return None if None in points else sum(points)
