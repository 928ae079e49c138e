from __future__ import annotations

import pytest
from django.http import HttpRequest
from django.template.loader import get_template
from django.test import Client

from accounts.models import User
from games.models import Game
from tests.builders import make_game, make_user
from tests.views.visitors import BACKEND, words

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def careful_browser() -> Client:
    """A browser whose forms need the token of their page."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(make_user("Ana"), backend=BACKEND)
    return client


def test_what_is_not_there_gets_a_page_that_leads_on(client: Client) -> None:
    answer = client.get("/nothing/")
    assert answer.status_code == 404
    html = answer.content.decode()
    assert "Nothing is here for you" in words(html)
    assert 'href="/lobby/"' in html


def test_a_stranger_is_shown_the_way_in_and_back(client: Client) -> None:
    html = client.get("/g/nothing/?square=b2").content.decode()
    assert 'href="/accounts/login/?next=/g/nothing/"' in html
    assert "Sign in" not in careful_browser().get("/nothing/").content.decode()


def test_a_form_that_had_expired_gets_the_true_table() -> None:
    client = careful_browser()
    user = User.objects.get(name="Ana")
    game = make_game(user, make_user())
    answer = client.post(game.get_absolute_url(), {"act": "draw", "version": game.version})
    assert answer.status_code == 403
    assert "This page was too old" in words(answer.content.decode())
    game.refresh_from_db()
    assert game.drawn_kind == ""


def test_a_page_that_had_expired_says_so_and_changes_nothing() -> None:
    answer = careful_browser().post("/play/")
    assert answer.status_code == 403
    text = words(answer.content.decode())
    assert "The page had expired" in text
    assert "load the page again" in text
    assert not Game.objects.exists()


def test_htmx_gets_the_sentence_alone() -> None:
    headers = {"HX-Request": "true", "HX-Current-URL": "http://testserver/lobby/?players=2"}
    answer = careful_browser().post("/play/", headers=headers)
    assert answer.status_code == 403
    html = answer.content.decode()
    assert html.startswith('<div id="table">')
    assert "The page had expired" in html
    assert 'href="/lobby/?players=2"' in html


def test_what_is_forbidden_gets_a_page(client: Client) -> None:
    request = client.get("/").wsgi_request
    html = get_template("403.html").render({}, request)
    assert "Nothing has changed" in words(html)


def test_a_mistake_of_ours_gets_a_page_that_needs_nothing(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(request: HttpRequest) -> None:
        raise RuntimeError

    monkeypatch.setattr("games.views.rules.ruleset_rows", lambda: fail(HttpRequest()))
    client.raise_request_exception = False
    answer = client.get("/rules/")
    assert answer.status_code == 500
    text = words(answer.content.decode())
    assert "Something went wrong" in text
    assert "your games are as they were" in text
