"""The page of just one turn fits phones and desktops, keeps WCAG 2.2 AA and needs no mouse."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game
from games.rules.moves import Move
from tests.browser.looks import axe_faults, layout_faults
from tests.browser.player import KeyboardPlayer, PlainPlayer
from tests.builders import NOW, act, lay_kingdom, lay_river, make_game, make_user, play_some
from tests.views.link_holder import link_of, mail_player

# How a page looks does not depend on the database.
pytestmark = [pytest.mark.browser, pytest.mark.sqlite]
LONG = "Wolfgang-Maximilian-Wwww"
TEXT_TWICE_AS_LARGE = "document.documentElement.style.fontSize = '200%'"


@pytest.fixture
def people(live_site: object) -> list[User]:
    return [mail_player(LONG), mail_player(LONG[::-1]), mail_player("Cy"), mail_player("Dan")]


@pytest.fixture
def game(people: list[User]) -> Game:
    game = make_game(*people)
    play_some(game, 30)
    while Game.objects.get(pk=game.pk).phase != "action":
        play_some(game, 1)
    game.refresh_from_db()
    return game


def owes(page: Page, heading: str = "") -> None:
    """Check the page that is open, also with its text twice as large."""
    expect(page.locator("h1")).to_contain_text(heading)
    assert layout_faults(page) == []
    assert axe_faults(page) == []
    page.evaluate(TEXT_TWICE_AS_LARGE)
    assert layout_faults(page) == []


@pytest.mark.parametrize("query", ["", "?square=chosen"])
def test_a_turn(game: Game, page: Page, query: str) -> None:
    page.goto(link_of(game, game.active_seat))
    if query:
        page.locator("button.square").first.click()
        expect(page.locator("#let-go")).to_be_visible()
    owes(page, "table")


def test_with_a_card_in_hand_and_a_face_down_card_chosen(game: Game, page: Page) -> None:
    act(game, game.active_seat, Move("draw"))
    page.goto(link_of(game, game.active_seat))
    owes(page, "table")
    page.reload()
    page.locator("button.square[data-kind='?']").first.click()
    expect(page.locator("#do-reveal")).to_be_visible()
    owes(page, "table")


def test_a_legend_to_claim(game: Game, page: Page) -> None:
    seat = game.active_seat
    lay_kingdom(game, seat, "EEHH", "DDGG", "eehh", "ddgg")
    Game.objects.filter(pk=game.pk).update(discard="P", claimed_legend="")
    lay_river(game, "four-tribes")
    page.goto(link_of(game, seat))
    page.locator("#sq-a4").click()
    page.locator("#do-take").click()
    expect(page.locator("#claim-four-tribes")).to_be_visible()
    owes(page, "table")


@pytest.mark.parametrize("query", ["", "?square=b2"])
def test_arranging(people: list[User], page: Page, query: str) -> None:
    page.goto(link_of(make_game(*people, arranged=False), 0) + query)
    owes(page, "table")


def test_for_somebody_who_is_signed_in_as_somebody_else(
    game: Game, new_member: Callable[..., Page]
) -> None:
    page = new_member(make_user("Eve"))
    page.goto(link_of(game, game.active_seat))
    expect(page.locator("#whose")).to_contain_text("you are signed in as Eve")
    owes(page, "table")


def test_a_turn_that_is_over(game: Game, page: Page) -> None:
    path = link_of(game, game.active_seat)
    play_some(game, 4)
    page.goto(path)
    owes(page, "Your turn is made")


def test_a_link_that_is_cut_and_one_of_somebody_who_is_shut_out(
    game: Game, page: Page, complaints: list[str]
) -> None:
    path = link_of(game, game.active_seat)
    page.goto(path[:-5] + "/")
    assert "404" in complaints.pop()
    owes(page, "no turn")
    User.objects.update(suspended_until=NOW.replace(year=2100))
    page.goto(path)
    assert "403" in complaints.pop()
    owes(page, "Nothing can be played")


def test_by_keys_alone_the_focus_is_never_lost(game: Game, page: Page) -> None:
    player = KeyboardPlayer(page)
    page.goto(link_of(game, game.active_seat))
    player.press(player.draw_button)
    expect(player.drawn).to_be_visible()
    expect(player.says).to_be_focused()
    player.press(player.face_down.first)
    expect(page.locator("#do-keep")).to_be_visible()
    expect(player.says).to_be_focused()
    player.press(page.locator("#do-reveal"))
    expect(page.locator("h1")).to_contain_text("Your turn is made")
    expect(player.says).to_be_focused()


def test_a_second_click_without_scripts_is_told_to_be_one(
    game: Game, new_visitor: Callable[..., Page]
) -> None:
    path = link_of(game, game.active_seat)
    first, second = (PlainPlayer(new_visitor(java_script_enabled=False)) for _tab in range(2))
    for tab in (first, second):
        tab.page.goto(path)
    first.draw()
    second.press(second.draw_button)
    expect(second.refusal).to_have_text("This move was made already; it counts once.")
    expect(second.drawn).to_be_visible()
