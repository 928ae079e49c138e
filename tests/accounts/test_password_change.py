from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from tests.accounts.conftest import PASSWORD

# Its SQL runs on PostgreSQL in tests/matrix and beside it: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
CHANGE = "/accounts/password/change/"
FORM = {
    "oldpassword": PASSWORD,
    "password1": "a-longer-walk-home",
    "password2": "a-longer-walk-home",
}


def test_a_member_changes_the_password_and_stays_signed_in(
    as_ana: Client, ana: User, whoami: Callable[[Client], int | None]
) -> None:
    assert as_ana.post(CHANGE, FORM).status_code == 302
    ana.refresh_from_db()
    assert ana.check_password("a-longer-walk-home")
    assert as_ana.get("/accounts/settings/").status_code == 200
    assert whoami(as_ana) == ana.pk


def test_what_else_happens_meanwhile_stays(
    as_ana: Client, ana: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, until = User.set_password, timezone.now() + timedelta(days=1)

    def sets_late(user: User, password: str | None) -> None:
        User.objects.filter(pk=ana.pk).update(suspended_until=until)
        real(user, password)

    monkeypatch.setattr(User, "set_password", sets_late)
    as_ana.post(CHANGE, FORM)
    ana.refresh_from_db()
    assert ana.check_password("a-longer-walk-home")
    assert ana.suspended_until == until


@pytest.mark.parametrize(
    "changed",
    [
        {"oldpassword": "a-wrong-guess"},
        {"password2": "another"},
        {"password1": "short", "password2": "short"},
    ],
)
def test_other_changes_are_refused(as_ana: Client, ana: User, changed: dict[str, str]) -> None:
    assert as_ana.post(CHANGE, FORM | changed).context["form"].errors
    ana.refresh_from_db()
    assert ana.check_password(PASSWORD)


def test_who_has_no_password_sets_one(as_ana: Client, ana: User) -> None:
    ana.set_unusable_password()
    ana.save()
    as_ana.force_login(ana, backend="django.contrib.auth.backends.ModelBackend")
    assert as_ana.get(CHANGE)["Location"] == "/accounts/password/set/"
    as_ana.post("/accounts/password/set/", FORM)
    ana.refresh_from_db()
    assert ana.check_password("a-longer-walk-home")


@pytest.mark.parametrize("page", [CHANGE, "/accounts/password/set/", "/accounts/email/"])
def test_guests_sign_up_first_and_strangers_sign_in(
    as_guest: Client, page: str, guest: User
) -> None:
    for answer in (
        as_guest.get(page),
        as_guest.post(page, FORM | {"action_add": "", "email": "g@example.org"}),
    ):
        assert answer["Location"] == "/accounts/signup/"
    assert Client().get(page)["Location"] == f"/accounts/login/?next={page}"
    guest.refresh_from_db()
    assert not guest.has_usable_password()
    assert not guest.email
