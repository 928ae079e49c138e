"""A record that somebody has, as a file or as text: read, played and found right, or refused."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.rules.errors import RulesError
from games.rules.notation.checking import IllegalTurn, Outcome, check
from games.rules.notation.json_text import read_json
from games.rules.notation.record import Record, read_record
from games.strangers_text import shown
from games.words import sentence

MOST = 200_000  # characters; a game of four with forty turns each has some 5,000


class RecordForm(forms.Form):
    """Takes one record; where it is right, `cleaned_data` has its `text` and these attributes."""

    record: Record
    outcome: Outcome

    file = forms.FileField(
        label=gettext_lazy("A file"),
        required=False,
        help_text=gettext_lazy("As you can download it from a finished game."),
    )
    text = forms.CharField(
        label=gettext_lazy("Or its text"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off"}),
    )

    def clean_file(self) -> str:
        """Return the text of the file; empty if there is none."""
        file = self.cleaned_data["file"]
        if not isinstance(file, UploadedFile):
            return ""
        if (file.size or 0) > 4 * MOST:  # bytes of a character
            raise forms.ValidationError(too_long())
        try:
            return str(file.read().decode())
        except UnicodeDecodeError:
            raise forms.ValidationError(sentence(RulesError("not-json"))) from None

    def clean(self) -> dict[str, Any]:
        """Check the record from end to end, by the rules of `manage.py check_records`."""
        cleaned = self.cleaned_data
        if self.errors:
            return cleaned
        field = "file" if cleaned["file"] else "text"
        # Browsers send lines of forms with another end than those of files.
        text = cleaned[field].replace("\r\n", "\n").removeprefix("\ufeff").strip()
        if wrong := self._wrong(text):
            self.add_error(field, shown(wrong, most=300))
        return cleaned | {"text": text}

    def _wrong(self, text: str) -> str:
        """Read the record; return why that cannot be, empty if it can."""
        if not text:
            return _("Choose a file, or paste the text of a record.")
        if len(text) > MOST:
            return too_long()
        try:
            self.record = read_record(read_json(text))
            self.outcome = check(self.record)
        except IllegalTurn as illegal:
            return self._illegal(illegal)
        except RulesError as error:
            return sentence(error)
        return ""

    def _illegal(self, illegal: IllegalTurn) -> str:
        """What the first turn is that is not legal, and why."""
        turn = self.record.turns[illegal.number - 1]
        if not isinstance(turn, str):
            return _("Turn %(number)d: %(why)s") % {
                "number": illegal.number,
                "why": sentence(illegal.why),
            }
        return _("Turn %(number)d, “%(turn)s”: %(why)s") % {
            "number": illegal.number,
            "turn": shown(turn, most=60),
            "why": sentence(illegal.why),
        }


def too_long() -> str:
    """Why what was sent is refused unread."""
    return _("That is too long for a record: it has at most %(most)s characters.") % {
        "most": f"{MOST:,}"
    }
