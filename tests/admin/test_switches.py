"""The switches of the site: staff who may turn them, and every turn is logged."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission
from django.core.cache import caches
from django.test import Client
from django.utils import timezone

from accounts.models import Act, SiteSwitches, User
from accounts.switches import now_switches, set_switches, switches
from tests.builders import make_staff, make_user
from tests.side_by_side import side_by_side
from tests.views.visitors import browser_of, fields_of

pytestmark = pytest.mark.django_db
LIST = "/admin/accounts/siteswitches/"
PAGE = f"{LIST}1/change/"


@pytest.fixture
def operator() -> User:
    return make_staff("operator")


@pytest.fixture
def browser(operator: User) -> Client:
    return browser_of(operator)


def send(browser: Client, **changed: str) -> None:
    fields = fields_of(browser.get(PAGE).content.decode())
    answer = browser.post(PAGE, fields | {"why": "as agreed"} | changed)
    assert answer.status_code == 302


def test_the_list_is_the_page_of_the_one_row(browser: Client) -> None:
    answer = browser.get(LIST, follow=True)
    assert answer.redirect_chain == [(PAGE, 302)]
    assert answer.status_code == 200


def test_switches_are_set_and_logged(browser: Client, operator: User) -> None:
    send(browser, banner="Back at noon", signups_closed="on")
    row = SiteSwitches.objects.get()
    assert (row.banner, row.signups_closed, row.tables_closed) == ("Back at noon", True, False)
    act = Act.objects.get()
    assert (act.by, act.what, act.why) == (operator, "site-switch", "as agreed")
    assert act.detail == {"banner": "changed", "signups_closed": True}
    assert act.person is None


def test_what_is_not_changed_is_not_logged(browser: Client) -> None:
    send(browser, tables_closed="on")
    send(browser, tables_closed="on")
    assert [act.detail for act in Act.objects.all()] == [{"tables_closed": True}]


def test_a_banner_is_taken_down(browser: Client) -> None:
    send(browser, banner="Back at noon")
    send(browser, banner="")
    assert now_switches().banner == ""
    assert Act.objects.latest("pk").detail == {"banner": "taken down"}


def test_an_old_page_takes_nothing_back(browser: Client) -> None:
    page = fields_of(browser.get(PAGE).content.decode())
    send(browser, signups_closed="on")
    browser.post(PAGE, page | {"why": "as agreed", "banner": "Hello"})
    row = SiteSwitches.objects.get()
    assert (row.banner, row.signups_closed) == ("Hello", True)


@pytest.mark.parametrize("wrong", [{"why": ""}, {"banner": "x" * 501}, {"banner": "a\x00b"}])
def test_a_form_that_cannot_be_changes_nothing(browser: Client, wrong: dict[str, str]) -> None:
    sent = {"why": "as agreed", "tables_closed": "on"} | wrong
    answer = browser.post(PAGE, sent)
    assert answer.status_code == 200
    assert answer.context["adminform"].form.errors
    assert not SiteSwitches.objects.exists()
    assert not Act.objects.exists()


@pytest.mark.parametrize("address", [f"{LIST}add/", f"{LIST}1/delete/"])
def test_nobody_adds_or_deletes(browser: Client, address: str) -> None:
    chief = browser_of(User.objects.create_superuser("Chief"))
    send(browser, tables_closed="on")
    for each in (browser, chief):
        assert each.get(address).status_code == 403
        assert each.post(address, {"post": "yes"}).status_code == 403
    assert SiteSwitches.objects.count() == 1


def test_there_is_no_other_row(browser: Client) -> None:
    assert browser.get(f"{LIST}2/change/").status_code == 302
    assert browser.post(f"{LIST}2/change/", {"why": "x", "tables_closed": "on"}).status_code == 302
    assert not SiteSwitches.objects.exists()


def test_moderators_and_players_turn_no_switches() -> None:
    for user, status in ((make_staff("moderator"), 403), (make_user(), 302)):
        browser = browser_of(user)
        assert browser.get(PAGE).status_code == status
        assert browser.post(PAGE, {"why": "x", "tables_closed": "on"}).status_code == status
    assert not SiteSwitches.objects.exists()


def test_who_may_only_look_changes_nothing() -> None:
    user = make_user(is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="view_siteswitches"))
    browser = browser_of(user)
    page = browser.get(PAGE)
    assert page.status_code == 200
    assert 'name="why"' not in page.content.decode()
    assert browser.post(PAGE, {"why": "x", "tables_closed": "on"}).status_code == 403
    assert not SiteSwitches.objects.exists()


def test_a_process_shows_what_it_sets_at_once_and_what_others_set_after_a_while(
    operator: User, django_capture_on_commit_callbacks: object
) -> None:
    switches()
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        set_switches(by=operator, why="x", now=timezone.now(), banner="Hello")
    assert switches().banner == "Hello"
    SiteSwitches.objects.update(banner="set by another process")
    assert switches().banner == "Hello"
    assert now_switches().banner == "set by another process"
    caches["process"].clear()  # ten seconds later
    assert switches().banner == "set by another process"


@pytest.mark.django_db(transaction=True)
def test_two_who_turn_two_switches_at_once_turn_both() -> None:
    operator, now = make_staff("operator"), timezone.now()

    def turn(name: str) -> SiteSwitches:
        return set_switches(by=operator, why="x", now=now, **{name: True})

    side_by_side([lambda: turn("signups_closed"), lambda: turn("tables_closed")])
    row = SiteSwitches.objects.get()
    assert (row.signups_closed, row.tables_closed) == (True, True)
    assert Act.objects.count() == 2
