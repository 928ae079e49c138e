"""The outbox: what is posted, who claims it, and what becomes of it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts import claims, fates, outbox
from accounts.claims import LEASE, claim, take_back
from accounts.models import Notice
from accounts.outbox import Post
from tests.builders import NOW
from tests.mail.post_office import HOUR, MINUTE, notice, person, state, waits_until

pytestmark = pytest.mark.django_db
SOON = NOW + MINUTE


@pytest.fixture(autouse=True)
def woken(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The nudges to senders."""
    sent: list[str] = []

    class Broker:
        def send_task(self, name: str, *, expires: float) -> None:
            sent.append(name)

    monkeypatch.setattr(outbox, "current_app", Broker())
    cache.clear()
    yield sent


def claimed(now: object = NOW) -> list[Notice]:
    found = claim(now)  # type: ignore[arg-type]
    return list(found.notices) if found else []


@pytest.mark.django_db(transaction=True)
def test_the_sender_is_woken_once_it_is_committed_and_only_for_what_is_due(
    woken: list[str],
) -> None:
    user = person()
    with transaction.atomic():
        outbox.post(key="a", user_id=user.pk, kind="simple", payload={}, now=NOW)
        assert woken == []
    assert woken == [outbox.SEND_MAIL]
    outbox.post(key="b", user_id=user.pk, kind="simple", payload={}, now=NOW, not_before=SOON)
    outbox.post_all([], now=NOW)
    assert woken == [outbox.SEND_MAIL]


def test_a_key_that_is_known_changes_nothing() -> None:
    user = person()
    for now in (NOW, SOON):
        outbox.post(key="a", user_id=user.pk, kind="simple", payload={"at": str(now)}, now=now)
    assert Notice.objects.get().payload == {"at": str(NOW)}


def test_a_posting_is_undone_with_what_it_tells_of() -> None:
    user = person()
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        outbox.post_all([Post("a", user.pk, "simple", {})], now=NOW)
        raise ZeroDivisionError
    assert not Notice.objects.exists()


def test_a_claim_takes_all_that_is_due_for_the_person_who_waits_longest() -> None:
    ana, bo = person(), person()
    notice(bo, not_before=SOON)
    first, second = notice(ana), notice(ana, not_before=SOON)
    notice(ana, not_before=SOON + MINUTE)
    found = claim(SOON)
    assert found is not None
    assert found.user == ana
    assert list(found.notices) == [first, second]
    assert {each.claimed_at for each in found.notices} == {SOON}


def test_nothing_due_nothing_claimed() -> None:
    notice(person(), not_before=SOON)
    for done in ("sent", "dropped", "failed"):
        notice(person(), state=done)
    assert claim(NOW) is None
    assert not claims.is_due(NOW)
    assert claims.is_due(SOON)


def test_what_a_person_s_hours_hold_back_goes_along_but_makes_no_claim_by_itself() -> None:
    user = person()
    held = notice(user, not_before=NOW + HOUR, held_since=NOW)
    assert claimed(SOON) == []
    due = notice(user)
    assert claimed(SOON) == [held, due]


def test_notices_to_nobodys_address_are_claimed_one_by_one() -> None:
    first, second = notice(None), notice(None)
    assert [claimed(), claimed(), claimed()] == [[first], [second], []]


def test_nobody_else_is_claimed_for_a_person_in_hand() -> None:
    user = person()
    notice(user)
    claimed()
    notice(user)
    assert claimed() == []


def test_a_dead_senders_claim_is_taken_back_when_its_lease_is_over() -> None:
    first = notice(person())
    claimed()
    assert take_back(NOW + LEASE - MINUTE) == 0
    assert claimed(NOW + LEASE - MINUTE) == []
    assert take_back(NOW + LEASE) == 1
    assert claimed(NOW + LEASE) == [first]


