"""The pages on which staff give time: how much and why, then once more whether they mean it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.auth import get_permission_codename
from django.core.exceptions import PermissionDenied
from django.db.models.options import Options
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.play.errors import PlayError
from games.play.pace import DAY, HOUR, MINUTE
from games.play.shifts import MOST_GIVEN
from games.time_words import span
from games.views.once import Made, form_number, make_once
from games.words import sentence

FORM_KEPT = timedelta(days=30)
"""How long a form that a browser goes back to is known as the one that was sent."""
Act = Callable[[int, str], str]
"""Gives so many seconds for a reason; returns where its giver goes on."""


class TimeForm(forms.Form):
    """How much time, and why."""

    days = forms.IntegerField(label=_("Days"), min_value=0, required=False, initial=0)
    hours = forms.IntegerField(label=_("Hours"), min_value=0, required=False, initial=0)
    minutes = forms.IntegerField(label=_("Minutes"), min_value=0, required=False, initial=0)
    why = forms.CharField(label=_("Reason"), max_length=200, help_text=_("Kept in the log."))
    number = forms.CharField(widget=forms.HiddenInput, required=False)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if not 1 <= self.seconds() <= MOST_GIVEN:
            raise forms.ValidationError(sentence(PlayError("time-given")))
        return cleaned

    def seconds(self) -> int:
        """Return all that is given."""
        sizes = {"days": DAY, "hours": HOUR, "minutes": MINUTE}
        return sum((self.cleaned_data.get(name) or 0) * size for name, size in sizes.items())


def may(request: HttpRequest, opts: Options[Any]) -> bool:
    """Return whether somebody may give time to what `opts` describes: who may change it."""
    return request.user.has_perm(f"{opts.app_label}.{get_permission_codename('change', opts)}")


def ask(
    request: HttpRequest, *, opts: Options[Any], about: str, affects: str, act: Act
) -> HttpResponse:
    """Show the form, then the question, then act: once, however often the answer is sent.

    Raises PermissionDenied for those who may not.
    """
    if not may(request, opts):
        raise PermissionDenied
    posted = request.method == "POST"
    form = TimeForm(request.POST if posted else None, initial={"number": form_number()})
    sure = False
    if posted and form.is_valid():
        if "sure" in request.POST:
            try:
                return redirect(_act_once(request, form, act))
            except PlayError as error:
                form.add_error(None, sentence(error))
        else:
            sure = True
    context = {
        **admin.site.each_context(request),
        "title": _("Give time: %(about)s") % {"about": about},
        "opts": opts,
        "form": form,
        "affects": affects,
        "sure": sure,
        "span": span(form.seconds()) if sure else "",
    }
    return render(request, "admin/give_time.html", context, status=422 if form.errors else 200)


def _act_once(request: HttpRequest, form: TimeForm, act: Act) -> str:
    seconds, why = form.seconds(), form.cleaned_data["why"]
    person = request.user.pk or 0
    given = []

    def make() -> Made:
        given.append(seconds)
        return Made(person=person, address=act(seconds, why))

    asked = f"give time {request.path} {person} {seconds} {why}"
    number, now = form.cleaned_data["number"], timezone.now()
    address = make_once(number, asked=asked, now=now, make=make, kept=FORM_KEPT).address
    if given:
        messages.success(request, _("%(span)s given.") % {"span": span(seconds)})
    else:
        messages.warning(request, _("This form was sent before: its time is given once."))
    return address
