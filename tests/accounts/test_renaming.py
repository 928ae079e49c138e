"""Another name: once in thirty days, and the one from before stays its owner's for a year."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import renaming
from accounts.models import Act, HeldName, User
from accounts.renaming import RenameError, rename, take_name_away
from accounts.services import TakenError, make_member
from games.play.lobby import Options, open_table
from tests.accounts.conftest import NOW, PASSWORD
from tests.builders import make_staff
from tests.side_by_side import side_by_side

pytestmark = pytest.mark.django_db
YEAR = timedelta(days=365)
MONTH = timedelta(days=30)


@pytest.fixture
def cleo(db: None) -> User:
    return make_member(name="Cleo", email="cleo@example.org", password=PASSWORD)


def held(user: User) -> dict[str, object]:
    return dict(HeldName.objects.filter(user=user).values_list("name", "until"))


def test_a_member_takes_another_name(ana: User) -> None:
    row = rename(user=ana, name="  Berta ", now=NOW)
    ana.refresh_from_db()
    assert (row.pk, ana.name, ana.name_key, ana.renamed_at) == (ana.pk, "Berta", "berta", NOW)
    assert held(ana) == {"Berta": None, "Ana": NOW + YEAR}


def test_once_in_thirty_days(ana: User) -> None:
    rename(user=ana, name="Berta", now=NOW)
    with pytest.raises(RenameError) as refused:
        rename(user=ana, name="Dora", now=NOW + MONTH - timedelta(seconds=1))
    assert refused.value.code == "too-soon"
    rename(user=ana, name="Dora", now=NOW + MONTH)
    assert held(ana) == {"Dora": None, "Ana": NOW + YEAR, "Berta": NOW + MONTH + YEAR}


def test_the_name_that_one_has_changes_nothing(ana: User) -> None:
    rename(user=ana, name="Berta", now=NOW)
    rename(user=ana, name=" Berta", now=NOW + timedelta(seconds=1))
    ana.refresh_from_db()
    assert ana.renamed_at == NOW


def test_another_spelling_of_it_counts_and_leaves_nothing_behind(ana: User) -> None:
    rename(user=ana, name="ANA", now=NOW)
    assert held(ana) == {"ANA": None}
    with pytest.raises(RenameError):
        rename(user=ana, name="A-na", now=NOW + timedelta(days=1))
    rename(user=ana, name="A-na", now=NOW + MONTH)
    assert held(ana) == {"A-na": None}


def test_the_former_name_is_nobody_elses_for_a_year(ana: User, cleo: User) -> None:
    rename(user=ana, name="Berta", now=NOW)
    for name in ("Ana", "ANA", "A.na", "Аnа"):
        with pytest.raises(TakenError):
            rename(user=cleo, name=name, now=NOW + YEAR - timedelta(seconds=1))
    rename(user=cleo, name="ana", now=NOW + YEAR)
    assert held(cleo)["ana"] is None
    assert held(ana) == {"Berta": None}


def test_one_goes_back_to_a_former_name(ana: User) -> None:
    rename(user=ana, name="Berta", now=NOW)
    rename(user=ana, name="Ana", now=NOW + MONTH)
    assert held(ana) == {"Ana": None, "Berta": NOW + MONTH + YEAR}


def test_back_to_a_former_name_after_its_year_if_nobody_has_it(ana: User, cleo: User) -> None:
    rename(user=ana, name="Berta", now=NOW)
    rename(user=ana, name="Ana", now=NOW + 2 * YEAR)
    assert held(ana)["Ana"] is None
    with pytest.raises(TakenError):
        rename(user=cleo, name="Ana", now=NOW + 3 * YEAR)


def test_a_guest_has_no_name_to_change(guest: User, cleo: User) -> None:
    with pytest.raises(RenameError) as refused:
        rename(user=guest, name="Berta", now=NOW)
    assert refused.value.code == "guest"
    with pytest.raises(RenameError):
        take_name_away(user=guest, by=cleo, why="bad", now=NOW)


def test_what_is_refused_changes_nothing(ana: User, cleo: User) -> None:
    with pytest.raises(TakenError):
        rename(user=ana, name="CIeo", now=NOW)
    ana.refresh_from_db()
    assert (ana.name, ana.renamed_at) == ("Ana", None)
    assert held(ana) == {"Ana": None}


def test_a_table_calls_them_by_the_name_they_have(ana: User) -> None:
    game = open_table(host=ana, options=Options(), now=NOW)
    rename(user=ana, name="Berta", now=NOW)
    assert game.seats.get().shown_name == "Berta"


def test_a_name_taken_away_is_followed_by_a_neutral_one(ana: User) -> None:
    moderator = make_staff("moderator", "Mo")
    rename(user=ana, name="Rude Words", now=NOW)
    ana.refresh_from_db()
    row = take_name_away(user=ana, by=moderator, why="insulting", now=NOW)
    ana.refresh_from_db()
    assert row.name == ana.name
    assert ana.name.startswith("Player ")
    assert ana.renamed_at is None
    assert held(ana) == {ana.name: None, "Ana": NOW + YEAR, "Rude Words": NOW + YEAR}
    assert HeldName.objects.get(taken_away=True).name == "Rude Words"
    act = Act.objects.get()
    assert (act.what, act.by, act.person, act.why) == ("person-rename", moderator, ana, "insulting")
    assert [*act.detail] == ["taken"]
    rename(user=ana, name="Polite Words", now=NOW)  # at once


def test_a_name_is_taken_away_once(ana: User) -> None:
    moderator = make_staff("moderator", "Mo")
    for _click in range(2):
        take_name_away(user=ana, by=moderator, why="insulting", now=NOW)
    assert Act.objects.count() == 1


def test_a_given_name_is_a_free_one(ana: User, monkeypatch: pytest.MonkeyPatch) -> None:
    User.objects.create_user("Player 0007")
    numbers = iter([7, 7, 8])
    monkeypatch.setattr("accounts.renaming.secrets.randbelow", lambda _most: next(numbers))
    assert take_name_away(user=ana, by=ana, why="", now=NOW).name == "Player 0008"


def test_where_no_name_is_free_nothing_is_done(ana: User, monkeypatch: pytest.MonkeyPatch) -> None:
    User.objects.create_user("Player 0007")
    monkeypatch.setattr("accounts.renaming.secrets.randbelow", lambda _most: 7)
    with pytest.raises(renaming.NoFreeNameError):
        take_name_away(user=ana, by=ana, why="", now=NOW)
    ana.refresh_from_db()
    assert ana.name == "Ana"
    assert held(ana) == {"Ana": None}
    assert not Act.objects.exists()


def attempt(user: User, name: str) -> str:
    try:
        return rename(user=user, name=name, now=timezone.now()).name
    except (TakenError, RenameError) as error:
        return type(error).__name__


@pytest.mark.django_db(transaction=True)
def test_of_two_who_want_one_name_at_once_one_gets_it() -> None:
    ana, cleo = User.objects.create_user("Ana"), User.objects.create_user("Cleo")
    results = side_by_side([lambda: attempt(ana, "Bill"), lambda: attempt(cleo, "BiII")])
    assert "TakenError" in results
    assert len(set(results) & {"Bill", "BiII"}) == 1
    assert HeldName.objects.filter(until=None).count() == 2


@pytest.mark.django_db(transaction=True)
def test_two_tabs_of_one_person_change_the_name_once() -> None:
    ana = User.objects.create_user("Ana")
    results = side_by_side([lambda: attempt(ana, "Berta"), lambda: attempt(ana, "Dora")])
    assert "RenameError" in results
    assert len(held(ana)) == 2


@pytest.mark.django_db(transaction=True)
def test_a_double_click_changes_the_name_once() -> None:
    ana = User.objects.create_user("Ana")
    assert side_by_side([lambda: attempt(ana, "Berta")] * 2) == ["Berta", "Berta"]
    assert len(held(ana)) == 2


@pytest.mark.django_db(transaction=True)
def test_a_rename_and_a_sign_up_at_once_give_a_name_to_one() -> None:
    ana = User.objects.create_user("Ana")

    def sign_up() -> str:
        try:
            return make_member(name="Bill", email="b@example.org", password=PASSWORD).name
        except TakenError:
            return "TakenError"

    results = side_by_side([lambda: attempt(ana, "Bill"), sign_up])
    assert sorted(results) == ["Bill", "TakenError"]
    assert User.objects.filter(name="Bill").count() == 1
