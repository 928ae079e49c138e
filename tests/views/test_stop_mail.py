from __future__ import annotations

from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import MailChoice, User
from games.mail.stop import stop_token
from tests.builders import make_user
from tests.views.visitors import browser_of, words

pytestmark = pytest.mark.django_db
ONE_CLICK = {"List-Unsubscribe": "One-Click"}


@pytest.fixture
def ana() -> User:
    return make_user("Ana", email="secret.ana@example.org")


def link(user: User, *kinds: str) -> str:
    return reverse("mail-stop", args=[stop_token(user, kinds or ["turn"])])


def off(user: User) -> list[str]:
    chosen = MailChoice.objects.filter(user=user, way="off")
    return sorted(chosen.values_list("kind", flat=True))


@pytest.mark.parametrize("method", ["get", "head"])
def test_opening_the_link_changes_nothing(client: Client, ana: User, method: str) -> None:
    answer = getattr(client, method)(link(ana))
    assert answer.status_code == 200
    assert off(ana) == []


def test_the_page_asks_whose_mails_of_which_kind_shall_stop(client: Client, ana: User) -> None:
    page = client.get(link(ana)).content.decode()
    text = unescape(words(page))
    for part in ("Stop these mails?", "Ana would get no more mails", "It is your turn"):
        assert part in text
    assert '<form method="post">' in page
    assert "secret.ana" not in page


def test_the_button_stops_that_kind_only(client: Client, ana: User) -> None:
    text = words(client.post(link(ana)).content.decode())
    assert "Ana gets no more mails of this kind" in text
    assert "Ana can turn them on again" in text
    assert off(ana) == ["turn"]


def test_one_click_needs_no_cookie_no_sign_in_and_is_not_sent_on(ana: User) -> None:
    mail_program = Client(enforce_csrf_checks=True)
    answer = mail_program.post(link(ana), ONE_CLICK)
    assert answer.status_code == 200
    assert off(ana) == ["turn"]


def test_one_click_twice_is_as_good_as_once(client: Client, ana: User) -> None:
    for _time in range(2):
        assert client.post(link(ana), ONE_CLICK).status_code == 200
    assert off(ana) == ["turn"]


def test_a_digests_link_stops_all_kinds_that_it_told(client: Client, ana: User) -> None:
    text = words(client.post(link(ana, "turn", "over")).content.decode())
    assert "no more mails of these kinds" in text
    assert off(ana) == ["over", "turn"]


def test_what_is_stopped_already_is_said_to_be(client: Client, ana: User) -> None:
    client.post(link(ana))
    page = client.get(link(ana)).content.decode()
    assert "These mails are stopped" in page
    assert '<form method="post">' not in page


def test_somebody_else_who_is_signed_in_reads_whose_mails_they_are(ana: User) -> None:
    bo = make_user("Bo")
    text = words(browser_of(bo).post(link(ana)).content.decode())
    assert "This is about the mails to Ana. You are signed in as Bo" in text
    assert (off(ana), off(bo)) == (["turn"], [])
    assert "This is about" not in words(browser_of(ana).get(link(ana)).content.decode())


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("way", ["/mail/stop/nonsense/", "cut", "person gone", "kind gone"])
def test_a_link_that_is_none_says_so(client: Client, ana: User, method: str, way: str) -> None:
    address = {
        "cut": link(ana)[:-9] + "/",
        "person gone": link(ana),
        "kind gone": link(ana, "of-old"),
    }.get(way, way)
    if way == "person gone":
        ana.delete()
    answer = getattr(client, method)(address)
    assert answer.status_code == 404
    assert "This link stops nothing" in answer.content.decode()
    assert not MailChoice.objects.exists()


@pytest.mark.parametrize("address", ["", "/mail/stop/nonsense/"])
def test_its_address_stays_out_of_caches_searches_and_other_sites(
    client: Client, ana: User, address: str
) -> None:
    answer = client.get(address or link(ana))
    assert "no-store" in answer["Cache-Control"]
    assert "noindex" in answer["X-Robots-Tag"]
    assert answer["Referrer-Policy"] == "no-referrer"


def test_other_methods_are_refused(client: Client, ana: User) -> None:
    assert client.put(link(ana)).status_code == 405
