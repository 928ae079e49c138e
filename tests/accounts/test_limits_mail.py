"""While the mail server is away, asking for a mail again uses up nobody's limit."""

from __future__ import annotations

import re
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.account_mails import PROOF, Asked
from accounts.models import Notice, User
from games.mail.sender import drain
from games.play.people.accounts import end
from games.play.people.closing import close_account
from tests.accounts.mails import mails
from tests.accounts.sign_up_form import form
from tests.builders import make_user
from tests.fixtures.mail_server import MailServer
from tests.side_by_side import side_by_side
from tests.views.visitors import browser_of, words

pytestmark = pytest.mark.django_db
ASK = "/accounts/password/reset/"
ADDRESS = "/accounts/email/"
WAITS = "the mail server has not taken it yet"
ADDRESSES = ["ana@example.org", "nobody@example.org"]


def ask(client: Client, email: str) -> str:
    answer = client.post(ASK, {"email": email}, follow=True)
    assert answer.status_code == 200
    return str(answer.content.decode())


def confirm(client: Client, email: str = "ana@example.org") -> str:
    answer = client.post(ADDRESS, {"email": email, "action_send": ""}, follow=True)
    assert answer.status_code == 200
    return str(answer.content.decode())


def later(**passed: float) -> None:
    drain(clock=lambda: timezone.now() + timedelta(**passed))


def sent_ago(**passed: float) -> None:
    Notice.objects.filter(state="sent").update(sent_at=timezone.now() - timedelta(**passed))


def links() -> list[str]:
    bodies = [str(sent.body) for sent in mail.outbox]
    return [found[1] for body in bodies if (found := re.search(r"https?://[^/]+(/acc\S+)", body))]


@pytest.mark.parametrize("email", ADDRESSES)
def test_a_lost_password_in_an_outage_is_asked_for_once(
    client: Client, ana: User, mail_server: MailServer, email: str
) -> None:
    mail_server.stop()
    assert WAITS not in ask(client, email)
    drain()
    for _again in range(40):
        assert WAITS in ask(client, email)
    assert Notice.objects.count() == 1
    mail_server.start()
    later(minutes=5)
    assert [taken.to for taken in mail_server.mails] == [[email]]


@pytest.mark.parametrize("email", ADDRESSES)
def test_once_it_was_sent_the_limits_count(client: Client, ana: User, email: str) -> None:
    for _mail in range(3):
        assert WAITS not in ask(client, email)
        mails()
    answer = client.post(ASK, {"email": email.upper()})
    assert answer.status_code == 429
    assert "You can try again in 10 minutes." in answer.content.decode()
    assert 590 <= int(answer["Retry-After"]) <= 600
    assert len(mails()) == 3
    sent_ago(minutes=10)
    assert client.post(ASK, {"email": email}).status_code == 302


def test_known_and_unknown_addresses_read_the_same(client: Client, ana: User) -> None:
    def pages(email: str) -> list[object]:
        told: list[object] = [words(ask(client, email)) for _ in range(2)]
        for _mail in range(3):
            mails()
            answer = client.post(ASK, {"email": email})
            told.append((answer.status_code, answer.get("Location")))
        return told

    known, unknown = (pages(email) for email in ADDRESSES)
    assert [str(page) for page in known] == [str(page) for page in unknown]


def test_what_was_not_sent_in_the_end_counts_for_nothing(client: Client, ana: User) -> None:
    for state in ("failed", "dropped", "failed", "failed", "dropped"):
        assert WAITS not in ask(client, "ana@example.org")
        Notice.objects.filter(state="waiting").update(state=state)
    assert Notice.objects.count() == 5


def test_a_link_that_goes_out_late_still_works(client: Client, ana: User) -> None:
    ask(client, "ana@example.org")
    later(days=1, hours=23)
    page = client.get(links()[0], follow=True)
    chosen = {"password1": "a-longer-walk-home", "password2": "a-longer-walk-home"}
    client.post(page.request["PATH_INFO"], chosen)
    ana.refresh_from_db()
    assert ana.check_password("a-longer-walk-home")


