"""HTML mails on a phone: nothing runs off to the right, however long people's names are."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from games.models import Game
from games.rules.moves import Move
from tests.builders import NOW, act, make_game, make_user
from tests.mail.answering import html, player, write
from tests.mail.telling import html_of, mail, notice_of

# What browsers do does not depend on the database; two people play on both.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]
NAMES = ("Bartholomaeus Wunderlich", "Wwwwwwwwwwwwwwwwwwwwwwww", "Al", "Anna Maria Magdalena Ö")


@pytest.mark.parametrize("width", [320, 390, 800])
def test_the_score_sheet_fits(browser: Browser, width: int) -> None:
    people = [make_user(name, email_proven_at=NOW) for name in NAMES]
    game = make_game(*people)
    for _leaving in range(3):
        act(game, Game.objects.get().active_seat, Move("leave", detail="resigned"))
    told = next(user for user in people if user.notices.filter(kind="over").exists())
    page = browser.new_page(viewport={"width": width, "height": 800})
    page.set_content(html_of(mail(notice_of(told, "over"), now=NOW)))
    for part in ("html", ".wide"):
        wide, room = page.locator(part).first.evaluate("one => [one.scrollWidth, one.clientWidth]")
        assert wide <= room, part
    page.close()


@pytest.mark.parametrize("width", [320, 800])
def test_an_answer_to_orders_fits(browser: Browser, width: int) -> None:
    ana = player(NAMES[1])
    game = make_game(ana, *map(make_user, NAMES[2:]), first_by="account")
    answers = [write(game, ana, text) for text in ("help", f"draw, take {'W' * 60}", "keep " * 12)]
    page = browser.new_page(viewport={"width": width, "height": 800})
    for notice in answers:
        page.set_content(html(notice))
        wide, room = page.locator("html").evaluate("one => [one.scrollWidth, one.clientWidth]")
        assert wide <= room
    page.close()
