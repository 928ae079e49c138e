"""Deleting an account: shut at once, then each game is left, then nothing is left of it."""

from __future__ import annotations

import logging

import pytest
from allauth.account.models import EmailAddress
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core import mail
from django.db import OperationalError
from time_machine import TimeMachineFixture

from accounts import sanctions
from accounts.models import Block, HeldName, Notice, PersonNote, Sanction, User
from games.mail.sender import drain
from games.models import Game, Report, Seat
from games.play import lobby, safely
from games.play.people import accounts, forget_the_gone, leaving, sweep
from games.play.people.closing import close_account
from games.play.turns import take_turn
from games.rules.moves import Move
from games.rules.notation.checking import check_record
from tests.builders import NOW, SEED, act, make_game, make_staff, make_user, play_some
from tests.play.clockwork import MINUTE, SECOND, fresh, log, record, refused
from tests.views.visitors import browser_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def zara(db: None) -> User:
    return make_user("Zara", email_proven_at=NOW)


def close(user: User) -> None:
    close_account(user_id=user.pk, now=NOW)


def gone(user: User) -> bool:
    return not User.objects.filter(pk=user.pk).exists()


def test_name_and_address_are_free_at_once(zara: User) -> None:
    EmailAddress.objects.create(user=zara, email=zara.email, verified=True, primary=True)
    HeldName.objects.create(user=zara, name="Zora", name_key="zora", skeleton="zora", until=NOW)
    close(zara)
    zara.refresh_from_db()
    assert (zara.closing_at, zara.email, zara.is_active) == (NOW, "", False)
    assert zara.name.startswith("Former player ")
    assert not zara.has_usable_password()
    assert not HeldName.objects.filter(user=zara).exists()
    assert not EmailAddress.objects.exists()
    make_user("Zara")


def test_nobody_can_sign_in_or_is_signed_in(zara: User) -> None:
    browser = browser_of(zara)
    assert browser.get("/settings/data/").status_code == 200
    close(zara)
    assert browser.get("/settings/data/").status_code == 302
    form = {"login": "Zara", "password": "secret-word"}
    assert browser.post("/accounts/login/", form).status_code == 422


def test_closing_twice_changes_nothing(zara: User) -> None:
    close(zara)
    before = User.objects.values().get(pk=zara.pk)
    close_account(user_id=zara.pk, now=NOW + MINUTE)
    assert User.objects.values().get(pk=zara.pk) == before
    assert Notice.objects.count() == 1


def test_a_last_mail_goes_to_an_address_that_was_proven(
    zara: User, time_machine: TimeMachineFixture
) -> None:
    time_machine.move_to(NOW)
    close(zara)
    drain()
    [last] = mail.outbox
    assert (last.to, last.subject) == (["zara@example.org"], "Your account is deleted")
    assert "Hello Zara," in last.body
    sweep(NOW)
    assert not Notice.objects.exists()


def test_no_mail_goes_to_an_address_that_was_not(db: None) -> None:
    close(make_user("Zara"))
    assert not Notice.objects.exists()


def test_what_waits_for_them_is_not_sent(zara: User) -> None:
    make_game(zara, make_user("Bo"))
    assert Notice.objects.filter(user=zara).exists()
    close(zara)
    assert not Notice.objects.filter(user=zara).exists()


def test_what_waits_for_their_address_is_not_sent_either(zara: User) -> None:
    about = {"subject": "A new password", "text": "…", "about": "password_reset_key"}
    for key, to in (("theirs", "Zara@example.org"), ("another", "bo@example.org")):
        payload = about | {"to": to}
        Notice.objects.create(
            key=key, kind="account", payload=payload, created_at=NOW, not_before=NOW
        )
    close(zara)
    waiting = Notice.objects.exclude(key__startswith="account-closed")
    assert [notice.key for notice in waiting] == ["another"]


def test_without_games_the_account_is_gone_with_the_next_sweep(zara: User) -> None:
    close(zara)
    assert sweep(NOW)["accounts ended"] == 1
    assert gone(zara)
    assert sweep(NOW)["accounts ended"] == 0