def test_a_mail_that_waits_for_a_day_makes_room_for_a_fresh_link(client: Client, ana: User) -> None:
    ask(client, "ana@example.org")
    Notice.objects.update(created_at=timezone.now() - timedelta(days=1, minutes=1))
    assert WAITS not in ask(client, "ana@example.org")
    assert list(Notice.objects.order_by("pk").values_list("state", flat=True)) == [
        "dropped",
        "waiting",
    ]
    assert len(mails()) == 1


def test_a_confirmation_in_an_outage_is_asked_for_once(
    as_ana: Client, ana: User, mail_server: MailServer
) -> None:
    mail_server.stop()
    assert "A mail is on its way to ana@example.org" in confirm(as_ana)
    drain()
    for _again in range(40):
        page = confirm(as_ana)
        assert WAITS in page
        assert "A mail is on its way" not in page
    mail_server.start()
    later(minutes=5)
    assert len(mail_server.mails) == 1
    assert "you can have another one in" in confirm(as_ana)  # from when it was sent
    sent_ago(minutes=3)
    assert "A mail is on its way" in confirm(as_ana)


def test_ten_a_day_were_sent(as_ana: Client, ana: User) -> None:
    for _mail in range(10):
        confirm(as_ana)
        mails()
        sent_ago(hours=1)
    assert "you can have another one in 23 hours" in confirm(as_ana)
    assert len(mails()) == 10


def test_the_mail_of_a_sign_up_in_an_outage_is_the_one(
    client: Client, mail_server: MailServer
) -> None:
    mail_server.stop()
    page = client.post("/accounts/signup/", form(), follow=True).content.decode()
    assert "A mail is on its way to bo@example.org" in page
    assert WAITS in confirm(client, "bo@example.org")
    mail_server.start()
    drain()
    assert len(mail_server.mails) == 1


def test_a_mail_whose_link_died_with_its_address_makes_room(as_ana: Client, ana: User) -> None:
    confirm(as_ana)
    mails()
    as_ana.post(links()[-1])
    new = {"email": "ana@home.example"}
    as_ana.post(ADDRESS, new | {"action_add": ""})
    as_ana.post(ADDRESS, new | {"action_remove": ""})
    page = as_ana.post(ADDRESS, new | {"action_add": ""}, follow=True).content.decode()
    assert "A mail is on its way to ana@home.example" in page
    mails()
    as_ana.post(links()[-1])
    ana.refresh_from_db()
    assert (ana.email, len(mail.outbox)) == ("ana@home.example", 2)


def test_others_mails_to_the_address_are_not_ones_own(as_ana: Client) -> None:
    Client().post("/accounts/signup/", form())
    new = {"email": "bo@example.org", "action_add": ""}
    page = as_ana.post(ADDRESS, new, follow=True).content.decode()
    assert "A mail is on its way to bo@example.org" in page
    assert len(mails()) == 2


def claim(name: str, email: str = "victim@example.org") -> str:
    """Let somebody of this name take an address into their settings, and ask for its proof."""
    answer = browser_of(make_user(name)).post(
        ADDRESS, {"email": email, "action_add": ""}, follow=True
    )
    assert answer.status_code == 200
    return words(answer.content.decode())


def test_many_accounts_that_claim_an_address_send_it_few_mails() -> None:
    for hour in range(2):
        for number in range(12):
            page = claim(f"Claims {hour} {number}")
        assert "No mail was sent" in page
        assert "you can have another one in 10 minutes" in page
        assert len(mails()) == 3
    sent_ago(minutes=10)
    claim("Claims later", "VICTIM@example.org")
    assert len(mails()) == 4


def test_nobody_gets_more_than_ten_a_day_whoever_asks() -> None:
    for number in range(10):
        claim(f"Claims {number}")
        mails()
        sent_ago(hours=1)
    assert "you can have another one in 23 hours" in claim("Claims once more")
    assert len(mails()) == 10


