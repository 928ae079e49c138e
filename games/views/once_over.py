"""What still comes to a table once its game is over: the counting for ratings, and a rematch.

The pages of those who played follow it for a while, and as long as a rematch is open.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from games.models import Game

FOLLOWED = timedelta(hours=1)
"""So long after its end the pages of those who played a game go on asking what is new."""


def after_stamp(*, counted: bool, rematch: str) -> str:
    """Return what differs between two states of a finished table; a page asks with it for news.

    `rematch` is a stamp by `rematch_stamp`.
    """
    return f"{'c' if counted else ''}.{rematch}"


def parts_of(stamp: str | None) -> tuple[bool, str]:
    """Return whether the result was counted by `stamp`, and the stamp of the rematch in it.

    None stands for the moment before the end: nothing has come yet.
    """
    counted, _dot, rematch = (stamp or "").partition(".")
    return counted == "c", rematch


def rematch_stamp(key: int | None, status: str | None, version: int | None) -> str:
    """Return what differs between two states of a rematch that the game before tells of.

    That is who has come or declined while it is open, and later whether it runs; not its moves.
    Empty without one (`status` None).
    """
    if status is None:
        return ""
    if status == Game.Status.OPEN:
        return f"{key}-{version}"
    return "over" if status == Game.Status.OVER else "begun"


def is_followed(ended_at: datetime | None, rematch_status: str | None, now: datetime) -> bool:
    """Return whether more may soon come to the table of a game that is over."""
    if rematch_status == Game.Status.OPEN:
        return True
    return ended_at is not None and now < ended_at + FOLLOWED
