"""The pace of a table as people choose it: a preset, or times of their own."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.play.errors import PlayError
from games.play.pace import DAY, DEFAULT, HOUR, MINUTE, PRESETS, Pace, check_pace
from games.time_words import pace_words
from games.words import sentence

OWN = "own"
UNITS = [(str(MINUTE), _("minutes")), (str(HOUR), _("hours")), (str(DAY), _("days"))]
OF_THE_FIELD = {"pace-turn": "turn_time", "pace-bank": "bank_time"}
DEFAULT_PRESET = next(name for name, pace in PRESETS.items() if pace == DEFAULT)


def pace_choices() -> list[tuple[str, str]]:
    """Return the presets, told as everywhere, and the free choice."""
    presets = [(name, pace_words(pace.turn, pace.bank)) for name, pace in PRESETS.items()]
    return [*presets, (OWN, str(_("Free choice")))]


class PaceFields(forms.Form):
    """Time for a turn and time bank; what a form does not send is as by default.

    The times of the free choice count only when that is chosen: other nonsense in them is let be.
    """

    pace = forms.ChoiceField(
        label=_("Pace"),
        help_text=_(
            "Whoever needs longer than a turn’s time uses up their time bank; when that is empty"
            " they are out of the game, or pass if only a claim was left to make."
        ),
        choices=pace_choices,
        initial=DEFAULT_PRESET,
        required=False,
        widget=forms.RadioSelect,
    )
    turn_time = forms.IntegerField(
        label=_("Time for a turn"),
        help_text=_("From 5 minutes to 14 days."),
        min_value=0,
        initial=DEFAULT.turn // DAY,
        required=False,
    )
    turn_unit = forms.ChoiceField(
        label=_("Unit of the time for a turn"), choices=UNITS, initial=str(DAY), required=False
    )
    bank_time = forms.IntegerField(
        label=_("Time bank"),
        help_text=_("From 0 to 14 days, for each player and the whole game."),
        min_value=0,
        initial=DEFAULT.bank // DAY,
        required=False,
    )
    bank_unit = forms.ChoiceField(
        label=_("Unit of the time bank"), choices=UNITS, initial=str(DAY), required=False
    )
    vacations = forms.ChoiceField(
        label=_("Vacations"),
        choices=[
            ("yes", _("stop the clock of whoever is away")),
            ("no", _("stop no clock: the game goes on")),
        ],
        initial="yes",
        required=False,
        widget=forms.RadioSelect,
    )
    chosen_pace: Pace = DEFAULT  # what was chosen, once the form is valid

    def clean_vacations(self) -> str:
        return self.cleaned_data["vacations"] or "yes"

    def clean(self) -> dict[str, Any] | None:
        sent = super().clean()
        name = self.cleaned_data.get("pace") or DEFAULT_PRESET
        if name == OWN:
            self._clean_own()
        else:
            self.chosen_pace = PRESETS[name]
            for field in ("turn_time", "turn_unit", "bank_time", "bank_unit"):
                self.errors.pop(field, None)
        return sent

    def _clean_own(self) -> None:
        turn, bank = self._seconds("turn"), self._seconds("bank")
        self.chosen_pace = Pace(DEFAULT.turn if turn is None else turn, bank or 0)
        for part in (Pace(self.chosen_pace.turn, 0), Pace(DEFAULT.turn, self.chosen_pace.bank)):
            try:
                check_pace(part)
            except PlayError as error:
                self.add_error(OF_THE_FIELD[error.code], sentence(error))

    def _seconds(self, which: str) -> int | None:
        """The time that was chosen; None when there is none, which is an error."""
        if f"{which}_time" in self.errors or f"{which}_unit" in self.errors:
            return None
        number = self.cleaned_data.get(f"{which}_time")
        if number is None:
            self.add_error(f"{which}_time", _("Say how long, as a number."))
            return None
        return int(number) * int(self.cleaned_data[f"{which}_unit"] or DAY)
