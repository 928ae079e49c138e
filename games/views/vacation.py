"""A member's vacation: planned, changed, ended. Clocks follow at once."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.forms_vacation import VacationForm, sentence
from accounts.models import Vacation
from accounts.vacation_days import DAYS_A_YEAR, day_of, last_day
from accounts.vacations import VacationError, change, days_left, end, plan, standing
from accounts.views.own import members_only
from games.play.vacations import settle
from games.time_words import moment

from .lead import lead_to_error
from .numbers import whole_number
from .requests import PersonRequest
from .see_other import SeeOther


@never_cache
@members_only
@require_http_methods(["GET", "HEAD", "POST"])
def vacation(request: PersonRequest) -> HttpResponse:
    """The vacation that is planned or running, the days left, and what can be done (POST)."""
    now = timezone.now()
    if request.method == "POST":
        return _act(request, now)
    return _show(request, _of(request, now), None, now)


def _act(request: PersonRequest, now: datetime) -> HttpResponse:
    over = standing(request.user)
    if over is not None and over.ends <= now:
        settle(over, now)  # no sweep has come yet; it must not stand in the way
    number = whole_number(request.POST.get("vacation", "")) or 0
    if request.POST.get("do") == "end":
        _end(request, number, now)
        return SeeOther(reverse("vacation"))
    known = _of(request, now)
    if number and (known is None or known.pk != number):
        return _see_as_it_is(request, VacationError("gone"))
    zone = timezone.get_current_timezone()
    form = VacationForm(request.POST, vacation=known if number else None, zone=zone, now=now)
    if not form.is_valid():
        return _show(request, known, form, now)
    first, last = form.days()
    who: dict[str, Any] = {"user": request.user, "zone": zone, "now": now}
    try:
        if number:
            kept = change(vacation_id=number, first=first, last=last, **who)
        else:
            kept = plan(first=first, last=last, **who)
    except VacationError as error:
        if error.code in ("one-at-a-time", "gone"):  # the page was an old one
            return _see_as_it_is(request, error)
        form.refuse(error)
        return _show(request, known, form, now)
    settle(kept, now)
    messages.success(request, _("Your vacation is saved."))
    return SeeOther(reverse("vacation"))


def _end(request: PersonRequest, number: int, now: datetime) -> None:
    ended = end(user=request.user, vacation_id=number, now=now)
    if ended is None:
        messages.success(request, _("You have no vacation planned now."))
    else:
        settle(ended, now, by_hand=True)
        messages.success(
            request, _("Your vacation is over: no clock stands still for you any more.")
        )


def _see_as_it_is(request: PersonRequest, error: VacationError) -> HttpResponse:
    messages.error(request, sentence(error))
    return SeeOther(reverse("vacation"))


def _of(request: PersonRequest, now: datetime) -> Vacation | None:
    known = standing(request.user)
    return None if known is None or known.ends <= now else known


def _show(
    request: PersonRequest, known: Vacation | None, form: VacationForm | None, now: datetime
) -> HttpResponse:
    zone = timezone.get_current_timezone()
    year = day_of(now, zone).year
    context: dict[str, Any] = {
        "form": form or VacationForm(vacation=known, zone=zone, now=now),
        "vacation": known,
        "left": [(each, days_left(request.user, each, zone)) for each in (year, year + 1)],
        "days_a_year": DAYS_A_YEAR,
    }
    if known is not None:
        context |= {
            "running": known.begins <= now,
            "first": day_of(known.begins, zone),
            "last": last_day(known.begins, known.ends, zone),
            "until": moment(known.ends),
        }
    refused = form is not None
    if form is not None:
        lead_to_error(form)
    return render(request, "accounts/vacation.html", context, status=422 if refused else 200)
