"""A name that a moderator took away is not chosen again by whom it was taken from."""

from __future__ import annotations

import json
from datetime import timedelta
from http import HTTPStatus

import pytest
from django.test import Client
from django.utils import timezone

from accounts.held_names import find_person
from accounts.models import Act, HeldName, User
from accounts.renaming import RenameError, rename, take_name_away
from accounts.services import TakenError, make_member
from accounts.taken_names import forget_taken, was_taken
from games.play.people import sweep
from games.play.people.closing import close_account
from tests.accounts.conftest import NOW, PASSWORD
from tests.accounts.sign_up_form import form
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


@pytest.mark.parametrize("name", ["Bill", "BILL", "B.ill", "BiII"])
def test_nobody_else_takes_it_for_a_year(bill: User, name: str) -> None:
    cleo = make_user("Cleo")
    for days in (0, 364):
        with pytest.raises(TakenError):
            rename(user=cleo, name=name, now=NOW + timedelta(days=days))
    assert rename(user=cleo, name=name, now=NOW + timedelta(days=365)).name == name


def test_others_are_refused_it_on_the_pages(client: Client) -> None:
    bill = make_user("Bill")
    take_name_away(user=bill, by=make_staff("moderator"), why="Bad.", now=timezone.now())
    told = "Somebody has this name already, or one that looks like it."
    answer = browser_of(make_user("Cleo")).post(PAGE, {"name": "BiII"})
    assert (answer.status_code, told in answer.content.decode()) == (422, True)
    answer = client.post("/accounts/signup/", form(username="Bill"))
    assert (answer.status_code, told in answer.content.decode()) == (422, True)


def test_after_the_year_it_stays_refused_to_whom_it_was_taken_from(bill: User) -> None:
    assert not was_taken("Bill", user_id=make_user("Cleo").pk)
    with pytest.raises(RenameError):
        rename(user=bill, name="Bill", now=NOW + timedelta(days=400))


def test_it_leads_to_nobody() -> None:
    bill = make_user("Bill")
    row = take_name_away(user=bill, by=make_staff("moderator"), why="Bad.", now=timezone.now())
    assert find_person("Bill", timezone.now()) is None
    assert Client().get("/people/Bill/").status_code == HTTPStatus.NOT_FOUND
    assert find_person(row.name, timezone.now()) == bill
    page = browser_of(bill).get(PAGE).content.decode()
    assert "Names from before that are still yours" not in page


def test_it_signs_in_whom_it_was_taken_from(client: Client) -> None:
    bill = make_member(name="Bill", email="bill@example.org", password=PASSWORD)
    take_name_away(user=bill, by=make_staff("moderator"), why="Bad.", now=timezone.now())
    answer = client.post("/accounts/login/", {"login": "bill", "password": PASSWORD})
    assert answer.status_code == HTTPStatus.FOUND
    assert client.session["_auth_user_id"] == str(bill.pk)


@pytest.mark.parametrize("name", ["Bill", "BILL", "B.ill", "BiII"])
@pytest.mark.parametrize("ended", [False, True])
def test_leaving_the_site_does_not_free_it_before_its_year_is_over(
    bill: User, name: str, ended: bool
) -> None:
    close_account(user_id=bill.pk, now=NOW)
    if ended:
        sweep(NOW)
        assert not User.objects.filter(pk=bill.pk).exists()
    cleo = make_user("Cleo")
    for days in (0, 364):
        with pytest.raises(TakenError):
            rename(user=cleo, name=name, now=NOW + timedelta(days=days))
    assert rename(user=cleo, name=name, now=NOW + timedelta(days=365)).name == name


def test_of_who_has_left_no_row_tells_whose_it_was_or_what(bill: User) -> None:
    close_account(user_id=bill.pk, now=NOW)
    row = HeldName.objects.get(taken_away=True)
    assert (row.user, row.name) == (None, "")
    assert {len(row.name_key), len(row.skeleton)} == {64}
    assert find_person("Bill", NOW) is None
    assert not HeldName.objects.filter(user=bill).exists()


def test_it_goes_once_its_year_is_over(bill: User) -> None:
    close_account(user_id=bill.pk, now=NOW)
    sweep(NOW + timedelta(days=364))
    assert HeldName.objects.filter(user=None).exists()
    sweep(NOW + timedelta(days=365))
    assert not HeldName.objects.filter(user=None).exists()


def test_one_whose_year_was_over_goes_with_the_account(bill: User) -> None:
    close_account(user_id=bill.pk, now=NOW + timedelta(days=365))
    assert not HeldName.objects.exclude(user=User.objects.get(is_staff=True)).exists()


def test_the_log_has_no_text_of_it(bill: User) -> None:
    detail = Act.objects.get().detail
    assert "bill" not in json.dumps(detail).lower()
    assert {len(digest) for digest in detail["taken"]} == {64}


def test_each_person_has_a_digest_of_their_own(bill: User) -> None:
    HeldName.objects.filter(taken_away=True).delete()
    cleo = make_user("BILL", email="cleo@example.org")
    take_name_away(user=cleo, by=User.objects.get(is_staff=True), why="Bad.", now=NOW)
    mine, theirs = (set(act.detail["taken"]) for act in Act.objects.all())
    assert mine.isdisjoint(theirs)


def test_who_leaves_the_site_leaves_no_digest(bill: User) -> None:
    Act.objects.update(detail=Act.objects.get().detail | {"reports": [1]})
    forget_taken(bill)
    assert Act.objects.get().detail == {"reports": [1]}
