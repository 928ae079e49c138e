"""The ended games of one person: their own, or what others may read of them."""

from __future__ import annotations

from typing import NamedTuple

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from games.forms_history import HistoryForm
from games.models import Seat
from games.play.history import Page, history_page

from .history_rows import history_row
from .lead import lead_to_error
from .person import find_for
from .requests import PersonRequest

_CURSORS = ("before", "after")


class Turning(NamedTuple):
    """What the addresses of other pages say, the filters included; empty: there is no such page."""

    latest: str
    later: str
    earlier: str


@never_cache
@login_required
@require_safe
def my_history(request: PersonRequest) -> HttpResponse:
    """All ended games of the reader."""
    return _history(request, request.user)


@never_cache
@require_safe
def person_history(request: HttpRequest, name: str) -> HttpResponse:
    """Somebody's ended games, of the lobby and of tables where the reader sat.

    Whoever has a page has a history, for the same readers. Another spelling of the name leads to
    the one in use, their own name to `my_history`.
    """
    found = find_for(request, name, timezone.now())
    query = f"?{asked}" if (asked := request.META["QUERY_STRING"]) else ""
    if found.pk == request.user.pk:
        return redirect(reverse("my-history") + query)
    if found.name != name:
        return redirect(reverse("person-history", args=[found.name]) + query)
    return _history(request, found)


def _history(request: HttpRequest, person: User) -> HttpResponse:
    reader = request.user if request.user.is_authenticated else None
    form = HistoryForm(request.GET, person=person, reader=reader)
    valid = form.is_valid()
    lead_to_error(form)
    page = _page(request, person, form) if valid else Page([], "", "")
    context = {
        "person": person,
        "own": reader == person,
        "form": form,
        "chosen": form.chosen() if valid else [],
        "filtered": any(request.GET.get(name, "").strip() for name in form.fields),
        "rows": [history_row(seat, reader) for seat in page.seats],
        "turning": _turning(request, form, page),
    }
    return render(request, "games/history.html", context, status=200 if valid else 422)


def _page(request: HttpRequest, person: User, form: HistoryForm) -> Page:
    """The page that is asked for; raises Http404 where it is beside no game of this history."""
    before, after = (request.GET.get(cursor, "") for cursor in _CURSORS)
    if before and after:
        raise Http404
    try:
        return history_page(
            person,
            reader_id=request.user.pk,
            wanted=form.wanted(),
            before=before,
            after=after,
        )
    except Seat.DoesNotExist as error:
        raise Http404 from error


def _turning(request: HttpRequest, form: HistoryForm, page: Page) -> Turning:
    asked = request.GET.copy()
    for name in list(asked):
        if name not in form.fields or not asked[name]:
            del asked[name]
    beside = bool(page.later) or (not page.seats and any(map(request.GET.get, _CURSORS)))

    def query(**cursor: str) -> str:
        told = asked.copy()
        told.update(cursor)
        return f"?{told.urlencode()}"

    return Turning(
        latest=query() if beside else "",
        later=query(after=page.later) if page.later else "",
        earlier=query(before=page.earlier) if page.earlier else "",
    )
