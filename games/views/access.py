"""The only door from the web to a game."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db.models import FilteredRelation, OuterRef, Q, QuerySet, Subquery
from django.http import Http404, HttpRequest
from django.utils import timezone

from accounts.models import User
from games.mail.by_mail import Held
from games.models import Game, Seat
from games.play.by_mail.turns_running import is_running_turn
from games.play.moderation.rights import readable
from games.play.notices import turn_name
from games.play.prepared import Prepared
from games.play.rematch import LIVE
from games.play.replay import record_of
from games.play.storage import Table, read
from games.rules.notation.record import Record

from .moments import clock_stamp
from .once_over import after_stamp, is_followed, rematch_stamp

DEALT = (Game.Status.ARRANGING, Game.Status.PLAYING, Game.Status.OVER)
"""The games whose cards lie on the table."""
NOBODY = 0  # the key of no person


@dataclass(frozen=True, slots=True)
class Visit:
    """A game somebody may see, and their seat at it; None: they watch."""

    game: Game
    seat: Seat | None

    @property
    def number(self) -> int | None:
        """The number of the visitor's seat; None for a watcher."""
        return None if self.seat is None else self.seat.number


@dataclass(frozen=True, slots=True)
class Glance:
    """How a game stands and where the visitor sits, without reading the game."""

    game_id: int
    version: int
    status: str
    number: int | None  # of the visitor's seat; None for a watcher
    clock: str  # see `clock_stamp`: clocks change without a version
    after: str  # see `after_stamp`: what comes once it is over does so, too
    followed: bool  # over, and the visitor's page still asks what is new


def visit(request: HttpRequest, code: str) -> Visit:
    """Return the game of `code` as the person behind `request` may see it.

    One query for those who sit at it, two for others. Tables of the lobby are open to all eyes. A
    table by link is seen by whoever has the link while it is open, afterwards by those who sit at
    it; and, as by those who watch, by whoever has to judge a report from it (`_judges`; while it
    runs only as long as one is open). Raises Http404 for everybody else.
    """
    if request.user.is_authenticated:
        seats = Seat.objects.select_related("game__host")
        seat = seats.filter(game__code=code, user=request.user).first()
        if seat is not None:
            return Visit(game=seat.game, seat=seat)
    game = Game.objects.select_related("host").filter(code=code).first()
    if game is None:
        raise Http404
    closed = not _open_to_all_eyes(game.public, game.status)
    if closed and not _judges(request, game.pk, game.status):
        raise Http404
    return Visit(game=game, seat=None)


def visit_table(request: HttpRequest, code: str) -> tuple[Visit, Table | None]:
    """Return what `visit` does, and the table if cards lie on it: five queries then."""
    game = Game.objects.filter(code=code).order_by().first()
    if game is None or game.status not in DEALT:
        return visit(request, code), None
    table = read(game)
    person = request.user.pk if request.user.is_authenticated else NOBODY
    seat = next((seat for seat in table.seats if seat.user_id == person), None)
    closed = seat is None and not _open_to_all_eyes(game.public, game.status)
    if closed and not _judges(request, game.pk, game.status):
        raise Http404
    return Visit(game=game, seat=seat), table


def visit_replay(request: HttpRequest, code: str) -> tuple[Visit, list[Seat], Record]:
    """Return what `visit` does, the seats by number, and what can be stepped through.

    One query more than `visit` for a game with a record, two for others. Raises Http404 for a game
    that had no first turn, too.
    """
    here = visit(request, code)
    seats = list(here.game.seats.select_related("user").order_by("number"))
    record = record_of(here.game, seats)
    if record is None:
        raise Http404
    return here, seats, record


def visit_turn(held: Held) -> Table | None:
    """Return the table for whoever has the link to one turn of one seat: four queries.

    None once that turn is over, or its seat has nothing to decide in it any more.
    """
    game = held.seat.game
    if not game.is_running or turn_name(game) != held.turn:
        return None
    table = read(game)
    return table if is_running_turn(table, held.seat.number, held.turn) else None


def glance(request: HttpRequest, code: str) -> Glance:
    """Return how the game of `code` stands, by the rule of `visit`: one query. Raises Http404."""
    rows = _GLANCE(code, request.user.pk if request.user.is_authenticated else NOBODY)
    if not rows:
        raise Http404
    game_id, version, status, number, public, deadline, stopped, *over = rows[0]
    closed = number is None and not _open_to_all_eyes(public, status)
    if closed and not _judges(request, game_id, status):
        raise Http404
    clock = clock_stamp(_moment(deadline), stopped)
    after, followed = _since_end(*over) if status == Game.Status.OVER else ("", False)
    return Glance(
        game_id, version, status, number, clock, after, followed=followed and number is not None
    )


def _glances(code: str, person: int) -> QuerySet[Game, tuple[Any, ...]]:
    mine = Seat.objects.filter(game=OuterRef("pk"), user=person).order_by()
    games = Game.objects.filter(code=code).order_by().annotate(mine=Subquery(mine.values("number")))
    live = Q(rematches__status__in=LIVE)  # one at most
    games = games.annotate(rematch=FilteredRelation("rematches", condition=live))
    asked = ("pk", "version", "status", "mine", "public", "deadline", "stopped_seconds")
    over = ("ended_at", "rated_number", "rematch__pk", "rematch__status", "rematch__version")
    return games.values_list(*asked, *over)


_GLANCE = Prepared(_glances, "a code", -1)


def _since_end(
    ended_at: datetime | str | None,
    rated_number: int | None,
    rematch: int | None,
    rematch_status: str | None,
    rematch_version: int | None,
) -> tuple[str, bool]:
    """What has come to a finished table, as a stamp, and whether more may: the row of a glance."""
    stamp = after_stamp(
        counted=rated_number is not None,
        rematch=rematch_stamp(rematch, rematch_status, rematch_version),
    )
    return stamp, is_followed(_moment(ended_at), rematch_status, timezone.now())


def _moment(raw: datetime | str | None) -> datetime | None:
    """A moment as the database driver gives it: SQLite has no zones, and may have text; all UTC."""
    at = datetime.fromisoformat(raw) if isinstance(raw, str) else raw
    return at.replace(tzinfo=UTC) if at is not None and at.tzinfo is None else at


def _open_to_all_eyes(public: bool, status: str) -> bool:
    return public or status == Game.Status.OPEN


def _judges(request: HttpRequest, game_id: int, status: str) -> bool:
    """Return whether it is for who asks to judge a report from a game; no query for players.

    While the game runs an open one counts alone; when it is over any does, to be read up on.
    """
    person = request.user
    if not isinstance(person, User) or not person.is_staff:
        return False
    if not person.has_perm("games.view_report"):
        return False
    reports = readable(person).filter(game=game_id)
    reports = reports.filter(closed_at=None) if status in Game.UNDER_WAY else reports
    return reports.exists()
