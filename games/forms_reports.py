"""What somebody writes who reports somebody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models.reports import TEXT_MAX
from games.play.errors import PlayError
from games.play.moderation.reports import ABOUT, AT_A_TABLE
from games.words import sentence

_FIELDS = {
    "report-about": "about",
    "report-needs-game": "game",
    "report-other-table": "game",
    "report-needs-text": "text",
    "report-text-long": "text",
    "report-text-full": "text",
}
NO_GAME = ("", _("none"))


class ReportForm(forms.Form):
    """Whom, for what, in which game, and what happened.

    `people` are those there are to choose from, `games` those where the reporter saw them, by code,
    with what they are called. A single person is asked for no more, nor is a single game that is
    `fixed`. What is done at a table can be reported only where there is one.
    """

    person = forms.ChoiceField(
        label=_("Whom do you report?"),
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose whom you report.")},
    )
    about = forms.ChoiceField(
        label=_("What for?"),
        widget=forms.RadioSelect,
        error_messages={
            "required": _("Choose what you report."),
            "invalid_choice": _("That can only be reported of a game in which they have a seat."),
        },
    )
    game = forms.ChoiceField(
        label=_("In which game?"),
        required=False,
        error_messages={
            "invalid_choice": _("Choose a game that you can see and in which they have a seat.")
        },
    )
    text = forms.CharField(
        label=_("What happened?"),
        help_text=_("A sentence or two. If somebody insulted you, please quote what they wrote."),
        required=False,
        widget=forms.Textarea(attrs={"rows": 5, "maxlength": TEXT_MAX}),
    )

    def __init__(
        self,
        data: Any = None,
        *,
        people: Sequence[User],
        games: Sequence[tuple[str, str]],
        fixed: bool = False,
        initial: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=initial, label_suffix="")
        self._choose("person", [(person.name, person.name) for person in people])
        about = [each for each in ABOUT if games or each not in AT_A_TABLE]
        self._choose("about", [(each.value, capfirst(each.label)) for each in about])
        self._choose("game", [NO_GAME, *games])
        if len(people) == 1:
            del self.fields["person"]
        if fixed or not games:
            del self.fields["game"]

    def clean_text(self) -> str:
        """A browser counts the end of a line as one character and sends two."""
        text: str = self.cleaned_data["text"]
        return text.replace("\r\n", "\n")

    def refuse(self, error: PlayError) -> None:
        """Say why at the field that can be mended."""
        field = _FIELDS.get(error.code)
        self.add_error(field if field in self.fields else None, sentence(error))

    def _choose(self, name: str, choices: Sequence[tuple[str, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices
