"""Playing from the mail is switched on and off on the page of mails."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.utils import timezone
from pytest_django import Settings
from time_machine import TimeMachineFixture

from accounts.models import User
from accounts.services import make_guest, prove_address
from games.mail.by_mail import held_by_link, ways_for
from games.mail.choices import play_from_mail
from games.mail.sender import drain
from games.models import Game, Seat
from tests.builders import NOW, make_game, make_user
from tests.side_by_side import side_by_side
from tests.views.visitors import browser_of, fields_of, words

pytestmark = pytest.mark.django_db
PAGE = "/settings/mail/"
LATER = NOW + timedelta(hours=1)
FIELD = "plays_by_mail"
FIRST = "Confirm your mail address first: turns are played from mails that go there."


@pytest.fixture(autouse=True)
def today(time_machine: TimeMachineFixture) -> None:
    time_machine.move_to(NOW, tick=False)


@pytest.fixture
def ana() -> User:
    return make_user("Ana", email_proven_at=NOW)


@pytest.fixture
def as_ana(ana: User) -> Client:
    return browser_of(ana)


def shown(client: Client) -> dict[str, str]:
    """What a tab that is open now would send."""
    return fields_of(client.get(PAGE).content.decode())


def switch(client: Client, on: bool) -> None:
    """Tick the box, or clear it, and save."""
    sent = {name: value for name, value in shown(client).items() if name != FIELD}
    answer = client.post(PAGE, sent | ({FIELD: "on"} if on else {}))
    assert answer["Location"] == PAGE


def since(user: User) -> datetime | None:
    return User.objects.get(pk=user.pk).plays_by_mail_since


def link_of(user: User) -> str:
    """The token of the link to their turn in a game that has just begun."""
    game = make_game(user, make_user(), arranged=False)
    return token_of(user, game)


def token_of(user: User, game: Game) -> str:
    ways = ways_for(game, Seat.objects.get(game=game, user=user))
    assert ways is not None
    return ways.link.split("/")[-2]


def test_it_is_off_until_it_is_switched_on(as_ana: Client, ana: User) -> None:
    assert FIELD not in shown(as_ana)
    switch(as_ana, on=True)
    assert since(ana) == NOW
    assert shown(as_ana)[FIELD] == "on"


def test_it_stays_on_since_the_same_moment_whatever_else_is_saved(
    as_ana: Client, ana: User, time_machine: TimeMachineFixture
) -> None:
    switch(as_ana, on=True)
    token = link_of(ana)
    time_machine.move_to(LATER)
    as_ana.post(PAGE, shown(as_ana) | {"digest_hour": "9"})
    switch(as_ana, on=True)
    ana.refresh_from_db()
    assert (ana.plays_by_mail_since, ana.digest_hour) == (NOW, 9)
    assert held_by_link(token) is not None


def test_switched_off_all_that_was_sent_is_void_and_stays_so(
    as_ana: Client, ana: User, time_machine: TimeMachineFixture
) -> None:
    switch(as_ana, on=True)
    token = link_of(ana)
    assert held_by_link(token) is not None
    switch(as_ana, on=False)
    assert since(ana) is None
    assert held_by_link(token) is None
    time_machine.move_to(LATER)
    switch(as_ana, on=True)
    assert since(ana) == timezone.now()
    assert held_by_link(token) is None
    assert held_by_link(token_of(User.objects.get(pk=ana.pk), Game.objects.get())) is not None


def test_an_old_tab_neither_switches_it_off_nor_on(as_ana: Client, ana: User) -> None:
    old = shown(as_ana)
    switch(as_ana, on=True)
    as_ana.post(PAGE, old | {"digest_hour": "9"})
    assert since(ana) == NOW
    old = shown(as_ana)
    switch(as_ana, on=False)
    as_ana.post(PAGE, old | {"digest_hour": "10"})
    ana.refresh_from_db()
    assert (ana.plays_by_mail_since, ana.digest_hour) == (None, 10)


def test_two_tabs_switch_it_on_once(
    as_ana: Client, ana: User, time_machine: TimeMachineFixture
) -> None:
    old = shown(as_ana)
    switch(as_ana, on=True)
    token = link_of(ana)
    time_machine.move_to(LATER)
    as_ana.post(PAGE, old | {FIELD: "on"})
    assert since(ana) == NOW
    assert held_by_link(token) is not None


@pytest.mark.django_db(transaction=True)
def test_two_tabs_in_the_same_moment_do_so_too() -> None:
    ana = make_user("Ana", email_proven_at=NOW)
    moments = [NOW + timedelta(seconds=number) for number in range(4)]
    seen: list[datetime | None] = []

    def on(moment: datetime) -> None:
        play_from_mail(ana, True, moment)
        seen.append(since(ana))

    side_by_side([lambda moment=moment: on(moment) for moment in moments])  # type: ignore[misc]
    assert len(set(seen)) == 1 and seen[0] in moments


@pytest.mark.parametrize(
    "address",
    [
        {"email_proven_at": None},
        {"email": "", "email_proven_at": None},
        {"refused_address": "ana@example.org"},
    ],
    ids=["not confirmed", "none", "refused"],
)
def test_without_an_address_that_works_it_is_not_switched_on(
    as_ana: Client, ana: User, address: dict[str, object]
) -> None:
    User.objects.update(**address)
    answer = as_ana.post(PAGE, shown(as_ana) | {FIELD: "on", "digest_hour": "9"})
    assert answer.status_code == 422
    assert FIRST in words(answer.content.decode())
    ana.refresh_from_db()
    assert (ana.plays_by_mail_since, ana.digest_hour) == (None, 8)


def test_it_stays_on_and_can_be_switched_off_while_the_address_does_not_work(
    as_ana: Client, ana: User
) -> None:
    User.objects.update(plays_by_mail_since=NOW, refused_address=ana.email)
    assert as_ana.post(PAGE, shown(as_ana) | {"digest_hour": "9"}).status_code == 302
    assert since(ana) == NOW
    switch(as_ana, on=False)
    assert since(ana) is None


def test_a_refused_page_keeps_what_was_ticked(as_ana: Client, ana: User) -> None:
    refused = as_ana.post(PAGE, shown(as_ana) | {FIELD: "on", "quiet_from": "22"})
    assert refused.status_code == 422
    assert since(ana) is None
    as_ana.post(PAGE, fields_of(refused.content.decode()) | {"quiet_until": "6"})
    assert since(ana) == NOW


def test_a_post_cannot_choose_the_moment(as_ana: Client, ana: User) -> None:
    as_ana.post(PAGE, shown(as_ana) | {"plays_by_mail_since": "2020-01-01"})
    assert since(ana) is None


def test_guests_cannot_switch_it_on() -> None:
    guest = make_guest(NOW)
    as_guest = browser_of(guest)
    answer = as_guest.post(PAGE, {FIELD: "on"})
    assert "Guests have no mail address" in answer.content.decode()
    assert since(guest) is None


def test_strangers_sign_in_first(client: Client, ana: User) -> None:
    assert client.post(PAGE, {FIELD: "on"})["Location"] == f"/accounts/login/?next={PAGE}"
    assert since(ana) is None


def test_the_page_says_what_it_means(as_ana: Client, settings: Settings) -> None:
    settings.REPLY_ADDRESS = ""
    text = words(as_ana.get(PAGE).content.decode())
    assert "Whoever can read your mails can then make your moves" in text
    assert "Switching it off makes all links and addresses that were sent void at once." in text
    for told in ("You can also answer such a mail", "claim four-tribes"):
        assert told not in text
    settings.REPLY_ADDRESS = "play+*@drako.example"
    text = words(as_ana.get(PAGE).content.decode())
    for told in ("You can also answer such a mail", "claim four-tribes", "keep b3", "resign"):
        assert told in text


def test_the_rules_have_the_orders_where_the_site_takes_mail(
    client: Client, settings: Settings
) -> None:
    settings.REPLY_ADDRESS = ""
    assert "Orders by mail" not in words(client.get("/rules/").content.decode())
    settings.REPLY_ADDRESS = "play+*@drako.example"
    page = client.get("/rules/").content.decode()
    assert 'id="orders"' in page and f'href="{PAGE}"' in page and "reveal c1" in page


def test_nobody_else_is_told(client: Client, ana: User) -> None:
    """Pages about a person are the same whether they play from the mail or not."""
    make_game(ana, make_user("Bo"), arranged=False)
    pages = ["/people/Ana/", "/lobby/", f"/g/{Game.objects.get().code}/"]
    as_bo = browser_of(User.objects.get(name="Bo"))

    def seen() -> list[str]:
        return [words(as_bo.get(page).content.decode()) for page in pages]

    before = seen()
    play_from_mail(ana, True, NOW)
    assert seen() == before


def prove_another(client: Client, address: str) -> None:
    """Change the address on its page, and open the link that is sent there."""
    mail.outbox.clear()
    client.post("/accounts/email/", {"email": address, "action_add": ""})
    drain()
    [link] = re.findall(r"/accounts/confirm-email/\S+", str(mail.outbox[-1].body))
    client.post(link)


def test_another_address_makes_void_what_was_sent_and_is_played_from_itself(
    as_ana: Client, ana: User
) -> None:
    EmailAddress.objects.create(user=ana, email=ana.email, primary=True, verified=True)
    switch(as_ana, on=True)
    token = link_of(ana)
    game = Game.objects.get()
    as_ana.post("/accounts/email/", {"email": "another@example.org", "action_add": ""})
    assert held_by_link(token) is not None  # it is only claimed as yet
    prove_another(as_ana, "elsewhere@example.org")
    ana.refresh_from_db()
    assert (ana.email, ana.plays_by_mail_since) == ("elsewhere@example.org", NOW)
    assert held_by_link(token) is None
    assert held_by_link(token_of(ana, game)) is not None


def test_a_refused_address_pauses_it_until_it_is_proven_anew(as_ana: Client, ana: User) -> None:
    switch(as_ana, on=True)
    token = link_of(ana)
    game = Game.objects.get()
    User.objects.filter(pk=ana.pk).update(refused_address=ana.email, refused_why="550 nobody")
    seat = Seat.objects.select_related("user").get(game=game, user=ana)
    assert ways_for(game, seat) is None
    prove_address(ana.pk, LATER)
    assert token_of(ana, game) == token
    assert since(ana) == NOW


def test_another_password_changes_nothing_about_it(as_ana: Client, ana: User) -> None:
    switch(as_ana, on=True)
    token = link_of(ana)
    user = User.objects.get(pk=ana.pk)
    user.set_password("another-word")
    user.save()
    assert held_by_link(token) is not None
