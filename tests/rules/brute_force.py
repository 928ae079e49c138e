"""The score counted the slow way, card by card as RULES tells it: no sets of bits, no tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from games.rules.legends import LEGENDS
from games.rules.rulesets import Ruleset
from games.rules.rulings import Rulings

Square = tuple[int, int]
Board = dict[Square, str]
TRIBES_BUT_GOBLINS = "HED"


def board(cells: str) -> Board:
    """Face-up cards by column and row."""
    return {(number % 4, number // 4): kind for number, kind in enumerate(cells) if kind.isupper()}


def sides(square: Square) -> set[Square]:
    """The squares that share a side with this one."""
    x, y = square
    return {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)}


def portal_groups(cards: Board) -> list[set[Square]]:
    """Portals that share sides, together."""
    groups: list[set[Square]] = []
    for square in (square for square, kind in cards.items() if kind == "O"):
        joined = [group for group in groups if any(sides(square) & {other} for other in group)]
        groups = [group for group in groups if group not in joined]
        groups.append({square}.union(*joined))
    return groups


def connected(cards: Board, one: Square, other: Square) -> bool:
    """Whether two cards are connected, Goblins' trouble with Portals included."""
    if other in sides(one):
        return True
    kinds = cards[one] + cards[other]
    if "G" in kinds and kinds.replace("G", "", 1) not in tuple(TRIBES_BUT_GOBLINS):
        return False
    return any(sides(one) & group and sides(other) & group for group in portal_groups(cards))


def pairs(cards: Board, kinds: str, others: str) -> Iterator[tuple[Square, Square]]:
    """Connected pairs of a card of `kinds` and one of `others`; each once if both are the same."""
    for one, kind in cards.items():
        for other, other_kind in cards.items():
            if kind not in kinds or other_kind not in others or one == other:
                continue
            if other_kind in kinds and kind in others and other < one:
                continue
            if connected(cards, one, other):
                yield one, other


def count(cards: Board, kinds: str, others: str) -> int:
    """How many such pairs there are."""
    return len([*pairs(cards, kinds, others)])


def scores(cells: str, rulings: Rulings, ruleset: str, legends: list[str]) -> tuple[int, ...]:
    """The seven categories of the face-up cards."""
    cards = board(cells)
    conflicts = count(cards, "G", "HED") + count(cards, "D", "E")
    if rulings.rulesets[ruleset].feud:
        conflicts += sum(other in sides(one) for one, other in pairs(cards, "G", "G"))
    return (
        2 * count(cards, "E", "F") - count(cards, "E", "S"),
        2 * count(cards, "D", "M"),
        2 * count(cards, "H", "P") + count(cards, "H", "FM") - count(cards, "H", "S"),
        3 * sum(other in sides(one) for one, other in pairs(cards, "G", "S")),
        dragons(cards, rulings.rulesets[ruleset]),
        sum(rulings.harmony[name] for name in legends),
        -2 * conflicts,
    )


def dragons(cards: Board, rules: Ruleset) -> int:
    """Each Dragon's value: tamed ones fill the three rows first, then wild, then surplus."""
    all_dragons = [square for square, kind in cards.items() if kind == "R"]
    tamed = [
        any(
            sum(kind == tribe and connected(cards, square, other) for other, kind in cards.items())
            >= 2
            for tribe in TRIBES_BUT_GOBLINS
        )
        for square in all_dragons
    ]
    row = min(len(all_dragons), 3) - 1
    points = 0
    for number, is_tamed in enumerate(sorted(tamed, reverse=True)):
        if number >= 3:
            points += rules.surplus
        else:
            points += rules.tamed[row] if is_tamed else rules.wild[row]
    return points


def fulfilled(cells: str) -> list[str]:
    """The Legends that the face-up cards fulfil, sorted."""
    cards = board(cells)
    return sorted(name for name, row in LEGENDS.items() if CONDITIONS[row.family](cards, row.kinds))


def _terrain(cards: Board, kind: str) -> bool:
    for start in (square for square, other in cards.items() if other == kind):
        group = {start}
        while more := {
            other
            for one in group
            for other, other_kind in cards.items()
            if other_kind == kind and other not in group and connected(cards, one, other)
        }:
            group |= more
        if len(group) >= 3:
            return True
    return False


def _battle(cards: Board, kinds: str) -> bool:
    met = [*pairs(cards, kinds[0], kinds[1])]
    return any(len({pair[side] for pair in met}) >= 2 for side in (0, 1))


CONDITIONS: dict[str, Callable[[Board, str], bool]] = {
    "tribe": lambda cards, kind: count(cards, kind, kind) > 0,
    "terrain": _terrain,
    "alliance": lambda cards, kinds: count(cards, kinds[0], kinds[1]) > 0,
    "battle": _battle,
    "four-tribes": lambda cards, kinds: {*kinds} <= {*cards.values()},
}
