"""The ended games of one person as somebody may read of them, page by page, the latest first.

Read from the seats alone, whose index tells every filter: see `Seat.Meta`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from games.models import Seat

GAMES_A_PAGE = 20
LATEST = ("-ended_at", "-pk")
_EARLIEST = ("ended_at", "pk")

RESULTS: Mapping[str, Mapping[str, object]] = {
    "won": {"place": 1},
    "lost": {"place__gt": 1},
    "left": {"left_order__isnull": False},
    "none": {"place__isnull": True},
}
"""What a game came to for the person: a shared first place is won; "left": out of it early."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which games are asked for; what is left as it is narrows nothing down."""

    ruleset: str = ""
    players: int | None = None
    opponent: int | None = None  # key of somebody else who sat there
    result: str = ""  # one of RESULTS
    rated: bool | None = None
    since: datetime | None = None  # ended then or later
    until: datetime | None = None  # ended earlier

    def columns(self) -> dict[str, object]:
        """Return what the columns of the person's seat have to be."""
        asked = {
            "ruleset": self.ruleset or None,
            "players": self.players,
            "rated": self.rated,
            "ended_at__gte": self.since,
            "ended_at__lt": self.until,
        }
        told = {name: value for name, value in asked.items() if value is not None}
        return told | dict(RESULTS.get(self.result, {}))


class Page(NamedTuple):
    """Some seats of one person, each with its game and all who sat there, the latest first."""

    seats: list[Seat]
    earlier: str  # code of the game before whose end the next page begins; empty: there is none
    later: str  # the same for the page before


def ended_seats(person: User) -> QuerySet[Seat]:
    """Return the seats of `person` in games that have ended, the latest first."""
    return Seat.objects.filter(user=person, ended_at__isnull=False).order_by(*LATEST)


def with_games(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    """Return `seats` with what lists tell of their games: three queries."""
    told = seats.select_related("game").defer("game__record")
    return told.prefetch_related("game__seats__user")


def history_page(
    person: User, *, reader_id: int | None, wanted: Wanted, before: str = "", after: str = ""
) -> Page:
    """Return a page of the history of `person`: the latest, or one beside a game by its code.

    `before` is for games that ended earlier than that game, `after` for later ones; who comes to
    the latest that way gets their page whole. The person reads of all games, others (`reader_id`;
    None: a stranger) of the lobby's and of those in which they sat too. Raises Seat.DoesNotExist
    when the reader knows of no such game. At most six queries, however long the history.
    """
    known = _known(person, reader_id, wanted.opponent)
    seats = known.filter(**wanted.columns())
    if wanted.opponent is not None:
        seats = seats.filter(_beside(wanted.opponent))
    if before:
        return _page(seats.filter(_earlier_than(_found(known, before))), later=True)
    if after:
        above = seats.filter(_later_than(_found(known, after))).order_by(*_EARLIEST)
        keys = list(above.values_list("pk", flat=True)[: GAMES_A_PAGE + 1])
        if len(keys) > GAMES_A_PAGE:
            shown = _rows(keys[:GAMES_A_PAGE])
            return Page(shown, earlier=shown[-1].game.code, later=shown[0].game.code)
    return _page(seats, later=False)


def _known(person: User, reader_id: int | None, opponent: int | None) -> QuerySet[Seat]:
    """What the reader may know of; nothing more is asked where they are the opponent anyway."""
    seats = ended_seats(person)
    if reader_id == person.pk:
        return seats
    if reader_id is None:
        return seats.filter(public=True)
    if reader_id == opponent:
        return seats.filter(_beside(reader_id))
    return seats.filter(Q(public=True) | _beside(reader_id))


def _beside(user_id: int) -> Exists:
    """Whether somebody has a seat of the same game.

    Both seats ended at the same moment: two long histories are so compared in their order.
    """
    theirs = Seat.objects.filter(
        user=user_id, game=OuterRef("game"), ended_at=OuterRef("ended_at")
    ).order_by()
    return Exists(theirs)


def _found(known: QuerySet[Seat], code: str) -> tuple[datetime, int]:
    """Where in the list a game stands; raises Seat.DoesNotExist."""
    if not code.isalnum():  # no code: a database may refuse to look for it
        raise Seat.DoesNotExist
    at, key = known.values_list("ended_at", "pk").get(game__code=code)
    assert at is not None
    return at, key


# The first condition of each is told by the index, which knows no "or".
def _earlier_than(place: tuple[datetime, int]) -> Q:
    at, key = place
    return Q(ended_at__lte=at) & (Q(ended_at__lt=at) | Q(pk__lt=key))


def _later_than(place: tuple[datetime, int]) -> Q:
    at, key = place
    return Q(ended_at__gte=at) & (Q(ended_at__gt=at) | Q(pk__gt=key))


def _page(seats: QuerySet[Seat], *, later: bool) -> Page:
    """The first of `seats`; `later`: there are others above them."""
    keys = list(seats.values_list("pk", flat=True)[: GAMES_A_PAGE + 1])
    shown = _rows(keys[:GAMES_A_PAGE])
    return Page(
        shown,
        earlier=shown[-1].game.code if len(keys) > GAMES_A_PAGE else "",
        later=shown[0].game.code if shown and later else "",
    )


def _rows(keys: list[int]) -> list[Seat]:
    return list(with_games(Seat.objects.filter(pk__in=keys)).order_by(*LATEST))
