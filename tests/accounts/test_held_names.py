"""Who is a member holds the name: nobody else gets it, or one that looks like it."""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.utils import timezone

from accounts.held_names import find_person, is_taken
from accounts.models import HeldName, User
from accounts.models.names import name_skeleton
from accounts.renaming import rename
from accounts.services import TakenError, become_member, make_guest, make_member
from tests.accounts.conftest import NOW, PASSWORD
from tests.accounts.mails import mails
from tests.accounts.sign_up_form import form
from tests.side_by_side import side_by_side

pytestmark = pytest.mark.django_db
SIGN_UP = "/accounts/signup/"
YEAR = timedelta(days=365)


def held(user: User) -> list[str]:
    return list(HeldName.objects.filter(user=user).values_list("name", flat=True))


def test_a_member_holds_the_name(ana: User) -> None:
    row = HeldName.objects.get()
    assert (row.user, row.name, row.name_key, row.until) == (ana, "Ana", "ana", None)
    assert row.skeleton == name_skeleton("Ana")


def test_a_guest_holds_none_until_they_become_a_member(guest: User) -> None:
    assert held(guest) == []
    become_member(guest, "Bo", "bo@example.org", PASSWORD)
    assert held(guest) == ["Bo"]


@pytest.mark.parametrize("name", ["Аnа", "A.n.a", "ANA", "ᴀɴᴀ"])
def test_what_looks_like_a_taken_name_is_taken(guest: User, ana: User, name: str) -> None:
    with pytest.raises(TakenError) as taken:
        make_member(name=name, email="bo@example.org", password=PASSWORD)
    assert taken.value.field == "name"
    with pytest.raises(TakenError) as taken:
        become_member(guest, name, "bo@example.org", PASSWORD)
    assert taken.value.field == "name"
    assert User.objects.count() == 2


def test_the_page_says_that_a_look_alike_is_taken(client: Client) -> None:
    make_member(name="Bill", email="bill@example.org", password=PASSWORD)
    for name in ("BiII", "Bi11", "B.ill", "bill", "B ill"):
        answer = client.post(SIGN_UP, form(username=name))
        assert answer.status_code == 422
        assert answer.context["form"].errors["username"] == [
            "Somebody has this name already, or one that looks like it."
        ]
    assert User.objects.count() == 1
    assert mails() == []


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Admin", "the site&#x27;s own"),
        ("Аnna", "one alphabet"),
        ("Ann✓", "has no ✓ in it"),
        ("a/b", "has no / in it"),
        ("Z̸̡a", "few accents"),
        ("𒀱𒀱", "most devices"),
        ("guest-2345", "for guests"),
    ],
)
def test_the_page_says_why_a_name_cannot_be(client: Client, name: str, sentence: str) -> None:
    answer = client.post(SIGN_UP, form(username=name))
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert User.objects.count() == 0


def test_the_letters_of_a_key_are_held_where_their_look_differs(client: Client) -> None:
    user = make_member(name="Νίκος", email="nik@example.org", password=PASSWORD)
    rename(user=user, name="Petros", now=timezone.now())
    assert name_skeleton("νίκος") != name_skeleton("Νίκος")
    assert client.post(SIGN_UP, form(username="νίκος")).status_code == 422
    assert is_taken("ΝΊΚΟΣ", user_id=0, now=timezone.now())


def test_names_of_before_the_rules_still_sign_in(client: Client) -> None:
    for number, name in enumerate(("Admin", "Аnna", "Ann✓ 😀")):
        User.objects.create_user(name, f"{number}@example.org", PASSWORD)
        sent = {"login": name, "password": PASSWORD}
        assert Client().post("/accounts/login/", sent).status_code == 302


def test_staff_from_the_command_may_have_a_name_of_the_site(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", PASSWORD)
    call_command("createsuperuser", interactive=False, name="Admin", email="b@example.org")
    assert HeldName.objects.get().name == "Admin"


def test_the_command_refuses_what_looks_like_somebodys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", PASSWORD)
    User.objects.create_user("Bill")
    with pytest.raises(CommandError, match="looks like this one"):
        call_command("createsuperuser", interactive=False, name="BiII", email="b@example.org")
    assert User.objects.count() == 1


def test_a_person_is_found_by_the_name_and_for_a_year_by_the_former(ana: User) -> None:
    assert find_person(" aNA ", NOW) == ana
    rename(user=ana, name="Berta", now=NOW)
    assert find_person("Berta", NOW) == ana
    assert find_person("ana", NOW + YEAR - timedelta(seconds=1)) == ana
    assert find_person("ana", NOW + YEAR) is None
    assert find_person("Nobody here", NOW) is None
    assert find_person("", NOW) is None
    assert find_person("a\x00b", NOW) is None


def test_guests_are_found_too(guest: User) -> None:
    assert find_person(guest.name.lower(), NOW) == guest


def test_a_name_after_its_year_is_free_and_leads_to_who_took_it(ana: User) -> None:
    rename(user=ana, name="Berta", now=timezone.now() - YEAR)
    cleo = make_member(name="ANA", email="c@example.org", password=PASSWORD)
    assert find_person("Ana", timezone.now()) == cleo
    assert held(ana) == ["Berta"]
    assert held(cleo) == ["ANA"]


def test_nobody_holds_a_look_twice(ana: User) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        HeldName.objects.create(user=ana, name="ANA", name_key="x", skeleton=name_skeleton("Ana"))
    with pytest.raises(IntegrityError), transaction.atomic():
        HeldName.objects.create(user=ana, name="Bo", name_key="bo", skeleton="bo")


def test_a_name_goes_with_its_account(ana: User) -> None:
    ana.delete()
    make_member(name="Ana", email="ana@example.org", password=PASSWORD)


def test_earlier_members_hold_their_names_the_oldest_first(guest: User) -> None:
    joined = [NOW + timedelta(days=days) for days in (3, 1, 2)]
    people = [
        User.objects.create(name=name, name_key=name, date_joined=day)
        for name, day in zip(("BiII", "Bill", "Cleo"), joined, strict=True)
    ]
    import_module("accounts.migrations.0005_hold_names").hold_names(
        apps, connection.schema_editor()
    )
    assert [held(user) for user in people] == [[], ["Bill"], ["Cleo"]]
    assert held(guest) == []
    assert find_person("BiII", NOW) == people[0]
    rename(user=people[0], name="Dora", now=NOW)  # who goes without a row gets one now
    assert held(people[0]) == ["Dora"]


@pytest.mark.django_db(transaction=True)
def test_of_two_who_sign_up_at_once_with_look_alikes_one_gets_it() -> None:
    def sign_up(name: str, email: str) -> str:
        try:
            return make_member(name=name, email=email, password=PASSWORD).name
        except TakenError as taken:
            return f"taken: {taken.field}"

    results = side_by_side(
        [lambda: sign_up("Bill", "a@example.org"), lambda: sign_up("BiII", "b@example.org")]
    )
    assert "taken: name" in results
    assert User.objects.count() == HeldName.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_guests_who_want_look_alikes_at_once_one_gets_it() -> None:
    guests = [make_guest(NOW), make_guest(NOW)]

    def sign_up(user: User, name: str) -> str:
        try:
            return become_member(user, name, f"{user.pk}@example.org", PASSWORD).name
        except TakenError as taken:
            return f"taken: {taken.field}"

    results = side_by_side([lambda: sign_up(guests[0], "Bill"), lambda: sign_up(guests[1], "BiII")])
    assert "taken: name" in results
    assert User.objects.filter(is_guest=True).count() == 1