def test_a_running_game_is_left_and_goes_on(zara: User) -> None:
    game = make_game(zara, make_user("Bo"), make_user("Cy"))
    close(zara)
    assert sweep(NOW)["games left"] == 1
    seat = game.seats.get(number=0)
    assert (seat.user, seat.name, seat.left_why) == (None, "", "resigned")
    assert log(game)[-1] == (0, "leave", "resigned")
    assert fresh(game).is_running
    assert gone(zara)
    play_some(fresh(game))
    assert record(game)["players"] == ["Former player 1", "Bo", "Cy"]
    check_record(record(game))


def test_where_a_bot_plays_on_for_leavers_one_does(zara: User) -> None:
    game = make_game(zara, make_user("Bo"), make_user("Cy"), leavers="bot")
    close(zara)
    sweep(NOW)
    play_some(fresh(game))
    assert fresh(game).end != "alone"
    check_record(fresh(game).record)


def test_a_game_of_two_ends_with_a_result(zara: User) -> None:
    game = make_game(zara, make_user("Bo"))
    close(zara)
    sweep(NOW)
    assert (fresh(game).status, fresh(game).end) == (Game.Status.OVER, "alone")
    assert record(game)["players"] == ["Former player 1", "Bo"]


def test_a_finished_game_keeps_all_but_the_name(zara: User) -> None:
    game = make_game(zara, make_user("Bo"))
    play_some(game)
    before, told = fresh(game), record(game)
    places = list(game.seats.values_list("number", "place", "dragons", "turns"))
    close(zara)
    sweep(NOW)
    after = fresh(game)
    assert after.host is None
    assert after.version == before.version + 1
    assert record(game) == told | {"players": ["Former player 1", "Bo"]}
    assert check_record(record(game)).places
    assert list(game.seats.values_list("number", "place", "dragons", "turns")) == places


def test_an_open_table_goes_to_the_next_player(zara: User) -> None:
    bo = make_user("Bo")
    game = lobby.open_table(host=zara, options=lobby.Options(players=3), now=NOW)
    lobby.join(game_id=game.pk, user=bo, seed=SEED, now=NOW)
    close(zara)
    sweep(NOW)
    assert fresh(game).host == bo
    assert [seat.user for seat in game.seats.all()] == [bo]


def test_tables_and_games_of_nobody_else_are_deleted(zara: User) -> None:
    lobby.open_table(host=zara, options=lobby.Options(), now=NOW)
    lobby.play_now(user=zara, bots=2, bot="random", seed=SEED, now=NOW)
    play_some(make_game(zara, players=2))
    empty = lobby.open_table(host=zara, options=lobby.Options(), now=NOW)
    lobby.leave_table(game_id=empty.pk, user=zara, now=NOW)
    close(zara)
    assert sweep(NOW)["games left"] == 4
    assert not Game.objects.exists()
    assert gone(zara)


def test_the_last_of_two_who_leave_takes_their_game_along(zara: User) -> None:
    bo = make_user("Bo")
    game = make_game(zara, bo, make_user("Cy"), players=4)
    play_some(game)
    for user in (zara, bo):
        close(user)
        sweep(NOW)
    assert [seat.shown_name for seat in game.seats.all()][:3] == [
        "Former player 1",
        "Former player 2",
        "Cy",
    ]
    cy = User.objects.get(name="Cy")
    close(cy)
    sweep(NOW)
    assert not Game.objects.exists()


def test_a_seat_that_is_out_already_is_only_forgotten(zara: User) -> None:
    game = make_game(zara, make_user("Bo"), make_user("Cy"))
    act(game, 0, Move("leave", detail="resigned"))
    version = fresh(game).version
    close(zara)
    sweep(NOW)
    assert game.seats.get(number=0).user is None
    assert fresh(game).version == version  # nobody's page is out of date in the middle of a turn


