"""Names as people fill them in."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from .held_names import is_taken
from .models import User
from .models.names import NAME_MAX, NAME_MIN, normal_name, validate_choice
from .taken_names import was_taken

TAKEN = _("Somebody has this name already, or one that looks like it.")
TAKEN_AWAY = _(
    "A moderator has taken this name away from you, or one that looks like it: choose another."
)


def what_a_name_is() -> str:
    """What is told beside the field of a name."""
    told = gettext("%(least)d to %(most)d characters. The other players see it.")
    return told % {"least": NAME_MIN, "most": NAME_MAX}


class NameField(forms.CharField):
    """A name in its normal form, before its length and letters are judged."""

    def to_python(self, value: Any) -> str:
        return normal_name(super().to_python(value) or "")


class NameForm(forms.Form):
    """Another name for a member."""

    name = NameField(
        label=_("Name"),
        validators=[validate_choice],
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )

    def __init__(self, data: Any = None, *, user: User, now: datetime) -> None:
        super().__init__(data, initial={"name": user.name})
        self.user, self.now = user, now
        self.fields["name"].help_text = what_a_name_is()

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if name != self.user.name and was_taken(name, user_id=self.user.pk):
            raise forms.ValidationError(TAKEN_AWAY, code="name_taken_away")
        if is_taken(name, user_id=self.user.pk, now=self.now):
            raise forms.ValidationError(TAKEN, code="name_taken")
        return name
