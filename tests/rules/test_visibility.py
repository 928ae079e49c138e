"""A view holds nothing hidden, and no number in it depends on a hidden card."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings

from games.rules.engine import play
from games.rules.kingdom import Kingdom
from games.rules.moves import Move
from games.rules.results import final_places, final_scores
from games.rules.rulings import latest
from games.rules.scoring import score
from games.rules.setup import new_game
from games.rules.state import ARRANGING, OVER, State
from games.rules.visibility import FACE_DOWN, view_for
from tests.rules.builders import play_out, positions, random_game, table
from tests.rules.strategies import seeds


def with_hidden_cards_moved(state: State, viewer: int | None, random: Random) -> State:
    """The same game to the viewer's eyes, with all it must not see somewhere else."""
    other = state.copy()
    hides_drawn = bool(state.drawn) and viewer != state.active
    hidden = [*state.pile, *(state.drawn if hides_drawn else "")]
    for kingdom in state.kingdoms:
        hidden += [cell.upper() for cell in kingdom.cells if cell.islower()]
    random.shuffle(hidden)
    for seat, kingdom in enumerate(other.kingdoms):
        cells = [hidden.pop().lower() if cell.islower() else cell for cell in kingdom.cells]
        other.kingdoms[seat] = Kingdom(cells)
        if state.phase == ARRANGING and seat != viewer:
            other.kingdoms[seat].arrange(random.sample(state.dealt[seat], 4))
    other.drawn = hidden.pop() if hides_drawn else state.drawn
    other.pile = hidden
    random.shuffle(other.legend_pile)
    other.discard[:-1] = random.sample(other.discard[:-1], len(other.discard[:-1]))
    other.reshuffle = lambda cards, number: cards[::-1]
    return other


@settings(max_examples=40, deadline=None)
@given(seeds)
def test_moving_hidden_cards_changes_no_view(seed: int) -> None:
    random = Random(seed)
    for state in positions(random_game(random), random):
        for viewer in (None, *range(len(state.kingdoms))):
            other = with_hidden_cards_moved(state, viewer, random)
            assert view_for(other, viewer) == view_for(state, viewer)


def test_a_drawn_card_is_seen_by_its_drawer_alone() -> None:
    state = table("pppp pppp pppp pppp", "pppp pppp pppp pppp", pile="HF")
    play(state, 0, Move("draw"))
    assert [view_for(state, viewer).drawn for viewer in (0, 1, None)] == ["H", "", ""]


def test_an_arrangement_is_seen_by_its_owner_alone_until_all_are_ready() -> None:
    state = new_game(seed=bytes(range(32)), players=2, rulings=latest())
    dealt, turned = state.dealt[0], state.dealt[0][::-1]
    play(state, 0, Move("arrange", detail=turned))

    def centre(viewer: int | None) -> str:
        cells = view_for(state, viewer).kingdoms[0].cells
        return "".join(cells[square] for square in (5, 6, 9, 10))

    assert [centre(viewer) for viewer in (0, 1, None)] == [turned, dealt, dealt]
    for seat in (0, 1):
        play(state, seat, Move("ready"))
    assert [centre(viewer) for viewer in (0, 1, None)] == [turned] * 3


def test_face_down_cards_are_unseen_and_score_nothing() -> None:
    state = table("Efpp pppp pppp pppp", "ffpp pppp pppp pppp")
    own = view_for(state, 0).kingdoms[0]
    assert own.cells == ("E", *FACE_DOWN * 15)
    assert own.scores == score(state.kingdoms[0], state.rulings, "rulebook")
    assert own.scores.total == 0


@settings(max_examples=20, deadline=None)
@given(seeds)
def test_a_game_that_is_over_shows_all_cards_scores_and_places(seed: int) -> None:
    random = Random(seed)
    state = random_game(random)
    for _ in play_out(state, random):
        assert all(own.place == 0 for own in view_for(state, None).kingdoms) != (
            state.phase == OVER
        )
    view = view_for(state, None)
    assert [own.place for own in view.kingdoms] == final_places(state)
    assert [own.scores for own in view.kingdoms] == final_scores(state)
    assert FACE_DOWN not in {cell for own in view.kingdoms for cell in own.cells}
    assert [own.left for own in view.kingdoms] == [
        dict(state.left).get(seat, "") for seat in range(len(view.kingdoms))
    ]
