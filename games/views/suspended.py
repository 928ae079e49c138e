"""What somebody sees who is shut out: why, since and until when, their games, and how to answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Prefetch
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from accounts.models import Sanction, User
from accounts.models.users import FOR_GOOD
from games.forms_answer import AnswerForm
from games.models import Report
from games.play.errors import PlayError
from games.play.moderation.appeals import appeal, open_one, refused, why_upheld
from games.sanction_words import games_follow
from games.words import sentence

from .lead import lead_to_error
from .numbers import whole_number
from .requests import PersonRequest
from .see_other import SeeOther

_CANNOT_BE_MENDED = ("appeal-none", "appeal-again", "appeal-last")


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer of the reader's, and what the moderator said who let the sanction stand."""

    report: Report
    why: str


@dataclass(frozen=True, slots=True)
class ShutOut:
    """A sanction that shuts the reader out."""

    sanction: Sanction
    games: str
    answers: list[Answer]
    waits: bool  # for a moderator's decision on an answer
    no_more: str  # why the reader cannot answer now
    form: AnswerForm


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def suspended(request: PersonRequest) -> HttpResponse:
    """The page at its own address, and the answer to a sanction (POST)."""
    now = timezone.now()
    if not request.user.is_suspended(now):
        return SeeOther(reverse("conduct")) if request.method == "POST" else redirect("conduct")
    return _answer(request, now) if request.method == "POST" else _show(request, now)


@never_cache
def keep_out(request: PersonRequest) -> HttpResponse:
    """The same page in place of any other; a part of a page leads there."""
    if request.htmx:
        response: HttpResponse = HttpResponseClientRedirect(reverse("suspended"))
        response.status_code = 403
        return response
    return _show(request, timezone.now(), status=403)


def _answer(request: PersonRequest, now: datetime) -> HttpResponse:
    number = whole_number(request.POST.get("sanction", "")) or 0
    form = AnswerForm(request.POST, sanction_id=number)
    if form.is_valid():
        text = form.cleaned_data["text"]
        try:
            appeal(user=request.user, sanction_id=number, text=text, now=now)
        except PlayError as error:
            if error.code not in _CANNOT_BE_MENDED:
                form.refuse(error)
                return _show(request, now, refused_form={number: form}, status=422)
            messages.error(request, sentence(error))  # the page was an old one
        else:
            messages.success(request, _("Your answer is on its way to a moderator."))
        return SeeOther(reverse("suspended"))
    return _show(request, now, refused_form={number: form}, status=422)


def _show(
    request: PersonRequest,
    now: datetime,
    *,
    refused_form: Mapping[int, AnswerForm] | None = None,
    status: int = 200,
) -> HttpResponse:
    forms = dict(refused_form or {})
    for form in forms.values():
        lead_to_error(form)
    why = why_upheld(request.user)
    context: dict[str, Any] = {
        "shut_out": [_shut_out(each, why, forms, now) for each in _in_force(request.user, now)],
        "refused": bool(forms),
    }
    return render(request, "games/suspended.html", context, status=status)


def _in_force(user: User, now: datetime) -> list[Sanction]:
    """Return what shuts the reader out, the longest first."""
    answers = Report.objects.order_by("at", "pk")
    sanctions = Sanction.objects.filter(user=user, kind__in=Sanction.SHUT_OUT, lifted_at=None)
    rows = sanctions.prefetch_related(Prefetch("appeals", queryset=answers)).order_by("at", "pk")
    here = [row for row in rows if row.is_in_force(now)]
    return sorted(here, key=lambda row: row.until or FOR_GOOD, reverse=True)


def _shut_out(
    sanction: Sanction, why: Mapping[int, str], forms: Mapping[int, AnswerForm], now: datetime
) -> ShutOut:
    appeals = list(sanction.appeals.all())
    waits = open_one(appeals) is not None
    refusal = None if waits else refused(appeals, now)
    return ShutOut(
        sanction,
        games=games_follow(sanction),
        answers=[Answer(each, why.get(each.pk, "")) for each in appeals],
        waits=waits,
        no_more="" if refusal is None else sentence(refusal),
        form=forms.get(sanction.pk) or AnswerForm(sanction_id=sanction.pk),
    )
