"""What a clock takes of outages and gifts; each once, under the lock of its game."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.models import ClockShift, Game


def apply_shifts(game: Game) -> bool:
    """Give the game what outages and gifts gave to all clocks, each once.

    Return whether it got a gift: its turn has become longer, which no outage does to it.
    """
    given = False
    for shift in ClockShift.objects.filter(pk__gt=game.shifts_seen).order_by("pk"):
        if shift.kind == ClockShift.Kind.OUTAGE:
            _outlast(game, shift)
        else:
            given |= _take_gift(game, shift)
        game.shifts_seen = shift.pk
    return given


def give(game: Game, seconds: int) -> bool:
    """Add to the time on the clock, whether it runs or stands; return whether there is one."""
    if game.deadline is not None:
        game.deadline += timedelta(seconds=seconds)
    elif game.stopped_seconds is not None:
        game.stopped_seconds += seconds
    else:
        return False
    return True


def part_lost(
    outage: ClockShift | None, since: datetime | None, until: datetime | None
) -> timedelta:
    """Return how long what ran from `since`, to be up at `until`, ran in the outage.

    What was up before the outage began did not run any more.
    """
    if outage is None or since is None or until is None or until <= outage.began:
        return timedelta(0)
    return max(timedelta(0), outage.ended - max(outage.began, since))


def deadline_after(game: Game, outage: ClockShift | None) -> datetime | None:
    """Return the deadline as it is once the game has taken `outage`; nothing is changed."""
    lost = part_lost(outage, game.running_since, game.deadline)
    return game.deadline and game.deadline + lost


def _take_gift(game: Game, gift: ClockShift) -> bool:
    """Give what ran when the gift was made: a turn, a proposal. Return whether the turn got it."""
    if game.proposal_deadline is not None and _ran_already(game.proposed_at, gift):
        game.proposal_deadline += timedelta(seconds=gift.seconds)
    return _ran_already(game.turn_started_at, gift) and give(game, gift.seconds)


def _outlast(game: Game, outage: ClockShift) -> None:
    """Move what ran in the outage by the part of it in which it ran; then it runs on."""
    part = part_lost(outage, game.running_since, game.deadline)
    if part and game.deadline is not None:
        game.deadline += part
        game.running_since = outage.ended
    if game.proposal_deadline is not None:
        game.proposal_deadline += part_lost(outage, game.proposed_at, game.proposal_deadline)


def _ran_already(since: datetime | None, gift: ClockShift) -> bool:
    return since is not None and since <= gift.ended
