"""The deal of a seed and the game that starts from it (RULES *Setup*)."""

from __future__ import annotations

from typing import NamedTuple

from .cards import CENTRE, KINDS, OUTER, SQUARES
from .chance import SEED_BYTES, reshuffling, shuffle
from .errors import RulesError
from .kingdom import Kingdom
from .legends import LEGEND_IDS, RIVER_SIZE
from .rulesets import DEFAULT
from .rulings import Rulings
from .state import ARRANGING, State


class Deal(NamedTuple):
    """All that chance decides before the first turn."""

    kingdoms: list[Kingdom]
    pile: str  # top card first; the first one becomes the Discard
    legends: list[str]  # all 15; the first 8 are the River
    first: int  # seat


def deal(seed: bytes, players: int, rulings: Rulings) -> Deal:
    """Deal for so many players; raises players-count or seed-length."""
    if players not in rulings.copies:
        raise RulesError("players-count", players=players)
    if len(seed) != SEED_BYTES:
        raise RulesError("seed-length")
    copies = rulings.copies[players]
    cards = shuffle(seed, [kind for kind in KINDS for _ in range(copies)], "bases")
    centres: list[list[str]] = []
    surplus: list[str] = []
    for _ in range(players):
        held: list[str] = []
        while len(held) < len(CENTRE):
            card = cards.pop(0)
            (surplus if card in held else held).append(card)
        centres.append(held)
    cards = shuffle(seed, cards + surplus, "kingdoms")
    kingdoms = []
    for held in centres:
        cells = [""] * len(SQUARES)
        for square, kind in zip(CENTRE, held, strict=True):
            cells[square] = kind
        for square in OUTER:
            cells[square] = cards.pop(0).lower()
        kingdoms.append(Kingdom(cells))
    return Deal(
        kingdoms=kingdoms,
        pile="".join(cards),
        legends=shuffle(seed, LEGEND_IDS, "legends"),
        first=shuffle(seed, range(players), "first")[0],
    )


def new_game(
    *,
    seed: bytes,
    players: int,
    rulings: Rulings,
    ruleset: str = DEFAULT,
    first: int | None = None,
    leavers: str = "out",
    turn_limit: int = 0,
    bots: frozenset[int] = frozenset(),
) -> State:
    """A game dealt from a seed, with every seat about to arrange its four centre cards.

    It goes by these `rulings` to its end, and so does its record.
    `first` is a seat where the table asks for the oldest account, None where the seed decides;
    `turn_limit` is in turns a seat, 0 for none; `bots` are the seats that are bots from the start.
    Raises RulesError for an option that does not exist.
    """
    dealt = deal(seed, players, rulings)
    seats = range(players)
    if first is not None and first not in seats:
        raise RulesError("no-such-seat", seat=first)
    if not bots <= {*seats}:
        raise RulesError("no-such-seat", seat=max(bots))
    if leavers not in ("out", "bot"):
        raise RulesError("no-such-leavers", leavers=leavers)
    if turn_limit < 0:
        raise RulesError("turn-limit")
    return State(
        rulings=rulings,
        ruleset=rulings.ruleset(ruleset).id,
        kingdoms=dealt.kingdoms,
        pile=[*reversed(dealt.pile)],
        discard=[],
        river=dealt.legends[:RIVER_SIZE],
        legend_pile=dealt.legends[: RIVER_SIZE - 1 : -1],
        reshuffle=reshuffling(seed),
        first=dealt.first if first is None else first,
        active=dealt.first if first is None else first,
        leavers=leavers,
        turn_limit=turn_limit,
        bots=bots,
        phase=ARRANGING,
        legends=[[] for _ in seats],
        turns=[0] * players,
        ready=[False] * players,
        dealt=[kingdom.centre() for kingdom in dealt.kingdoms],
    )
