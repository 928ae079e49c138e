"""A whole game of four by the links of its mails alone, in browsers without scripts or cookies.

Nobody signs in. Whoever is to play learns so by a mail that a real mail server took, opens the link
in it and does what the page offers. The clock is moved to when the next mail is due.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.sessions.models import Session
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import Notice
from games.mail.sender import drain
from games.models import Game
from games.rules.notation.checking import check_record
from tests.browser.player import PlainPlayer
from tests.builders import NOW, make_game
from tests.fixtures.mail_server import MailServer, Taken
from tests.views.link_holder import mail_player

# What browsers do does not depend on the database; two people play on both.
pytestmark = [pytest.mark.browser, pytest.mark.sqlite]
NAMES = ("Ana", "Bo", "Cy", "Di")
TURNS = 4
MOST_MAILS = 4 * (TURNS + 2)  # to arrange, for each turn, and the result


class LinkPlayer(PlainPlayer):
    """Somebody who has nothing but the links that come by mail."""

    def open(self, link: str) -> None:
        """Come to the page from a mail, and do all that it offers."""
        self.page.goto(link)
        expect(self.table).to_be_visible()
        if self.ready_button.count():
            self.swap("b2", "c3")
            self.say_ready()
            expect(self.page.locator("h1")).to_have_text("You are ready")
            return
        self.take_turn()
        expect(self.page.locator("h1")).to_have_text("Your turn is made")
        expect(self.says).to_be_focused()

    def claim(self) -> None:
        self.press(self.claims.first)
        expect(self.table).to_be_hidden()


@pytest.fixture
def site(live_site: LiveServer, settings: Any) -> LiveServer:
    """The site, to which the links in its mails lead."""
    settings.SITE_URL = live_site.url
    return live_site


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """The time of all, which stands still unless it is moved."""
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


def mails_due(server: MailServer, clock: time_machine.Traveller) -> list[Taken]:
    """Move the clock to when the next mail is due; return what the server took then."""
    before = len(server.mails)
    while len(server.mails) == before:
        due = Notice.objects.filter(state="waiting").earliest("not_before").not_before
        clock.move_to(due + timedelta(seconds=1))
        drain()
    return server.mails[before:]


def link_in(mail: Taken) -> str:
    """The link to just one turn in a mail; empty if there is none."""
    body = mail.message.get_body(("plain",))
    assert body is not None
    found = re.findall(r"\S+/mail/turn/\S+", body.get_content())
    assert len(found) <= 1
    return "".join(found)


def test_a_whole_game_by_links_alone(
    site: LiveServer,
    mail_server: MailServer,
    clock: time_machine.Traveller,
    new_visitor: Callable[..., Page],
) -> None:
    people = [mail_player(name) for name in NAMES]
    game = make_game(*people, arranged=False, turn_limit=TURNS, public=False)
    players = {user.email: LinkPlayer(new_visitor(java_script_enabled=False)) for user in people}
    links: list[tuple[LinkPlayer, str]] = []
    told = 0
    while game.is_running:
        for mail in mails_due(mail_server, clock):
            told += 1
            assert told <= MOST_MAILS
            player, link = players[mail.to[0]], link_in(mail)
            assert link.startswith(f"{site.url}/mail/turn/")
            player.open(link)
            links.append((player, link))
        game.refresh_from_db()

    assert game.status == Game.Status.OVER
    assert len(links) == 4 + game.turn_number
    outcome = check_record(game.record)
    seats = game.seats.order_by("number")
    assert [seat.total for seat in seats] == [scores.total for scores in outcome.scores]
    assert [seat.place for seat in seats] == list(outcome.places)

    results = mails_due(mail_server, clock)
    assert sorted(mail.to[0] for mail in results) == sorted(players)
    assert [link_in(mail) for mail in results] == [""] * len(NAMES)

    assert not Session.objects.exists()
    for player, link in links:
        assert player.page.context.cookies() == []
        assert player.page.request.get(link).status == 410
