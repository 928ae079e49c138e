"""The log of a game."""

from __future__ import annotations

from django.db import models

from .game import Game


class Move(models.Model):
    """One decision and what came of it; rows are added, never changed.

    `events` are `games.rules.moves.Event` as lists, hidden kinds included: show them through
    `visibility.visible_events` alone. `number` is the version of the game that the move made.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="moves")
    number = models.PositiveIntegerField()
    turn = models.PositiveIntegerField()  # turns ended before it, all seats together
    seat = models.PositiveSmallIntegerField()
    act = models.CharField(max_length=7)
    square = models.SmallIntegerField(default=-1)
    detail = models.CharField(max_length=24, default="", blank=True)
    events = models.JSONField()  # hidden in part
    at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="move_one_per_number"),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.act}"
