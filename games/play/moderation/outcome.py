"""What became of a report, as far as whoever made it may know."""

from __future__ import annotations

from enum import StrEnum

from games.models import Report


class Outcome(StrEnum):
    """What a reporter is told; which measure was taken is between moderators and the other."""

    OPEN = "open"
    NOTHING = "nothing"
    MEASURE = "measure"
    GONE = "gone"
    UPHELD = "upheld"  # of an appeal
    LIFTED = "lifted"  # of an appeal


_OUTCOMES = {
    "": Outcome.OPEN,
    Report.Decision.DISMISSED: Outcome.NOTHING,
    Report.Decision.GONE: Outcome.GONE,
    Report.Decision.UPHELD: Outcome.UPHELD,
    Report.Decision.LIFTED: Outcome.LIFTED,
}


def outcome_of(decision: str) -> Outcome:
    """Return what a reporter is told of a Report.Decision, or of none so far ("")."""
    return _OUTCOMES.get(decision, Outcome.MEASURE)