def test_other_addresses_are_not_concerned() -> None:
    for number in range(4):
        claim(f"Claims {number}")
    assert "A mail is on its way to other@example.org" in claim("Claims other", "other@example.org")


def leave_all() -> None:
    for user in User.objects.all():
        close_account(user_id=user.pk, now=timezone.now())
        end(user, timezone.now())
    assert User.objects.count() == 0


def test_leaving_the_site_does_not_let_others_be_mailed_again() -> None:
    for number in range(3):
        claim(f"Claims {number}")
    mails()
    leave_all()
    claim("Claims later")
    assert len([sent for sent in mails() if sent.to == ["victim@example.org"]]) == 3
    assert "victim" not in str(list(Notice.objects.filter(user=None).values()))


def test_a_sign_up_whose_mail_has_to_wait_says_so(client: Client) -> None:
    for number in range(3):
        claim(f"Claims {number}", "bo@example.org")
    mails()
    leave_all()
    page = client.post("/accounts/signup/", form(), follow=True).content.decode()
    assert "A mail is on its way" not in page
    assert "you can have another one in 10 minutes" in page


def test_an_outage_counts_against_nobody_whoever_asks(
    as_ana: Client, mail_server: MailServer
) -> None:
    mail_server.stop()
    new = {"email": "bo@example.org", "action_add": ""}
    as_ana.post(ADDRESS, new)
    for _again in range(20):
        drain()
        as_ana.post(ADDRESS, {"email": "bo@example.org", "action_send": ""})
    assert "A mail is on its way" in claim("Somebody", "bo@example.org")


def test_a_refused_address_is_tried_anew_when_its_person_asks(
    as_ana: Client, mail_server: MailServer
) -> None:
    mail_server.fail("RCPT", "550 5.1.1 nobody here")
    confirm(as_ana)
    drain()
    mail_server.heal()
    assert WAITS in confirm(as_ana)
    drain()
    assert len(mail_server.mails) == 1


def test_asking_over_and_over_does_not_flood_a_server_that_refuses(
    as_ana: Client, mail_server: MailServer
) -> None:
    mail_server.fail("RCPT", "550 5.1.1 nobody here")
    for _again in range(20):
        confirm(as_ana)
        drain()
    assert mail_server.steps.count("RCPT") == 2


@pytest.mark.parametrize("email", ["a\x00na@example.org", "", "x" * 5000, "bo@example.org"])
@pytest.mark.parametrize("act", ["action_send", "action_add"])
def test_addresses_that_cannot_be_break_nothing(as_ana: Client, email: str, act: str) -> None:
    assert as_ana.post(ADDRESS, {"email": email, act: ""}).status_code in (302, 422)


def test_keys_tell_no_address(client: Client, ana: User) -> None:
    ask(client, "ana@example.org")
    assert "ana" not in Notice.objects.get().key


@pytest.mark.django_db(transaction=True)
def test_of_many_people_at_the_same_moment_few_are_posted() -> None:
    mail_of_it: dict[str, Any] = {"to": "a@example.org", "about": "x", "subject": "", "text": ""}
    people = [make_user(f"Claims {number}") for number in range(8)]
    asked = [Asked(PROOF, "a@example.org", each.pk) for each in people]
    posted = side_by_side([partial(each.post, mail_of_it, timezone.now()) for each in asked])
    assert sorted(posted) == [False] * 5 + [True] * 3
    assert Notice.objects.values("user").distinct().count() == 3


@pytest.mark.django_db(transaction=True)
def test_of_two_at_the_same_moment_one_is_posted(ana: User) -> None:
    asked = Asked(PROOF, "ana@example.org", ana.pk)
    mail_of_it: dict[str, Any] = {"to": "ana@example.org", "about": "x", "subject": "", "text": ""}
    side_by_side([partial(asked.post, mail_of_it, timezone.now())] * 5)
    assert Notice.objects.count() == 1
