"""What somebody who leaves the site leaves with others: acts of staff, copies of data, sessions."""

from __future__ import annotations

import logging
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.core.cache import cache

from accounts import audit, renaming, services
from accounts.models import Act, Block, DataExport, User
from accounts.services import GuestIsGoneError, make_guest
from games.play import lobby
from games.play.moderation import tables
from games.play.people import accounts, export, sweep
from games.play.people.archive import archive_of
from games.play.people.closing import close_account
from games.play.people.export import ask_for_data
from games.play.people.guests import let_idle_guests_go
from tests.builders import NOW, make_game, make_report, make_staff, make_user, play_some
from tests.play.clockwork import DAY, MINUTE, record, refused
from tests.views.visitors import browser_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_rests() -> None:
    cache.clear()


def close(user: User) -> None:
    close_account(user_id=user.pk, now=NOW)


def copied(*users: User) -> None:
    for user in users:
        ask_for_data(user_id=user.pk, now=NOW)
    sweep(NOW)


def owners() -> set[str]:
    return {*DataExport.objects.values_list("user__name", flat=True)}


def test_the_lines_of_two_of_staff_who_left_stay_apart() -> None:
    mo, oppy, bo = make_staff("moderator", "Mo"), make_staff("operator", "Oppy"), make_user("Bo")
    for by in (mo, oppy, mo):
        audit.log(by=by, what=Act.What.WARN, person=bo, why="Hm.", now=NOW)
    assert [act.who for act in Act.objects.order_by("pk")] == ["Mo", "Oppy", "Mo"]
    for user in (mo, oppy):
        close(user)
    labels = [act.who for act in Act.objects.order_by("pk")]
    sweep(NOW)
    assert [act.who for act in Act.objects.order_by("pk")] == labels
    assert not Act.objects.exclude(by=None).exists()
    assert labels[0] == labels[2] != labels[1]
    assert all(label.startswith("former staff ") for label in labels)
    log = browser_of(make_staff("moderator")).get("/admin/accounts/act/").content.decode()
    assert (log.count(labels[0]), log.count(labels[1])) == (2, 1)


def test_an_act_of_nobody_is_nobodys() -> None:
    assert Act(what=Act.What.FREE, at=NOW).who == ""


def test_what_they_did_at_the_last_moment_has_the_same_label() -> None:
    mo = make_staff("moderator", "Mo")
    audit.log(by=mo, what=Act.What.SWITCH, now=NOW)
    close(mo)
    audit.log(by=mo, what=Act.What.SWITCH, now=NOW)
    sweep(NOW)
    assert len({act.who for act in Act.objects.all()}) == 1


def test_copies_in_which_they_are_named_are_dropped() -> None:
    names = ("Zara", "Bo", "Cy", "Di", "Fay", "Eve")
    zara, bo, cy, di, fay, eve = (make_user(name) for name in names)
    make_game(zara, bo)
    Block.objects.create(blocker=cy, blocked=zara, at=NOW)
    make_report(zara, reporter=di)
    make_report(fay, reporter=zara)
    copied(zara, bo, cy, di, fay, eve)
    assert owners() == {*names}
    close(zara)
    sweep(NOW)
    assert owners() == {"Eve"}
    copied(bo)
    with ZipFile(BytesIO(bytes(DataExport.objects.get(user=bo).content or b""))) as archive:
        assert all(b"Zara" not in archive.read(name) for name in archive.namelist())


def test_one_that_is_being_made_meanwhile_is_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    zara, bo = make_user("Zara"), make_user("Bo")
    make_game(zara, bo)
    ask_for_data(user_id=bo.pk, now=NOW)

    def archive_while_she_leaves(user: User, now: object) -> bytes:
        content = archive_of(user, NOW)
        close(zara)
        accounts.end_accounts(NOW)
        return content

    with monkeypatch.context() as patch:
        patch.setattr(export, "archive_of", archive_while_she_leaves)
        assert export.make_exports(NOW) == 0
    assert DataExport.objects.get().content is None
    assert export.make_exports(NOW) == 1


def test_accounts_that_all_fail_call_for_no_other_sweep(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(user: User, now: object) -> bool:
        tried.append(user.name)
        raise ZeroDivisionError

    tried: list[str] = []
    nudged: list[str] = []
    monkeypatch.setattr(accounts, "PEOPLE_AT_ONCE", 2)
    for user in [make_user() for _number in range(3)]:
        close(user)
    with caplog.at_level(logging.CRITICAL), monkeypatch.context() as patch:
        patch.setattr(accounts, "nudge", nudged.append)
        patch.setattr(accounts, "end", fails)
        sweep(NOW)
        sweep(NOW)
        sweep(NOW)
    assert nudged == []
    assert len(tried) == 3  # the third gets its turn while the others rest
    cache.clear()
    sweep(NOW)
    assert User.objects.count() == 1
    sweep(NOW)
    assert not User.objects.exists()


def test_a_guest_who_was_let_go_becomes_nobody() -> None:
    guest = make_guest(NOW)
    let_idle_guests_go(NOW + 60 * DAY)
    for _gone in (False, True):
        with pytest.raises(GuestIsGoneError):
            services.become_member(guest, "Zara", "zara@example.org", "secret-word")
        sweep(NOW + 60 * DAY)
    assert not User.objects.exists()


def test_they_are_told_and_start_anew_with_the_same_form(monkeypatch: pytest.MonkeyPatch) -> None:
    guest = make_guest(NOW)
    browser = browser_of(guest)
    User.objects.filter(pk=guest.pk).update(last_login=NOW)
    become_member = services.become_member

    def too_late(user: User, *who: str, **rest: str) -> User:
        let_idle_guests_go(NOW + 60 * DAY)
        return become_member(user, *who, **rest)

    monkeypatch.setattr("accounts.adapter.become_member", too_late)
    form = {
        "username": "Zara",
        "email": "zara@example.org",
        "password1": "rather-long-pw-9",
    }
    refusal = browser.post("/accounts/signup/", form)
    assert refusal.status_code == 422
    assert "guest account is deleted" in refusal.content.decode()
    assert browser.post("/accounts/signup/", form).status_code == 302
    assert not User.objects.get(name="Zara").is_guest


@pytest.mark.parametrize("swept", [False, True])
def test_nobody_sits_down_or_takes_a_name_who_has_left(swept: bool) -> None:
    zara = make_user("Zara")
    table = lobby.open_table(host=make_user("Bo"), options=lobby.Options(players=3), now=NOW)
    close(zara)
    if swept:
        sweep(NOW)
    with refused("account-closed"):
        lobby.join(game_id=table.pk, user=zara, seed=bytes(32), now=NOW)
    with pytest.raises(renaming.RenameError, match="closed"):
        renaming.rename(user=zara, name="Zora", now=NOW)
    sweep(NOW + MINUTE)
    assert not User.objects.filter(pk=zara.pk).exists()


def test_a_result_that_was_taken_back_is_in_no_copy() -> None:
    zara = make_user("Zara")
    game = make_game(zara, make_user("Bo"))
    play_some(game)
    assert {"places", "scores"} <= record(game).keys()
    tables.void(game_id=game.pk, by=make_staff("moderator"), why="Bots.", now=NOW)
    with ZipFile(BytesIO(archive_of(zara, NOW))) as archive:
        told = archive.read(f"games/{game.code}.json").decode()
    assert '"turns"' in told
    assert '"places"' not in told
    assert '"scores"' not in told
