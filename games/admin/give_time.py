"""The form on which staff give time: how much and why."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.play.errors import PlayError
from games.play.pace import DAY, HOUR, MINUTE
from games.play.shifts import MOST_GIVEN
from games.time_words import span
from games.words import sentence

from .ask_twice import Reason


class TimeForm(Reason):
    """How much time, and why."""

    field_order = ("days", "hours", "minutes", "why")

    days = forms.IntegerField(label=gettext_lazy("Days"), min_value=0, required=False, initial=0)
    hours = forms.IntegerField(label=gettext_lazy("Hours"), min_value=0, required=False, initial=0)
    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes"), min_value=0, required=False, initial=0
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if not 1 <= self.seconds() <= MOST_GIVEN:
            raise forms.ValidationError(sentence(PlayError("time-given")))
        return cleaned

    def seconds(self) -> int:
        """Return all that is given."""
        sizes = {"days": DAY, "hours": HOUR, "minutes": MINUTE}
        return sum((self.cleaned_data.get(name) or 0) * size for name, size in sizes.items())

    def what(self) -> str:
        return _("%(span)s more.") % {"span": span(self.seconds())}

    def given(self) -> str:
        """Return what is said once it is given."""
        return _("%(span)s given.") % {"span": span(self.seconds())}


class TimeForAllForm(TimeForm):
    """The same for all games at once, of which the seats are not told."""

    why = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=200,  # as the column has it
        help_text=gettext_lazy("Kept in the log."),
    )
