"""What is posted is read before a view begins: nobody waits for a slow sender with a lock held."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test import Client
from django.urls import get_resolver
from django.urls.resolvers import URLPattern, URLResolver

from games.models import Game, Move
from tests.builders import make_game
from tests.views.link_holder import holder, mail_player
from tests.views.visitors import BACKEND

pytestmark = pytest.mark.django_db(transaction=True)

FORM = "application/x-www-form-urlencoded"
NEED_NO_TOKEN = {"mail-stop", "records", "turn-by-mail"}
"""Views that the CSRF check does not read the form for.

`mail-stop` reads none; `records` lets it once it has said where uploads go, and takes no lock.
"""


class SlowBody(BytesIO):
    """What comes bit by bit, for which nobody may wait in a transaction; `cut`: not to its end."""

    cut = False

    def read(self, *args: Any) -> bytes:
        assert not connection.in_atomic_block
        if self.cut:
            raise OSError("the sender has gone")
        return super().read(*args)


def send(client: Client, path: str, sent: dict[str, Any], **more: Any) -> Any:
    """Post a form that comes bit by bit."""
    raw = urlencode(sent).encode()
    body = SlowBody(raw)
    body.cut = more.pop("cut", False)
    env = {"CONTENT_TYPE": FORM, "CONTENT_LENGTH": str(len(raw)), "wsgi.input": body, **more}
    return client.generic("POST", path, **env)


@pytest.fixture
def game() -> Game:
    return make_game(mail_player("Ana"), mail_player("Bo"))


def drawn(game: Game) -> int:
    return Move.objects.filter(game=game, act="draw").count()


def test_a_move_by_the_link(game: Game) -> None:
    link = holder(game)
    answer = send(link.client, link.path, {"act": "draw", "version": link.version})
    assert answer.status_code == 303
    assert drawn(game) == 1


def test_a_move_at_the_table(game: Game) -> None:
    user = game.seats.get(number=holder(game).game.active_seat).user
    assert user is not None
    client = Client(enforce_csrf_checks=True)
    client.force_login(user, backend=BACKEND)
    client.get("/accounts/login/")
    client.get(game.get_absolute_url())
    token = client.cookies["csrftoken"].value
    sent = {"act": "draw", "version": game.version}
    answer = send(client, game.get_absolute_url(), sent, HTTP_X_CSRFTOKEN=token)
    assert answer.status_code in (200, 302, 303)
    assert drawn(game) == 1


def test_a_form_that_is_cut_off_does_nothing(game: Game) -> None:
    link = holder(game)
    answer = send(link.client, link.path, {"act": "draw", "version": link.version}, cut=True)
    assert answer.status_code == 400
    assert drawn(game) == 0


def test_no_other_view_goes_without_the_check() -> None:
    exempt = {each.name for each in _patterns(get_resolver()) if _is_exempt(each)}
    assert exempt == NEED_NO_TOKEN


def _is_exempt(pattern: URLPattern) -> bool:
    return getattr(pattern.callback, "csrf_exempt", False)


def _patterns(resolver: URLResolver) -> Iterator[URLPattern]:
    for each in resolver.url_patterns:
        if isinstance(each, URLResolver):
            yield from _patterns(each)
        else:
            yield each
