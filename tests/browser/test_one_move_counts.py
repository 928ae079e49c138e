"""Double clicks, two tabs, old pages, the back button, a session that ends: one move counts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Request, expect

from accounts.models import User
from games.models import Game, Move
from tests.browser.player import PlainPlayer, Player
from tests.builders import make_game, make_user

pytestmark = pytest.mark.browser


@pytest.fixture
def people(live_site: object) -> list[User]:
    return [make_user("Ana"), make_user("Bo")]


@pytest.fixture
def game(people: list[User]) -> Game:
    return make_game(*people)


@pytest.fixture
def mover(game: Game, people: list[User]) -> User:
    """Whose turn it is."""
    return people[game.active_seat]


@pytest.fixture
def player(game: Game, mover: User, new_member: Callable[..., Page]) -> Player:
    """The one to play, at the table."""
    player = Player(new_member(mover))
    player.page.goto(game.get_absolute_url())
    return player


def made(game: Game, act: str) -> int:
    """How often this was done in the game."""
    return Move.objects.filter(game=game, act=act).count()


def stays(player: Player) -> None:
    """The page asks what is new, nothing is, and the sentence is still there."""
    with player.page.expect_response("**/poll/**") as answer:
        player.look()
    assert answer.value.status == 204
    expect(player.refusal).to_be_visible()


def test_a_double_click_draws_once(game: Game, player: Player) -> None:
    player.draw_button.dblclick()
    expect(player.drawn).to_be_visible()
    expect(player.refusal).to_be_hidden()
    expect(player.table.locator(".chosen")).to_have_count(0)
    assert made(game, "draw") == 1


def test_the_second_click_does_not_press_what_came_under_it(player: Player) -> None:
    player.draw()
    chosen: list[Request] = []
    player.page.on("request", lambda request: chosen.append(request))
    box = player.face_down.first.bounding_box()
    assert box
    mouse = player.page.mouse
    mouse.move(box["x"] + 9, box["y"] + 9)
    mouse.down(click_count=2)
    mouse.up(click_count=2)
    player.page.evaluate("0")  # what the click has set going is known by now
    assert [request.url for request in chosen if "/poll/" not in request.url] == []


def test_a_double_click_draws_once_without_scripts(
    game: Game, mover: User, new_member: Callable[..., Page]
) -> None:
    player = PlainPlayer(new_member(mover, java_script_enabled=False))
    player.page.goto(game.get_absolute_url())
    player.draw_button.dblclick()
    expect(player.drawn).to_be_visible()
    player.reveal()
    assert made(game, "draw") == 1


def test_of_two_tabs_one_draws_and_the_other_is_told(game: Game, player: Player) -> None:
    late = Player(player.page.context.new_page())
    late.page.goto(game.get_absolute_url())
    late.page.route("**/poll/**", lambda route: None)  # an answer that does not come
    player.draw()
    late.draw()
    expect(late.refusal).to_have_text("This move was made already; it counts once.")
    late.page.unroute("**/poll/**")
    stays(late)
    assert made(game, "draw") == 1


def test_a_move_from_an_old_page_does_not_count(game: Game, player: Player) -> None:
    late = Player(player.page.context.new_page())
    late.page.goto(f"{game.get_absolute_url()}?square=b2")
    late.page.route("**/poll/**", lambda route: None)
    player.draw()
    late.press(late.page.locator("#do-take"))
    expect(late.refusal).to_contain_text("The table has changed since your page was made")
    expect(late.drawn).to_be_visible()
    late.page.unroute("**/poll/**")
    stays(late)
    assert made(game, "take") == 0


@pytest.mark.parametrize("scripts", [True, False])
def test_the_back_button_does_not_give_the_card_back(
    game: Game, mover: User, new_member: Callable[..., Page], scripts: bool
) -> None:
    page = new_member(mover, java_script_enabled=scripts)
    player = PlainPlayer(page)
    page.goto("/games/")
    page.get_by_role("link", name="Play").first.click()
    player.draw()
    card = player.drawn.inner_text()
    page.goto("/rules/")
    page.go_back()
    for _ in range(1 if scripts else 2):  # to the table after the draw, then to that before
        expect(player.drawn).to_have_text(card)
        expect(player.draw_button).to_be_hidden()
        page.go_back()
    page.go_forward()
    expect(player.drawn).to_have_text(card)
    assert made(game, "draw") == 1


def test_a_drawn_card_stays_drawn_on_another_device(
    game: Game, mover: User, player: Player, new_member: Callable[..., Page]
) -> None:
    player.draw()
    elsewhere = Player(new_member(mover))
    elsewhere.page.goto(game.get_absolute_url())
    expect(elsewhere.drawn).to_have_text(player.drawn.inner_text())


def test_after_the_session_ended_one_signs_in_and_goes_on(
    game: Game, mover: User, player: Player
) -> None:
    page = player.page
    page.context.clear_cookies(name="sessionid")
    player.draw_button.click()
    expect(page.get_by_text("You were signed out, so your move was not made.")).to_be_visible()
    assert made(game, "draw") == 0
    page.get_by_label("Name or mail address").fill(mover.name)
    page.get_by_label("Password").fill("secret-word")
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    player.draw()
    assert made(game, "draw") == 1


def test_a_page_that_follows_its_game_says_that_the_session_ended(
    player: Player,
) -> None:
    player.page.context.clear_cookies(name="sessionid")
    player.look()
    expect(player.page.get_by_text("You are signed out, so this page does not")).to_be_visible()
    expect(player.page.get_by_role("link", name="Sign in to go on")).to_be_visible()