def test_a_mail_that_is_begun_has_a_new_lease_and_a_name_for_who_sends_it_again() -> None:
    notice(person())
    notices = claimed()
    assert fates.begin(notices, "<name>", SOON)
    assert take_back(NOW + LEASE) == 0
    take_back(SOON + LEASE)
    assert [each.message_id for each in claimed(SOON + LEASE)] == ["<name>"]


def test_a_sender_that_was_too_slow_changes_nothing() -> None:
    notice(person())
    slow = claimed()
    take_back(NOW + LEASE)
    fast = claimed(NOW + LEASE)
    assert not fates.begin(slow, "<slow>", NOW + LEASE)
    fates.mark_sent(slow, NOW)
    fates.drop(slow, "no")
    fates.fail(slow, "no")
    fates.postpone(slow, NOW)
    fates.wait_for(slow, NOW)
    fates.release(slow)
    fates.retry(slow, "no", NOW, unsure=False)
    fates.blame(slow, "no", NOW)
    (row,) = Notice.objects.all()
    assert (row.state, row.claimed_at, row.tries, row.error) == ("sending", NOW + LEASE, 0, "")
    fates.mark_sent(fast, SOON)
    assert state(row) == "sent"
    assert (row.sent_at, row.claimed_at) == (SOON, None)


def test_a_mail_of_which_a_part_is_another_senders_is_not_begun() -> None:
    user = person()
    notice(user)
    notice(user)
    notices = claimed()
    notices[0].delete()
    assert not fates.begin(notices, "<name>", SOON)
    assert Notice.objects.get().message_id == ""


def test_what_is_held_back_remembers_since_when() -> None:
    first = notice(person())
    fates.postpone(claimed(SOON), NOW + HOUR)
    assert waits_until(first) == NOW + HOUR
    assert first.held_since == NOW
    fates.postpone(claimed(NOW + HOUR), NOW + 2 * HOUR)
    first.refresh_from_db()
    assert first.held_since == NOW


def test_what_has_time_is_not_held_back() -> None:
    first = notice(person(), held_since=NOW)
    fates.wait_for(claimed(), NOW + HOUR)
    assert waits_until(first) == NOW + HOUR
    assert first.held_since is None


@pytest.mark.parametrize("whose", [True, False])
def test_what_changes_while_a_sender_has_it_in_hand_is_looked_at_again(whose: bool) -> None:
    user = person()
    first = notice(user)
    notices = claimed()
    if whose:
        outbox.reconsider_all(user.pk, SOON)
    else:
        outbox.reconsider([first.key], now=SOON)
    fates.postpone(notices, NOW + HOUR)
    assert waits_until(first) == SOON


def test_new_wishes_concern_all_that_waits_for_that_person_alone() -> None:
    user = person()
    held: dict[str, Any] = {"not_before": NOW + HOUR, "held_since": NOW}
    mine, sent, other = notice(user, **held), notice(user, state="sent"), notice(person(), **held)
    outbox.reconsider_all(user.pk, NOW)
    assert (waits_until(mine), waits_until(other)) == (NOW, NOW + HOUR)
    assert state(sent) == "sent"


def test_new_wishes_leave_alone_what_is_not_due(woken: list[str]) -> None:
    user = person()
    due, later = notice(user), notice(user, not_before=NOW + HOUR)
    outbox.reconsider_all(user.pk, SOON)
    assert (waits_until(due), waits_until(later)) == (SOON, NOW + HOUR)


@pytest.mark.parametrize("away", ["wait_for", "postpone", "pause"])
def test_what_has_other_reasons_to_wait_fails_no_more(away: str) -> None:
    first = notice(person(), failing_since=NOW - timedelta(days=29))
    more = ["why"] if away == "pause" else []
    getattr(fates, away)(claimed(), NOW + 48 * HOUR, *more)
    first.refresh_from_db()
    assert first.failing_since is None
    fates.retry(claimed(NOW + 48 * HOUR), "no", NOW + 48 * HOUR)
    assert waits_until(first) == NOW + 48 * HOUR + MINUTE
    assert first.failing_since == NOW + 48 * HOUR


