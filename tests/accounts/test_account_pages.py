"""Each page: it comes, it can be read without seeing it, and it obeys the strict policy."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from django.test import Client
from django.urls import NoReverseMatch, reverse

# Its SQL runs on PostgreSQL in tests/matrix and beside it: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
STRANGERS = [
    "account_login",
    "account_signup",
    "account_inactive",
    "account_email_verification_sent",
    "account_reset_password",
    "account_reset_password_done",
    "account_reset_password_from_key_done",
]
MEMBERS = ["account_logout", "account_email", "account_change_password", "settings"]
GUESTS = ["account_login", "account_signup", "account_logout", "settings"]


class Page(HTMLParser):
    """What a screen reader and a browser with a strict policy would look for."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)
        self.ids = {attrs["id"] for _, attrs in self.elements if "id" in attrs}
        self.labelled = {attrs.get("for") for tag, attrs in self.elements if tag == "label"}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    @property
    def inputs(self) -> list[dict[str, str | None]]:
        return [a for tag, a in self.elements if tag == "input" and a.get("type") != "hidden"]


def check(text: str) -> Page:
    page = Page(text)
    for tag, attrs in page.elements:
        assert "style" not in attrs
        assert not any(name.startswith("on") for name in attrs)
        assert tag != "style"
        assert tag != "script" or "src" in attrs
    assert sum(tag == "h1" for tag, _ in page.elements) == 1
    for field in page.inputs:
        assert field["id"] in page.labelled
        assert set((field.get("aria-describedby") or "").split()) <= page.ids
        assert field["type"] in {"radio", "checkbox"} or field.get("autocomplete")
    return page


@pytest.mark.parametrize("name", STRANGERS)
def test_pages_of_strangers(client: Client, name: str) -> None:
    answer = client.get(reverse(name))
    assert answer.status_code == 200
    check(answer.content.decode())


@pytest.mark.parametrize("name", MEMBERS)
def test_pages_of_members(as_ana: Client, name: str) -> None:
    answer = as_ana.get(reverse(name))
    assert answer.status_code == 200
    check(answer.content.decode())


@pytest.mark.parametrize("name", GUESTS)
def test_pages_of_guests(as_guest: Client, name: str) -> None:
    answer = as_guest.get(reverse(name))
    assert answer.status_code == 200
    check(answer.content.decode())


@pytest.mark.parametrize("name", ["account_signup", "account_login", "account_reset_password"])
def test_an_error_is_tied_to_its_field_and_named_in_the_title(client: Client, name: str) -> None:
    text = client.post(reverse(name), {}).content.decode()
    page = check(text)
    assert "<title>Error: " in text
    for field in page.inputs:
        assert field["aria-invalid"] == "true"
        assert f"{field['id']}_error" in (field["aria-describedby"] or "").split()


@pytest.mark.parametrize(
    "name",
    ["account_reauthenticate", "account_request_login_code", "account_confirm_login_code"],
)
def test_what_is_not_used_has_no_address(name: str) -> None:
    with pytest.raises(NoReverseMatch):
        reverse(name)


@pytest.mark.parametrize("name", ["account_signup", "account_login", "account_reset_password"])
def test_a_field_says_what_it_is_by_its_label_alone(client: Client, name: str) -> None:
    page = check(client.get(reverse(name)).content.decode())
    assert not any("placeholder" in field for field in page.inputs)
