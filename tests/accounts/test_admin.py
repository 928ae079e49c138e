from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.admin.users import People
from accounts.models import User
from accounts.sanctions import impose
from accounts.services import make_member
from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db
PEOPLE = "/admin/accounts/user/"
BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture
def as_boss(client: Client) -> Client:
    boss = User.objects.create_superuser("Boss", "boss@example.org", PASSWORD)
    client.force_login(boss, backend=BACKEND)
    return client


@pytest.fixture
def as_staff(client: Client) -> Client:
    staff = make_member(name="Staff", email="staff@example.org", password=PASSWORD)
    staff.is_staff = True
    staff.save()
    staff.user_permissions.set(
        Permission.objects.filter(content_type__app_label="accounts", content_type__model="user")
    )
    client.force_login(staff, backend=BACKEND)
    return client


@pytest.mark.parametrize("search", ["aNA", "ana@example"])
def test_people_are_found_by_name_and_address(as_boss: Client, ana: User, search: str) -> None:
    found = as_boss.get(PEOPLE, {"q": search}).context["cl"].queryset
    assert list(found) == [ana]


def test_a_person_is_shown_without_the_password(as_boss: Client, ana: User) -> None:
    page = as_boss.get(f"{PEOPLE}{ana.pk}/change/").content.decode()
    assert "ana@example.org" in page
    assert ana.password not in page
    assert 'name="password"' not in page


def test_a_superuser_changes_what_a_person_may_do_and_nothing_else(
    as_boss: Client, ana: User
) -> None:
    sent = {"is_staff": "on", "name": "Bo", "email": "bo@example.org"}
    as_boss.post(f"{PEOPLE}{ana.pk}/change/", sent)
    ana.refresh_from_db()
    assert (ana.is_staff, ana.name, ana.email) == (True, "Ana", "ana@example.org")


def test_nobody_is_shut_out_by_a_flag(as_boss: Client, ana: User) -> None:
    page = as_boss.get(f"{PEOPLE}{ana.pk}/change/").content.decode()
    assert 'name="is_active"' not in page and 'name="is_staff"' in page
    as_boss.post(f"{PEOPLE}{ana.pk}/change/", {"is_staff": "on", "is_active": ""})
    ana.refresh_from_db()
    assert ana.is_active and ana.is_staff


def test_saving_takes_back_nothing_that_happened_meanwhile(
    as_boss: Client, ana: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    boss, real = User.objects.get(name="Boss"), People.save_model

    def saves_late(*args: Any) -> None:
        now = timezone.now()
        impose(user_id=ana.pk, by=boss, kind="ban", reason="x", games="leave", now=now)
        real(*args)

    monkeypatch.setattr(People, "save_model", saves_late)
    as_boss.post(f"{PEOPLE}{ana.pk}/change/", {"is_staff": "on"})
    ana.refresh_from_db()
    assert ana.is_staff and ana.is_suspended(timezone.now()) and ana.to_read


def test_who_leaves_the_site_gets_no_rights_any_more(as_boss: Client, ana: User) -> None:
    User.objects.filter(pk=ana.pk).update(closing_at=timezone.now(), is_active=False)
    page = f"{PEOPLE}{ana.pk}/change/"
    assert as_boss.post(page, {"is_staff": "on", "is_superuser": "on"}).status_code == 403
    assert 'name="is_staff"' not in as_boss.get(page).content.decode()
    ana.refresh_from_db()
    assert (ana.is_staff, ana.is_superuser, ana.is_active) == (False, False, False)


@pytest.mark.parametrize("number", ["0", "9" * 30, "a", "-1", "1.0"])
def test_nobody_is_no_fault(as_boss: Client, number: str) -> None:
    answer = as_boss.post(f"{PEOPLE}{number}/change/", {"is_staff": "on"}, follow=True)
    assert answer.status_code in (200, 404)


@pytest.mark.parametrize("who", ["Ana", "Staff"])
def test_other_staff_give_no_permissions_not_even_to_themselves(
    as_staff: Client, ana: User, who: str
) -> None:
    person = User.objects.get(name=who)
    address = f"{PEOPLE}{person.pk}/change/"
    assert as_staff.get(address).status_code == 200
    as_staff.post(address, {"is_staff": "on", "is_superuser": "on"})
    person.refresh_from_db()
    assert (person.is_active, person.is_superuser) == (True, False)
    assert person.is_staff is (who == "Staff")


def test_nobody_is_added_or_deleted_here(as_boss: Client, ana: User) -> None:
    assert as_boss.get(f"{PEOPLE}add/").status_code == 403
    assert as_boss.post(f"{PEOPLE}{ana.pk}/delete/", {"post": "yes"}).status_code == 403


def test_staff_sign_in_where_failed_tries_are_counted(client: Client) -> None:
    answer = client.get("/admin/login/", {"next": "/admin/"})
    assert answer["Location"] == f"{reverse('account_login')}?next=%2Fadmin%2F"


def test_members_and_guests_have_no_business_here(as_ana: Client, guest: User) -> None:
    assert as_ana.get("/admin/", follow=True).status_code == 403
    as_ana.force_login(guest, backend=BACKEND)
    assert as_ana.get("/admin/", follow=True).status_code == 403
