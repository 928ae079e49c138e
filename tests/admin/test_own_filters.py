"""No list of the admin tells by its addresses what it does not show."""

from __future__ import annotations

import pytest
from django.contrib.admin import ModelAdmin, site
from django.contrib.auth.models import Group, Permission
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts.models import User
from tests.builders import make_user
from tests.views.visitors import BACKEND, browser_of, words

pytestmark = pytest.mark.django_db
LISTS = sorted(site._registry.values(), key=str)


def address(model: ModelAdmin) -> str:
    return reverse(f"admin:{model.opts.app_label}_{model.opts.model_name}_changelist")


@pytest.fixture
def looker() -> Client:
    """The browser of staff who may look at everything and change nothing."""
    user = make_user("Looker", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
    return browser_of(user)


@pytest.mark.parametrize("model", LISTS, ids=str)
def test_a_list_answers_no_question_but_its_filters(rf: RequestFactory, model: ModelAdmin) -> None:
    request = rf.get("/")
    columns = [field.name for field in model.model._meta.get_fields()]
    asked = [f"{column}__{how}" for column in columns for how in ("startswith", "gt", "regex")]
    asked += [f"{column}__password__startswith" for column in columns]
    assert not [lookup for lookup in asked if model.lookup_allowed(lookup, "a", request)]
    unfiltered = [column for column in columns if column not in model.list_filter]
    assert not [column for column in unfiltered if model.lookup_allowed(column, "a", request)]


def test_nobody_reads_a_password_letter_by_letter(looker: Client) -> None:
    answer = looker.get("/admin/accounts/user/", {"password__startswith": "argon2"})
    assert answer.status_code == 400
    assert looker.get("/admin/accounts/user/", {"is_staff__exact": "1"}).status_code == 200


@pytest.mark.parametrize("model", LISTS, ids=str)
def test_every_list_opens_in_any_order_and_with_any_search(
    looker: Client, model: ModelAdmin
) -> None:
    for query in ({}, {"o": "1.-2.99"}, {"o": "9" * 5000}, {"p": "9" * 5000}, {"q": "a"}):
        assert looker.get(address(model), query).status_code in (200, 302), query


def test_accounts_stand_there_once_and_addresses_go_with_the_people(client: Client) -> None:
    client.force_login(User.objects.create_superuser("Boss", "boss@example.org"), backend=BACKEND)
    page = words(client.get("/admin/").content.decode())
    assert page.count("Accounts") == 1
    assert "Email addresses" not in page
    assert client.get("/admin/account/emailaddress/").status_code == 404


def test_what_groups_may_do_is_for_superusers_to_say() -> None:
    staff = make_user("Staff", is_staff=True)
    staff.user_permissions.set(Permission.objects.all())
    browser = browser_of(staff)
    assert browser.get("/admin/auth/group/").status_code == 200
    for page in ("add/", "1/delete/"):
        answer = browser.post(f"/admin/auth/group/{page}", {"name": "Gods"})
        assert answer.status_code in (302, 403)
    assert not Group.objects.filter(name="Gods").exists()
