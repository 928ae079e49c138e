"""What somebody says to a sanction on them."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models.reports import TEXT_MAX
from games.play.errors import PlayError
from games.words import sentence


class AnswerForm(forms.Form):
    """The answer to the sanction of this key; a page may have several."""

    text = forms.CharField(
        label=_("Your answer"),
        help_text=_("What happened, as you saw it, and why this should end."),
        error_messages={"required": _("Write what you have to say.")},
        widget=forms.Textarea(attrs={"rows": 6, "maxlength": TEXT_MAX}),
    )

    def __init__(self, data: Any = None, *, sanction_id: int) -> None:
        super().__init__(data, auto_id=f"id_%s_{sanction_id}", label_suffix="")

    def clean_text(self) -> str:
        """A browser counts the end of a line as one character and sends two."""
        text: str = self.cleaned_data["text"]
        return text.replace("\r\n", "\n")

    def refuse(self, error: PlayError) -> None:
        """Say why the answer cannot be sent."""
        self.add_error("text", sentence(error))
