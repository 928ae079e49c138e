from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from accounts.forms import PreferencesForm
from accounts.models import Notice, User
from tests.accounts.conftest import NOW
from tests.views.visitors import fields_of

# Its SQL runs on PostgreSQL in tests/matrix and beside it: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
PAGE = "/accounts/settings/"


def test_the_page_shows_name_and_address(as_ana: Client) -> None:
    page = as_ana.get(PAGE).content.decode()
    assert "<dd>Ana</dd>" in page
    assert "<dd>ana@example.org</dd>" in page


def test_preferences_are_saved_and_the_page_comes_back(as_ana: Client, ana: User) -> None:
    answer = as_ana.post(PAGE, {"theme": "dark"})
    assert answer.status_code == 302
    assert answer["Location"] == PAGE
    ana.refresh_from_db()
    assert (ana.theme, ana.confirm_moves) == ("dark", False)
    page = as_ana.get(PAGE).content.decode()
    assert "Your settings are saved." in page
    assert 'data-theme="dark"' in page
    as_ana.post(PAGE, {"theme": "light", "confirm_moves": "on"})
    ana.refresh_from_db()
    assert (ana.theme, ana.confirm_moves) == ("light", True)


@pytest.mark.parametrize("sent", [{"theme": "pink"}, {}])
def test_a_theme_that_is_none_is_refused(as_ana: Client, ana: User, sent: dict[str, str]) -> None:
    answer = as_ana.post(PAGE, sent)
    assert answer.status_code == 422
    assert answer.context["form"].errors["theme"]
    ana.refresh_from_db()
    assert ana.theme == "auto"


def test_a_time_zone_is_chosen_and_waiting_mails_go_by_it(as_ana: Client, ana: User) -> None:
    later = NOW + timedelta(days=999)
    moments = {"created_at": NOW, "held_since": NOW, "not_before": later}
    Notice.objects.create(key="x", user=ana, kind="turn", **moments)
    as_ana.post(PAGE, {"theme": "dark"})
    assert Notice.objects.get().not_before == later
    as_ana.post(PAGE, {"theme": "dark", "time_zone": "Asia/Kathmandu"})
    assert Notice.objects.get().not_before < later
    ana.refresh_from_db()
    assert ana.time_zone == "Asia/Kathmandu"
    assert as_ana.post(PAGE, {"theme": "dark", "time_zone": "Moon"}).context["form"].errors


def test_nothing_but_preferences_can_be_changed_here(as_ana: Client, ana: User) -> None:
    as_ana.post(PAGE, {"theme": "dark", "name": "Bo", "is_staff": "on", "is_superuser": "on"})
    ana.refresh_from_db()
    assert (ana.name, ana.is_staff, ana.is_superuser) == ("Ana", False, False)


def test_a_guest_has_preferences_and_is_offered_to_sign_up(as_guest: Client, guest: User) -> None:
    page = as_guest.get(PAGE).content.decode()
    assert "Sign up and keep my games" in page
    assert "/accounts/email/" not in page
    as_guest.post(PAGE, {"theme": "dark"})
    guest.refresh_from_db()
    assert guest.theme == "dark"


def test_a_stranger_signs_in_first(client: Client) -> None:
    assert client.get(PAGE)["Location"] == f"/accounts/login/?next={PAGE}"
    assert client.post(PAGE, {"theme": "dark"}).status_code == 302


def test_other_methods_are_refused(as_ana: Client) -> None:
    assert as_ana.put(PAGE).status_code == 405


def test_what_changed_in_the_meantime_stays(ana: User) -> None:
    form = PreferencesForm({"theme": "dark"}, instance=ana)
    User.objects.update(email="ana@home.example")
    assert form.is_valid()
    form.save()
    ana.refresh_from_db()
    assert (ana.theme, ana.email) == ("dark", "ana@home.example")


def test_an_old_page_changes_only_what_was_changed_on_it(as_ana: Client, ana: User) -> None:
    old = fields_of(as_ana.get(PAGE).content.decode())
    User.objects.update(time_zone="Asia/Tokyo", confirm_moves=True)
    as_ana.post(PAGE, old | {"theme": "dark"})
    ana.refresh_from_db()
    assert (ana.theme, ana.time_zone, ana.confirm_moves) == ("dark", "Asia/Tokyo", True)
    as_ana.post(PAGE, fields_of(as_ana.get(PAGE).content.decode()) | {"time_zone": ""})
    ana.refresh_from_db()
    assert (ana.theme, ana.time_zone, ana.confirm_moves) == ("dark", "", True)
