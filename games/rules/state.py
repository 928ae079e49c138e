"""A game as the rules see it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from .kingdom import Kingdom
from .rulings import Rulings

ARRANGING = "arranging"  # everybody lays out the four centre cards
ACTION = "action"  # the active seat has its action before it
PLACING = "placing"  # the active seat holds a drawn card
CLAIMING = "claiming"  # the action is done, a Legend may still be claimed
OVER = "over"

Reshuffle = Callable[[list[str], int], list[str]]
"""Takes the cards top first and the number of the reshuffle from 1; returns the pile top first."""


@dataclass(slots=True)
class State:
    """A whole game, hidden cards included. Only `visibility.view_for` may show it to anyone.

    Kinds are single letters of `cards.KINDS`; squares are 0–15 in reading order (a1 b1 … d4);
    seats are numbered from 0. Piles are lists whose LAST item is the top card.
    """

    rulings: Rulings  # those it began by
    ruleset: str  # one of theirs
    kingdoms: list[Kingdom]
    pile: list[str]
    discard: list[str]
    river: list[str]  # ids in place order, at most 8
    legend_pile: list[str]  # ids; the last one comes next
    reshuffle: Reshuffle = field(compare=False)
    first: int = 0
    leavers: str = "out"  # or "bot"
    turn_limit: int = 0  # turns a seat; 0: none
    bots: frozenset[int] = frozenset()  # seats that were bots from the start
    phase: str = ACTION
    active: int = 0
    drawn: str = ""  # the card in the active seat's hand
    claimed: str = ""  # the Legend claimed this turn
    reshuffles: int = 0  # how many there have been
    legends: list[list[str]] = field(
        default_factory=list
    )  # ids by owner seat, in order of claiming
    turns: list[int] = field(default_factory=list)  # turns ended by each seat
    ready: list[bool] = field(default_factory=list)  # while arranging
    dealt: list[str] = field(default_factory=list)  # four letters a seat: b2 c2 b3 c3 as drawn
    left: list[tuple[int, str]] = field(default_factory=list)  # (seat, why) in order of leaving
    end: str = ""  # why the game is over: explored, limit, alone, bots

    def copy(self) -> State:
        """An equal game that shares nothing changeable with this one."""
        twin = replace(self)
        twin.kingdoms = [kingdom.copy() for kingdom in self.kingdoms]
        twin.pile = self.pile[:]
        twin.discard = self.discard[:]
        twin.river = self.river[:]
        twin.legend_pile = self.legend_pile[:]
        twin.legends = [owned[:] for owned in self.legends]
        twin.turns = self.turns[:]
        twin.ready = self.ready[:]
        twin.dealt = self.dealt[:]
        twin.left = self.left[:]
        return twin

    def seats_out(self) -> set[int]:
        """The seats that went out, under either way to treat leavers."""
        return {seat for seat, _ in self.left}
