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
FINE = (200, 302, 400)
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


ODD = (
    "9" * 20,
    "9" * 5000,
    "-1",
    "0",
    "",
    "\x00",
    "½",
    "1e999",
    "2026-13-45",
    "9999-12-31",
    "0001-01-01",
)


@pytest.mark.parametrize("model", LISTS, ids=str)
def test_nothing_that_is_asked_of_a_list_makes_it_fail(looker: Client, model: ModelAdmin) -> None:
    asked = [str(getattr(each, "parameter_name", each)) for each in model.list_filter]
    asked += [f"{name}__{how}" for name in asked for how in ("exact", "isnull", "in")]
    looker.raise_request_exception = False
    for name in (*asked, "q", "o", "p", "all", "e", "_facets", "_popup", "_to_field"):
        for value in ODD:
            assert looker.get(address(model), {name: value}).status_code in FINE, (name, value[:20])


DATED = [model for model in LISTS if model.date_hierarchy]


@pytest.mark.parametrize("model", DATED, ids=str)
def test_no_date_makes_a_list_fail(looker: Client, model: ModelAdmin) -> None:
    looker.raise_request_exception = False
    at = model.date_hierarchy
    dates = [
        *({f"{at}__{part}": odd} for part in ("year", "month", "day", "gte", "lt") for odd in ODD),
        *({f"{at}__year": "2026", f"{at}__month": odd} for odd in (*ODD, "13", "2")),
        *({f"{at}__year": "2026", f"{at}__month": "2", f"{at}__day": odd} for odd in (*ODD, "31")),
        {f"{at}__year": "9999", f"{at}__month": "12", f"{at}__day": "31"},
        {f"{at}__gte": "0001-01-01 00:00:00+14:00", f"{at}__lt": "9999-12-31 23:59:59-12:00"},
    ]
    for query in dates:
        assert looker.get(address(model), query).status_code in FINE, query
    for query in ({f"{at}__year": "2026"}, {f"{at}__gte": "2026-03-01 00:00:00+00:00"}):
        assert looker.get(address(model), query).status_code == 200, query


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
