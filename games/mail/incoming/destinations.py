"""What the addresses of ours are for that a message came to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from games.mail.by_mail import Held, bounced_by, held_by_reply, own_part

_MOST_TOKENS = 3
"""So many reply addresses of one message are looked up: nobody writes to more."""


def held_by_all(ours: Sequence[str]) -> list[Held]:
    """Return what the reply addresses among them are for that are live; the first one counts."""
    found = (held_by_reply(address) for address in _of_sort("r-", ours))
    return [each for each in found if each is not None]


def are_several(all_held: Sequence[Held]) -> bool:
    """Return whether a mail went to several games of one person, and so can play none of them.

    Also where the envelope names one of them alone: a mail server may hand it in for each recipient
    by itself, and which of them came first would choose the game, in silence about the others.
    """
    first, *others = all_held
    mine = [each for each in others if each.user.pk == first.user.pk]
    return any(each.seat.game_id != first.seat.game_id for each in mine)


def takes_reports(ours: Sequence[str]) -> bool:
    """Return whether one of them is where reports on mails to somebody go."""
    return any(bounced_by(address) is not None for address in _of_sort("b-", ours))


def _of_sort(begin: str, ours: Sequence[str]) -> Iterator[str]:
    return islice((each for each in ours if own_part(each).startswith(begin)), _MOST_TOKENS)
