"""Two people, each in a browser of their own, play one game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import sign_up
from tests.browser.player import Player
from tests.builders import make_user

pytestmark = pytest.mark.browser
KINDS = "Plain|Forest|Mountain|Marsh|Human|Elf|Dwarf|Goblin|Portal|Dragon"


def card_marks(player: Player) -> Counter[str]:
    """Everything on a table that names or shows a kind of card, and how often."""
    marks = rf'kind-[A-Z]|data-kind="[^"]"|\b(?:{KINDS})\b'
    return Counter(re.findall(marks, player.table.evaluate("table => table.outerHTML")))


def arrange(one: Player, other: Player) -> tuple[Player, Player]:
    """Swap cards and say ready with both; return who is to play, and who waits."""
    one.swap("b2", "c2")
    one.say_ready()
    expect(one.says).to_contain_text("Waiting until all are ready")
    other.look()
    other.swap("b3", "c2")
    other.say_ready()
    one.look()
    expect(one.says).to_have_text(re.compile("Your turn|is to play"))
    for player in (one, other):
        player.page.evaluate("window.loadedOnce = true")
    return (one, other) if one.is_mine else (other, one)


def play_to_the_end(mover: Player, other: Player) -> None:
    """Take turns until the game is over; each page follows the other without being loaded anew."""
    while not mover.is_over:
        mover.take_turn()
        other.wait_for_turn()
        mover, other = other, mover
    for player in (mover, other):
        expect(player.page.get_by_role("table", name="Score sheet")).to_be_visible()
        assert player.page.evaluate("window.loadedOnce")


def draw_unseen(mover: Player, other: Player) -> None:
    """Draw a card; the other's page tells that, and not which."""
    other.look()
    before = card_marks(other)
    mover.draw()
    other.look()
    expect(other.says).to_contain_text("has drawn a card")
    expect(other.page.locator("#told")).to_have_text(re.compile(r"^\S+ drew a card\.$"))
    assert card_marks(other) == before
    mover.reveal()
    if mover.claims.count():
        mover.claim()
    other.wait_for_turn()


def test_two_accounts_meet_in_the_lobby_and_play_to_the_end(
    new_visitor: Callable[..., Page],
) -> None:
    ana, bo = Player(new_visitor()), Player(new_visitor())
    for player, name in ((ana, "Ana"), (bo, "Bo")):
        player.page.goto("/accounts/signup/")
        sign_up(player.page, name)
    bo.page.goto("/accounts/settings/")
    bo.page.get_by_label("Ask me to confirm each move").uncheck()
    bo.page.get_by_role("button", name="Save").click()
    for player in (ana, bo):
        player.page.get_by_role("link", name="Lobby").first.click()

    ana.page.get_by_role("link", name="New table").click()
    ana.page.get_by_role("button", name="Open the table").first.click()
    expect(ana.page.locator(".seat .free")).to_have_count(1)
    bo.page.reload()
    bo.page.get_by_role("button", name="Join Ana’s table").click()
    expect(bo.ready_button).to_be_visible()
    ana.look()
    expect(ana.ready_button).to_be_visible()

    mover, other = arrange(ana, bo)
    draw_unseen(mover, other)
    draw_unseen(other, mover)
    play_to_the_end(mover, other)


def test_a_guest_joins_by_link_and_both_play_to_the_turn_limit(
    new_visitor: Callable[..., Page], new_member: Callable[..., Page]
) -> None:
    ana, guest = Player(new_member(make_user("Ana"))), Player(new_visitor())
    ana.page.goto("/new/")
    ana.page.get_by_label("by link").check()
    ana.page.get_by_label("Turn limit").fill("2")
    ana.page.get_by_role("button", name="Open the table").first.click()
    link = ana.page.get_by_label("Link to this table").input_value()

    guest.page.goto("/lobby/")
    expect(guest.page.get_by_text("No table is open")).to_be_visible()
    guest.page.goto(link)
    guest.page.get_by_role("button", name="Join as a guest").click()
    expect(guest.ready_button).to_be_visible()
    ana.look()
    expect(ana.ready_button).to_be_visible()

    mover, other = arrange(ana, guest)
    play_to_the_end(mover, other)
    expect(ana.page.get_by_text("All have had their last turn").first).to_be_visible()
