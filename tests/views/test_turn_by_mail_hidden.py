"""The link to a turn tells nothing that its seat may not know, and what it costs in queries."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Game
from games.rules import moves as rules
from tests import situations
from tests.builders import NOW, act, make_game, make_user, play_some
from tests.exchange import exchange_hidden
from tests.views.link_holder import LinkHolder, holder, link_of, mail_player
from tests.views.visitors import browser_of

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
STRANGER, VISITOR = 8, 10  # queries: a session and its person more
OVER = 3
TURN = 24
Situation = Callable[[list[User]], Game]


@pytest.fixture
def people() -> list[User]:
    return [mail_player("Ana"), mail_player("Bo"), mail_player("Cy")]


@pytest.mark.parametrize("query", ["", "square=a1", "log=all", "resign=1"])
@pytest.mark.parametrize(
    "situation",
    [
        situations.in_action,
        situations.with_a_card_in_hand,
        situations.after_a_card_was_given_back,
        situations.after_a_reshuffle,
    ],
)
def test_the_page_is_the_same_with_hidden_cards_exchanged(
    people: list[User], situation: Situation, query: str
) -> None:
    game = situation(people)
    User.objects.update(email_proven_at=NOW, plays_by_mail_since=NOW)
    link = holder(game)
    with time_machine.travel(NOW, tick=False):
        before = link.see(query)
        exchange_hidden(Game.objects.get(pk=game.pk), game.active_seat)
        assert link.see(query).html == before.html
    assert before.status == 200


@pytest.mark.parametrize("seat", [0, 2])
def test_while_arranging_the_others_cards_lie_as_dealt(people: list[User], seat: int) -> None:
    game = situations.arranging(people)
    link = holder(game, seat)
    with time_machine.travel(NOW, tick=False):
        before = link.see()
        exchange_hidden(Game.objects.get(pk=game.pk), seat)
        assert link.see().html == before.html
    assert before.status == 200


def test_a_page_that_is_over_does_not_tell_them_either(people: list[User]) -> None:
    game = situations.in_action(people)
    link = holder(game)
    act(game, game.active_seat, rules.Move("draw"))
    act(game, game.active_seat, rules.Move("leave", detail="resigned"))
    before = link.see()
    exchange_hidden(Game.objects.get(pk=game.pk), None)
    assert link.see().html == before.html
    assert before.status == 410


def test_the_exchange_would_be_noticed(people: list[User]) -> None:
    """The drawn card is exchanged as if somebody else asked: its drawer's page differs."""
    game = situations.with_a_card_in_hand(people)
    link = holder(game)
    before = link.see().html
    exchange_hidden(Game.objects.get(pk=game.pk), 1 - min(game.active_seat, 1))
    assert link.see().html != before


# What it costs


def queries(link: LinkHolder, query: str = "") -> int:
    with CaptureQueriesContext(connection) as asked:
        link.see(query)
    return len(asked)


def test_players_and_log_cost_no_query_more() -> None:
    counts = set()
    for players, moves in ((2, 0), (4, 0), (2, 12), (4, 24)):
        game = make_game(*(mail_player() for _seat in range(players)))
        play_some(game, moves)
        game.refresh_from_db()
        assert game.is_running
        counts |= {queries(holder(game), query) for query in ("", "square=a1")}
    assert len(counts) == 1
    assert counts.pop() <= STRANGER


def test_somebody_signed_in_costs_what_tells_who_they_are(people: list[User]) -> None:
    game = make_game(*people)
    visitor = browser_of(make_user("Dee"))
    assert queries(holder(game, client=visitor)) <= VISITOR


def test_a_turn_that_is_over(people: list[User]) -> None:
    game = make_game(*people)
    link = LinkHolder(game, link_of(game, game.active_seat))
    play_some(game, 12)
    assert queries(link) <= OVER


def test_a_move(people: list[User]) -> None:
    game = make_game(*people)
    link = holder(game)
    with CaptureQueriesContext(connection) as asked:
        assert link.send("draw").status_code == 303
    assert len(asked) <= TURN


def test_an_unknown_link(people: list[User]) -> None:
    game = make_game(*people)
    link = holder(game)
    for path in (link.path[:-3] + "/", "/mail/turn/nonsense/"):
        assert queries(LinkHolder(game, path)) <= 1
