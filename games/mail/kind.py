"""What a kind of mail is; each has a module in `games/mail/kinds` and templates of its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils.functional import Promise

from accounts.models import MailChoice, Notice

Way = MailChoice.Way
ANY_WAY = tuple(Way)
AT_ONCE_OR_NOT = (Way.AT_ONCE, Way.OFF)
"""For what is about a moment that is near: bundled, or in a digest, it would come too late."""


@dataclass(frozen=True, slots=True)
class Told:
    """What is true now and fit to be sent: the context of the kind's templates.

    `line` is the whole of it in one sentence without the reader's name, as a digest lists it, and
    `link` where to go for it (a path). `deadline` orders what waits for the reader. `headers` count
    more than those that all mails have; a mail that lists several has none of them.
    """

    line: str
    link: str
    context: Mapping[str, Any]
    game_id: int | None = None  # whose thread the mail belongs to
    deadline: datetime | None = None
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Later:
    """It is not time yet: look again at this moment."""

    until: datetime


@dataclass(frozen=True, slots=True)
class Untrue:
    """It is not true any more, or nobody may be told: `why` is for operators."""

    why: str


Look = Callable[[Notice, datetime], Told | Later | Untrue]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of mail, found by its `name` in `Notice.kind` and templates/mail/NAME-….

    `look` finds out what is true at a moment. A kind without a `label` is on no settings page: it
    always comes, and cannot be stopped. The others can be, whatever other `ways` they come in.
    """

    name: str
    look: Look
    label: str | Promise = ""
    way: str = Way.AT_ONCE  # unless the reader chose another
    ways: Sequence[Way] = ANY_WAY  # that there are to choose from
    rank: int = 50  # order on the settings page

    def way_of(self, chosen: Mapping[str, str]) -> str:
        """Return how it comes by what the reader has `chosen`, by kind.

        What there is no choice of any more counts as if nothing were chosen.
        """
        way = chosen.get(self.name, self.way)
        return way if way in self.ways else self.way
