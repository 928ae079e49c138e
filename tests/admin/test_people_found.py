"""People in the admin: how they are found, and who sees their addresses."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone

from accounts.models import HeldName, User
from accounts.sanctions import impose
from tests.builders import NOW, make_staff, make_user
from tests.views.visitors import browser_of

pytestmark = pytest.mark.django_db
PEOPLE = "/admin/accounts/user/"


@pytest.fixture
def ana() -> User:
    ana = make_user("Ana", email="secret@example.net")
    until = NOW + timedelta(days=300)
    HeldName.objects.create(user=ana, name="Anatol", name_key="anatol", skeleton="x", until=until)
    HeldName.objects.create(user=ana, name="Annika", name_key="annika", skeleton="y", until=until)
    return ana


def found(browser: Client, **asked: str) -> list[User]:
    answer = browser.get(PEOPLE, asked)
    assert answer.status_code == 200
    return list(answer.context["cl"].result_list)


def plain(*rights: str) -> Client:
    staff = make_user("Staff", is_staff=True)
    staff.user_permissions.set(Permission.objects.filter(codename__in=rights))
    return browser_of(staff)


@pytest.mark.parametrize("name", ["Ana", "aNA", "Anatol", "ann", "An"])
def test_people_are_found_by_each_of_their_names(ana: User, name: str) -> None:
    assert found(browser_of(make_staff("moderator", "Mod")), q=name) == [ana]


@pytest.mark.parametrize("search", ["secret@example.net", "secret", "example.net"])
def test_by_address_only_where_one_may_see_it(ana: User, search: str) -> None:
    boss = User.objects.create_superuser("Boss", "boss@example.org")
    assert found(browser_of(boss), q=search) == [ana]
    assert found(browser_of(make_staff("operator", "Op")), q=search) == [ana]
    assert found(browser_of(make_staff("moderator", "Mod")), q=search) == []
    assert found(plain("view_user"), q=search) == []


def test_addresses_stand_nowhere_for_others(ana: User) -> None:
    User.objects.filter(pk=ana.pk).update(
        refused_address="refused@example.net", refused_why="no such secret box"
    )
    pages = [PEOPLE, f"{PEOPLE}?q=Ana", f"{PEOPLE}{ana.pk}/change/", f"{PEOPLE}{ana.pk}/history/"]
    for browser in (browser_of(make_staff("moderator", "Mod")), plain("view_user", "change_user")):
        for page in pages:
            text = browser.get(page).content.decode()
            for part in ("secret", "refused@", "example.net", "field-email", "Mail address"):
                if part == "secret":
                    text = text.replace("visually-hidden", "").replace('type="secret"', "")
                assert part not in text, (page, part)
    operator = browser_of(make_staff("operator", "Op"))
    for page in (PEOPLE, f"{PEOPLE}{ana.pk}/change/"):
        assert "secret@example.net" in operator.get(page).content.decode()


@pytest.mark.parametrize(
    "lookup", ["email", "email__startswith", "refused_address__contains", "email_proven_at__gt"]
)
def test_nor_can_they_be_asked_for(ana: User, lookup: str) -> None:
    for browser in (browser_of(make_staff("moderator")), browser_of(make_staff("operator"))):
        assert browser.get(PEOPLE, {lookup: "h"}).status_code == 400


def test_nor_are_people_sorted_by_them(ana: User) -> None:
    columns = browser_of(make_staff("moderator")).get(PEOPLE, {"o": "2"}).context["cl"]
    assert "email" not in columns.list_display
    assert not any("email" in str(each) for each in columns.get_ordering_field_columns())


def test_people_are_found_by_what_is_in_force(ana: User) -> None:
    boss = User.objects.create_superuser("Boss", "boss@example.org")
    now = timezone.now()
    bo, cy = make_user("Bo"), make_user("Cy")
    until = now + timedelta(days=1)
    impose(user_id=ana.pk, by=boss, kind="ban", reason="So", games="bot", now=now)
    impose(user_id=bo.pk, by=boss, kind="mute", reason="So", until=until, now=now)
    past = now - timedelta(days=2)
    impose(user_id=cy.pk, by=boss, kind="mute", reason="So", until=now, now=past)
    browser = browser_of(make_staff("moderator"))
    assert found(browser, in_force="suspended") == [ana]
    assert found(browser, in_force="muted") == [bo]
    assert len(found(browser, in_force="odd")) == len(found(browser)) == User.objects.count()


def test_no_sanction_and_no_note_has_a_page_of_its_own(ana: User) -> None:
    boss = browser_of(User.objects.create_superuser("Boss", "boss@example.org"))
    for model in ("sanction", "personnote", "block", "heldname"):
        for page in ("", "add/", "1/change/", "1/delete/"):
            assert boss.get(f"/admin/accounts/{model}/{page}").status_code == 404
