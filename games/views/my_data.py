"""A copy of one's data: asked for here, and fetched when it is made."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import DataExport
from games.play.errors import PlayError
from games.play.people.export import AGAIN_AFTER, KEPT, ask_for_data
from games.time_words import moment
from games.words import sentence

from .requests import PersonRequest
from .see_other import SeeOther


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def my_data(request: PersonRequest) -> HttpResponse:
    """Whether there is a copy, and asking for one (POST)."""
    now = timezone.now()
    if request.method == "POST":
        try:
            ask_for_data(user_id=request.user.pk, now=now)
        except PlayError as refusal:
            messages.error(request, sentence(refusal))
        else:
            messages.success(request, _("Your copy is being made."))
        return SeeOther(reverse("my-data"))
    export = DataExport.objects.filter(user=request.user).defer("content").first()
    context: dict[str, Any] = {"export": export, "days": KEPT.days}
    if export is not None and export.made_at is not None:
        context |= {
            "made": moment(export.made_at),
            "until": moment(export.made_at + KEPT),
            "again": moment(export.asked_at + AGAIN_AFTER),
            "may_ask": export.asked_at + AGAIN_AFTER <= now,
        }
    return render(request, "games/my_data.html", context)


@never_cache
@require_safe
def my_data_file(request: HttpRequest) -> HttpResponse:
    """The copy, for the one whom it is about."""
    if not request.user.is_authenticated:
        raise Http404
    kept_since = timezone.now() - KEPT
    made = DataExport.objects.filter(user=request.user, made_at__gt=kept_since)
    export = made.first()
    if export is None or export.made_at is None:
        raise Http404
    name = f"drako-data-{export.made_at:%Y-%m-%d}.zip"
    return HttpResponse(
        bytes(export.content or b""),
        content_type="application/zip",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
