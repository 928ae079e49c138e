"""The one lock under which results are counted, so that each finds what those before it left."""

from __future__ import annotations

from games.models import RatingBook


def lock_book() -> RatingBook:
    """Return the book, locked until the transaction ends: taken before any game, never after one.

    On SQLite the transaction itself holds the one write lock.
    """
    locked = RatingBook.objects.select_for_update()
    book = locked.filter(pk=1).first()
    if book is None:
        RatingBook.objects.bulk_create([RatingBook(pk=1)], ignore_conflicts=True)
        book = locked.get(pk=1)
    return book


def is_to_count_again() -> bool:
    """Return whether results that were counted before are to be counted again, before any other."""
    return RatingBook.objects.filter(again_from__isnull=False).exists()
