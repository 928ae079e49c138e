"""The page follows its game by asking: when, how often, and what it says when nobody answers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Request, expect

from accounts.models import User
from games.models import Game
from games.play.lobby import Options, leave_table, open_table
from games.rules.moves import Move
from tests.browser.player import Player
from tests.builders import NOW, act, make_game, make_user

# What the page asks and says does not depend on the database.
pytestmark = [pytest.mark.browser, pytest.mark.sqlite]
POLL = "**/poll/**"
READ_SOMETHING_ELSE = "fetch('/static/favicon.svg').then(answer => answer.text())"


@pytest.fixture
def people(live_site: object) -> list[User]:
    return [make_user("Ana"), make_user("Bo")]


@pytest.fixture
def game(people: list[User]) -> Game:
    return make_game(*people)


@pytest.fixture
def waiting(game: Game, people: list[User], new_member: Callable[..., Page]) -> Player:
    """The one whose turn it is not, at the table."""
    player = Player(new_member(people[1 - game.active_seat]))
    player.page.goto(game.get_absolute_url())
    return player


@pytest.fixture
def asked(waiting: Player) -> list[Request]:
    """What the page has asked so far."""
    requests: list[Request] = []

    def note(request: Request) -> None:
        if "/poll/" in request.url:
            requests.append(request)

    waiting.page.on("request", note)
    return requests


def draw(game: Game) -> None:
    """The other one draws a card."""
    act(game, game.active_seat, Move("draw"))


def hide(page: Page, hidden: bool) -> None:
    """Put the tab in the background, or back to the front."""
    page.evaluate(
        """hidden => {
          Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


def test_a_hidden_tab_does_not_ask_and_is_up_to_date_when_seen_again(
    game: Game, waiting: Player, asked: list[Request]
) -> None:
    hide(waiting.page, True)
    asked.clear()
    draw(game)
    for _ in range(3):
        waiting.page.clock.fast_forward("01:00")
    expect(waiting.says).not_to_contain_text("has drawn a card")
    assert asked == []
    hide(waiting.page, False)
    expect(waiting.says).to_contain_text("has drawn a card")
    assert len(asked) == 1


def test_it_asks_every_three_seconds_then_slower_until_somebody_stirs(
    waiting: Player, asked: list[Request]
) -> None:
    clock = waiting.page.clock
    clock.pause_at(waiting.page.evaluate("Date.now() + 10"))
    waiting.page.reload()

    def seconds_until_asked() -> int:
        before, seconds = len(asked), 0
        while len(asked) == before and seconds < 60:
            clock.run_for(1000)
            seconds += 1
        asked[-1].response()
        waiting.page.evaluate(READ_SOMETHING_ELSE)  # the answer has been read by then
        return seconds

    waits = [seconds_until_asked() for _ in range(15)]
    assert waits[0] == 3
    assert waits == sorted(waits)
    assert waits[-1] == 30
    waiting.page.keyboard.press("Shift")
    assert seconds_until_asked() == 3


def test_it_says_when_nobody_answers_and_catches_up(
    game: Game, waiting: Player, complaints: list[str]
) -> None:
    lost = waiting.page.get_by_text("No connection: this page may be out of date.")
    expect(lost).to_be_hidden()
    waiting.page.route(POLL, lambda route: route.abort("connectionrefused"))
    waiting.look()
    expect(lost).to_be_visible()
    draw(game)
    waiting.page.unroute(POLL)
    waiting.look()
    expect(waiting.says).to_contain_text("has drawn a card")
    expect(lost).to_be_hidden()
    assert all("ERR_CONNECTION_REFUSED" in complaint for complaint in complaints)
    complaints.clear()


def test_it_says_when_a_move_could_not_be_sent(
    game: Game, people: list[User], new_member: Callable[..., Page], complaints: list[str]
) -> None:
    player = Player(new_member(people[game.active_seat]))
    player.page.goto(game.get_absolute_url())
    player.page.route("**/g/**", lambda route: route.abort("connectionrefused"))
    player.draw_button.click()
    expect(player.page.get_by_text("what you did may not have been sent")).to_be_visible()
    expect(player.drawn).to_be_hidden()
    player.page.unroute("**/g/**")
    player.draw()
    expect(player.page.get_by_text("what you did may not have been sent")).to_be_hidden()
    assert len([text for text in complaints if "ERR_CONNECTION_REFUSED" in text]) >= 1
    complaints.clear()


def test_it_comes_back_with_the_connection(game: Game, waiting: Player) -> None:
    page = waiting.page
    page.clock.pause_at(page.evaluate("Date.now() + 10"))  # no question is due
    page.context.set_offline(True)
    draw(game)
    page.context.set_offline(False)
    expect(waiting.says).to_contain_text("has drawn a card")


def test_the_back_button_leads_to_the_table_as_it_is(game: Game, waiting: Player) -> None:
    page = waiting.page
    page.clock.pause_at(page.evaluate("Date.now() + 10"))
    page.reload()  # with all cookies: from now on a browser could keep it
    page.goto("/rules/")
    draw(game)
    page.go_back()
    expect(waiting.says).to_contain_text("has drawn a card")


def test_it_stops_asking_when_the_game_is_over(
    game: Game, waiting: Player, asked: list[Request]
) -> None:
    act(game, game.active_seat, Move("leave", detail="resigned"))
    waiting.look()
    expect(waiting.page.get_by_role("table", name="Score sheet")).to_be_visible()
    asked.clear()
    waiting.page.clock.fast_forward("02:00")
    expect(waiting.page.locator("#following p:visible")).to_have_count(0)
    assert asked == []


def test_it_stops_asking_when_the_table_is_closed(
    people: list[User], waiting: Player, asked: list[Request]
) -> None:
    table = open_table(host=people[0], options=Options(), now=NOW)
    waiting.page.goto(table.get_absolute_url())
    leave_table(game_id=table.pk, user=people[0], now=NOW)
    waiting.look()
    expect(waiting.page.get_by_text("This table is closed.")).to_be_visible()
    asked.clear()
    waiting.page.clock.fast_forward("02:00")
    expect(waiting.page.locator("#following p:visible")).to_have_count(0)
    assert asked == []


def test_what_a_reader_has_unfolded_stays_so(game: Game, waiting: Player) -> None:
    waiting.page.get_by_text("Fair shuffle").click()
    waiting.page.get_by_label("Explain all cards").check()
    waiting.page.get_by_text("Fair shuffle").focus()
    draw(game)
    waiting.look()
    expect(waiting.says).to_contain_text("has drawn a card")
    expect(waiting.page.locator("#fairness code")).to_be_visible()
    expect(waiting.page.get_by_label("Explain all cards")).to_be_checked()
    expect(waiting.table.locator(":focus")).to_be_visible()