def test_what_waits_anew_has_neither_failed_nor_been_held_back() -> None:
    first = notice(person(), failing_since=NOW, held_since=NOW, message_id="<name>")
    assert outbox.postpone(first.user_id or 0, first.key, not_before=NOW + HOUR)
    assert waits_until(first) == NOW + HOUR
    assert (first.failing_since, first.held_since, first.message_id) == (None, None, "")


@pytest.mark.parametrize(("kind", "days"), [("simple", 30), ("account", 3)])
def test_while_the_server_fails_they_are_tried_for_a_month_and_account_mails_for_less(
    kind: str, days: int
) -> None:
    since = NOW - timedelta(days=days)
    first = notice(person(), kind, failing_since=since, held_since=since)
    fates.retry(claimed(), "no", NOW)
    assert waits_until(first) == NOW + 10 * MINUTE
    fates.retry(claimed(NOW + 10 * MINUTE), "no", NOW + 10 * MINUTE)
    assert state(first) == "failed"


def test_one_address_that_takes_nothing_for_long_is_asked_once_an_hour() -> None:
    first = notice(person(), failing_since=NOW - 24 * HOUR)
    fates.retry(claimed(), "full", NOW, one_address=True)
    assert waits_until(first) == NOW + HOUR


def test_notices_at_fault_are_tried_five_times_later_each_time() -> None:
    first, moment, waits = notice(person()), NOW, []
    fates.blame(claimed(moment), "a bug", moment)
    while then := waits_until(first):
        waits.append(then - moment)
        moment = then
        fates.blame(claimed(moment), "a bug", moment)
    assert waits == [MINUTE, 2 * MINUTE, 4 * MINUTE, 8 * MINUTE]
    assert (state(first), first.tries, first.error) == ("failed", 5, "a bug")


def test_a_failed_notice_can_be_sent_again_as_if_for_the_first_time() -> None:
    first = notice(person(), state="failed", tries=5, error="no", message_id="<name>")
    assert outbox.resend(first, SOON)
    assert waits_until(first) == SOON
    assert (first.tries, first.error, first.message_id) == (0, "", "")


@pytest.mark.parametrize("done", ["waiting", "sending", "sent", "dropped"])
def test_only_failed_notices_are_sent_again(done: str) -> None:
    first = notice(person(), state=done, claimed_at=NOW)
    assert not outbox.resend(first, SOON)
    assert state(first) == done


def test_an_account_mail_is_wiped_when_it_is_done_with_and_cannot_be_sent_again() -> None:
    ends = [fates.mark_sent, fates.drop, fates.fail]
    for number, end in enumerate(ends):
        user = person()
        account = notice(user, "account", payload={"text": "secret"})
        other = notice(user, payload={"game": number})
        end(claimed(), NOW if end is fates.mark_sent else "why")  # type: ignore[operator]
        account.refresh_from_db()
        other.refresh_from_db()
        assert (account.payload, other.payload) == ({}, {"game": number})
        assert not outbox.resend(account, SOON)


def test_what_was_done_with_long_ago_is_deleted_and_nothing_that_waits() -> None:
    kept = [notice(person()), notice(person(), state="sent", created_at=SOON)]
    for done in ("sent", "dropped", "failed"):
        notice(person(), state=done)
    assert outbox.delete_old(SOON) == 3
    assert list(Notice.objects.order_by("pk")) == kept


def test_claiming_costs_as_much_for_many_notices_as_for_one() -> None:
    def queries(notices: int) -> int:
        user = person()
        for _ in range(notices):
            notice(user)
        with CaptureQueriesContext(
            connection,
        ) as caught:
            fates.mark_sent(claimed(), NOW)
        return len(caught)

    assert queries(1) == queries(20)


def test_senders_who_find_the_first_fifty_in_hand_find_the_next() -> None:
    busy, free = person(), person()
    notice(busy)
    claimed()
    for _ in range(60):
        notice(busy)
    waiting = notice(free, not_before=SOON)
    assert claimed(SOON + timedelta(seconds=1)) == [waiting]
