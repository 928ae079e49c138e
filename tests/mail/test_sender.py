"""The sender: what goes out, in which mails, and what faults of our own do."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext

from accounts import claims, fates, outbox
from accounts.models import MailChoice, Notice, User
from accounts.services import prove_address
from games.mail import sender, writing
from games.mail.choices import choose_mail
from games.mail.message_ids import message_id
from games.models import Seat
from tests.builders import NOW, make_game, make_user
from tests.mail.post_office import (
    HOUR,
    MINUTE,
    Clock,
    message_for,
    notice,
    person,
    send,
    state,
    waits_until,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("simple_kinds")]


def arrived() -> list[tuple[str, ...]]:
    """What each mail told, by keys."""
    return [tuple(str(sent.body).split()) for sent in mail.outbox]


def test_several_things_for_one_person_come_in_one_mail_each_once() -> None:
    ana, bo = person(), person()
    mine = [notice(ana), notice(ana), notice(ana)]
    other = notice(bo)
    run = send()
    assert arrived() == [tuple(each.key for each in mine), (other.key,)]
    assert [sent.to for sent in mail.outbox] == [[ana.email], [bo.email]]
    assert (run.mails, run.notices) == (2, 4)
    assert send().mails == 0


def test_a_mail_has_the_name_of_the_first_that_it_tells() -> None:
    user = person()
    notice(user, payload={"untrue": "over"})
    first, second = notice(user), notice(user)
    send()
    (sent,) = mail.outbox
    assert sent.message()["Message-ID"] == message_id(first)
    for each in (first, second):
        each.refresh_from_db()
        assert (each.state, each.message_id, each.sent_at) == ("sent", message_id(first), NOW)


def test_what_is_not_true_any_more_is_not_told() -> None:
    first = notice(person(), payload={"untrue": "the turn is over"})
    send()
    assert arrived() == []
    assert (state(first), first.error) == ("dropped", "the turn is over")


def test_what_is_not_yet_true_is_looked_at_when_it_is() -> None:
    first = notice(person(), payload={"later": 30})
    send()
    assert waits_until(first) == NOW + 30 * MINUTE
    send(NOW + 30 * MINUTE)
    assert arrived() == [(first.key,)]


def test_the_truth_is_asked_once_the_line_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    user, happened = person(), []
    notice(user)

    class Line:
        def open(self) -> None:
            happened.append("open")

        def close(self) -> None:
            happened.append("close")

        def send_messages(self, messages: Sequence[EmailMultiAlternatives]) -> int:
            happened.append("sent")
            return 1

    def look_and_write(user: User | None, told: Any, now: datetime) -> EmailMultiAlternatives:
        happened.append("written")
        return message_for(user, told, now)

    monkeypatch.setattr(sender, "get_connection", Line)
    monkeypatch.setattr(writing, "message_for", look_and_write)
    send()
    assert happened == ["open", "written", "sent", "close"]


def test_bundled_ones_go_together_an_hour_after_the_first() -> None:
    user = person()
    first = notice(user, "bundled")
    send()
    second = notice(user, "bundled", not_before=NOW + 40 * MINUTE)
    send(NOW + 40 * MINUTE)
    assert arrived() == []
    assert waits_until(second) == NOW + HOUR
    send(NOW + HOUR)
    assert arrived() == [(first.key, second.key)]


def test_a_digest_goes_at_its_hour_with_all_that_came_up() -> None:
    user = person(digest_hour=18)
    waiting = [notice(user, "digest", not_before=NOW + hours * HOUR) for hours in range(3)]
    for hours in range(3):
        send(NOW + hours * HOUR)
    assert arrived() == []
    send(NOW + 10 * HOUR)
    assert arrived() == [tuple(each.key for each in waiting)]


def test_what_came_up_before_the_hour_of_the_digest_goes_with_it_though_looked_at_late() -> None:
    first = notice(person(digest_hour=8), "digest", not_before=NOW - MINUTE)
    send(NOW + 3 * HOUR)
    assert arrived() == [(first.key,)]


def test_choices_count_as_they_are_when_it_is_sent() -> None:
    user = person(quiet_from=7, quiet_until=10)
    first, second = notice(user), notice(user, "bundled")
    send()
    assert waits_until(first) == NOW + 2 * HOUR
    MailChoice.objects.create(user=user, kind="bundled", way="off")
    send(NOW + 2 * HOUR)
    assert arrived() == [(first.key,)]
    assert state(second) == "dropped"


def test_kinds_without_a_choice_come_by_themselves_in_quiet_hours() -> None:
    user = person(quiet_from=0, quiet_until=23)
    notice(user)
    first, second = notice(user, "always"), notice(user, "always")
    send()
    assert arrived() == [(first.key,), (second.key,)]


def test_a_muted_game_is_not_told_of() -> None:
    user = person()
    game, other = make_game(user, make_user()), make_game(user, make_user())
    Notice.objects.all().delete()
    Seat.objects.filter(game=game, user=user).update(muted=True)
    muted, told = notice(user, payload={"game": game.pk}), notice(user, payload={"game": other.pk})
    send()
    assert arrived() == [(told.key,)]
    assert state(muted) == "dropped"


def test_muted_for_a_while_a_game_loses_no_reminder_that_was_not_due() -> None:
    user = person()
    game = make_game(user, make_user())
    Notice.objects.all().delete()
    about = {"game": game.pk, "later": 180}
    reminder = notice(user, payload=about, not_before=NOW + 3 * HOUR)
    woken = notice(user, payload=about)  # its clock has begun to run again: it looks when it is due
    mine = Seat.objects.filter(game=game, user=user)
    mine.update(muted=True)
    outbox.reconsider_all(user.pk, NOW)
    send()
    mine.update(muted=False)
    outbox.reconsider_all(user.pk, NOW + MINUTE)
    send(NOW + MINUTE)
    assert arrived() == []
    send(NOW + 3 * HOUR)
    assert arrived() == [(reminder.key, woken.key)]


def test_a_kind_that_is_off_for_a_while_loses_nothing_that_was_not_due() -> None:
    user = person()
    first = notice(user, payload={"later": 180}, not_before=NOW + 3 * HOUR)
    woken = notice(user, payload={"later": 180})
    choose_mail(user, {"simple": "off"}, NOW)
    send()
    choose_mail(user, {"simple": "at-once"}, NOW + MINUTE)
    send(NOW + MINUTE)
    assert arrived() == []
    send(NOW + 3 * HOUR)
    assert arrived() == [(first.key, woken.key)]


def test_what_is_not_wanted_at_its_moment_is_dropped_whatever_else_is_wrong_with_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    user = person()
    choose_mail(user, {"simple": "off"}, NOW)
    due = [notice(user), notice(user, payload={"untrue": "over"}), notice(user, payload={"bug": 1})]
    send()
    assert [(state(each), each.error) for each in due] == [
        ("dropped", "mails of this kind are not wanted")
    ] * 3
    assert "ZeroDivisionError" in caplog.text


def test_a_closed_account_is_not_written_to() -> None:
    first = notice(person(is_active=False))
    send()
    assert arrived() == []
    assert (state(first), first.error) == ("dropped", "the account is closed")


def test_who_proves_the_address_has_the_mail_that_waited_for_it() -> None:
    user = person(email_proven_at=None)
    first = notice(user)
    untrue = notice(user, payload={"untrue": "played without being told"})
    send()
    assert arrived() == []
    assert waits_until(first) == NOW + timedelta(days=1)
    proven = NOW + timedelta(minutes=5)
    prove_address(user.pk, proven)
    send(proven)
    assert arrived() == [(first.key,)]
    assert state(untrue) == "dropped"


def test_who_has_no_address_is_not_written_to() -> None:
    user = person()
    User.objects.filter(pk=user.pk).update(email="")
    notice(user)
    send()
    assert arrived() == []


def test_a_refused_address_has_its_mail_when_it_is_good_again() -> None:
    user = person()
    User.objects.filter(pk=user.pk).update(refused_address=user.email)
    first = notice(user)
    send()
    assert waits_until(first) == NOW + timedelta(days=1)
    User.objects.filter(pk=user.pk).update(refused_address="")
    send(NOW + timedelta(days=1))
    assert arrived() == [(first.key,)]


@pytest.mark.parametrize("proven_at", [NOW, None])
def test_what_waits_for_a_month_for_a_good_address_is_dropped(proven_at: datetime | None) -> None:
    user = person(email_proven_at=proven_at)
    User.objects.filter(pk=user.pk).update(refused_address=user.email)
    first, moment = notice(user), NOW
    for _day in range(40):
        send(moment)
        moment += timedelta(days=1)
    assert state(first) == "dropped"


def test_another_address_than_the_refused_one_has_its_mail() -> None:
    first = notice(person(refused_address="old@example.org"))
    send()
    assert arrived() == [(first.key,)]


def test_a_mail_to_nobodys_address_goes_to_the_one_it_brings() -> None:
    notice(None, "always", payload={"to": "cy@example.org"})
    lost = notice(None)
    send()
    assert [sent.to for sent in mail.outbox] == [["cy@example.org"]]
    assert (state(lost), lost.error) == ("dropped", "nobody's address")


@pytest.mark.parametrize("fault", ["bug", "unwritable"])
def test_a_bug_fails_its_own_notice_after_five_tries_and_no_other(
    fault: str, caplog: pytest.LogCaptureFixture
) -> None:
    ana, bo = person(), person()
    bad = notice(ana, payload={fault: True})
    good, other = notice(ana), notice(bo)
    send()
    assert sorted(arrived()) == sorted([(good.key,), (other.key,)])
    assert "ZeroDivisionError" in caplog.text
    tries, moment = 1, waits_until(bad)
    while moment is not None:
        send(moment)
        tries, moment = tries + 1, waits_until(bad)
    assert (tries, state(bad), bad.error) == (5, "failed", "ZeroDivisionError: a bug")
    assert len(mail.outbox) == 2


def test_a_bug_elsewhere_keeps_nobody_elses_mail_back(caplog: pytest.LogCaptureFixture) -> None:
    user = person()
    lost, mine = notice(user, payload={"game": [1]}), notice(user)
    found = notice(person())
    send()
    assert sorted(arrived()) == sorted([(mine.key,), (found.key,)])
    assert (waits_until(lost), lost.tries) == (NOW + MINUTE, 1)
    assert "TypeError" in caplog.text


def test_a_kind_that_is_not_there_fails_its_own_notice() -> None:
    user = person()
    lost, found = notice(user, "nothing"), notice(user)
    send()
    assert arrived() == [(found.key,)]
    assert (waits_until(lost), lost.error) == (NOW + MINUTE, "no such kind")


def test_a_header_that_cannot_be_sent_is_found_before_the_dialogue(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def split(user: User | None, told: Any, now: datetime) -> EmailMultiAlternatives:
        return EmailMultiAlternatives("two\nlines", "", to=["a@example.org"])

    monkeypatch.setattr(writing, "message_for", split)
    first = notice(person())
    send()
    assert waits_until(first) == NOW + MINUTE
    assert "BadHeaderError" in first.error


def test_a_run_ends_after_a_while_for_others_to_have_their_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = Clock()
    for _ in range(10):
        notice(person())
    monkeypatch.setattr(
        sender, "_hand_over", lambda *given: clock.later(timedelta(seconds=6)) and None
    )
    assert sender.drain(clock=clock).mails == 4
    assert sender.drain(clock=clock).mails == 4


def test_what_cannot_be_noted_at_first_is_noted_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, calls = notice(person()), []
    mark = fates.mark_sent

    def cut_once(notices: Sequence[Notice], now: datetime) -> None:
        calls.append(now)
        if len(calls) == 1:
            raise OperationalError("the connection is cut")
        mark(notices, now)

    monkeypatch.setattr(fates, "mark_sent", cut_once)
    monkeypatch.setattr(connection, "close", lambda: None)
    send()
    assert state(first) == "sent"


def test_without_a_database_nobody_is_at_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    first = notice(person())

    def gone(*given: object) -> None:
        raise OperationalError("the connection is cut")

    monkeypatch.setattr(writing, "message_for", gone)
    with pytest.raises(OperationalError):
        send()
    assert (state(first), first.tries) == ("sending", 0)


def test_a_mail_costs_as_many_queries_as_another() -> None:
    def queries(notices: int, people: int) -> int:
        for _ in range(people):
            user = person()
            for _ in range(notices):
                notice(user, payload={"game": 1})
        with CaptureQueriesContext(connection) as caught:
            assert send().mails == people
        return len(caught)

    one, two, twenty = queries(1, 1), queries(1, 2), queries(1, 20)
    each = two - one
    assert twenty == one + 19 * each
    assert queries(10, 1) == one
    assert each <= 14


def test_claims_of_a_sender_that_died_are_sent_by_the_next_with_the_same_name() -> None:
    user = person()
    first, second = notice(user), notice(user)
    found = claims.claim(NOW)
    assert found is not None
    fates.begin(found.notices, message_id(first), NOW)
    third = notice(user)
    assert send(NOW + 4 * MINUTE).mails == 0
    assert send(NOW + claims.LEASE).mails == 2
    assert sorted(arrived()) == sorted([(first.key, second.key), (third.key,)])
    assert mail.outbox[0].message()["Message-ID"] == message_id(first)


def test_what_was_begun_as_one_mail_stays_one_though_choices_have_changed() -> None:
    user = person()
    first, second = notice(user), notice(user, payload={"n": 2})
    found = claims.claim(NOW)
    assert found is not None
    fates.begin(found.notices, message_id(first), NOW)
    Notice.objects.filter(pk=second.pk).update(kind="bundled")
    send(NOW + claims.LEASE)
    assert arrived() == [(first.key, second.key)]
