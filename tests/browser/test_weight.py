"""A phone on a slow line has the table soon."""

from __future__ import annotations

import gzip
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Response

from tests.builders import make_game, make_user, play_some

pytestmark = [pytest.mark.browser, pytest.mark.sqlite]
MOST = 100_000  # bytes


def test_the_first_view_of_a_table_weighs_less_than_100_kilobytes(
    live_site: object, new_member: Callable[..., Page]
) -> None:
    ana = make_user("Ana")
    game = make_game(ana, make_user("Bo"), make_user("Cleo"), make_user("Dan"))
    play_some(game, 60)
    page = new_member(ana)
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    page.goto(game.get_absolute_url(), wait_until="networkidle")
    weights = {answer.url: weight(answer) for answer in answers}
    assert any("htmx" in url for url in weights)
    assert any(url.endswith("sprite.svg") for url in weights)
    assert sum(weights.values()) < MOST, weights


def weight(answer: Response) -> int:
    """Return the bytes of head and body as a server sends them that compresses text.

    Tests have no collected static files, and pages are left to the server in front to compress.
    """
    head = answer.request.sizes()["responseHeadersSize"]
    return head + len(gzip.compress(answer.body()))
