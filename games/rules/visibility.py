"""What one pair of eyes may see of a game: the only shape that leaves the rules."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from .arranging import may_arrange
from .cards import squares_in
from .kingdom import Kingdom
from .legality import claimable, may_leave
from .ranking import places
from .rulings import Rulings
from .scoring import Scores, score
from .state import ACTION, ARRANGING, CLAIMING, OVER, PLACING, State

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
    rulings: Rulings  # those it began by
    ruleset: str  # one of theirs
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


class AllOpen(NamedTuple):
    """A game with all cards open."""

    view: View  # a watcher's, but a face-down card is the small letter of its kind
    pile: tuple[str, ...]  # kinds, the next one first
    legends: tuple[str, ...]  # ids of those to come, the next one first


def legal_for(state: State, seat: int | None) -> Legal:
    """What a seat may do now, as pages and bots are told; nothing for a watcher."""
    if seat is None:
        return Legal()
    phase = state.phase if seat == state.active else ""
    kingdom = state.kingdoms[seat]
    return Legal(
        arrange=may_arrange(state, seat),
        draw=phase == ACTION,
        take=squares_in(kingdom.open_to(state.discard[-1])) if phase == ACTION else (),
        keep=squares_in(kingdom.open_to(state.drawn)) if phase == PLACING else (),
        reveal=squares_in(kingdom.down) if phase == PLACING else (),
        claims=tuple(claimable(state, seat)),
        may_pass=phase == CLAIMING,
        leave=may_leave(state, seat),
    )


def view_for(state: State, seat: int | None) -> View:
    """The game as the player of a seat may see it, or a watcher (None).

    Face-down kinds, the piles' order, the seed, a card in another's hand and, while arranging,
    the others' arrangement are not in it, and no number in it depends on them.
    """
    over = state.phase == OVER
    shown = [_shown(state, number, seat) for number in range(len(state.kingdoms))]
    scores = [
        score(kingdom, state.rulings, state.ruleset, state.legends[number])
        for number, kingdom in enumerate(shown)
    ]
    ranks = places(scores, [number for number, _ in state.left]) if over else [0] * len(shown)
    why_left = dict(state.left)
    return View(
        seat=seat,
        rulings=state.rulings,
        ruleset=state.ruleset,
        phase=state.phase,
        active=state.active,
        first=state.first,
        turn_limit=state.turn_limit,
        leavers=state.leavers,
        drawn=state.drawn if seat == state.active else "",
        claimed=state.claimed,
        kingdoms=tuple(
            KingdomView(
                seat=number,
                cells=tuple(FACE_DOWN if cell.islower() else cell for cell in kingdom.cells),
                legends=tuple(state.legends[number]),
                scores=scores[number],
                place=ranks[number],
                turns=state.turns[number],
                ready=state.ready[number],
                bot=number in state.bots,
                left=why_left.get(number, ""),
            )
            for number, kingdom in enumerate(shown)
        ),
        pile_count=len(state.pile),
        discard_top=state.discard[-1] if state.discard else "",
        discard_count=len(state.discard),
        river=tuple(state.river),
        legend_count=len(state.legend_pile),
        legal=legal_for(state, seat),
        end=state.end,
    )


def all_open(state: State) -> AllOpen:
    """The game with nothing hidden, for games that were played to their end.

    Scores count what lies face up alone, as they did for those who played.
    """
    view = view_for(state, None)
    kingdoms = (
        replace(kingdom, cells=tuple(state.kingdoms[kingdom.seat].cells))
        for kingdom in view.kingdoms
    )
    return AllOpen(
        view=replace(view, kingdoms=tuple(kingdoms)),
        pile=tuple(reversed(state.pile)),
        legends=tuple(reversed(state.legend_pile)),
    )


def _shown(state: State, number: int, viewer: int | None) -> Kingdom:
    """A seat's Kingdom as the viewer sees it: while arranging, others see the cards as dealt."""
    kingdom = state.kingdoms[number]
    if state.phase != ARRANGING or number == viewer:
        return kingdom
    as_dealt = kingdom.copy()
    as_dealt.arrange(state.dealt[number])
    return as_dealt
