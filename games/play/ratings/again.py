"""Counting again what came after a result that was taken back: chunk by chunk, safe to break off.

The numbers of the results stay, and with them their order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import attrgetter

from django.db import transaction
from django.db.models import Exists, OuterRef

from games.models import Game, Rating, RatingBook, Seat
from games.play.after import COUNT_RESULTS, nudge

from .book import lock_book
from .seats import COLUMNS, count_seats, person_of
from .skill import Skill
from .standing import counted_seats, standings, write_ratings

CHUNK = 200
"""Results counted again in one transaction."""


def take_back(book: RatingBook, game: Game) -> None:
    """Let the result of `game` count for nothing, and those after it be counted again.

    The caller has locked the `book`, then the game, and saves the game row (`rated_number`).
    """
    number = game.rated_number
    if number is None:
        return
    game.rated_number = None
    game.save(update_fields=["rated_number"])
    people = list(game.seats.filter(user__isnull=False).values_list("user", flat=True))
    write_ratings(people)
    if Game.objects.filter(rated_number__gt=number).exists():
        start_again(book, number)
        nudge(COUNT_RESULTS)


def count_all_again() -> int:
    """Count all results again from the first and return how many; safe to break off.

    Who is asked meanwhile is told the ratings from before, but for those that are done.
    """
    with transaction.atomic():
        start_again(lock_book(), 1)
    counted = 0
    while chunk := count_chunk_again():
        counted += chunk
    with transaction.atomic():
        lock_book()
        theirs = counted_seats().filter(user=OuterRef("user"))
        Rating.objects.exclude(Exists(theirs)).delete()
    return counted


def start_again(book: RatingBook, number: int) -> None:
    """Let all results from `number` on be counted again."""
    book.again_from = number if book.again_from is None else min(book.again_from, number)
    book.save(update_fields=["again_from"])


def count_chunk_again() -> int:
    """Count the next results again that are to be; return how many: 0 once all are right.

    A rating changes when the last game of its person is reached: nobody sees one of long ago.
    """
    with transaction.atomic():
        book = lock_book()
        if book.again_from is None:
            return 0
        later = Game.objects.filter(rated_number__gte=book.again_from).order_by("rated_number")
        found = later.values_list("rated_number", flat=True)[:CHUNK]
        numbers = [number for number in found if number is not None]
        if numbers:
            _count_again(numbers)
        book.again_from = numbers[-1] + 1 if numbers else None
        book.save(update_fields=["again_from"])
    return len(numbers)


def _count_again(numbers: Sequence[int]) -> None:
    counted = Seat.objects.filter(game__rated_number__in=numbers).select_related("user")
    seats = list(counted.order_by("game__rated_number", "number"))
    people = {person for seat in seats if (person := person_of(seat)) is not None}
    skills = {user: there.skill for user, there in standings(people, before=numbers[0]).items()}
    Seat.objects.bulk_update(recount(seats, skills), COLUMNS, batch_size=CHUNK)
    later = counted_seats().filter(user__in=people, game__rated_number__gt=numbers[-1])
    write_ratings(people - set(later.values_list("user", flat=True).distinct()))


def recount(seats: Iterable[Seat], skills: dict[int, Skill]) -> list[Seat]:
    """Set what these games do to the ratings on their `seats`, and `skills` to those after them.

    The seats come in the order in which their games are counted. Returns those that have changed.
    """
    changed = []
    for _game, group in groupby(seats, attrgetter("game_id")):
        table = list(group)
        kept = [_columns(seat) for seat in table]
        skills |= count_seats(table, skills)
        changed += [seat for seat, was in zip(table, kept, strict=True) if _columns(seat) != was]
    return changed


def _columns(seat: Seat) -> tuple[float | None, ...]:
    return tuple(getattr(seat, column) for column in COLUMNS)