def test_who_was_sent_away_is_forgotten(zara: User) -> None:
    bo, cy = make_user("Bo"), make_user("Cy")
    game = lobby.open_table(host=bo, options=lobby.Options(players=3), now=NOW)
    for user in (zara, cy):
        lobby.join(game_id=game.pk, user=user, seed=SEED, now=NOW)
        number = game.seats.get(user=user).number
        lobby.remove(game_id=game.pk, by=bo, number=number, now=NOW)
    close(zara)
    sweep(NOW)
    assert forget_the_gone() == (0, 1)
    assert fresh(game).barred == [cy.pk]
    assert forget_the_gone() == (0, 0)


def test_a_game_that_fails_keeps_back_this_account_alone(
    zara: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*, game_id: int, **rest: object) -> object:
        if game_id == broken.pk:
            raise ZeroDivisionError
        return take_turn(game_id=game_id, **rest)  # type: ignore[arg-type]

    yan = make_user("Yan")
    broken = make_game(zara, make_user("Bo"))
    whole, other = make_game(zara, make_user("Cy")), make_game(yan, make_user("Di"))
    close(zara)
    close(yan)
    with caplog.at_level(logging.CRITICAL), monkeypatch.context() as patch:
        patch.setattr(leaving, "take_turn", fails)
        assert sweep(NOW) == {
            "exports made": 0,
            "exports deleted": 0,
            "games left": 2,
            "accounts ended": 1,
        }
    assert (gone(zara), gone(yan)) == (False, True)
    assert not fresh(whole).is_running and not fresh(other).is_running
    assert fresh(broken).is_running
    assert sweep(NOW + MINUTE)["games left"] == 0  # it rests
    assert sweep(NOW + 11 * MINUTE)["games left"] == 1
    assert gone(zara)


