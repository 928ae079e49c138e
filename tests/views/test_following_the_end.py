"""A page goes on following its table for a while when the game is over: what may come of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Game
from games.play.invitations import decline
from games.play.lobby import join, leave_table
from games.play.ratings.counting import count_results
from games.play.rematch import offer
from games.rules.moves import Move
from tests.builders import NOW, SEED, act, make_game, make_user
from tests.views.sitting import Sitting, sit
from tests.views.table_reader import TablePage

pytestmark = pytest.mark.django_db
POLL = 3


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as clock:
        yield clock


@pytest.fixture
def people() -> list[User]:
    return [make_user("Ana"), make_user("Bo"), make_user("Cy")]


@pytest.fixture
def game(people: list[User]) -> Game:
    """A rated game that Ana has won."""
    game = make_game(*people, rated=True)
    for seat in (1, 2):
        act(game, seat, Move("leave", detail="resigned"))
    return Game.objects.get(pk=game.pk)


@pytest.fixture
def ana(game: Game, people: list[User]) -> Sitting:
    return sit(game, people[0])


def asks(page: TablePage) -> str:
    """With what a page asks what is new; "" when it does not."""
    return page.one(id="table").attributes.get("data-poll", "").partition("?")[2]


def ask(game: Game, user: User) -> Game:
    return offer(game_id=game.pk, user=user, seed=SEED, now=NOW)


def come(table: Game, *users: User) -> None:
    for user in users:
        join(game_id=table.pk, user=user, seed=SEED, now=NOW)


def told(sitting: Sitting, query: str) -> tuple[str, str]:
    """What is read out when the page asks so, and how it asks from then on."""
    part = sitting.poll(query)
    assert part.status == 200
    after = asks(part)
    assert after and after != query
    assert sitting.poll(after).status == 204
    return part.one(id="told").words, after


def test_while_nothing_comes_it_costs_no_more_than_before_the_end(ana: Sitting) -> None:
    query = asks(ana.see())
    with CaptureQueriesContext(connection) as queries:
        assert ana.poll(query).status == 204
    assert len(queries) == POLL


def test_each_answer_to_a_rematch_is_told_once(
    game: Game, ana: Sitting, people: list[User]
) -> None:
    _ana, bo, cy = people
    query = asks(ana.see())
    table = ask(game, bo)
    says, query = told(ana, query)
    assert says.startswith("Bo asks you for a rematch.")
    come(table, cy)
    assert told(ana, query)[0] == "Bo asks you for a rematch."
    query = asks(ana.see())
    decline(game_id=table.pk, user=people[0], now=NOW)
    assert told(ana, query)[0] == "You have declined the rematch."


def test_who_has_asked_reads_who_declines_and_who_comes(
    game: Game, ana: Sitting, people: list[User]
) -> None:
    ana_, bo, cy = people
    table = ask(game, ana_)
    query = asks(ana.see())
    decline(game_id=table.pk, user=cy, now=NOW)
    says, query = told(ana, query)
    assert says == "The rematch waits for Bo. Declined: Cy."
    come(table, bo, cy)
    part = ana.poll(query)
    assert part.one(id="told").words == "The rematch has begun."
    link = part.one(id="to-rematch")
    assert link["href"] == table.get_absolute_url()
    assert "primary" in link["class"]


def test_the_moves_of_a_rematch_are_no_news_its_end_is(
    game: Game, ana: Sitting, people: list[User]
) -> None:
    table = ask(game, people[0])
    come(table, *people[1:])
    query = asks(ana.see())
    act(table, 0, Move("ready"))
    assert ana.poll(query).status == 204
    for seat in (1, 2):
        act(table, seat, Move("leave", detail="resigned"))
    assert told(ana, query)[0] == "The rematch is over."


def test_one_that_is_withdrawn_and_asked_for_anew_is_told_both_times(
    game: Game, ana: Sitting, people: list[User]
) -> None:
    table = ask(game, people[1])
    query = asks(ana.see())
    leave_table(game_id=table.pk, user=people[1], now=NOW)
    says, none = told(ana, query)
    assert says.startswith("Nobody asks for a rematch any more. Play again with Bo and Cy")
    ask(game, people[1])
    assert told(ana, query)[0] == "Bo asks you for a rematch."
    assert told(ana, none)[0] == "Bo asks you for a rematch."


def test_a_rating_counted_later_is_told_to_whom_it_is(ana: Sitting) -> None:
    page = ana.see()
    assert "What it did is shown here in a moment." in page.html
    count_results(NOW, most=9)
    says, _query = told(ana, asks(page))
    assert says.startswith("Your rating: 1500? → ")


def test_the_end_itself_is_told_once(people: list[User]) -> None:
    game = make_game(*people[:2])
    ana = sit(game, people[0])
    query = asks(ana.see())
    act(game, 1, Move("leave", detail="resigned"))
    says, query = told(ana, query)
    assert says.count("You win with") == 1
    ask(game, people[1])
    assert told(ana, query)[0] == "Bo asks you for a rematch."


def test_after_an_hour_it_stops(ana: Sitting, clock: time_machine.Traveller) -> None:
    query = asks(ana.see())
    clock.shift(timedelta(minutes=59))
    assert ana.poll(query).status == 204
    clock.shift(timedelta(minutes=1))
    last = ana.poll(query)
    assert (last.status, last.html) == (286, "")
    assert asks(ana.see()) == ""


def test_but_not_while_a_rematch_is_open(
    game: Game, ana: Sitting, people: list[User], clock: time_machine.Traveller
) -> None:
    table = ask(game, people[1])
    clock.shift(timedelta(days=3))
    query = asks(ana.see())
    assert ana.poll(query).status == 204
    come(table, people[0], people[2])
    last = ana.poll(query)
    assert (last.status, asks(last)) == (286, "")
    assert last.one(id="told").words == "The rematch has begun."


@pytest.mark.parametrize("reader", [make_user, lambda: None])
def test_watchers_pages_stop_at_the_end(game: Game, reader: Callable[[], User | None]) -> None:
    watching = sit(game, reader())
    assert asks(watching.see()) == ""
    part = watching.poll("v=0&page=table&seat=&after=c.x")
    assert (part.status, asks(part)) == (286, "")


@pytest.mark.parametrize("after", ["", "x", ".", "c", "c.begun", "%00", "9" * 3000])
def test_nonsense_is_answered_with_the_table(ana: Sitting, game: Game, after: str) -> None:
    part = ana.poll(f"v={game.version}&page=table&seat=0&after={after}")
    assert part.status == (204 if after == "." else 200)


def test_rematch_and_players_cost_no_query_more(people: list[User]) -> None:
    counts = set()
    for players in (people[:2], [*people, make_user()]):
        game = make_game(*players)
        for seat in range(1, len(players)):
            act(game, seat, Move("leave", detail="resigned"))
        table = ask(game, players[0])
        sitting = sit(game, players[0])
        query = asks(sitting.see())
        with CaptureQueriesContext(connection) as queries:
            assert sitting.poll(query).status == 204
        assert len(queries) == POLL
        decline(game_id=table.pk, user=players[-1], now=NOW)
        with CaptureQueriesContext(connection) as queries:
            assert sitting.poll(query).status == 200
        counts.add(len(queries))
    assert len(counts) == 1
