"""Each change of what somebody may do is a line of the audit log."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import Group, Permission
from django.test import Client

from accounts.models import Act, User
from tests.builders import make_staff, make_user
from tests.views.visitors import browser_of

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
GROUPS = "/admin/auth/group/"


@pytest.fixture
def boss() -> Client:
    return browser_of(User.objects.create_superuser("Boss", "boss@example.org"))


@pytest.fixture
def bo() -> User:
    return make_user("Bo")


def save(browser: Client, person: User, **sent: Any) -> None:
    browser.post(f"/admin/accounts/user/{person.pk}/change/", sent)


def lines() -> list[tuple[str, str | None, dict[str, Any]]]:
    acts = Act.objects.select_related("by", "person").order_by("pk")
    assert {act.what for act in acts} <= {"person-roles"}
    return [
        (act.by.name, act.person.name if act.person else None, act.detail) for act in acts if act.by
    ]


def test_each_change_of_a_person_s_rights_is_logged(boss: Client, bo: User) -> None:
    make_staff("moderator")
    group = Group.objects.get(name="moderator")
    look = Permission.objects.get(codename="view_game")
    save(boss, bo, is_staff="on", groups=[group.pk])
    save(boss, bo, is_staff="on", user_permissions=[look.pk])
    save(boss, bo, is_superuser="on", is_staff="on", user_permissions=[look.pk])
    assert lines() == [
        ("Boss", "Bo", {"is_staff": True, "groups added": ["moderator"]}),
        (
            "Boss",
            "Bo",
            {"groups removed": ["moderator"], "user_permissions added": ["games.view_game"]},
        ),
        ("Boss", "Bo", {"is_superuser": True}),
    ]


def test_saving_without_a_change_leaves_no_line(boss: Client, bo: User) -> None:
    save(boss, bo)
    assert lines() == []


def test_what_is_refused_leaves_none_either(boss: Client, bo: User) -> None:
    save(boss, bo, is_staff="on", groups=[999999])
    save(browser_of(make_staff("moderator")), bo, is_staff="on")
    bo.refresh_from_db()
    assert not bo.is_staff
    assert lines() == []


def test_groups_that_are_made_changed_and_deleted_are_logged(boss: Client) -> None:
    look, change = (
        Permission.objects.get(codename=codename) for codename in ("view_game", "change_game")
    )
    boss.post(f"{GROUPS}add/", {"name": "Lookers", "permissions": [look.pk]})
    group = Group.objects.get(name="Lookers")
    page = f"{GROUPS}{group.pk}/"
    boss.post(f"{page}change/", {"name": "Lookers", "permissions": [look.pk]})
    boss.post(f"{page}change/", {"name": "Doers", "permissions": [change.pk]})
    boss.post(f"{page}delete/", {"post": "yes"})
    assert lines() == [
        (
            "Boss",
            None,
            {"group": "Lookers", "made": True, "permissions added": ["games.view_game"]},
        ),
        (
            "Boss",
            None,
            {
                "group": "Doers",
                "name before": "Lookers",
                "permissions added": ["games.change_game"],
                "permissions removed": ["games.view_game"],
            },
        ),
        ("Boss", None, {"group": "Doers", "deleted": True}),
    ]


def test_so_are_groups_that_are_deleted_together(boss: Client) -> None:
    groups = [Group.objects.create(name=name) for name in ("A", "B")]
    chosen = {
        "action": "delete_selected",
        "_selected_action": [group.pk for group in groups],
        "post": "yes",
    }
    boss.post(GROUPS, chosen)
    assert not Group.objects.filter(name__in="AB").exists()
    assert [detail["group"] for _by, _person, detail in lines()] == ["A", "B"]
