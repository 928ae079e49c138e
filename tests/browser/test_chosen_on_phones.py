"""On a phone the Kingdom and what can be done on its chosen square are seen together."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from games.models import Game
from games.rules.moves import Move
from tests.browser.people import signed_in
from tests.builders import act, make_game
from tests.views.link_holder import link_of, mail_player

# How a page looks does not depend on the database.
pytestmark = [pytest.mark.browser, pytest.mark.sqlite]
PHONES = [(320, 568), (320, 640), (390, 800)]  # a small one from above its bars, and larger ones


@pytest.fixture
def people(live_site: object) -> list[User]:
    return [mail_player("Ana"), mail_player("Bo")]


@pytest.fixture
def game(people: list[User]) -> Game:
    game = make_game(*people)
    game.refresh_from_db()
    return game


@pytest.fixture
def come(
    game: Game, people: list[User], new_visitor: Callable[..., Page], live_site: LiveServer
) -> Callable[..., Page]:
    """Opens the turn by its link, or the table as whoever is to play, on a phone."""

    def opened(*, by_link: bool, size: tuple[int, int], scripts: bool) -> Page:
        viewport = {"width": size[0], "height": size[1]}
        page = new_visitor(viewport=viewport, java_script_enabled=scripts)
        if not by_link:
            player = game.seats.get(number=game.active_seat).user
            assert player is not None
            signed_in(page, player, live_site.url)
        page.goto(link_of(game, game.active_seat) if by_link else game.get_absolute_url())
        return page

    return opened


def hidden_part(element: Locator) -> float:
    """How many pixels of its height are above or below the screen."""
    box, screen = element.bounding_box(), element.page.viewport_size
    assert box is not None and screen is not None
    return max(0, -box["y"]) + max(0, box["y"] + box["height"] - screen["height"])


@pytest.mark.parametrize("size", PHONES)
@pytest.mark.parametrize("by_link", [True, False])
@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("square", ["a1", "d4"])
def test_the_discard_goes_where_the_kingdom_is_seen(
    come: Callable[..., Page], *, size: tuple[int, int], by_link: bool, scripts: bool, square: str
) -> None:
    page = come(by_link=by_link, size=size, scripts=scripts)
    page.locator(f"#sq-{square}").click()
    expect(page.locator("#do-take")).to_be_visible()
    for seen in (".own .squares", "#says", "#do-take", "#let-go"):
        assert hidden_part(page.locator(seen)) <= 1, seen


@pytest.mark.parametrize("size", PHONES)
@pytest.mark.parametrize("by_link", [True, False])
@pytest.mark.parametrize("scripts", [True, False])
def test_a_drawn_card_goes_where_the_kingdom_is_seen(
    game: Game, come: Callable[..., Page], *, size: tuple[int, int], by_link: bool, scripts: bool
) -> None:
    act(game, game.active_seat, Move("draw"))
    page = come(by_link=by_link, size=size, scripts=scripts)
    page.locator("#sq-d1").click()
    expect(page.locator("#do-reveal")).to_be_visible()
    for seen in ("#sq-d1", "#sq-d4", "#says", "#do-keep", "#do-reveal", "#let-go"):
        assert hidden_part(page.locator(seen)) <= 1, seen


def test_never_mind_leaves_the_kingdom_where_it_is_or_shows_the_panel(
    come: Callable[..., Page],
) -> None:
    page = come(by_link=False, size=PHONES[2], scripts=True)
    page.locator("#sq-a4").click()
    expect(page.locator("#let-go")).to_be_visible()
    page.locator("#let-go").click()
    expect(page.locator("#do-draw")).to_be_visible()
    assert hidden_part(page.locator("#says")) <= 1
    assert hidden_part(page.locator("#sq-a1")) <= 1
