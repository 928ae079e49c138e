"""What anybody may send is cut before work is done that grows faster than it: normal forms."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.held_names import find_person
from accounts.models import User
from accounts.models.names import name_key, name_skeleton, normal_name
from accounts.models.names.marks import with_few_marks
from tests.accounts.conftest import PASSWORD
from tests.accounts.sign_up_form import form
from tests.builders import NOW
from tests.views.visitors import browser_of

HEAP = "A" + "\u0301\u0316" * 30_000
HALFWIDTH = "A" + "\uff9e\u0334" * 30_000  # marks only once they are in the normal form
SPACES = "Ana" + " " * 60_000 + "x"
TEXTS = [HEAP, HALFWIDTH, SPACES]


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The lengths of the texts that are brought into a normal form."""
    lengths: list[int] = []
    normalize = unicodedata.normalize

    def noting(form: Any, text: str) -> str:
        lengths.append(len(text))
        return normalize(form, text[:1000])

    monkeypatch.setattr(unicodedata, "normalize", noting)
    return lengths


def sign_in(text: str) -> int:
    return Client().post("/accounts/login/", {"login": text, "password": "x"}).status_code


def sign_up(text: str) -> int:
    return Client().post("/accounts/signup/", form(username=text)).status_code


def ask_for_password(text: str) -> int:
    return Client().post("/accounts/password/reset/", {"email": f"{text}@a.b"}).status_code


def rename(text: str) -> int:
    return (
        browser_of(User.objects.get(name="Ana")).post("/accounts/name/", {"name": text}).status_code
    )


@pytest.mark.django_db
@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("send", [sign_in, sign_up, ask_for_password, rename])
def test_forms_of_accounts_refuse_it_at_once(
    ana: User, work: list[int], send: Callable[[str], int], text: str
) -> None:
    assert send(text) == 422
    assert max(work, default=0) < 1000


@pytest.mark.django_db
@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("search", ["/leaderboard/?name=", "/history/Ana/?opponent="])
def test_searches_find_nobody_at_once(ana: User, work: list[int], search: str, text: str) -> None:
    path, _mark, name = search.rstrip("=").partition("?")
    assert browser_of(ana).get(path, {name: text}).status_code in (200, 400, 422)
    assert max(work, default=0) < 1000


@pytest.mark.django_db
@pytest.mark.parametrize("text", TEXTS)
def test_it_is_nobodys_name(ana: User, work: list[int], text: str) -> None:
    assert find_person(text, NOW) is None
    assert name_skeleton(text) and name_key(text)
    assert max(work) < 1000


def test_what_is_too_long_stays_so_however_often_it_is_asked() -> None:
    once = normal_name(SPACES)
    assert normal_name(once) == once
    assert len(once) > 24


@pytest.mark.django_db
def test_a_long_spelling_of_a_name_is_understood(ana: User) -> None:
    assert normal_name("  A  n " + " " * 100 + "a") == "A n a"
    sent = {"login": " " * 200 + "Ana", "password": PASSWORD}
    assert Client().post("/accounts/login/", sent).status_code == 302


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Zoë", "Zoë"),
        ("Zoe\u0308", "Zoe\u0308"),
        ("\u0301Ana", "Ana"),
        ("A" + "\u0301" * 9 + "na", "A\u0301\u0301na"),
        ("A" + "\U0001d165" * 9, "A" + "\U0001d165" * 2),
        ("A" + "\u0301\uff9e" * 9, "A\u0301\uff9e"),
        ("かﾞ", "かﾞ"),
    ],
)
def test_marks_that_pile_up_are_left_out(text: str, left: str) -> None:
    assert with_few_marks(text, most=2) == left