def test_an_account_that_fails_keeps_no_other_back(
    zara: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(user: User, now: object) -> bool:
        if user == zara:
            raise ZeroDivisionError
        return end(user, NOW)

    end = accounts.end
    yan = make_user("Yan")
    close(zara)
    close(yan)
    with caplog.at_level(logging.CRITICAL):
        monkeypatch.setattr(accounts, "end", fails)
        sweep(NOW)
    assert (gone(zara), gone(yan)) == (False, True)


def test_a_database_that_is_away_is_nobodys_fault(
    zara: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(user: User, now: object) -> bool:
        raise OperationalError

    close(zara)
    monkeypatch.setattr(accounts, "end", away)
    monkeypatch.setattr(safely, "is_database_away", lambda fault: True)
    with pytest.raises(OperationalError):
        sweep(NOW)


def test_a_sweep_leaves_so_many_games_and_another_follows(
    zara: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accounts, "GAMES_AT_ONCE", 2)
    for _number in range(3):
        make_game(zara, make_user())
    close(zara)
    nudged: list[str] = []
    monkeypatch.setattr(accounts, "nudge", nudged.append)
    assert sweep(NOW)["games left"] == 2
    assert nudged == ["games.sweep_people"]
    assert not gone(zara)
    sweep(NOW)
    assert gone(zara)


def test_killed_after_any_game_the_next_sweep_goes_on(
    zara: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [make_game(zara, make_user()) for _number in range(2)]
    close(zara)
    real = leaving.leave
    done: list[int] = []

    def killed_at_the_second(game_id: int, user: User, now: object) -> bool:
        if done:
            raise KeyboardInterrupt
        done.append(game_id)
        return real(game_id, user, NOW)

    with monkeypatch.context() as patch:
        patch.setattr(leaving, "leave", killed_at_the_second)
        with pytest.raises(KeyboardInterrupt):
            sweep(NOW)
    assert Seat.objects.filter(user=zara).count() == 1
    sweep(NOW)
    assert gone(zara)
    assert not any(fresh(game).is_running for game in games)


def test_who_is_suspended_stays_on_record(zara: User) -> None:
    moderator = make_staff("moderator")
    until = NOW + MINUTE
    sanctions.impose(
        user_id=zara.pk,
        by=moderator,
        kind="suspension",
        reason="Stalling.",
        until=until,
        games="leave",
        now=NOW - SECOND,
    )
    with refused("leaving-suspended"):
        close(zara)
    assert User.objects.get(pk=zara.pk).name == "Zara"
    close_account(user_id=zara.pk, now=until)
    sweep(until)
    assert gone(zara)
    assert not Sanction.objects.exists()


def test_who_is_banned_stays_for_good(zara: User) -> None:
    moderator = make_staff("moderator")
    sanctions.impose(
        user_id=zara.pk, by=moderator, kind="ban", reason="Bots.", games="bot", now=NOW
    )
    with refused("leaving-suspended"):
        close_account(user_id=zara.pk, now=NOW.replace(year=2400))


def test_the_last_superuser_stays() -> None:
    root = User.objects.create_superuser("Root", "root@example.org", "secret-word")
    make_user("Former", is_superuser=True, is_active=False)
    with refused("last-superuser"):
        close(root)
    second = User.objects.create_superuser("Second", "second@example.org", "secret-word")
    close(root)
    with refused("last-superuser"):
        close(second)


def test_other_staff_may_go_and_what_they_did_stays(zara: User) -> None:
    moderator = make_staff("moderator", "Mo")
    sanctions.impose(user_id=zara.pk, by=moderator, kind="warning", reason="Hm.", now=NOW)
    close(moderator)
    sweep(NOW)
    assert gone(moderator)
    assert Sanction.objects.get().by is None


def test_reports_by_them_lose_their_text_and_those_on_them_are_closed(zara: User) -> None:
    bo = make_user("Bo")
    by_them = Report.objects.create(reporter=zara, person=bo, about="abuse", text="Bo!", at=NOW)
    on_them = Report.objects.create(reporter=bo, person=zara, about="other", text="Zara!", at=NOW)
    close(zara)
    sweep(NOW)
    by_them.refresh_from_db()
    on_them.refresh_from_db()
    assert (by_them.reporter, by_them.text, by_them.closed_at) == (None, "", None)
    assert (on_them.person, on_them.decision, on_them.closed_at) == (None, "gone", NOW)
    assert on_them.text == "a former player!"


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("Zara and ZARA, zara's; (Zara)", "# and #, #'s; (#)"),
        ("Zarathustra, Azara", "Zarathustra, Azara"),
        ("Zora, who was Zara", "#, who was #"),
        ("zara@example.org", "#"),
    ],
)
def test_names_are_taken_out_of_what_others_wrote(zara: User, text: str, after: str) -> None:
    HeldName.objects.create(user=zara, name="Zora", name_key="zora", skeleton="zora", until=NOW)
    note = PersonNote.objects.create(person=zara, at=NOW, text=text)
    close(zara)
    note.refresh_from_db()
    assert note.text == after.replace("#", "a former player")


@pytest.mark.parametrize("name", ["Zoë", "Ярослава", "é-zo-é", "小林 花"])
def test_so_are_names_that_no_database_finds_in_either_case(name: str) -> None:
    person = make_user(name, email="z@example.org")
    note = PersonNote.objects.create(person=person, at=NOW, text=f"Like {name.upper()}.")
    close(person)
    note.refresh_from_db()
    assert note.text == "Like a former player."


def test_blocks_go_both_ways(zara: User) -> None:
    bo = make_user("Bo")
    Block.objects.create(blocker=zara, blocked=bo, at=NOW)
    Block.objects.create(blocker=bo, blocked=zara, at=NOW)
    close(zara)
    sweep(NOW)
    assert not Block.objects.exists()


def test_sessions_and_notes_of_forms_are_deleted_and_others_stay(zara: User) -> None:
    bo = make_user("Bo")
    browser_of(zara)
    browser_of(bo)
    for person in (zara, bo):
        note = SessionStore()
        note.update({"person": person.pk, "address": "/g/abc/"})
        note.create()
    close(zara)
    sweep(NOW)
    assert forget_the_gone() == (2, 0)
    left = [session.get_decoded() for session in Session.objects.all()]
    assert sorted(str(each.get("_auth_user_id") or each["person"]) for each in left) == [
        str(bo.pk),
        str(bo.pk),
    ]
