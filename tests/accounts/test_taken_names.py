"""A name that a moderator took away is not chosen again by whom it was taken from."""

from __future__ import annotations

import json
from http import HTTPStatus

import pytest

from accounts.models import Act, HeldName, User
from accounts.renaming import RenameError, rename, take_name_away
from accounts.services import make_member
from accounts.taken_names import forget_taken, was_taken
from tests.accounts.conftest import NOW, PASSWORD
from tests.builders import make_staff, make_user
from tests.views.visitors import browser_of, words

pytestmark = pytest.mark.django_db
PAGE = "/accounts/name/"
ALIKE = ["Bill", "bill", "BILL", "B.ill", "BiII", "Bіll"]


@pytest.fixture
def bill() -> User:
    """Who was called Bill until a moderator saw it."""
    bill = make_member(name="Bill", email="bill@example.org", password=PASSWORD)
    return take_name_away(user=bill, by=make_staff("moderator"), why="Bad.", now=NOW)


@pytest.mark.parametrize("name", ALIKE)
def test_it_is_refused_with_all_that_looks_like_it(bill: User, name: str) -> None:
    given = bill.name
    with pytest.raises(RenameError) as refused:
        rename(user=bill, name=name, now=NOW)
    assert refused.value.code == "taken-away"
    bill.refresh_from_db()
    assert (bill.name, bill.renamed_at) == (given, None)


@pytest.mark.parametrize("name", ["Bill", "BILL", "B.ill", "BiII"])
def test_the_page_says_so(bill: User, name: str) -> None:
    answer = browser_of(bill).post(PAGE, {"name": name})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    told = "A moderator has taken this name away from you, or one that looks like it: choose"
    assert words(answer.content.decode()).count(told) == 1


def test_so_does_one_that_was_read_before_it_was_taken(
    bill: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.forms_names.was_taken", lambda *_name, **_whose: False)
    answer = browser_of(bill).post(PAGE, {"name": "Bill"})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "taken this name away from you" in answer.content.decode()


def test_another_name_is_theirs_at_once(bill: User) -> None:
    answer = browser_of(bill).post(PAGE, {"name": "Will"})
    assert answer.status_code == HTTPStatus.FOUND
    bill.refresh_from_db()
    assert bill.name == "Will"


def test_the_one_that_was_given_is_no_change(bill: User) -> None:
    assert rename(user=bill, name=bill.name, now=NOW).renamed_at is None


def test_all_that_were_taken_stay_so(bill: User) -> None:
    rename(user=bill, name="Rude", now=NOW)
    bill.refresh_from_db()
    take_name_away(user=bill, by=User.objects.get(is_staff=True), why="Too.", now=NOW)
    for name in ("Bill", "Rude"):
        with pytest.raises(RenameError):
            rename(user=bill, name=name, now=NOW)


def test_it_is_refused_to_them_alone(bill: User) -> None:
    assert not was_taken("Bill", user_id=make_user("Cleo").pk)
    rename(user=make_user("Di"), name="Bill", now=NOW)
    assert HeldName.objects.get(name="Bill").user.name == "Bill"


def test_the_log_has_no_text_of_it(bill: User) -> None:
    detail = Act.objects.get().detail
    assert "bill" not in json.dumps(detail).lower()
    assert {len(digest) for digest in detail["taken"]} == {64}


def test_each_person_has_a_digest_of_their_own(bill: User) -> None:
    cleo = make_user("BILL", email="cleo@example.org")
    take_name_away(user=cleo, by=User.objects.get(is_staff=True), why="Bad.", now=NOW)
    mine, theirs = (set(act.detail["taken"]) for act in Act.objects.all())
    assert mine.isdisjoint(theirs)


def test_who_leaves_the_site_leaves_no_digest(bill: User) -> None:
    Act.objects.update(detail=Act.objects.get().detail | {"reports": [1]})
    forget_taken(bill)
    assert Act.objects.get().detail == {"reports": [1]}
