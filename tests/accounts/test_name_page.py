"""/accounts/name/: a member's page to take another name."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import HeldName, User
from accounts.renaming import rename
from accounts.services import make_member
from games.time_words import moment
from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db
PAGE = "/accounts/name/"


def test_the_settings_lead_to_it(as_ana: Client) -> None:
    assert f'href="{PAGE}"' in as_ana.get("/accounts/settings/").content.decode()
    assert as_ana.get(PAGE).status_code == 200


def test_another_name_is_saved(as_ana: Client, ana: User) -> None:
    answer = as_ana.post(PAGE, {"name": " Berta "}, follow=True)
    assert answer.redirect_chain == [("/accounts/settings/", 302)]
    assert "Your name is Berta." in answer.content.decode()
    ana.refresh_from_db()
    assert ana.name == "Berta"


def test_looking_changes_nothing(as_ana: Client, ana: User) -> None:
    as_ana.get(PAGE, {"name": "Berta"})
    ana.refresh_from_db()
    assert ana.name == "Ana"
    assert as_ana.put(PAGE).status_code == 405


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "required"),
        ("B", "at least 2"),
        ("x" * 25, "at most 24"),
        ("x" * 100_000, "at most 24"),
        ("a\x00b", "Null characters"),
        ("Bo\u200b", "can be seen"),
        ("Аnna", "one alphabet"),
        ("Admin", "the site&#x27;s own"),
        ("guest-2345", "for guests"),
        ("CIeo", "looks like it"),
        ("cleo", "looks like it"),
        ("a/b", "has no / in it"),
    ],
)
def test_a_name_that_cannot_be_is_refused_with_a_sentence(
    as_ana: Client, ana: User, name: str, sentence: str
) -> None:
    make_member(name="Cleo", email="cleo@example.org", password=PASSWORD)
    answer = as_ana.post(PAGE, {"name": name})
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    ana.refresh_from_db()
    assert (ana.name, ana.renamed_at) == ("Ana", None)


def test_too_soon_says_when_again(as_ana: Client, ana: User) -> None:
    as_ana.post(PAGE, {"name": "Berta"})
    page = as_ana.get(PAGE).content.decode()
    ana.refresh_from_db()
    assert ana.renamed_at is not None
    again = ana.renamed_at + timedelta(days=30)
    assert f"You can change it again from {moment(again)}" in page
    assert '<input type="text" name="name"' not in page
    assert "<strong>Ana</strong>, until" in page
    refused = as_ana.post(PAGE, {"name": "Dora"})
    assert refused.status_code == 422
    assert "You can change it again from" in refused.content.decode()
    ana.refresh_from_db()
    assert ana.name == "Berta"


def test_the_second_click_says_the_same_as_the_first(as_ana: Client) -> None:
    for _click in range(2):
        assert as_ana.post(PAGE, {"name": "Berta"}).status_code == 302


def test_a_name_taken_since_the_form_was_judged_is_refused(
    as_ana: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_member(name="Cleo", email="cleo@example.org", password=PASSWORD)
    monkeypatch.setattr("accounts.forms_names.is_taken", lambda *_args, **_kwargs: False)
    answer = as_ana.post(PAGE, {"name": "Cleo"})
    assert answer.status_code == 422
    assert "looks like it" in answer.content.decode()


def test_strangers_sign_in_and_guests_sign_up(client: Client, guest: User) -> None:
    assert client.get(PAGE).url == f"/accounts/login/?next={PAGE}"  # type: ignore[attr-defined]
    client.force_login(guest, backend="django.contrib.auth.backends.ModelBackend")
    assert client.post(PAGE, {"name": "Berta"}).url == "/accounts/signup/"  # type: ignore[attr-defined]
    guest.refresh_from_db()
    assert guest.name.startswith("Guest-")


@pytest.mark.parametrize("login", ["Ana", "aNA", "Berta", "ana@example.org"])
def test_one_signs_in_by_the_former_name_too(client: Client, ana: User, login: str) -> None:
    rename(user=ana, name="Berta", now=timezone.now())
    answer = client.post("/accounts/login/", {"login": login, "password": PASSWORD})
    assert answer.status_code == 302
    assert client.session["_auth_user_id"] == str(ana.pk)


def test_not_after_its_year_and_not_with_a_wrong_password(client: Client, ana: User) -> None:
    rename(user=ana, name="Berta", now=timezone.now())
    sent = {"login": "Ana", "password": "a-wrong-word"}
    assert client.post("/accounts/login/", sent).status_code != 302
    HeldName.objects.filter(name="Ana").update(until=timezone.now())
    sent = {"login": "Ana", "password": PASSWORD}
    assert client.post("/accounts/login/", sent).status_code != 302
