"""Forms around a table that has not begun: what people choose, not what the rules allow."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Game
from games.play.lobby import Options
from games.play.pace import DAY, HOUR
from games.rules.rulings import latest
from games.words import ruleset_name

from .forms_pace import PaceFields

PLAYERS = [(number, str(number)) for number in (2, 3, 4)]
BOTS = [("greedy", _("thoughtfully")), ("random", _("at random"))]
MOST_BOTS = 3
MOST_TURNS = 200
DEFAULTS = Options()
FILTERED_PACES = {
    "live": {"turn_seconds__lte": HOUR},
    "daily": {"turn_seconds__gt": HOUR, "turn_seconds__lte": DAY},
    "slow": {"turn_seconds__gt": DAY},
}
FILTERED_RATED = {"yes": {"rated": True}, "no": {"rated": False}}


def ruleset_choices() -> list[tuple[str, str]]:
    """Return ids and names of the rulesets by which games begin now, in the reader's language."""
    return [(ruleset, ruleset_name(ruleset)) for ruleset in latest().rulesets]


class OnceForm(forms.Form):
    """A form with a number of its own, so that it acts once."""

    number = forms.CharField(required=False, widget=forms.HiddenInput)


class PlayNowForm(OnceForm):
    """A game against bots at once; nothing has to be chosen."""

    bots = forms.TypedChoiceField(
        label=_("Bots"),
        choices=[(number, str(number)) for number in (1, 2, MOST_BOTS)],
        coerce=int,
        initial=MOST_BOTS,
        required=False,
        widget=forms.RadioSelect,
    )
    bot = forms.ChoiceField(label=_("They play"), choices=BOTS, initial="greedy", required=False)

    def clean_bots(self) -> int:
        return self.cleaned_data["bots"] or MOST_BOTS

    def clean_bot(self) -> str:
        return self.cleaned_data["bot"] or "greedy"


class StartForm(forms.Form):
    """The host's word to start, with bots in free seats."""

    bot = forms.ChoiceField(label=_("Bots play"), choices=BOTS, initial="greedy")


class FilterForm(forms.Form):
    """Which tables of the lobby to show."""

    players = forms.TypedChoiceField(
        label=_("Players"),
        choices=[("", _("any")), *PLAYERS],
        coerce=int,
        empty_value=None,
        required=False,
    )
    ruleset = forms.ChoiceField(
        label=_("Ruleset"), choices=lambda: [("", _("any")), *ruleset_choices()], required=False
    )

    pace = forms.ChoiceField(
        label=_("Pace"),
        choices=[
            ("", _("any")),
            ("live", _("up to an hour a turn")),
            ("daily", _("up to a day a turn")),
            ("slow", _("more than a day a turn")),
        ],
        required=False,
    )

    rated = forms.ChoiceField(
        label=_("Ratings"),
        choices=[("", _("any")), ("yes", _("rated")), ("no", _("not rated"))],
        required=False,
    )

    def wanted(self) -> dict[str, Any]:
        """Return what was chosen, by column; choices that do not exist count as none."""
        self.is_valid()
        chosen = dict(self.cleaned_data)
        pace = FILTERED_PACES.get(chosen.pop("pace", ""), {})
        rated = FILTERED_RATED.get(chosen.pop("rated", ""), {})
        return {name: value for name, value in chosen.items() if value} | pace | rated


class NewTableForm(PaceFields, OnceForm):
    """A table to be opened; every field has a sensible value to begin with."""

    SEEN_BY = [
        ("lobby", _("in the lobby: anybody with an account may join")),
        ("link", _("by link: only those you give it to")),
    ]
    players = forms.TypedChoiceField(
        label=_("Players"), choices=PLAYERS, coerce=int, initial=2, widget=forms.RadioSelect
    )
    seen_by = forms.ChoiceField(
        label=_("Who may join"), choices=SEEN_BY, initial="lobby", widget=forms.RadioSelect
    )
    ruleset = forms.ChoiceField(
        label=_("Ruleset"),
        choices=ruleset_choices,
        initial=DEFAULTS.ruleset,
        widget=forms.RadioSelect,
    )
    turn_limit = forms.IntegerField(
        label=_("Turn limit"),
        help_text=_("The game ends when every seat has had so many turns. 0: no limit."),
        min_value=0,
        max_value=MOST_TURNS,
        initial=DEFAULTS.turn_limit,
    )
    first_by = forms.ChoiceField(
        label=_("First turn"),
        choices=Game.FirstBy.choices,
        initial=DEFAULTS.first_by,
        widget=forms.RadioSelect,
    )
    leavers = forms.ChoiceField(
        label=_("For those who leave"),
        choices=Game.Leavers.choices,
        initial=DEFAULTS.leavers,
        widget=forms.RadioSelect,
    )

    rated = forms.ChoiceField(
        label=_("Ratings"),
        choices=[
            ("yes", _("rated: the result counts, if people with accounts alone play")),
            ("no", _("not rated")),
        ],
        initial="yes",
        required=False,
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, host: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if host.is_guest:
            del self.fields["rated"]
            self.fields["seen_by"] = forms.ChoiceField(
                label=_("Who may join"),
                choices=self.SEEN_BY[1:],
                initial="link",
                widget=forms.RadioSelect,
            )

    def options(self) -> Options:
        """Return what was chosen, for `open_table`."""
        chosen = self.cleaned_data
        return Options(
            players=chosen["players"],
            public=chosen["seen_by"] == "lobby",
            ruleset=chosen["ruleset"],
            turn_limit=chosen["turn_limit"],
            leavers=chosen["leavers"],
            first_by=chosen["first_by"],
            turn_seconds=self.chosen_pace.turn,
            bank_seconds=self.chosen_pace.bank,
            vacations=chosen["vacations"] == "yes",
            rated=chosen.get("rated", "no") != "no",
        )
