"""Every page fits a small phone and a desktop and keeps WCAG 2.2 AA, light and dark."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from accounts.services import make_guest
from games.mail.stop import stop, stop_token
from games.models import Game
from games.play.lobby import Options, join, open_table
from games.rules.moves import Move
from games.rules.state import ACTION
from tests.browser.looks import axe_faults, layout_faults
from tests.builders import NOW, SEED, act, lay_kingdom, lay_river, make_game, make_user, play_some

# How a page looks does not depend on the database.
pytestmark = [pytest.mark.browser, pytest.mark.sqlite]
LONG = "Wolfgang-Maximilian-Wwww"
TABLE = {
    "a turn begins": "",
    "a square is chosen for the Discard": "?square=b2",
    "resigning": "?resign=1",
    "the whole log": "?log=all",
}


@pytest.fixture
def ana(live_site: object) -> User:
    return make_user("Ana")


@pytest.fixture
def bo(live_site: object) -> User:
    return make_user(LONG)


def keeps_what_it_owes(page: Page, heading: str = "") -> None:
    """Check the page that is open, under its heading."""
    expect(page.locator("h1")).to_contain_text(heading)
    assert layout_faults(page) == []
    assert axe_faults(page) == []


def in_turn(game: Game, ana: User) -> int:
    """Let all play until a turn of `ana` begins; return her seat."""
    seat = int(game.seats.get(user=ana).number)
    table = play_some(game, 0)
    while (table.state.active, table.state.phase) != (seat, ACTION):
        table = play_some(game, 1)
    return seat


@pytest.mark.parametrize(
    ("address", "heading"),
    [
        ("/", "Build a Kingdom"),
        ("/lobby/", "Lobby"),
        ("/rules/", "The rules"),
        ("/accounts/signup/", "Sign up"),
        ("/accounts/login/", "Sign in"),
        ("/accounts/password/reset/", "password"),
    ],
)
def test_pages_for_strangers(page: Page, address: str, heading: str) -> None:
    page.goto(address)
    keeps_what_it_owes(page, heading)


def test_a_form_with_errors(page: Page) -> None:
    page.goto("/accounts/signup/")
    page.get_by_label("Name").fill("?" * 24)
    page.get_by_label("Mail address").fill("nobody@example")
    page.get_by_label("Password").fill("1")
    page.get_by_role("main").get_by_role("button", name="Sign up").click()
    expect(page.locator(".errorlist").first).to_be_visible()
    keeps_what_it_owes(page, "Sign up")


@pytest.mark.parametrize(
    ("address", "heading"),
    [
        ("/", "Build a Kingdom"),
        ("/new/", "New table"),
        ("/accounts/settings/", "Settings"),
        ("/settings/mail/", "Mails"),
        ("/accounts/email/", "mail address"),
        ("/accounts/password/change/", "password"),
    ],
)
def test_pages_for_members(
    bo: User, new_member: Callable[..., Page], address: str, heading: str
) -> None:
    page = new_member(bo)
    page.goto(address)
    page.locator(".account summary").click()
    keeps_what_it_owes(page, heading)


def test_the_mail_settings_with_all_that_they_may_tell(
    bo: User, new_member: Callable[..., Page]
) -> None:
    game = make_game(bo, make_user(LONG[::-1]))
    game.seats.filter(user=bo).update(muted=True)
    stop(bo.pk, ["turn"], NOW)
    refusal = "550 5.1.1 <wolfgang@example.org>: " + "no-such-mailbox-" * 8
    User.objects.filter(pk=bo.pk).update(refused_address=bo.email, refused_why=refusal)
    page = new_member(bo)
    page.goto("/settings/mail/")
    keeps_what_it_owes(page, "Mails")
    page.get_by_label("No mails from").select_option("22:00")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".errorlist")).to_contain_text("need both")
    keeps_what_it_owes(page, "Mails")


@pytest.mark.parametrize("kinds", [["turn"], ["turn", "over"]])
def test_the_page_of_a_stop_link(
    bo: User, ana: User, new_member: Callable[..., Page], kinds: list[str]
) -> None:
    page = new_member(bo)
    page.goto(f"/mail/stop/{stop_token(ana, kinds)}/")
    keeps_what_it_owes(page, "Stop these mails?")
    page.get_by_role("button", name="Stop them").click()
    keeps_what_it_owes(page, "These mails are stopped")


def test_the_page_of_a_stop_link_that_is_cut(
    live_site: object, new_visitor: Callable[..., Page], complaints: list[str]
) -> None:
    page = new_visitor()
    page.goto("/mail/stop/WzEwXQ/")
    assert "404" in complaints.pop()
    keeps_what_it_owes(page, "This link stops nothing")


@pytest.mark.parametrize(
    "address", ["/", "/lobby/", "/new/", "/accounts/settings/", "/settings/mail/"]
)
def test_pages_for_guests(live_site: object, new_member: Callable[..., Page], address: str) -> None:
    page = new_member(make_guest(NOW))
    page.goto(address)
    keeps_what_it_owes(page)


def test_lists_of_games(ana: User, bo: User, new_member: Callable[..., Page]) -> None:
    make_game(ana, bo, make_user("Cleo"), make_user("Dan"), arranged=False)
    make_game(ana, bo)
    play_some(make_game(ana, bo, turn_limit=1))
    open_table(host=ana, options=Options(), now=NOW)
    table = open_table(host=bo, options=Options(players=4, ruleset="arena-feud"), now=NOW)
    join(game_id=table.pk, user=make_user("Eve"), seed=SEED, now=NOW)
    page = new_member(ana)
    page.goto("/games/")
    expect(page.get_by_role("heading", level=2)).to_have_count(4)
    keeps_what_it_owes(page, "Your games")
    page.goto("/lobby/?players=")
    expect(page.locator(".row")).to_have_count(2)
    keeps_what_it_owes(page, "Lobby")


@pytest.mark.parametrize("who", ["host", "visitor", "stranger"])
def test_the_waiting_room(
    ana: User,
    bo: User,
    new_member: Callable[..., Page],
    new_visitor: Callable[..., Page],
    who: str,
) -> None:
    table = open_table(host=bo, options=Options(players=3, public=who == "host"), now=NOW)
    page = new_visitor() if who == "stranger" else new_member(bo if who == "host" else ana)
    page.goto(table.get_absolute_url())
    keeps_what_it_owes(page, "table")


@pytest.mark.parametrize("query", ["", "?square=b3"])
def test_the_table_while_arranging(
    ana: User, bo: User, new_member: Callable[..., Page], query: str
) -> None:
    page = new_member(ana)
    page.goto(make_game(ana, bo, players=4, arranged=False).get_absolute_url() + query)
    keeps_what_it_owes(page, "table")


@pytest.mark.parametrize("query", TABLE.values(), ids=TABLE)
def test_the_table_in_turn(
    ana: User, bo: User, new_member: Callable[..., Page], query: str
) -> None:
    game = make_game(ana, bo, players=4)
    play_some(game, 24)
    in_turn(game, ana)
    page = new_member(ana)
    page.goto(game.get_absolute_url() + query)
    for summary in page.locator("#table summary").all():
        summary.click()
    keeps_what_it_owes(page, "table")


@pytest.mark.parametrize("query", ["", "?square=a1"])
def test_the_table_with_a_card_drawn(
    ana: User, bo: User, new_member: Callable[..., Page], query: str
) -> None:
    game = make_game(ana, bo)
    act(game, in_turn(game, ana), Move("draw"))
    page = new_member(ana)
    page.goto(game.get_absolute_url() + query)
    expect(page.locator(".pile.drawn")).to_be_visible()
    keeps_what_it_owes(page)


def test_the_table_when_a_legend_can_be_claimed(
    ana: User, bo: User, new_member: Callable[..., Page]
) -> None:
    game = make_game(ana, bo)
    seat = in_turn(game, ana)
    lay_kingdom(game, seat, "pfms", "hEDg", "sGHm", "feop")
    lay_river(game, "four-tribes", "tribe-elf")
    page = new_member(ana)
    page.goto(game.get_absolute_url())
    keeps_what_it_owes(page)
    page.get_by_role("button", name="Claim The Four Tribes").click()
    page.get_by_role("button", name="The Four Tribes, 4 Harmony").click()
    expect(page.get_by_role("heading", name="The Four Tribes")).to_be_visible()
    keeps_what_it_owes(page)


@pytest.mark.parametrize("who", ["who waits", "who watches", "who is out"])
def test_the_table_for_those_who_cannot_play_now(
    ana: User,
    bo: User,
    new_member: Callable[..., Page],
    new_visitor: Callable[..., Page],
    who: str,
) -> None:
    game = make_game(ana, bo, players=3)
    in_turn(game, ana)
    if who == "who is out":
        act(game, game.seats.get(user=bo).number, Move("leave", detail="resigned"))
    page = new_visitor() if who == "who watches" else new_member(bo)
    page.goto(game.get_absolute_url())
    keeps_what_it_owes(page)


def test_the_score_sheet(ana: User, bo: User, new_member: Callable[..., Page]) -> None:
    game = make_game(ana, bo, make_user(LONG[::-1]), players=4, turn_limit=6)
    play_some(game)
    page = new_member(ana)
    page.goto(game.get_absolute_url())
    expect(page.get_by_role("table", name="Score sheet")).to_be_visible()
    keeps_what_it_owes(page)
