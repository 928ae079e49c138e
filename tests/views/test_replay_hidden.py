"""No position of a game that is not over depends on a card that is still hidden.

Each is shown twice: of the game as it was dealt, and as it could have been dealt as far as anybody
knows, with all that is hidden to this day exchanged. Both pages must be the same, byte by byte.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from random import Random

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Game
from games.play.agreement import close
from games.play.deal import as_dealt
from games.play.storage import load
from games.rules.kingdom import Kingdom
from games.rules.state import State
from tests.builders import NOW, make_staff, make_user
from tests.situations import after_a_card_was_given_back, after_a_reshuffle, with_a_card_in_hand
from tests.views.sitting import HTMX
from tests.views.visitors import browser_of

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_moment"), pytest.mark.sqlite]
DEALT = "games.play.replay.as_dealt"
TOKEN = re.compile(rb'(csrfmiddlewaretoken" value="|X-CSRFToken": ")\w+')


@pytest.fixture
def one_moment() -> Iterator[None]:
    with time_machine.travel(NOW + timedelta(hours=1), tick=False):
        yield


@pytest.fixture
def people() -> list[User]:
    return [make_user("Ana"), make_user("Bo"), make_user("Cleo")]


def dealt_otherwise(game: Game) -> Callable[..., State]:
    """Return a deal after which all that is known of `game` comes as it came.

    Cards that lie face down and what is left of the draw pile have changed places; after a
    reshuffle each among themselves, for it is known which cards are in the pile.
    """
    now, random = load(game).state, Random(7)

    def otherwise(game: Game, *, bots: frozenset[int]) -> State:
        state = as_dealt(game, bots=bots)
        _exchange(state, now, random)
        return state

    return otherwise


def _exchange(state: State, now: State, random: Random) -> None:
    down = [
        (kingdom, square)
        for kingdom, later in zip(state.kingdoms, now.kingdoms, strict=True)
        for square, cell in enumerate(later.cells)
        if cell.islower()
    ]
    kinds = [kingdom.cells[square].upper() for kingdom, square in down]
    unknown = len(now.pile) + bool(now.drawn)
    if now.reshuffles:
        shuffled = state.reshuffle

        def reshuffle(cards: list[str], number: int) -> list[str]:
            pile = shuffled(cards, number)
            if number < now.reshuffles:
                return pile
            known = len(pile) - unknown
            return pile[:known] + pile[known:][::-1]

        state.reshuffle = reshuffle
        random.shuffle(kinds)
    else:
        kinds += state.pile[:unknown]
        random.shuffle(kinds)
        state.pile[:unknown] = [kinds.pop() for _card in range(unknown)]
    for number, kingdom in enumerate(state.kingdoms):
        cells = kingdom.cells[:]
        for own, square in down:
            if own is kingdom:
                cells[square] = kinds.pop().lower()
        state.kingdoms[number] = Kingdom(cells)
    left = len(now.legend_pile)
    state.legend_pile[:left] = state.legend_pile[:left][::-1]


def page(game: Game, at: int, client: Client, **headers: str) -> bytes:
    """A position as this browser gets it when it asks for all cards."""
    address = reverse("position", args=[game.code, at])
    answer = client.get(f"{address}?open=1", headers=headers)
    assert answer.status_code == 200
    return TOKEN.sub(rb"\1", answer.content)


def pages(game: Game, client: Client) -> list[bytes]:
    """All positions, the last one as a part, too."""
    last = game.turn_number
    return [*(page(game, at, client) for at in range(last + 1)), page(game, last, client, **HTMX)]


@pytest.mark.parametrize(
    "build", [with_a_card_in_hand, after_a_card_was_given_back, after_a_reshuffle]
)
def test_no_position_depends_on_what_is_hidden(
    people: list[User], build: Callable[[list[User]], Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = build(people)
    game.refresh_from_db()
    otherwise = dealt_otherwise(game)
    readers = [browser_of(people[game.active_seat]), Client()]
    before = [pages(game, reader) for reader in readers]
    monkeypatch.setattr(DEALT, otherwise)
    for told, reader in zip(before, readers, strict=True):
        assert pages(game, reader) == told


def test_nor_does_one_of_a_game_called_off(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = with_a_card_in_hand(people)
    game.refresh_from_db()
    otherwise = dealt_otherwise(game)
    close(game, "agreed", NOW)
    readers = [browser_of(people[0]), browser_of(make_staff("moderator")), Client()]
    before = [page(game, 3, reader) for reader in readers]
    monkeypatch.setattr(DEALT, otherwise)
    assert [page(game, 3, reader) for reader in readers] == before


def test_the_exchange_would_be_noticed(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    """Were all cards open, the page would differ."""
    game = with_a_card_in_hand(people)
    game.refresh_from_db()
    otherwise = dealt_otherwise(game)
    monkeypatch.setattr("games.views.replay.may_open_all", lambda game: True)
    before = page(game, 3, Client())
    monkeypatch.setattr(DEALT, otherwise)
    assert page(game, 3, Client()) != before


def test_neither_seed_nor_commitment_is_told(people: list[User]) -> None:
    game = with_a_card_in_hand(people)
    game.refresh_from_db()
    seed = bytes(game.seed or b"").hex().encode()
    told = page(game, game.turn_number, browser_of(people[0]))
    assert seed not in told
    assert game.commitment.encode() not in told
