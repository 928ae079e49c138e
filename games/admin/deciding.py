"""The forms by which moderators decide: each with a reason, and what its kind needs besides."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, time, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.models import Sanction
from accounts.models.sanctions import REASON_MAX
from games.models import Report
from games.play.moderation.terms import GAMES, LONGEST, TIMED

from .sentences import FITTING, FOR_APPEALS, FOR_DISMISSING, FOR_SANCTIONS, Sentences

DISMISS = "dismiss"
KINDS = (DISMISS, *Sanction.Kind.values)
"""What can be decided about a report; without one there is nothing to dismiss."""
TITLES: dict[str, str | Promise] = {
    DISMISS: _("Dismiss"),
    Sanction.Kind.WARNING: _("Warn"),
    Sanction.Kind.MUTE: _("Mute"),
    Sanction.Kind.SUSPENSION: _("Suspend"),
    Sanction.Kind.BAN: _("Ban"),
}
EXPLAINED: dict[str, str | Promise] = {
    DISMISS: _("Nothing follows. Both sides are told."),
    Sanction.Kind.WARNING: _("They are told once, and may play on."),
    Sanction.Kind.MUTE: _("They may play, but write nothing to other players."),
    Sanction.Kind.SUSPENSION: _("They are shut out for a time."),
    Sanction.Kind.BAN: _("They are shut out for good. Games that they leave stay left."),
}
DAYS: dict[str, tuple[int, ...]] = {
    Sanction.Kind.MUTE: (1, 7, 30),
    Sanction.Kind.SUSPENSION: (1, 3, 7, 30, 90),
}
FIRST_DAYS = 7
ONE_CLICK = (DISMISS, Sanction.Kind.WARNING)
"""What is decided about a report by one click, where nothing has to be changed."""


class ReasonForm(forms.Form):
    """A reason: one of the common sentences, words of one's own, or both."""

    sentences: Sentences = FOR_SANCTIONS

    sentence = forms.ChoiceField(label=_("Common sentence"), required=False)
    reason = forms.CharField(
        label=_("In your own words"),
        required=False,
        max_length=REASON_MAX,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("The person reads it. Never say who reported them."),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        choice: forms.ChoiceField = self.fields["sentence"]  # type: ignore[assignment]
        choice.choices = [("", _("none")), *((key, text) for key, text in self.sentences.items())]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if len(self.told()) > REASON_MAX:
            raise forms.ValidationError(_("Sentence and own words are too long together."))
        return cleaned

    def told(self) -> str:
        """Return the whole reason."""
        chosen = self.sentences.get(self.cleaned_data.get("sentence") or "", "")
        return f"{chosen} {self.cleaned_data.get('reason') or ''}".strip()


class AppealForm(ReasonForm):
    """Why a sanction is lifted or stands."""

    sentences = FOR_APPEALS


class LiftForm(AppealForm):
    """Why a sanction is lifted."""


class NoteForm(forms.Form):
    """What other moderators should know of a person."""

    text = forms.CharField(
        label=_("Note"),
        max_length=REASON_MAX,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("For other moderators. The person never sees it."),
    )
    number = forms.CharField(widget=forms.HiddenInput, required=False)


class DecisionForm(ReasonForm):
    """One kind of decision with what it needs. `others`: open reports that could close too.

    `about`: what the report says that it decides; the fitting sentence is chosen then.
    """

    days = forms.ChoiceField(label=_("For"), required=False)
    last_day = forms.DateField(
        label=_("or until the end of"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    games = forms.ChoiceField(label=_("Their running games"), required=False)
    with_others = forms.BooleanField(required=False)
    number = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(
        self,
        kind: str,
        *args: Any,
        others: Sequence[Report] = (),
        about: str = "",
        **options: Any,
    ) -> None:
        self.kind = kind
        self.one_click = bool(about) and kind in ONE_CLICK
        self.sentences = FOR_DISMISSING if kind == DISMISS else FOR_SANCTIONS
        super().__init__(*args, auto_id=f"{kind}-%s", **options)
        if kind == DISMISS:
            self.fields["reason"].help_text = _("Kept in the log; nobody else is told it.")
        elif about:
            self.fields["sentence"].initial = FITTING.get(Report.About(about), "")
        if kind in TIMED:
            choices = [(days, ngettext("%d day", "%d days", days) % days) for days in DAYS[kind]]
            self._offer("days", choices, FIRST_DAYS)
        else:
            del self.fields["days"], self.fields["last_day"]
        ways = [way for way in GAMES.get(kind, ()) if way]
        if ways:
            self._offer("games", [(way, Sanction.Games(way).label) for way in ways], ways[0])
        else:
            del self.fields["games"]
        if others:
            self.fields["with_others"].label = ngettext(
                "Close the other open report on this person as well (%d)",
                "Close the other open reports on this person as well (%d)",
                len(others),
            ) % len(others)
        else:
            del self.fields["with_others"]

    @property
    def title(self) -> str:
        """What the decision is called."""
        return str(TITLES[self.kind])

    @property
    def explained(self) -> str:
        """What comes of it."""
        return str(EXPLAINED[self.kind])

    @property
    def says(self) -> str:
        """Return the common sentence that is chosen already."""
        return str(self.sentences.get(self.fields["sentence"].initial or "", ""))

    def until(self, now: datetime) -> datetime | None:
        """Return the end: of the chosen day where the moderator is, else so many days from now."""
        if self.kind not in TIMED:
            return None
        last_day = self.cleaned_data.get("last_day")
        if last_day is None:
            days = self.cleaned_data.get("days")
            return now + timedelta(days=int(days)) if days else None
        after_it = min(last_day, (now + 2 * LONGEST).date()) + timedelta(days=1)
        return timezone.make_aware(datetime.combine(after_it, time.min)).astimezone(UTC)

    def terms(self, now: datetime) -> dict[str, Any]:
        """Return what `decide` and `act_on` ask for."""
        return {
            "kind": self.kind,
            "reason": self.told(),
            "until": self.until(now),
            "games": self.cleaned_data.get("games", ""),
            "now": now,
        }

    def _offer(self, name: str, choices: list[tuple[Any, Any]], first: object) -> None:
        field: forms.ChoiceField = self.fields[name]  # type: ignore[assignment]
        field.choices = choices
        field.initial = first
