"""The form on which staff remove a player: whom and why."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models import Game

from .ask_twice import Reason


class RemoveForm(Reason):
    """Who is removed, and why. Whether they can be is for the table to say."""

    field_order = ("seat", "why")

    seat = forms.IntegerField(label=_("Player"), min_value=0, max_value=3)

    def __init__(self, *args: Any, game: Game, **more: Any) -> None:
        super().__init__(*args, **more)
        seats = game.seats.select_related("user").filter(bot="", left_at=None)
        self._names = {seat.number: seat.shown_name for seat in seats}
        self.fields["seat"].widget = forms.Select(choices=list(self._names.items()))

    def what(self) -> str:
        number = self.cleaned_data["seat"]
        name = self._names.get(number) or gettext("Seat %(number)d") % {"number": number + 1}
        return gettext("%(name)s is removed.") % {"name": name}
