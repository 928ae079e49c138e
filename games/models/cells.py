"""The squares of the Kingdoms."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from games.rules.cards import KINDS

from .game import Game
from .seat import Seat


class KingdomCell(models.Model):
    """One card on one square. `kind` is hidden while the card is face down."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="cells")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="cells")
    row = models.PositiveSmallIntegerField()  # 0–3, top to bottom
    column = models.PositiveSmallIntegerField()  # 0–3, left to right
    kind = models.CharField(max_length=1)
    face_up = models.BooleanField(default=False)

    class Meta:
        ordering = ["seat", "row", "column"]
        constraints = [
            models.UniqueConstraint(
                fields=["seat", "row", "column"], name="cell_one_card_per_square"
            ),
            models.CheckConstraint(condition=Q(row__lte=3, column__lte=3), name="cell_on_board"),
            models.CheckConstraint(condition=Q(kind__in=list(KINDS)), name="cell_kind_known"),
        ]

    def __str__(self) -> str:
        return f"{'abcd'[self.column]}{self.row + 1}"
