"""What one pair of eyes may see of a game: the only shape that leaves the rules."""

from __future__ import annotations

from dataclasses import dataclass

from .scoring import Scores

FACE_DOWN = "?"


@dataclass(frozen=True, slots=True)
class Legal:
    """What the viewer's seat may do now; all empty for a watcher or when it is not its turn.

    Squares are 0–15. Depends on nothing hidden.
    """

    arrange: bool = False  # may lay out its centre cards and say ready
    draw: bool = False
    take: tuple[int, ...] = ()
    keep: tuple[int, ...] = ()
    reveal: tuple[int, ...] = ()
    claims: tuple[str, ...] = ()  # ids in River order
    may_pass: bool = False
    leave: bool = False


@dataclass(frozen=True, slots=True)
class KingdomView:
    """One seat's part of the table."""

    seat: int
    cells: tuple[str, ...]  # 16 in reading order: a letter of KINDS, or FACE_DOWN
    legends: tuple[str, ...]  # ids owned, in order of claiming
    scores: Scores  # of the cards in `cells` alone
    place: int  # 0 while the game runs
    turns: int  # turns ended
    ready: bool
    bot: bool  # from the start
    left: str  # "": still in; else resigned, timeout, removed


@dataclass(frozen=True, slots=True)
class View:
    """A game as `seat` (None: a watcher) may see it."""

    seat: int | None
    ruleset: str
    phase: str
    active: int
    first: int
    turn_limit: int
    leavers: str
    drawn: str  # the card in hand, for its drawer alone; "" for all others
    claimed: str
    kingdoms: tuple[KingdomView, ...]  # by seat number
    pile_count: int
    discard_top: str  # "" before the game begins
    discard_count: int
    river: tuple[str, ...]
    legend_count: int  # face-down Legends left
    legal: Legal
    end: str
