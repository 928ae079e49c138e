from __future__ import annotations

import pytest

from accounts.models import User
from accounts.services import NotAGuestError, TakenError, become_member, make_member

pytestmark = pytest.mark.django_db
PASSWORD = "a-long-walk-home"


def test_a_guest_becomes_a_member_in_the_same_row(guest: User) -> None:
    member = become_member(guest, " Bo  Li ", "Bo@Example.org", PASSWORD)
    assert member.pk == guest.pk
    row = User.objects.get()
    assert (row.name, row.name_key, row.email) == ("Bo Li", "bo li", "bo@example.org")
    assert not row.is_guest
    assert row.check_password(PASSWORD)


def test_the_guests_preferences_stay(guest: User) -> None:
    User.objects.update(theme="dark", confirm_moves=False)
    become_member(guest, "Bo", "bo@example.org", PASSWORD)
    row = User.objects.get()
    assert (row.theme, row.confirm_moves) == ("dark", False)


@pytest.mark.parametrize(
    ("name", "email", "field"),
    [("aNA", "bo@example.org", "name"), ("Bo", "ANA@example.org", "email")],
)
def test_what_is_somebodys_stays_theirs(
    guest: User, ana: User, name: str, email: str, field: str
) -> None:
    with pytest.raises(TakenError) as taken:
        become_member(guest, name, email, PASSWORD)
    assert taken.value.field == field
    guest.refresh_from_db()
    assert guest.is_guest
    with pytest.raises(TakenError) as taken:
        make_member(name=name, email=email, password=PASSWORD)
    assert taken.value.field == field
    assert User.objects.count() == 2


def test_a_member_does_not_become_another(ana: User) -> None:
    with pytest.raises(NotAGuestError):
        become_member(ana, "Bo", "bo@example.org", PASSWORD)
    ana.refresh_from_db()
    assert ana.name == "Ana"
