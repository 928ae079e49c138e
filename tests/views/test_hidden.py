"""No answer of the table depends on a card that its reader may not see.

Every answer is made twice: from the game as it is, and from the same game with all that is hidden
exchanged (face-down cards, draw pile, Legend pile, seed, a card in another's hand, another's
arrangement). Both must be the same, byte by byte, but for tokens against forgery.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
import time_machine
from django.db import transaction
from django.test import Client

from accounts.models import User
from games.models import Game
from tests.builders import NOW, make_game, make_user, play_some
from tests.exchange import exchange_hidden
from tests.situations import (
    after_a_card_was_given_back,
    after_a_reshuffle,
    arranging,
    in_action,
    with_a_card_in_hand,
)
from tests.views.sitting import HTMX
from tests.views.visitors import browser_of

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_moment"), pytest.mark.sqlite]
TOKEN = re.compile(rb'(csrfmiddlewaretoken" value="|X-CSRFToken&quot;: &quot;|X-CSRFToken": ")\w+')

Answer = tuple[int, bytes]


@pytest.fixture
def one_moment() -> Iterator[None]:
    """Pages tell the time that is left: all of them are made at the same moment."""
    with time_machine.travel(NOW + timedelta(hours=1), tick=False):
        yield


@pytest.fixture
def people() -> list[User]:
    return [make_user("Ana"), make_user("Bo"), make_user("Cleo")]


def readers(people: list[User]) -> Iterator[tuple[int | None, Client]]:
    """Each seat, a watcher with an account, one without."""
    for seat, user in enumerate(people):
        yield seat, browser_of(user)
    yield None, browser_of(make_user())
    yield None, Client()


def answers(game: Game, seat: int | None, client: Client) -> dict[str, Answer]:
    """Every kind of answer the table gives this browser, moves undone again."""
    address, version = game.get_absolute_url(), game.version
    poll = f"{address}poll/?page=table&seat={'' if seat is None else seat}"
    nonsense = {"act": "claim", "detail": "nonsense", "version": version}
    late = {"act": "draw", "version": version - 1}
    asked: dict[str, Callable[[], object]] = {
        "page": lambda: client.get(address),
        "part": lambda: client.get(f"{address}?square=a1", headers=HTMX),
        "whole log": lambda: client.get(f"{address}?log=all", headers=HTMX),
        "head": lambda: client.head(f"{address}?square=b2"),
        "poll": lambda: client.get(f"{poll}&v={version - 1}", headers=HTMX),
        "refused": lambda: client.post(address, nonsense, headers=HTMX),
        "stale": lambda: client.post(address, late),
        "no move": lambda: client.post(address, {"act": "fly"}, headers=HTMX),
    }
    return {name: _undone(ask, client) for name, ask in asked.items()}


def _undone(ask: Callable[[], object], client: Client) -> Answer:
    client.cookies.pop("messages", None)  # what a signed-out reader was told before
    with transaction.atomic():
        answer = ask()
        transaction.set_rollback(True)
    return answer.status_code, TOKEN.sub(rb"\1", answer.content)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "build",
    [arranging, in_action, with_a_card_in_hand, after_a_card_was_given_back, after_a_reshuffle],
)
def test_no_answer_depends_on_what_is_hidden(
    people: list[User], build: Callable[[list[User]], Game]
) -> None:
    game = build(people)
    game.refresh_from_db()
    assert game.is_running
    for seat, client in readers(people):
        as_it_is = answers(game, seat, client)
        with transaction.atomic():
            exchange_hidden(Game.objects.get(pk=game.pk), seat)
            exchanged = answers(game, seat, client)
            transaction.set_rollback(True)
        told = [name for name, answer in as_it_is.items() if answer != exchanged[name]]
        assert told == [], f"as seen from seat {seat}"


def test_the_exchange_would_be_noticed(people: list[User]) -> None:
    """The other way round: the drawer's own page does depend on the card in their hand."""
    game = with_a_card_in_hand(people)
    game.refresh_from_db()
    seat = game.active_seat
    client = browser_of(people[seat])
    as_it_is = answers(game, seat, client)
    exchange_hidden(game, (seat + 1) % 3)
    assert as_it_is["page"] != answers(game, seat, client)["page"]


def test_the_seed_is_shown_only_when_the_game_is_over(people: list[User]) -> None:
    game = make_game(*people)
    seed = bytes(game.seed or b"").hex()
    client = browser_of(people[0])
    page = client.get(game.get_absolute_url()).content.decode()
    assert seed not in page
    assert game.commitment in page
    play_some(game)
    assert seed in client.get(game.get_absolute_url()).content.decode()
