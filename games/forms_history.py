"""Which games of a history to show."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.held_names import find_person
from accounts.models import User
from games.play.history import Wanted
from games.play.moderation.reports import still_here
from games.time_words import day

from .forms_lobby import PLAYERS, ruleset_choices

ANY = ("", _("any"))
EARLIEST, LATEST = date(2000, 1, 1), date(2199, 12, 31)
NAME_TYPED = 100  # characters


class Chosen(NamedTuple):
    """A filter that is in use."""

    label: str
    value: str


class DayField(forms.DateField):
    """A day, as the reader's calendar has it."""

    def __init__(self, **kwargs: Any) -> None:
        limits = [
            MinValueValidator(EARLIEST, _("Give a day from the year 2000 on.")),
            MaxValueValidator(LATEST, _("Give a day before the year 2200.")),
        ]
        widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
        super().__init__(required=False, validators=limits, widget=widget, **kwargs)


class HistoryForm(forms.Form):
    """The filters of somebody's history; whatever is left empty narrows nothing down."""

    result = forms.ChoiceField(
        label=_("Result"),
        choices=[
            ANY,
            ("won", _("won")),
            ("lost", _("not won")),
            ("left", _("left early")),
            ("none", _("without a result")),
        ],
        required=False,
    )
    opponent = forms.CharField(
        label=_("Opponent"),
        max_length=NAME_TYPED,
        required=False,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
    players = forms.TypedChoiceField(
        label=_("Players"), choices=[ANY, *PLAYERS], coerce=int, empty_value=None, required=False
    )
    ruleset = forms.ChoiceField(
        label=_("Ruleset"), choices=lambda: [ANY, *ruleset_choices()], required=False
    )
    rated = forms.ChoiceField(
        label=_("Rated"), choices=[ANY, ("yes", _("yes")), ("no", _("no"))], required=False
    )
    since = DayField(label=_("From"))
    until = DayField(label=_("To"))

    def __init__(self, *args: Any, person: User, reader: User | None, **kwargs: Any) -> None:
        """`person` is whose history it is, `reader` who asks (None: a stranger)."""
        super().__init__(*args, **{"label_suffix": ""} | kwargs)
        self.person, self.reader = person, reader

    def clean_opponent(self) -> User | None:
        """Return who has this name, or had it before; whoever sees no guests' pages finds none."""
        name: str = self.cleaned_data["opponent"]
        if not name:
            return None
        found = find_person(name, timezone.now())
        if found is None or not still_here(found) or (found.is_guest and self.reader is None):
            raise forms.ValidationError(_("There is nobody of that name."), code="nobody")
        if found.pk == self.person.pk:
            raise forms.ValidationError(_("Name somebody else."), code="oneself")
        return found

    def clean(self) -> dict[str, Any]:
        """Refuse a time that ends before it begins."""
        chosen: dict[str, Any] = super().clean() or {}
        since, until = chosen.get("since"), chosen.get("until")
        if since and until and until < since:
            self.add_error("until", _("The last day must not come before the first."))
        return chosen

    def chosen(self) -> list[Chosen]:
        """Return what narrows the list down, in words, once the form is valid."""
        told = ((field, self.cleaned_data[field.name]) for field in self)
        return [Chosen(str(field.label), _in_words(field, value)) for field, value in told if value]

    def wanted(self) -> Wanted:
        """Return what was chosen, once the form is valid."""
        chosen = self.cleaned_data
        last = chosen["until"]
        return Wanted(
            ruleset=chosen["ruleset"],
            players=chosen["players"],
            opponent=chosen["opponent"].pk if chosen["opponent"] else None,
            result=chosen["result"],
            rated={"yes": True, "no": False}.get(chosen["rated"]),
            since=_begin_of(chosen["since"]) if chosen["since"] else None,
            until=_begin_of(last + timedelta(days=1)) if last else None,
        )


def _in_words(field: forms.BoundField, value: object) -> str:
    if isinstance(value, User):
        return value.name
    if isinstance(value, date):
        return day(value)
    chosen = (each.choice_label for each in field.subwidgets if each.data.get("selected"))
    return str(next(chosen, value))


def _begin_of(day: date) -> datetime:
    """The first moment of a day in the reader's zone."""
    return timezone.make_aware(datetime.combine(day, time.min))
