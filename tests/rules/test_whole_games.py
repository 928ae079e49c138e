"""Random whole games, with every option: what holds from the deal to the places."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import given, settings

from games.rules.cards import KINDS
from games.rules.chance import shuffle
from games.rules.engine import apply
from games.rules.legends import LEGEND_IDS, RIVER_SIZE
from games.rules.ranking import places
from games.rules.results import final_places, final_scores
from games.rules.state import ARRANGING, OVER, PLACING, State
from tests.rules.builders import play_out, positions, random_game
from tests.rules.strategies import seeds

whole_games = settings(max_examples=40, deadline=None)


def all_cards(state: State) -> Counter[str]:
    cards = Counter([*state.pile, *state.discard, *state.drawn])
    for kingdom in state.kingdoms:
        cards.update("".join(kingdom.cells).upper())
    return cards


@whole_games
@given(seeds)
def test_cards_are_conserved(seed: int) -> None:
    random = Random(seed)
    game = random_game(random)
    in_play = dict.fromkeys(KINDS, game.rulings.copies[len(game.kingdoms)])
    for state in positions(game, random):
        assert all_cards(state) == in_play
        owned = [name for names in state.legends for name in names]
        assert sorted(state.river + state.legend_pile + owned) == list(LEGEND_IDS)
        assert len(state.river) == RIVER_SIZE or not state.legend_pile


@whole_games
@given(seeds)
def test_replay_of_the_decisions_equals_the_game(seed: int) -> None:
    random = Random(seed)
    start = random_game(random)
    state = start.copy()
    replayed = start
    for seat, move in play_out(state, random):
        before = replayed.copy()
        after, _ = apply(replayed, seat, move)
        assert replayed == before
        replayed = after
    assert replayed == state


@whole_games
@given(seeds)
def test_between_turns_a_draw_pile_and_a_discard_lie_there(seed: int) -> None:
    random = Random(seed)
    for state in positions(random_game(random), random):
        if state.phase not in (ARRANGING, OVER):
            assert state.discard
            assert state.pile or state.phase == PLACING
        assert bool(state.drawn) == (state.phase == PLACING)


@whole_games
@given(seeds)
def test_a_game_ends_as_the_rules_say(seed: int) -> None:
    random = Random(seed)
    state = random_game(random)
    out: set[int] = set()
    active = state.active
    for _ in play_out(state, random, leaving=0.03):
        if state.phase != OVER:
            out, active = state.seats_out(), state.active
            assert all(kingdom.down for kingdom in state.kingdoms)
            assert not (state.leavers == "out" and active in out and state.phase != ARRANGING)
    assert all(kingdom.down == 0 for kingdom in state.kingdoms)
    stayed = {*range(len(state.kingdoms))} - state.seats_out()
    if state.end == "alone":
        assert len(stayed) == 1
    elif state.end == "bots":
        assert stayed <= state.bots
    elif state.end == "limit":
        assert state.turn_limit in state.turns
    else:
        assert state.end == "explored"
    assert state.turn_limit == 0 or max(state.turns) <= state.turn_limit


@whole_games
@given(seeds)
def test_everybody_gets_a_place(seed: int) -> None:
    random = Random(seed)
    state = random_game(random)
    for _ in play_out(state, random, leaving=0.03):
        pass
    scores, ranks = final_scores(state), final_places(state)
    left = [seat for seat, _ in state.left]
    stayed = [seat for seat in range(len(scores)) if seat not in left]
    assert [ranks[seat] for seat in stayed] == places([scores[seat] for seat in stayed])
    # Those who left hold the last places, one each, the first to leave the very last.
    assert [ranks[seat] for seat in left] == [*range(len(scores), len(stayed), -1)]


def test_every_way_to_end_comes_up() -> None:
    ends = set()
    for seed in range(60):
        random = Random(seed)
        state = random_game(random)
        for _ in play_out(state, random, leaving=0.02):
            pass
        ends.add(state.end)
    assert ends == {"explored", "limit", "alone", "bots"}


def test_each_reshuffle_follows_from_the_seed_and_its_number() -> None:
    numbers = set()
    for number in range(12):
        random = Random(number)
        seed = random.randbytes(32)
        state = random_game(random, seed=seed, players=2, turn_limit=0)
        discard: list[str] = []
        reshuffles = 0
        for _ in play_out(state, random, leaving=0.0):
            if state.reshuffles > reshuffles:
                # What the action put down is the Discard now; all that lay below was shuffled.
                reshuffles = state.reshuffles
                cards = discard[::-1]
                assert state.pile[::-1] == shuffle(seed, cards, f"reshuffle-{reshuffles}")
                numbers.add(reshuffles)
            discard = state.discard[:]
    assert {1, 2, 3} <= numbers
