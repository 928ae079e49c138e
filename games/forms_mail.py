"""Which mails a person wants, and when."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts import zones
from accounts.forms_changes import ChangesForm
from accounts.models import MailChoice, User
from games.mail.kind import Way
from games.mail.kinds import KINDS

HOURS = [(hour, f"{hour:02}:00") for hour in range(24)]
TIMES = ("time_zone", "digest_hour", "quiet_from", "quiet_until")
"""The columns of a person that the form has a field for."""
_QUIET = {"quiet_from", "quiet_until"}  # one is nothing without the other
_WAY = "way_"


class MailForm(ChangesForm):
    """A way for each kind of mail that people have a choice about, the hours, playing by mail."""

    plays_by_mail = forms.BooleanField(
        label=_("Play from the mail"),
        required=False,
        help_text=_(
            "Whoever can read your mails can then make your moves, so do not forward them. "
            "Switching it off makes all links and addresses that were sent void at once."
        ),
    )
    digest_hour = forms.TypedChoiceField(
        label=_("The daily digest comes at"), choices=HOURS, coerce=int
    )
    quiet_from = forms.TypedChoiceField(
        label=_("No mails from"),
        choices=[("", _("never quiet")), *HOURS],
        coerce=int,
        empty_value=None,
        required=False,
    )
    quiet_until = forms.TypedChoiceField(
        label=_("until"),
        choices=[("", _("never quiet")), *HOURS],
        coerce=int,
        empty_value=None,
        required=False,
        help_text=_(
            "What comes up in your quiet hours is sent at their end, if it is still true. "
            "Reminders wait as well: of a deadline in your quiet hours you may not be reminded in "
            "time."
        ),
    )
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=zones.choices,
        required=False,
        help_text=_("Mails cannot know your device: without a zone chosen here they go by UTC."),
    )

    class Meta:
        model = User
        fields = TIMES

    def __init__(self, *args: Any, ways: Mapping[str, str], **kwargs: Any) -> None:
        """`ways` is what the person has chosen, by kind."""
        super().__init__(*args, **kwargs)
        self.fields["plays_by_mail"].initial = self.instance.plays_by_mail_since is not None
        for name, kind in KINDS.items():
            if kind.label:
                self.fields[_WAY + name] = forms.ChoiceField(
                    label=str(kind.label),
                    choices=[(way.value, way.label) for way in Way if way in kind.ways],
                    initial=kind.way_of(ways),
                    show_hidden_initial=True,
                )

    def clean_plays_by_mail(self) -> bool:
        wanted: bool = self.cleaned_data["plays_by_mail"]
        if wanted and self.instance.plays_by_mail_since is None and not self.instance.gets_mail:
            raise ValidationError(
                _("Confirm your mail address first: turns are played from mails that go there.")
            )
        return wanted

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        since, until = cleaned.get("quiet_from"), cleaned.get("quiet_until")
        if "quiet_from" in cleaned and "quiet_until" in cleaned:
            if (since is None) != (until is None):
                raise ValidationError(_("Quiet hours need both an hour to begin and one to end."))
            if since is not None and since == until:
                raise ValidationError(_("Quiet hours cannot begin and end at the same hour."))
        return cleaned

    def way_fields(self) -> list[forms.BoundField]:
        """Return the fields of the kinds, in the order of the page."""
        return [self[name] for name in self.fields if name.startswith(_WAY)]

    def ways(self) -> dict[str, str]:
        """Return the ways that were changed on the page, by kind."""
        changed = [name for name in self.changed_here() if name.startswith(_WAY)]
        return {name.removeprefix(_WAY): self.cleaned_data[name] for name in changed}

    def playing(self) -> bool | None:
        """Return whether to play from the mail from now on; None if that was not changed here."""
        changed = "plays_by_mail" in self.changed_here()
        return self.cleaned_data["plays_by_mail"] if changed else None

    def save(self, commit: bool = True) -> User:
        """Write the hours that were changed alone: what else happens meanwhile stays."""
        changed = self.changed_here().intersection(TIMES)
        self.instance.save(update_fields=changed | _QUIET if changed & _QUIET else changed)
        return self.instance


def chosen_ways(user: User) -> dict[str, str]:
    """Return the ways that `user` chose, by kind."""
    return dict(MailChoice.objects.filter(user=user).values_list("kind", "way"))
