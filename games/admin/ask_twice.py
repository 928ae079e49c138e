"""Pages on which staff act: they say why, then once more that they mean it; then it is done once.

Nothing is done by a page that is only looked at.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models.options import Options
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models.sanctions import REASON_MAX
from games.play.errors import PlayError
from games.rules.errors import RulesError
from games.views.once import Made, form_number, make_once
from games.words import sentence

FORM_KEPT = timedelta(days=30)
"""How long a form that a browser goes back to is known as the one that was sent."""
NOT_YOURS = frozenset({"own-table"})
"""Refusals that are about who asks: 403."""


class Reason(forms.Form):
    """Why; other forms ask what else there is to know."""

    why = forms.CharField(
        label=_("Reason"),
        max_length=REASON_MAX,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Kept in the log. All who sit at the table read it, but not who you are."),
    )
    number = forms.CharField(widget=forms.HiddenInput, required=False)

    def clean_why(self) -> str:
        """In a mail it is one paragraph."""
        return " ".join(self.cleaned_data["why"].split())

    def what(self) -> str:
        """Return what of the act was chosen, as the question repeats it."""
        return ""


@dataclass(frozen=True, slots=True)
class Asked:
    """One act that is asked about: the words of its pages, its form, and what does it.

    `act` gets the filled-in form and returns what is said once it is done; `back` is where its doer
    goes on.
    """

    opts: Options[Any]
    title: str
    affects: str
    button: str | Promise
    form: Callable[..., Reason]
    act: Callable[[Any], str]
    back: str


def ask(request: HttpRequest, asked: Asked) -> HttpResponse:
    """Show the form, then the question, then act: once, however often the answer is sent."""
    posted = request.method == "POST"
    form = asked.form(request.POST if posted else None, initial={"number": form_number()})
    sure = False
    if posted and form.is_valid():
        if "sure" not in request.POST:
            sure = True
        else:
            try:
                _act_once(request, form, asked)
                return redirect(asked.back)
            except (PlayError, RulesError) as error:
                if error.code in NOT_YOURS:
                    return refuse(request, asked.opts, asked.title, sentence(error))
                form.add_error(None, sentence(error))
    shown = {"form": form, "affects": asked.affects, "button": asked.button, "sure": sure}
    shown |= {"what": form.what() if sure else "", "back": asked.back}
    status = 422 if form.errors else 200
    return _page(request, asked.opts, asked.title, shown, status=status)


def refuse(request: HttpRequest, opts: Options[Any], title: str, why: str) -> HttpResponse:
    """Say why whoever asks may not do this here."""
    return _page(request, opts, title, {"refusal": why}, status=403)


def _page(
    request: HttpRequest, opts: Options[Any], title: str, shown: dict[str, Any], *, status: int
) -> HttpResponse:
    context = {**admin.site.each_context(request), "title": title, "opts": opts, **shown}
    return render(request, "admin/ask_twice.html", context, status=status)


def _act_once(request: HttpRequest, form: Reason, asked: Asked) -> None:
    person = request.user.pk or 0
    done: list[str] = []

    def make() -> Made:
        done.append(asked.act(form))
        return Made(person=person, address=asked.back)

    chosen = {name: value for name, value in form.cleaned_data.items() if name != "number"}
    answer = f"{request.path} {person} {sorted(chosen.items())}"
    number, now = form.cleaned_data["number"], timezone.now()
    make_once(number, asked=answer, now=now, make=make, kept=FORM_KEPT)
    if done:
        messages.success(request, done[0])
    else:
        messages.warning(request, gettext("This form was sent before: it counts once."))
