"""Laying out the four centre cards before the first turn."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.models import Game
from games.rules.moves import Move
from games.words import kind_name
from tests.builders import act, make_game, make_user
from tests.views.sitting import Sitting, sit

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
CENTRE = ["b2", "c2", "b3", "c3"]


@pytest.fixture
def people() -> list[User]:
    return [make_user("Ana"), make_user("Bo"), make_user("Cleo")]


@pytest.fixture
def game(people: list[User]) -> Game:
    return make_game(*people, arranged=False)


@pytest.fixture
def ana(game: Game, people: list[User]) -> Sitting:
    return sit(game, people[0])


def dealt(game: Game, seat: int) -> str:
    return game.seats.get(number=seat).dealt


def label(square: str, kind: str) -> str:
    return f"{square}, {kind_name(kind)}, face up"


def test_the_four_centre_squares_are_buttons(game: Game, ana: Sitting) -> None:
    page = ana.see()
    assert page.buttons == dict.fromkeys(CENTRE, "choose")
    assert page.acts == ["ready"]
    assert page.says.startswith("Lay out your four centre cards")
    assert page.one("title").words.startswith("(1) ● Your turn")


def test_a_chosen_card_trades_places_with_another(game: Game, ana: Sitting) -> None:
    first, second, third, fourth = list(dealt(game, 0))
    page = ana.see("square=b2")
    assert page.says == (
        f"{kind_name(first)} on b2 is chosen: choose the card it trades places with."
    )
    assert page.buttons == {"b2": "choose", "c2": "swap", "b3": "swap", "c3": "swap"}
    swap = page.square("c3")
    assert swap["name"] == "detail"
    after = ana.do("arrange", detail=swap["value"], version="")
    assert after.status == 200
    order = [fourth, second, third, first]
    assert [after.square(name)["aria-label"] for name in CENTRE] == [
        label(name, kind) for name, kind in zip(CENTRE, order, strict=True)
    ]


def test_the_others_see_the_cards_as_dealt(game: Game, ana: Sitting, people: list[User]) -> None:
    as_dealt = dealt(game, 0)
    ana.do("arrange", detail=as_dealt[::-1])
    for user in (people[1], None):
        page = sit(game, user).see()
        centre = [page.kingdom(0)[square] for square in (5, 6, 9, 10)]
        assert centre == [label(*pair) for pair in zip(CENTRE, as_dealt, strict=True)]
        assert "laid out" not in page.html


def test_who_is_ready_is_seen(game: Game, ana: Sitting, people: list[User]) -> None:
    page = ana.do("ready")
    assert page.says == "Waiting until all are ready: Bo, Cleo."
    assert page.buttons == {}
    seats = [element.words for element in sit(game, people[1]).see().all("li", class_="seat")]
    assert sum("ready" in words for words in seats) == 1
    assert sum("arranging" in words for words in seats) == 2


def test_ready_stands(game: Game, ana: Sitting) -> None:
    ana.do("ready")
    for act_again, detail in (("ready", ""), ("arrange", dealt(game, 0))):
        page = ana.do(act_again, detail=detail)
        assert page.status == 422
        assert page.refusal.startswith("You have said that you are ready")


def test_cards_that_are_not_ones_own_are_refused(game: Game, ana: Sitting) -> None:
    page = ana.do("arrange", detail="RRRR")
    assert page.status == 422
    assert page.refusal == ("The four cards on the centre squares must be those you were dealt.")


def test_arranging_does_not_mind_that_others_arrange(game: Game, ana: Sitting) -> None:
    seen = ana.version
    act(game, 1, Move("arrange", detail=dealt(game, 1)[::-1]))
    assert ana.do("arrange", detail=dealt(game, 0)[::-1], version=seen).status == 200
    assert ana.do("ready", version=seen).status == 200


def test_the_last_one_ready_begins_the_game(game: Game, ana: Sitting, people: list[User]) -> None:
    for seat in (1, 2):
        act(game, seat, Move("ready"))
    page = ana.do("ready")
    first = people[game.first_seat].name
    assert page.says in {f"{first} is to play."} or page.says.startswith("Your turn")
    assert f"All are ready: {first} has the first turn" in page.html.replace("<b>", "").replace(
        "</b>", ""
    )
