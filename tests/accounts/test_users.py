from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction

from accounts.models import User

pytestmark = pytest.mark.django_db


def test_the_database_keeps_a_mail_address_for_one_person() -> None:
    User.objects.create_user("Anna", "anna@example.org")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create(name="Berta", email="Anna@Example.org")


def test_many_have_no_mail_address() -> None:
    User.objects.create_user("Anna")
    User.objects.create_user("Berta")


@pytest.mark.parametrize(
    "wrong", [{"is_guest": True, "email": "a@example.org"}, {"theme": "pink"}, {"name": "A"}]
)
def test_the_database_refuses_what_must_never_be(wrong: dict[str, object]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create(**{"name": "Anna"} | wrong)


def test_moves_are_confirmed_and_the_theme_is_the_devices_at_first() -> None:
    user = User.objects.create_user("Anna")
    assert user.confirm_moves
    assert user.theme == "auto"


def test_without_a_password_nobody_signs_in() -> None:
    assert not User.objects.create_user("Anna").has_usable_password()


def test_a_staff_account_comes_from_one_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "a-long-walk-home")
    call_command("createsuperuser", interactive=False, name="Boss", email="b@example.org")
    boss = User.objects.get(name="Boss")
    assert boss.is_staff
    assert boss.is_superuser
    assert not boss.is_guest
    assert boss.check_password("a-long-walk-home")


@pytest.mark.parametrize("name", ["bOSS", "B", "Bo\u200bss"])
def test_the_command_refuses_names_that_nobody_may_have(name: str) -> None:
    User.objects.create_user("Boss")
    with pytest.raises(CommandError):
        call_command("createsuperuser", interactive=False, name=name, email="b@example.org")
