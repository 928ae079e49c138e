"""How often tables are opened and guests come; and that the page says when to try again."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from games.models import Game
from games.views.once import form_number
from tests.builders import make_turns, make_user
from tests.views.visitors import browser_of, fields_of, words

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def rates(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The limits, to be made small."""
    changed = dict(settings.ACCOUNT_RATE_LIMITS)
    monkeypatch.setattr(settings, "ACCOUNT_RATE_LIMITS", changed)
    return changed


def play(browser: Client, number: str = "", address: str = "192.0.2.1", **headers: str) -> Any:
    sent = {"number": number or form_number(), "bots": "1", "bot": "random"}
    return browser.post("/play/", sent, REMOTE_ADDR=address, headers=headers)


def test_guests_are_counted_by_network_address(rates: dict[str, str]) -> None:
    rates["guest"] = "2/h/ip"
    assert [play(Client()).status_code for _ in range(3)] == [303, 303, 429]
    assert (User.objects.count(), Game.objects.count()) == (2, 2)
    assert play(Client(), address="192.0.2.2").status_code == 303
    assert play(Client(), address="2001:db8::1").status_code == 303
    assert play(Client(), address="2001:db8::2").status_code == 303
    assert play(Client(), address="2001:db8::3").status_code == 429


def test_headers_that_strangers_bring_change_no_count(rates: dict[str, str]) -> None:
    rates["guest"] = "2/h/ip"
    answers = [play(Client(), **{"X-Forwarded-For": f"6.6.6.{n}"}) for n in range(3)]
    assert [answer.status_code for answer in answers] == [303, 303, 429]


def test_the_page_says_when_to_try_again(rates: dict[str, str]) -> None:
    rates["guest"] = "1/h/ip"
    play(Client())
    answer = play(Client())
    assert "You can try again in 60 minutes." in words(answer.content.decode())
    assert 3590 <= int(answer["Retry-After"]) <= 3600


def test_the_page_tells_of_others_only_those_who_did_not_do_it_themselves(
    rates: dict[str, str],
) -> None:
    others = "Everybody behind the same network address counts together"
    rates["table"] = "1/h/user,1/h/ip"
    ana, bo = browser_of(make_user("Ana")), browser_of(make_user("Bo"))
    assert play(ana).status_code == 303
    assert others not in play(ana).content.decode()
    assert others in play(bo).content.decode()


def test_htmx_gets_the_same(rates: dict[str, str]) -> None:
    rates["guest"] = "1/h/ip"
    play(Client())
    answer = play(Client(), **{"HX-Request": "true"})
    assert answer.status_code == 429
    assert "You can try again in" in answer.content.decode()


def test_a_double_click_counts_once(rates: dict[str, str]) -> None:
    rates["guest"], number = "1/h/ip", form_number()
    assert [play(Client(), number).status_code for _ in range(3)] == [303, 303, 303]
    assert Game.objects.count() == 1


def test_who_is_known_is_counted_by_account(rates: dict[str, str]) -> None:
    rates["table"] = "2/h/user"
    ana, bo = browser_of(make_user("Ana")), browser_of(make_user("Bo"))
    assert [play(ana).status_code for _ in range(3)] == [303, 303, 429]
    assert play(ana, address="192.0.2.9").status_code == 429
    assert play(bo).status_code == 303
    assert open_table(ana).status_code == 429


def open_table(browser: Client, **changes: str) -> Any:
    return browser.post("/new/", {**new_table_fields(browser), **changes})


def new_table_fields(browser: Client) -> dict[str, str]:
    return fields_of(browser.get("/new/").content.decode())


def test_tables_are_counted_once_they_stand(rates: dict[str, str]) -> None:
    rates["table"] = "2/h/user"
    ana = make_user("Ana")
    make_turns(ana)
    browser = browser_of(ana)
    for _refused in range(3):
        assert open_table(browser, turn_limit="999").status_code == 422
    assert [open_table(browser).status_code for _ in range(3)] == [303, 303, 429]
    assert Game.objects.filter(status="open").count() == 2


def test_a_table_that_seats_forbid_is_not_counted(rates: dict[str, str]) -> None:
    rates["table"] = "6/h/user"
    browser = browser_of(make_user("Ana"))
    answers = [open_table(browser).status_code for _ in range(9)]
    assert answers == [303] * 5 + [422] * 4
    assert play(browser).status_code == 303


def test_the_limit_of_seats_is_told_before(rates: dict[str, str]) -> None:
    host = browser_of(make_user("Bo"))
    open_table(host)
    waiting = Game.objects.get()
    browser = browser_of(make_user("Ana"))
    for _table in range(5):
        open_table(browser)
    for page in ("/lobby/", "/new/", waiting.get_absolute_url()):
        said = browser.get(page).content.decode()
        assert "Somebody new may sit at 5 at once" in words(said), page
        assert f"/g/{waiting.code}/join/" not in said
    answer = browser.post(f"{waiting.get_absolute_url()}join/")
    assert answer.status_code == 422
    assert "Somebody new may sit at 5 at once" in words(answer.content.decode())


def test_joining_by_link_as_a_guest_counts_as_a_guest(rates: dict[str, str]) -> None:
    rates["guest"] = "1/h/ip"
    host = browser_of(make_user("Bo"))
    open_table(host, seen_by="link", players="4")
    game = Game.objects.get()

    def come() -> int:
        sent = {"as_guest": "yes", "number": form_number()}
        return Client().post(f"{game.get_absolute_url()}join/", sent).status_code

    assert [come(), come()] == [303, 429]
    assert game.seats.count() == 2


def test_without_a_cache_everybody_is_let_through(
    rates: dict[str, str], settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    rates["guest"] = "1/h/ip"
    settings.ACCOUNT_RATE_LIMITS = rates
    settings.CACHES = settings.CACHES | {
        "default": {
            "BACKEND": "drako_site.cache.ForgivingRedisCache",
            "LOCATION": "redis://127.0.0.1:1/0",
            "OPTIONS": settings.REDIS_PATIENCE,
        }
    }
    assert [play(Client()).status_code for _ in range(3)] == [303, 303, 303]
    assert Client().get("/accounts/login/").status_code == 200
    wrong = {"login": "Ana", "password": "a-wrong-guess"}
    assert [Client().post("/accounts/login/", wrong).status_code for _ in range(7)] == [422] * 7
    assert len(re.findall("The cache is away", caplog.text)) == 1
    assert cache.get("anything", "nothing") == "nothing"
