"""The clock of a turn, as a mail tells it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from games.models import Game
from games.play.beat import outage_so_far
from games.play.outlast import apply_shifts, deadline_after, part_lost
from games.time_words import moment, span

SOON = timedelta(minutes=1)
"""When to look again at a turn whose time is up: a sweep is about to end it, or to give it time."""


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """What is left at `now`; `deadline` and `stopped` (seconds) as in `Game`, `bank` in seconds."""

    now: datetime
    deadline: datetime | None
    stopped: int | None
    bank: int

    @property
    def is_up(self) -> bool:
        """Whether nothing is left."""
        return self.deadline is not None and self.deadline <= self.now

    @property
    def seconds(self) -> int | None:
        """Seconds left; None without a clock."""
        if self.deadline is None:
            return self.stopped
        return int((self.deadline - self.now).total_seconds())

    @property
    def span(self) -> str:
        """The time left in words; empty without a clock."""
        return "" if self.seconds is None else span(self.seconds)

    @property
    def moment(self) -> str:
        """When time is up, in the current time zone; empty when no clock runs."""
        return moment(self.deadline) if self.deadline is not None else ""

    @property
    def sentence(self) -> str:
        """All of it in the current time zone."""
        if self.seconds is None:
            return _("There is no clock: take your time.")
        told = {"left": self.span, "bank": span(min(self.bank, self.seconds))}
        if self.deadline is None:
            pattern = _("The clock stands still, with %(left)s left on it.")
            return pattern % told
        told["moment"] = self.moment
        if self.bank:
            pattern = _("You have %(left)s, until %(moment)s; %(bank)s of that is your time bank.")
        else:
            pattern = _("You have %(left)s, until %(moment)s.")
        return pattern % told


def time_left(game: Game, *, bank: int, now: datetime) -> TimeLeft:
    """Return what the clock of `game` shows at `now`: two queries.

    What outages and gifts give is counted, whether the game has had it or not; nothing is saved.
    """
    apply_shifts(game)
    deadline = deadline_after(game, outage_so_far(now))
    return TimeLeft(now, deadline, game.stopped_seconds, bank)


def proposal_time(game: Game, now: datetime) -> TimeLeft:
    """Return how long a proposal that stands waits for answers: two queries, as in `time_left`."""
    apply_shifts(game)
    lost = part_lost(outage_so_far(now), game.proposed_at, game.proposal_deadline)
    return TimeLeft(now, game.proposal_deadline and game.proposal_deadline + lost, None, 0)
