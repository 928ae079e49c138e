"""Who is rated best, fifty a page."""

from __future__ import annotations

from typing import NamedTuple

from django.core.paginator import InvalidPage, Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.held_names import find_person
from games.models import Rating
from games.play.leaderboard import Ranked, listed, position_of, ranked
from games.play.ratings.enough import LISTED_FROM, SETTLED_FROM
from games.rating_words import rating_text

A_PAGE = 50


class Row(NamedTuple):
    """One person on the leaderboard."""

    position: int
    rank: int
    name: str
    rating: str
    games: int
    own: bool


@never_cache
@require_safe
def leaderboard(request: HttpRequest) -> HttpResponse:
    """One page of it; with `name` in the query string the way to where somebody stands.

    Another spelling of a name, or one from before, finds its person too. Raises Http404 for a page
    that there is not.
    """
    name = request.GET.get("name", "").strip()
    if name and (address := _address_of(name)):
        return redirect(address)
    page = _page(request.GET.get("page", "1"))
    rows = [_row(line, request.user.pk) for line in ranked(list(page), page.start_index())]
    context = {
        "page": page,
        "pages": list(page.paginator.get_elided_page_range(page.number, on_each_side=1, on_ends=1)),
        "rows": rows,
        "name": name,
        "fewest": LISTED_FROM,
        "settled": SETTLED_FROM,
        **_own(request),
    }
    return render(request, "games/leaderboard.html", context)


def _page(number: str) -> Page[Rating]:
    paginator = Paginator(listed(), A_PAGE)
    try:
        return paginator.page(number)
    except InvalidPage as error:
        raise Http404 from error


def _address_of(name: str) -> str:
    """Return where somebody of this name stands; empty if nowhere."""
    person = find_person(name, timezone.now())
    position = None if person is None else position_of(person.pk)
    return "" if position is None else _line(position)


def _line(position: int) -> str:
    page = (position - 1) // A_PAGE + 1
    return f"{reverse('leaderboard')}?page={page}#line-{position}"


def _own(request: HttpRequest) -> dict[str, object]:
    """Where the reader stands, or how many rated games they have so far."""
    if request.user.is_anonymous or request.user.is_guest:
        return {}
    rating = Rating.objects.filter(user=request.user).first()
    position = position_of(request.user.pk) if rating else None
    if rating is None or position is None:
        return {"own_games": rating.games if rating else 0}
    return {"own": rating_text(rating), "own_line": _line(position)}


def _row(line: Ranked, reader: int | None) -> Row:
    rating = line.rating
    return Row(
        position=line.position,
        rank=line.rank,
        name=rating.user.name,
        rating=rating_text(rating),
        games=rating.games,
        own=rating.user_id == reader,
    )
