"""What somebody sees who is shut out: why, since and until when, their games, and how to answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.decorators import login_required
from django.db.models import Prefetch
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from accounts.models import Sanction, User
from accounts.models.users import FOR_GOOD
from games.forms_answer import AnswerForm
from games.models import Report
from games.play.moderation.appeals import why_upheld
from games.play.suspension.fates import fates_of_games
from games.sanction_words import games_follow

from .answering import Answering, answering, take_answer
from .requests import PersonRequest
from .see_other import SeeOther


@dataclass(frozen=True, slots=True)
class ShutOut:
    """A sanction that shuts the reader out."""

    sanction: Sanction
    games: str
    answering: Answering


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def suspended(request: PersonRequest) -> HttpResponse:
    """The page at its own address, and the answer to a sanction (POST)."""
    now = timezone.now()
    if not request.user.is_suspended(now):
        return SeeOther(reverse("conduct")) if request.method == "POST" else redirect("conduct")
    if request.method != "POST":
        return _show(request, now)
    sent = take_answer(request, now)
    return _show(request, now, sent=sent, status=422) if sent else SeeOther(reverse("suspended"))


@never_cache
def keep_out(request: PersonRequest) -> HttpResponse:
    """The same page in place of any other; a part of a page leads there."""
    if request.htmx:
        response: HttpResponse = HttpResponseClientRedirect(reverse("suspended"))
        response.status_code = 403
        return response
    return _show(request, timezone.now(), status=403)


def _show(
    request: PersonRequest,
    now: datetime,
    *,
    sent: Mapping[int, AnswerForm] | None = None,
    status: int = 200,
) -> HttpResponse:
    sent, user = sent or {}, request.user
    why, fates, here = why_upheld(user), fates_of_games(user.pk, now), _in_force(user, now)
    context: dict[str, Any] = {
        "shut_out": [
            ShutOut(
                each,
                games=games_follow(fates[each.pk]),
                answering=answering(each, why, sent, now),
            )
            for each in here
        ],
        "banned": any(each.kind == Sanction.Kind.BAN for each in here),
        "refused": bool(sent),
    }
    return render(request, "games/suspended.html", context, status=status)


def _in_force(user: User, now: datetime) -> list[Sanction]:
    """Return what shuts the reader out, the longest first."""
    answers = Report.objects.order_by("at", "pk")
    sanctions = Sanction.objects.filter(user=user, kind__in=Sanction.SHUT_OUT, lifted_at=None)
    rows = sanctions.prefetch_related(Prefetch("appeals", queryset=answers)).order_by("at", "pk")
    here = [row for row in rows if row.is_in_force(now)]
    return sorted(here, key=lambda row: row.until or FOR_GOOD, reverse=True)
