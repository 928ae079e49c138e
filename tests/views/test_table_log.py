"""What has happened, told at the table and marked on the boards."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.models import Game
from games.rules.moves import Move
from tests.builders import act, lay_kingdom, make_game, make_user, play_some
from tests.views.sitting import sit

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
SINCE = "Since your last turn"


@pytest.fixture
def people() -> list[User]:
    return [make_user("Ana"), make_user("Bo"), make_user("Cleo")]


@pytest.fixture
def game(people: list[User]) -> Game:
    """Nobody can claim anything: the turns go round one decision at a time."""
    game = make_game(*people)
    for seat in range(3):
        lay_kingdom(game, seat, "pfms", "hPMg", "sOFm", "feop")
    Game.objects.filter(pk=game.pk).update(discard="R", pile="R" * 11)
    return game


def order(game: Game) -> list[int]:
    return [(game.first_seat + step) % 3 for step in range(3)]


def test_new_is_what_came_after_the_own_last_turn(game: Game, people: list[User]) -> None:
    one, two, three = order(game)
    act(game, one, Move("take", 5))  # b2
    act(game, two, Move("draw"))
    act(game, two, Move("reveal", 0))  # a1
    act(game, three, Move("draw"))
    page = sit(game, people[one]).see()
    told = [f"{people[two].name} drew and discarded Dragon, and turned a1 over: Plain."]
    told.insert(0, f"{people[three].name} drew a card.")
    assert page.list_under(SINCE) == told
    before = page.list_under("Before")
    assert before[0] == f"{people[one].name} took Dragon from the Discard to b2; Plain came off."
    assert "changed" in page.kingdom(two)[0]
    assert sum("changed" in label for seat in range(3) for label in page.kingdom(seat)) == 1


def test_everything_is_new_before_the_first_turn(game: Game, people: list[User]) -> None:
    one, two, three = order(game)
    act(game, one, Move("take", 5))
    act(game, two, Move("take", 6))
    page = sit(game, people[three]).see()
    assert len([line for line in page.list_under(SINCE) if "took" in line]) == 2
    assert "changed" in page.kingdom(one)[5]
    assert "changed" in page.kingdom(two)[6]


def test_a_drawn_card_is_named_to_its_drawer_alone(game: Game, people: list[User]) -> None:
    one, two, _three = order(game)
    act(game, one, Move("draw"))
    name = people[one].name
    assert sit(game, people[one]).see().list_under(SINCE)[0] == f"{name} drew Dragon."
    assert sit(game, people[two]).see().list_under(SINCE)[0] == f"{name} drew a card."
    assert f"{name} drew a card." in sit(game).see().list_under("Just now")


def test_the_rest_of_the_log_is_one_link_away(people: list[User]) -> None:
    game = make_game(*people)
    play_some(game, 60)
    sitting = sit(game, people[0])
    page = sitting.see()
    assert page.one("a", id="whole-log")["href"] == f"{sitting.address}?log=all#log"
    whole = sitting.see("log=all")
    assert whole.all("a", id="whole-log") == []
    assert whole.html.count("<li><b>") > page.html.count("<li><b>")
    assert "All are ready" in whole.html


def test_names_are_escaped(people: list[User]) -> None:
    User.objects.filter(pk=people[0].pk).update(name="<i>Ana</i>")
    game = make_game(*User.objects.order_by("pk"))
    page = sit(game).see()
    assert page.all("i") == []
    assert "&lt;i&gt;Ana&lt;/i&gt;" in page.html
