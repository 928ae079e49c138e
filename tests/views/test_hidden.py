"""No answer of the table depends on a card that its reader may not see.

Every answer is made twice: from the game as it is, and from the same game with all that is hidden
exchanged (face-down cards, draw pile, Legend pile, seed, a card in another's hand, another's
arrangement). Both must be the same, byte by byte, but for tokens against forgery.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from random import Random

import pytest
import time_machine
from django.db import transaction
from django.test import Client

from accounts.models import User
from games.models import Game, KingdomCell, LegendCard, Move, Seat
from games.rules.moves import Move as Decision
from games.rules.visibility import Legal, view_for
from tests.builders import NOW, act, make_game, make_user, play_some
from tests.views.sitting import HTMX
from tests.views.visitors import browser_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_moment")]
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


def exchange_hidden(game: Game, reader: int | None) -> None:
    """Shuffle among each other all cards of `game` that `reader` may not know."""
    random = Random(7)
    others_hand = game.drawn_kind and game.active_seat != reader
    down = list(KingdomCell.objects.filter(game=game, face_up=False).order_by("pk"))
    kinds = [cell.kind for cell in down] + list(game.pile)
    if others_hand:
        kinds.append(game.drawn_kind)
    before = kinds[:]
    random.shuffle(kinds)
    assert kinds != before
    for cell in down:
        cell.kind = kinds.pop()
        cell.save(update_fields=["kind"])
    if others_hand:
        game.drawn_kind = kinds.pop()
    game.pile = "".join(kinds)
    game.seed = bytes(range(100, 132))
    game.save()
    _exchange_legends(game)
    _exchange_events(game, reader, random)
    if game.status == Game.Status.ARRANGING:
        _exchange_arrangements(game, reader)


def _exchange_legends(game: Game) -> None:
    pile = list(LegendCard.objects.filter(game=game, zone="pile").order_by("place"))
    for place, card in enumerate(reversed(pile)):
        card.place = place
        card.save(update_fields=["place"])


def _exchange_events(game: Game, reader: int | None, random: Random) -> None:
    for row in Move.objects.filter(game=game):
        for event in row.events:
            code, seat, kind = event[0], event[1], event[3]
            if code in ("reshuffled", "left") and kind:
                event[3] = "".join(random.choices("PFMS", k=len(kind)))
            if seat != reader and code == "drew":
                event[3] = random.choice("PFMSHEDGOR".replace(kind, ""))
            if seat != reader and code == "arranged":
                event[5] = event[5][::-1]
        if row.act == "arrange" and row.seat != reader:
            row.detail = row.detail[::-1]
        row.save(update_fields=["events", "detail"])


def _exchange_arrangements(game: Game, reader: int | None) -> None:
    for seat in Seat.objects.filter(game=game):
        if seat.number == reader:
            continue
        centre = list(seat.cells.filter(face_up=True).order_by("pk"))
        kinds = [cell.kind for cell in centre]
        for cell, kind in zip(centre, reversed(kinds), strict=True):
            cell.kind = kind
            cell.save(update_fields=["kind"])


def arranging(people: list[User]) -> Game:
    game = make_game(*people, arranged=False)
    for seat in range(3):
        dealt = game.seats.get(number=seat).dealt
        act(game, seat, Decision("arrange", detail=dealt[1:] + dealt[0]))
    act(game, 1, Decision("ready"))
    return game


def in_action(people: list[User]) -> Game:
    game = make_game(*people)
    table = play_some(game, 25)
    while table.state.phase != "action":
        table = play_some(game, 1)
    return game


def with_a_card_in_hand(people: list[User]) -> Game:
    game = in_action(people)
    game.refresh_from_db()
    act(game, game.active_seat, Decision("draw"))
    return game


def after_a_card_was_given_back(people: list[User]) -> Game:
    people.append(make_user("Dora"))
    game = with_a_card_in_hand(people)
    game.refresh_from_db()
    act(game, game.active_seat, Decision("leave", detail="resigned"))
    return game


def after_a_reshuffle(people: list[User]) -> Game:
    game = make_game(*people)
    while not (game := Game.objects.get(pk=game.pk)).reshuffles:
        seat = game.active_seat
        table = act(game, seat, Decision("draw"))
        legal = view_for(table.state, seat).legal
        face_up = [square for square in legal.keep if square not in legal.reveal]
        act(game, seat, Decision("keep", face_up[0]) if face_up else legal_reveal(legal))
        if Game.objects.get(pk=game.pk).phase == "claiming":
            act(game, seat, Decision("pass"))
    return game


def legal_reveal(legal: Legal) -> Decision:
    return Decision("reveal", legal.reveal[0])


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
