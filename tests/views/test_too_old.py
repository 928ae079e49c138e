"""A form of a page from before its reader signed in again."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import Settings

from games.models import Game
from tests.builders import make_game, make_user
from tests.views.sitting import HTMX
from tests.views.table_reader import TablePage

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture(autouse=True)
def view(settings: Settings) -> None:
    settings.CSRF_FAILURE_VIEW = "games.views.too_old.refuse"


@pytest.fixture
def game() -> Game:
    return make_game(make_user(), make_user())


@pytest.fixture
def client(game: Game) -> Client:
    client = Client(enforce_csrf_checks=True)
    user = game.seats.get(number=game.active_seat).user
    assert user is not None
    client.force_login(user)
    return client


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_table_is_shown_as_it_stands_with_a_token_that_works(
    game: Game, client: Client, headers: dict[str, str]
) -> None:
    sent = {"act": "draw", "version": str(game.version)}
    page = TablePage(client.post(game.get_absolute_url(), sent, headers=headers))
    assert page.status == 403
    assert page.refusal.startswith("This page was too old, so nothing was done.")
    assert page.acts == ["draw"]
    token = page.all("input", name="csrfmiddlewaretoken")[-1]["value"]
    again = client.post(game.get_absolute_url(), {**sent, "csrfmiddlewaretoken": token})
    assert again.status_code == 303


def test_a_strangers_form_meets_no_table(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(public=False)
    client = Client(enforce_csrf_checks=True)
    assert client.post(game.get_absolute_url(), {"act": "draw"}).status_code == 404


def test_elsewhere_the_usual_page_says_so(client: Client) -> None:
    assert client.post("/new/", {"players": "2"}).status_code == 403
