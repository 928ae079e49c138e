"""No role sees what is hidden: every page is the same with all hidden cards exchanged.

The player alone has the drawn card in hand, and sees it.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Iterator

import pytest
import time_machine
from django.db import transaction
from django.test import Client
from django.urls import reverse

from games.models import Game
from games.play.people.archive import archive_of
from tests.builders import NOW
from tests.exchange import exchange_hidden
from tests.views.link_holder import link_of

from .acts import Answer
from .house import ROLES, House, build
from .looking import undone

# What is hidden is so on any database; the matrix itself runs on both.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
TOKEN = re.compile(
    rb'(csrfmiddlewaretoken" value="|X-CSRFToken&quot;: &quot;|X-CSRFToken": ")\w+'
    rb'|(name="number" value=")[\w-]+'
)
SEATS = {"host": 0, "player": 1, "dropped": 2, "seated-mod": 3}


@pytest.fixture
def house() -> Iterator[House]:
    with time_machine.travel(NOW, tick=False):
        yield build()


def answers(house: House, role: str, browser: Client) -> dict[str, bytes]:
    """Return all that somebody gets to read of the running table, by what it is."""
    code, pk = house.public.code, house.public.pk
    seat = SEATS.get(role, "")
    table = reverse("table", args=[code])
    asked: dict[str, Callable[[], Answer]] = {
        "table": lambda: browser.get(table),
        "whole log": lambda: browser.get(f"{table}?log=all"),
        "part": lambda: browser.get(f"{table}?square=a1", headers={"HX-Request": "true"}),
        "poll": lambda: browser.get(f"{table}poll/?page=table&v=1&seat={seat}"),
        "refused": lambda: browser.post(table, {"act": "claim", "detail": "x", "version": "1"}),
        "picture": lambda: browser.get(reverse("picture", args=[code])),
        "shuffles": lambda: browser.get(reverse("shuffle", args=[code])),
        "record": lambda: browser.get(reverse("record-json", args=[code])),
        "acts": lambda: browser.get(reverse("table-acts", args=[code])),
        "own games": lambda: browser.get(reverse("my-games")),
        "history": lambda: browser.get(reverse("person-history", args=["Pia"])),
        "person": lambda: browser.get(reverse("person", args=["Pia"])),
        "report": lambda: browser.get(f"{reverse('report')}?game={code}"),
        "admin": lambda: browser.get(reverse("admin:games_game_change", args=[pk])),
        "admin history": lambda: browser.get(reverse("admin:games_game_history", args=[pk])),
        "admin list": lambda: browser.get(reverse("admin:games_game_changelist") + f"?q={code}"),
        "removal": lambda: browser.get(reverse("admin:games_game_remove", args=[pk])),
        "queue": lambda: browser.get(reverse("admin:games_report_change", args=[house.report.pk])),
    }
    if role == "player":
        link = link_of(house.public, SEATS[role])
        asked["link"] = lambda: Client().get(link)
        asked["link, chosen"] = lambda: browser.get(f"{link}?square=a1")
    told = {name: _undone(ask, browser) for name, ask in asked.items()}
    user = house.people[role]
    if user is not None:
        told["own data"] = _unpacked(archive_of(user, NOW))
    return told


def _undone(ask: Callable[[], Answer], browser: Client) -> bytes:
    with undone(browser):
        answer = ask()
    return str(answer.status_code).encode() + TOKEN.sub(rb"\1\2", answer.content)


def _unpacked(archive: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(archive)) as files:
        return b"\n".join(files.read(name) for name in sorted(files.namelist()))


def told_by(house: House, role: str) -> list[str]:
    """Return which answers depend on what is hidden from somebody."""
    browser = house.browser(role)
    before = answers(house, role, browser)
    with transaction.atomic():
        exchange_hidden(Game.objects.get(pk=house.public.pk), SEATS.get(role))
        after = answers(house, role, browser)
        transaction.set_rollback(True)
    return [name for name, answer in before.items() if after[name] != answer]


def test_nobody_is_told_what_is_hidden(house: House) -> None:
    assert {role: told for role in ROLES if (told := told_by(house, role))} == {}


def test_the_exchange_would_be_noticed(house: House) -> None:
    """The drawn card is exchanged as if somebody else asked: the player's answers differ."""
    browser = house.browser("player")
    before = answers(house, "player", browser)
    exchange_hidden(Game.objects.get(pk=house.public.pk), SEATS["host"])
    after = answers(house, "player", browser)
    differing = {name for name, answer in before.items() if after[name] != answer}
    assert {"table", "part", "poll", "own data", "link", "link, chosen"} <= differing
