"""The days of a vacation, filled in, and what is said when they cannot be."""

from __future__ import annotations

from datetime import date, datetime, tzinfo
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from .models import Vacation
from .vacation_days import day_of, last_day
from .vacations import VacationError

_FIELDS = {"past": "first", "backwards": "last", "too-far": "last", "days": "last"}


class VacationForm(forms.Form):
    """The first and last day of a vacation; of one that runs the last alone.

    `vacation` is the one to be changed, None for one to be planned.
    """

    first = forms.DateField(
        label=gettext_lazy("First day"),
        help_text=gettext_lazy("Today means from now on."),
    )
    last = forms.DateField(label=gettext_lazy("Last day"))

    def __init__(
        self, data: Any = None, *, vacation: Vacation | None, zone: tzinfo, now: datetime
    ) -> None:
        super().__init__(data)
        today = self.began = day_of(now, zone)
        self.fields["last"].help_text = _("Days begin and end by your clock: %(zone)s.") % {
            "zone": zone
        }
        for field in self.fields.values():
            field.widget = _DayInput(today)
        if vacation is None:
            return
        begins, ends = vacation.begins, vacation.ends
        self.began = day_of(begins, zone)
        self.initial = {"first": self.began, "last": last_day(begins, ends, zone)}
        if begins <= now:
            del self.fields["first"]

    def days(self) -> tuple[date, date]:
        """The days of a valid form."""
        return self.cleaned_data.get("first", self.began), self.cleaned_data["last"]

    def refuse(self, error: VacationError) -> None:
        """Say why the days cannot be, at the field that can be mended."""
        field = _FIELDS.get(error.code)
        self.add_error(field if field in self.fields else "last", sentence(error))


def sentence(error: VacationError) -> str:
    """Return what is told to the person who is refused."""
    sentences = {
        "guest": _("Vacations are for members: sign up first."),
        "one-at-a-time": _("You have planned a vacation already. Change that one or call it off."),
        "gone": _("That vacation is over already."),
        "past": _("Choose today or a later day."),
        "backwards": _("The last day comes before the first."),
        "too-far": _("Plan no further than to the end of next year."),
    }
    if error.code in sentences:
        return sentences[error.code]
    left, year = error.params["left"], error.params["year"]
    pattern = ngettext(
        "That is too long: at most %(left)s day of %(year)s is left for it.",
        "That is too long: at most %(left)s days of %(year)s are left for it.",
        left,
    )
    return pattern % {"year": year, "left": left}


class _DayInput(forms.DateInput):
    input_type = "date"

    def __init__(self, today: date) -> None:
        latest = date(today.year + 1, 12, 31)
        attrs = {"min": today.isoformat(), "max": latest.isoformat()}
        super().__init__(attrs=attrs, format="%Y-%m-%d")
