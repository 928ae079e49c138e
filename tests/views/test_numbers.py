"""Numbers and texts that no page has sent: an address answers them, and never by breaking down."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game
from games.views.numbers import whole_number
from tests.builders import make_game, make_user
from tests.views.visitors import browser_of

pytestmark = pytest.mark.django_db
HUGE = "9" * 5000
ODD = [HUGE, "9" * 19, "-1", "\x00", "²", "\ud7ff"]


@pytest.fixture
def ana() -> User:
    return make_user("Ana", is_staff=True, is_superuser=True)


@pytest.fixture
def game(ana: User) -> Game:
    return make_game(ana, make_user("Bo"))


@pytest.fixture
def as_ana(ana: User) -> Client:
    return browser_of(ana)


@pytest.mark.parametrize(
    ("text", "number"), [("7", 7), ("٣", 3), ("", None), ("²", None), ("-1", None), (HUGE, None)]
)
def test_a_number_or_none(text: str, number: int | None) -> None:
    assert whole_number(text) == number


@pytest.mark.parametrize("odd", ODD)
def test_every_page_answers(as_ana: Client, game: Game, odd: str) -> None:
    table = game.get_absolute_url()
    for address, query in (
        (table, {"v": odd, "square": odd, "log": odd}),
        (f"{table}poll/", {"v": odd, "page": "table", "seat": odd, "clock": odd}),
        ("/games/", {"after": odd}),
        ("/lobby/", {"players": odd, "ruleset": odd, "pace": odd}),
        ("/admin/games/game/", {"q": odd}),
        ("/admin/accounts/notice/", {"p": odd}),
    ):
        assert as_ana.get(address, query).status_code < 500, address


@pytest.mark.parametrize("odd", ODD)
def test_every_form_answers(as_ana: Client, game: Game, odd: str) -> None:
    table = game.get_absolute_url()
    for address, fields in (
        (table, {"act": "draw", "version": odd, "square": odd, "detail": odd}),
        (f"{table}remove/", {"seat": odd}),
        (f"{table}answer/", {"answer": odd}),
        (f"{table}mute/", {"muted": odd}),
        ("/play/", {"bots": odd, "bot": odd, "number": odd}),
        ("/new/", {"players": odd, "turn_limit": odd, "pace": "own", "turn_time": odd}),
        ("/settings/mail/", {"digest_hour": odd, "quiet_from": odd, "time_zone": odd}),
        ("/accounts/settings/", {"theme": odd, "time_zone": odd}),
        ("/settings/vacation/", {"vacation": odd, "first": odd, "last": odd}),
        ("/accounts/email/", {"email": odd, "action_send": ""}),
        (f"/admin/games/game/{game.pk}/give-time/", {"days": odd, "why": odd, "number": odd}),
    ):
        assert as_ana.post(address, fields).status_code < 500, address
