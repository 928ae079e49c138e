"""Games played again up to each of their positions."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings

from games.rules.errors import RulesError
from games.rules.notation.checking import IllegalTurn
from games.rules.notation.record import read_record
from games.rules.notation.replaying import replay
from games.rules.notation.writing import write_record
from games.rules.state import ARRANGING
from tests.rules.builders import play_out, random_game
from tests.rules.records import NAMES, random_record
from tests.rules.strategies import seeds


@settings(max_examples=25, deadline=None)
@given(seeds)
def test_a_position_of_a_running_game_is_that_of_its_record_in_the_end(seed: int) -> None:
    random = Random(seed)
    dealt = random_game(random)
    state, made, running = dealt.copy(), [], []
    for decision in play_out(state, random):
        made.append(decision)
        if state.phase != ARRANGING and random.random() < 0.05:
            running.append(write_record(dealt, made, players=NAMES[: len(dealt.kingdoms)]))
    whole = read_record(write_record(dealt, made, players=NAMES[: len(dealt.kingdoms)]))
    for record in map(read_record, running):
        at = len(record.turns)
        so_far, later = replay(record), replay(whole, at)
        assert so_far.steps == later.steps[:at]
        assert so_far.state == so_far.last == later.state


@settings(max_examples=25, deadline=None)
@given(seeds)
def test_each_position_follows_from_the_one_before_by_one_step(seed: int) -> None:
    state, value = random_record(Random(seed))
    record = read_record(value)
    whole = replay(record)
    assert whole.at == len(whole.steps) == len(record.turns)
    assert whole.last.kingdoms == state.kingdoms
    for at in (0, len(record.turns) // 2, len(record.turns)):
        short = replay(record._replace(turns=record.turns[:at]))
        assert replay(record, at).state == short.state
        assert whole.steps[:at] == short.steps


def test_a_step_tells_whose_turn_it_was_or_who_went_out() -> None:
    resigned = []
    for seed in range(12):
        _, value = random_record(Random(seed), players=3)
        for step in replay(read_record(value)).steps:
            if step.entry.startswith("resign"):
                resigned.append(step)
                assert step.seat == int(step.entry.split()[1])
            else:
                assert {event.seat for event in step.events if event.square >= 0} <= {step.seat}
    assert resigned


@pytest.mark.parametrize("beyond", [-1, 1, 10**30])
def test_there_is_no_position_before_the_first_or_after_the_last(beyond: int) -> None:
    _, value = random_record(Random(4))
    record = read_record(value)
    with pytest.raises(IndexError):
        replay(record, beyond if beyond < 0 else len(record.turns) + beyond)


def test_the_first_illegal_turn_is_named_whichever_position_is_asked_for() -> None:
    _, value = random_record(Random(5))
    record = read_record(value)
    spoiled = record._replace(turns=[*record.turns[:4], "take z9", *record.turns[4:]])
    with pytest.raises(IllegalTurn) as caught:
        replay(spoiled, 0)
    assert caught.value.number == 5
    assert isinstance(caught.value.why, RulesError)
