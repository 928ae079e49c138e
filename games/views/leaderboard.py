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
from accounts.models import User
from games.models import Rating
from games.play.leaderboard import Ranked, listed, position_of, ranked
from games.play.moderation.reports import still_here
from games.play.ratings.enough import LISTED_FROM, SETTLED_FROM
from games.rating_words import rating_text

from .people import set_apart

A_PAGE = 50


class Missed(NamedTuple):
    """Somebody who was looked for and stands nowhere."""

    name: str
    page: str  # address
    guest: bool
    too_few: bool  # games, and nothing else is in the way
    games: int  # rated ones so far


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
    person = _person(name, request.user.is_authenticated) if name else None
    position = None if person is None else position_of(person.pk)
    if position is not None:
        return redirect(_line(position))
    page = _page(request.GET.get("page", "1"))
    rows = [_row(line, request.user.pk) for line in ranked(list(page), page.start_index())]
    context = {
        "page": page,
        "pages": list(page.paginator.get_elided_page_range(page.number, on_each_side=1, on_ends=1)),
        "rows": rows,
        "name": name,
        "missed": _missed(person) if person else None,
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


def _person(name: str, signed_in: bool) -> User | None:
    """Return whoever has this name, or had it before, and a page that the reader can open."""
    found = find_person(name, timezone.now())
    if found is None or not still_here(found) or (found.is_guest and not signed_in):
        return None
    return found


def _missed(person: User) -> Missed:
    rating = Rating.objects.filter(user=person).first()
    games = rating.games if rating else 0
    return Missed(
        name=set_apart(person.name),
        page=reverse("person", args=[person.name]),
        guest=person.is_guest,
        too_few=games < LISTED_FROM,
        games=games,
    )


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
