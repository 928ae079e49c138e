"""What the table's buttons send, read as a move; knows no rules."""

from __future__ import annotations

from django import forms

from games.rules.cards import SQUARE_INDEX
from games.rules.moves import Move

ACTS = ("arrange", "ready", "draw", "take", "keep", "reveal", "claim", "pass", "leave")


class MoveForm(forms.Form):
    """One decision, and the version of the table it was made on."""

    act = forms.ChoiceField(choices=[(act, act) for act in ACTS])
    square = forms.ChoiceField(choices=[(name, name) for name in SQUARE_INDEX], required=False)
    detail = forms.CharField(max_length=24, required=False)  # arrangement or Legend
    version = forms.IntegerField(min_value=0, required=False)

    def move(self) -> Move:
        """Return the move of a valid form; whoever leaves by a button resigns."""
        sent = self.cleaned_data
        detail = {"arrange": sent["detail"], "claim": sent["detail"], "leave": "resigned"}
        return Move(sent["act"], SQUARE_INDEX.get(sent["square"], -1), detail.get(sent["act"], ""))

    @property
    def version_seen(self) -> int | None:
        """The version of the table on the sender's page; None when it was not sent."""
        version: int | None = self.cleaned_data["version"]
        return version
