"""What a clock takes of outages and gifts; each once, under the lock of its game."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.models import ClockShift, Game


def apply_shifts(game: Game) -> bool:
    """Give the game what outages and gifts gave to all clocks, each once; return whether any."""
    before = game.deadline, game.stopped_seconds, game.proposal_deadline
    for shift in ClockShift.objects.filter(pk__gt=game.shifts_seen).order_by("pk"):
        if shift.kind == ClockShift.Kind.OUTAGE:
            _outlast(game, shift)
        elif game.turn_started_at is not None and game.turn_started_at <= shift.ended:
            give(game, shift.seconds)
        game.shifts_seen = shift.pk
    return before != (game.deadline, game.stopped_seconds, game.proposal_deadline)


def give(game: Game, seconds: int) -> None:
    """Add to the time on the clock, whether it runs or stands."""
    if game.deadline is not None:
        game.deadline += timedelta(seconds=seconds)
    elif game.stopped_seconds is not None:
        game.stopped_seconds += seconds


def part_lost(
    outage: ClockShift | None, since: datetime | None, until: datetime | None
) -> timedelta:
    """Return how long what ran from `since`, to be up at `until`, ran in the outage.

    What was up before the outage began did not run any more.
    """
    if outage is None or since is None or until is None or until <= outage.began:
        return timedelta(0)
    return max(timedelta(0), outage.ended - max(outage.began, since))


def _outlast(game: Game, outage: ClockShift) -> None:
    """Move what ran in the outage by the part of it in which it ran; then it runs on."""
    part = part_lost(outage, game.running_since, game.deadline)
    if part and game.deadline is not None:
        game.deadline += part
        game.running_since = outage.ended
    if game.proposal_deadline is not None:
        game.proposal_deadline += part_lost(outage, game.proposed_at, game.proposal_deadline)
