"""Playing a record by the rules, from its deal to its places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from games.rules.errors import RulesError
from games.rules.legends import RIVER_SIZE
from games.rules.moves import Event
from games.rules.results import final_places, final_scores
from games.rules.scoring import Scores
from games.rules.state import OVER, State

from .record import Record, read_record
from .seeded import check_deal, recorded_reshuffles
from .turns import Turn, play_turn, read_turn


class Outcome(NamedTuple):
    """What follows from a record; both empty for a game that is not over."""

    scores: list[Scores]
    places: list[int]


class IllegalTurn(Exception):
    """The first turn of a record that is not legal, numbered from 1, and why."""

    def __init__(self, number: int, why: RulesError) -> None:
        super().__init__(number, why)
        self.number = number
        self.why = why


def check_record(value: object) -> Outcome:
    """Check a record's JSON value from end to end and tell what follows from it.

    Raises IllegalTurn for the first turn that is not legal, RulesError for all else that is wrong:
    shape, cards, chance, reshuffles left over, scores, places. A game that is not over claims
    nothing: what it holds after its last turn is not looked at.
    """
    return check(read_record(value))


def check(record: Record) -> Outcome:
    """Check a record that has been read, as `check_record` does."""
    check_deal(record)
    state = start(record)
    for _turn, _events in play_turns(state, record.turns):
        pass
    if state.phase != OVER:
        return Outcome([], [])
    if state.reshuffles < len(record.reshuffles):
        raise RulesError("reshuffles-left-over", number=state.reshuffles + 1)
    outcome = Outcome(final_scores(state), final_places(state))
    if "scores" in record.results:
        _check_scores(record, outcome.scores)
    if "places" in record.results and _differ(record.results["places"], outcome.places):
        raise RulesError("wrong-places", right=outcome.places)
    return outcome


def play_turns(state: State, entries: Iterable[object]) -> Iterator[tuple[Turn, list[Event]]]:
    """Play the entries of a record's `turns` in place; yield each with what happened by it.

    Raises IllegalTurn for the first that is not legal.
    """
    for number, text in enumerate(entries, 1):
        try:
            if state.phase == OVER:
                raise RulesError("game-over")
            turn = read_turn(text)
            events = play_turn(state, turn)
        except RulesError as why:
            raise IllegalTurn(number, why) from why
        yield turn, events


def start(record: Record) -> State:
    """The game of a record as its first turn begins."""
    seats = range(len(record.players))
    return State(
        rulings=record.rulings,
        ruleset=record.ruleset,
        kingdoms=[kingdom.copy() for kingdom in record.kingdoms],
        pile=[*reversed(record.pile)],
        discard=[*reversed(record.discard)],
        river=record.legends[:RIVER_SIZE],
        legend_pile=record.legends[: RIVER_SIZE - 1 : -1],
        reshuffle=recorded_reshuffles(record),
        first=record.first,
        active=record.first,
        leavers=record.leavers,
        turn_limit=record.turn_limit,
        bots=record.bots,
        legends=[[] for _ in seats],
        turns=[0 for _ in seats],
        ready=[True for _ in seats],
        dealt=[kingdom.centre() for kingdom in record.kingdoms],
    )


def score_object(scores: Scores) -> dict[str, int]:
    """Scores as a record tells them, with their total."""
    return {**scores._asdict(), "total": scores.total}


def _check_scores(record: Record, right: list[Scores]) -> None:
    told = record.results["scores"]
    if not isinstance(told, list) or len(told) != len(right):
        raise RulesError("wrong-value", key="scores")
    for seat, (found, scores) in enumerate(zip(told, right, strict=True)):
        if not isinstance(found, dict):
            raise RulesError("wrong-value", key="scores")
        for category, points in score_object(scores).items():
            if _differ(found.get(category), points):
                player = record.players[seat].strip() or seat
                raise RulesError("wrong-scores", player=player, category=category, right=points)


def _differ(told: object, right: int | list[int]) -> bool:
    """Whether a JSON value is not this: `true` and `1.0` are not the number 1."""
    if isinstance(right, list):
        return (
            not isinstance(told, list) or len(told) != len(right) or any(map(_differ, told, right))
        )
    return type(told) is not int or told != right
