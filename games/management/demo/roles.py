"""Who of the people plays which part, by their numbers; all others just play."""

from __future__ import annotations

BUSIEST = 0
MODERATOR = 1
OTHER_MODERATOR = 2  # an appeal is for somebody else than who acted
OPERATOR = 3
SUSPENDED = 4
BANNED = 5
MUTED = 6
WARNED = 7
FORMER = 8  # leaves the site in the end
AWAY = 9  # on vacation
RENAMED = 10
GUEST = 11
BLOCKER = 12
BLOCKED = 13
FEWEST = 14  # people

PLANS_VACATION = 14
REFUSED = 15  # the mail server knows nobody at their address

STAFF = {MODERATOR: "moderator", OTHER_MODERATOR: "moderator", OPERATOR: "operator"}
"""The group of each."""
BADLY_NAMED = 22  # a moderator takes their name away
AWAYS = (AWAY, 16)
BY_MAIL = (BUSIEST, WARNED, BLOCKER, 18, 24, 30)  # have switched playing from the mail on
BLOCKS = {BLOCKER: BLOCKED, 18: 19, 21: 24, 33: BLOCKED}
"""Who blocks whom in the end; until then they do not meet either."""
SANCTIONED = (SUSPENDED, BANNED, MUTED, WARNED)
ORDINARY = (BLOCKER, BLOCKED)  # may be reported like those without a part, where there are few
UNLUCKY = (SUSPENDED, BANNED, FORMER)
"""Whose running games are those made for them."""


def is_guest(number: int) -> bool:
    """Return whether this one never signed up."""
    return number == GUEST or (number >= FEWEST and number % 6 == 5 and number != REFUSED)


def are_apart(one: int, other: int) -> bool:
    """Return whether two never meet at a table.

    One blocks the other in the end, or will have to decide about them.
    """
    return _keeps_from(one, other) or _keeps_from(other, one)


def _keeps_from(one: int, other: int) -> bool:
    return BLOCKS.get(one) == other or (one in STAFF and _may_be_reported(other))


def _may_be_reported(number: int) -> bool:
    return number in SANCTIONED + ORDINARY or (number >= FEWEST and number % 2 == 0)
