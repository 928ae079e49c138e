"""What an act of staff on a game leaves behind: a line in the log, a mail to each seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from accounts import audit
from accounts.models import Act, User
from accounts.outbox import Post, post_all
from games.models import Game, Seat

MODERATED = "moderated"
"""The kind of mail that tells a seat of an act; payload: `game`, `seat` (its number), `act`."""
GAME_ACTS = (
    Act.What.FREE,
    Act.What.GIVE_TIME,
    Act.What.REMOVE,
    Act.What.CALL_OFF,
    Act.What.VOID,
)
"""What those who sit at a table read of the log."""
OPERATOR = "operator"


def note(
    game: Game,
    seats: Sequence[Seat],
    *,
    by: User,
    what: str,
    why: str,
    now: datetime,
    person: User | None = None,
    detail: Mapping[str, Any] | None = None,
) -> Act:
    """Log an act on a game, whose row the caller has locked, and tell all `seats` with people.

    The mail goes out at tables without a clock as well. That the act was an operator's, not a
    moderator's, stands in its detail: readers are told that much, never who.
    """
    role = {} if by.has_perm("games.end_game") else {"as": OPERATOR}
    act = audit.log(
        by=by,
        what=what,
        person=person,
        game=game.code,
        why=why,
        detail={**(detail or {}), **role},
        now=now,
    )
    Game.objects.filter(pk=game.pk).update(moderated=True)
    post_all(
        (
            Post(
                f"{MODERATED}:{act.pk}:{seat.number}",
                seat.user_id,
                MODERATED,
                {"game": game.pk, "seat": seat.number, "act": act.pk},
            )
            for seat in seats
            if seat.user is not None and seat.user.email
        ),
        now=now,
    )
    return act
