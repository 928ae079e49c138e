"""What the link to one turn shows when that turn is over: what its seat did, nothing after it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.http import HttpResponse
from django.shortcuts import render

from games.mail.by_mail import Held
from games.models import Game
from games.models import Move as MoveRow
from games.rules.arranging import TIME_UP
from games.rules.cards import CENTRE, SQUARES
from games.story import LogRow
from games.words import kind_name

from .closed import why_void
from .requests import PageRequest
from .story import Line, story_of
from .turn_page import of_link

ARRANGING = "arranging"
_ARRANGING_ACTS = ("arrange", "ready")
_LAST_ACTS = ("ready", "leave")  # what comes after them is no part of the turn


def render_over(request: PageRequest, held: Held, *, refusal: str = "") -> HttpResponse:
    """Return that the turn is over, and the log of what its seat did in it: two queries.

    As everybody at the table reads it, but for its own centre cards, which it laid out itself; a
    table of which nothing came shows no card. `refusal` is a sentence that says why a move did not
    count.
    """
    game = held.seat.game
    rows = list(_until_its_end(_rows(held)))
    void = game.status == Game.Status.VOID
    made = any(_ends_it(row) for row in rows)
    ready = made and held.turn == ARRANGING
    context = {
        **of_link(request, held),
        "refusal": refusal,
        "made": made,
        "ready": ready,
        "laid_out": _laid_out(held, rows) if ready and not void else "",
        "lines": [] if void or ready else _told(game, rows),
        "why": why_void(game) if void and not made else "",
        "goes_on": game.is_running and held.seat.left_at is None,
        "next_begun": ready and _has_first_turn(held),
    }
    return render(request, "games/turn_by_mail_over.html", context, status=410)


def _rows(held: Held) -> Iterable[MoveRow]:
    """The decisions of the seat in that turn, or while arranging."""
    rows = MoveRow.objects.filter(game=held.seat.game_id, seat=held.seat.number).order_by("number")
    if held.turn == ARRANGING:
        return rows.filter(turn=0, act__in=[*_ARRANGING_ACTS, "leave"])
    return rows.filter(turn=int(held.turn)).exclude(act__in=_ARRANGING_ACTS)


def _until_its_end(rows: Iterable[MoveRow]) -> Iterator[MoveRow]:
    """Leave out how somebody left who had been ready."""
    for row in rows:
        yield row
        if row.act in _LAST_ACTS:
            return


def _ends_it(row: MoveRow) -> bool:
    """Whether the seat itself ended the turn, not the clock, a resignation or a moderator."""
    if row.act == "ready":
        return row.detail != TIME_UP
    return row.act != "leave" and any(event[0] in ("turn", "ended") for event in row.events)


def _laid_out(held: Held, rows: Iterable[MoveRow]) -> str:
    """The centre cards of the seat by their squares, as they lay when it was ready."""
    last = [row.detail for row in rows if row.act == "arrange"][-1:]
    kinds = last[0] if last else held.seat.dealt
    return ", ".join(
        f"{SQUARES[square]} {kind_name(kind)}" for square, kind in zip(CENTRE, kinds, strict=True)
    )


def _has_first_turn(held: Held) -> bool:
    """Whether all are ready and the turn that runs, the first of the game, is this seat's."""
    game = held.seat.game
    first = game.status == Game.Status.PLAYING and game.turn_number == 0
    return first and game.active_seat == held.seat.number and held.seat.left_at is None


def _told(game: Game, rows: Iterable[MoveRow]) -> list[Line]:
    """What happened, the oldest first, in the eyes of a watcher."""
    names = tuple(seat.shown_name for seat in game.seats.select_related("user").order_by("number"))
    log = [LogRow(row.number, row.turn, row.seat, row.act, row.events) for row in rows]
    story = story_of(log, eyes=None, turn=game.turn_number, names=names, whole=True)
    return [*reversed(story.before), *reversed(story.since)]
