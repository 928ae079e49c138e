"""How long people take for a turn: week by week for whoever hosts the site, or in one game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from itertools import groupby
from statistics import median
from typing import NamedTuple

from django.db.models import BooleanField, Case, F, Q, QuerySet, Value, When

from games.models import Move

from .weeks import BY_ITS_PERSON, going_on, span_of, week_of

_ARRANGING = ("arrange", "ready")
_ANOTHER_BEGINS = Q(act="leave", events__icontains='"turn"')
"""Who leaves in their own turn cuts it short: the next begins, and no turn has ended."""


class Turn(NamedTuple):
    """A turn that its person ended."""

    seat: int
    ended: datetime
    took: timedelta


class _Made(NamedTuple):
    """A move, and what its time depends on."""

    game: int
    ended: int  # turns of the game that have ended by now
    turn: int
    seat: int
    act: str
    at: datetime
    cut_short: bool
    own: bool  # by the person who sits there


def turn_times(first: date, last: date) -> dict[date, timedelta]:
    """Return the median time of a person's turn in games with a clock, by the week of its end.

    The weeks go from `first` to `last`, both Mondays. A turn takes from the end of the one before,
    or of arranging, to its own, nights and vacations included. Left out are turns that end by
    leaving or as time is up, and those of bots. One query, of all moves of the games that went on:
    ask for few weeks at a time.
    """
    taken: dict[date, list[float]] = defaultdict(list)
    since, until = span_of(first, last)
    for _game, moves in groupby(_moves(first, last), key=lambda made: made.game):
        for turn in _turns(moves):
            if since <= turn.ended < until:
                taken[week_of(turn.ended)].append(turn.took.total_seconds())
    return {week: timedelta(seconds=median(times)) for week, times in taken.items()}


def turns_in(game_id: int) -> list[Turn]:
    """Return the same turns of one game, with or without a clock, in order. One query."""
    return list(_turns(_made(Move.objects.filter(game=game_id))))


def _moves(first: date, last: date) -> Iterable[_Made]:
    """All moves of these games to the end of the weeks: a turn may have begun before them."""
    return _made(
        Move.objects.filter(
            going_on(first, last),
            at__lt=span_of(first, last)[1],
            game__turn_seconds__isnull=False,
        )
    )


def _made(moves: QuerySet[Move]) -> Iterable[_Made]:
    columns = ("game", "game__turn_number", "turn", "seat", "act", "at")
    flags = {"cut_short": _flag(_ANOTHER_BEGINS), "own": _flag(BY_ITS_PERSON)}
    with_seats = moves.filter(game__seats__number=F("seat")).annotate(**flags)
    rows = with_seats.order_by("game", "number").values_list(*columns, *flags)
    return (_Made(*row) for row in rows)


def _turns(moves: Iterable[_Made]) -> Iterable[Turn]:
    """Return each turn of one game that counts."""
    began: datetime | None = None
    final: _Made | None = None  # the latest move of the turn
    for made in moves:
        if final is not None and made.turn > final.turn:
            yield from _counted(final, began)
            began, final = final.at, None
        if made.act in _ARRANGING or made.cut_short:
            began, final = made.at, None
        else:
            final = made
    if final is not None and final.ended > final.turn:
        yield from _counted(final, began)


def _counted(final: _Made, began: datetime | None) -> Iterable[Turn]:
    if final.own and final.act != "leave" and began is not None:
        yield Turn(final.seat, final.at, final.at - began)


def _flag(condition: Q) -> Case:
    return Case(When(condition, then=Value(True)), default=False, output_field=BooleanField())
