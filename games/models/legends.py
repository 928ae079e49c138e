"""Where the Legends of a game are."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .game import Game
from .seat import Seat


class LegendCard(models.Model):
    """One of the fifteen Legends of a game; where those in the pile lie is hidden."""

    class Zone(models.TextChoices):
        """Where it lies."""

        RIVER = "river", _("River")
        PILE = "pile", _("pile")
        OWNED = "owned", _("owned")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="legend_cards")
    legend = models.CharField(max_length=24)
    zone = models.CharField(max_length=5, choices=Zone)
    place = models.PositiveSmallIntegerField()  # in the River, from the top, or order of claiming
    owner = models.ForeignKey(Seat, null=True, on_delete=models.CASCADE, related_name="owned")

    class Meta:
        ordering = ["zone", "place"]
        constraints = [
            models.UniqueConstraint(fields=["game", "legend"], name="legend_once_per_game"),
            models.CheckConstraint(
                condition=Q(zone="owned", owner__isnull=False)
                | Q(zone__in=["river", "pile"], owner__isnull=True),
                name="legend_owned_has_one_owner",
            ),
            models.UniqueConstraint(
                fields=["game", "place"], condition=Q(zone="river"), name="legend_one_per_place"
            ),
            models.CheckConstraint(
                condition=~Q(zone="river") | Q(place__lt=8), name="legend_river_has_8_places"
            ),
        ]

    def __str__(self) -> str:
        return self.legend
