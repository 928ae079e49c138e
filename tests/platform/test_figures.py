from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from accounts import claims, fates
from accounts.models import Notice, User
from drako_site.figures import (
    BEAT_LIMIT,
    MAIL_LIMIT,
    MAILBOX_LIMIT,
    TURN_LIMIT,
    Figure,
    figures,
)
from games.models import Game, Heartbeat, Mailbox
from tests.builders import NOW, make_game, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _beat() -> None:
    Heartbeat.objects.create(beat_at=NOW)


@pytest.fixture
def ana() -> User:
    return make_user("Ana")


def figure(name: str, seconds: int = 0) -> Figure:
    """The figure as it is some seconds after NOW."""
    found = {each.name: each for each in figures(NOW + timedelta(seconds=seconds))}
    return found[name]


def post(user: User | None, state: str = "waiting", **columns: object) -> Notice:
    claimed = NOW if state == "sending" else None
    row = {"key": f"{Notice.objects.count()}", "kind": "turn", "created_at": NOW, "not_before": NOW}
    return Notice.objects.create(user=user, state=state, claimed_at=claimed, **(row | columns))


def test_all_is_well_where_nothing_waits() -> None:
    assert [(each.name, each.ok) for each in figures(NOW)] == [
        ("beat", True),
        ("mail", True),
        ("turn", True),
    ]


@pytest.mark.parametrize(("seconds", "ok"), [(BEAT_LIMIT, True), (BEAT_LIMIT + 1, False)])
def test_a_beat_that_is_too_old(seconds: int, ok: bool) -> None:
    assert figure("beat", seconds)[2:] == (seconds, BEAT_LIMIT, ok)


def test_a_site_that_never_swept_is_not_ready() -> None:
    Heartbeat.objects.all().delete()
    assert figure("beat")[2:] == (None, BEAT_LIMIT, False)


@pytest.mark.parametrize("state", ["waiting", "sending"])
@pytest.mark.parametrize(("seconds", "ok"), [(MAIL_LIMIT, True), (MAIL_LIMIT + 1, False)])
def test_a_mail_that_waits_for_too_long(ana: User, state: str, seconds: int, ok: bool) -> None:
    post(ana, state)
    post(ana, not_before=NOW + timedelta(seconds=60))
    assert figure("mail", seconds)[2:] == (seconds, MAIL_LIMIT, ok)


@pytest.mark.parametrize("state", ["sent", "dropped", "failed"])
def test_mails_that_are_done_with_do_not_wait(ana: User, state: str) -> None:
    post(ana, state)
    assert figure("mail", 99_999).seconds is None


def test_a_mail_whose_time_has_not_come_does_not_wait(ana: User) -> None:
    post(ana, not_before=NOW + timedelta(hours=9))
    assert figure("mail", 8 * 3600).seconds is None


def test_mails_to_a_refused_address_wait_for_their_owner(ana: User) -> None:
    User.objects.update(refused_address=ana.email)
    post(ana)
    assert figure("mail", 99_999).seconds is None
    post(None)
    assert figure("mail", 99_999).seconds == 99_999


def test_a_mail_that_is_tried_again_later_stays_overdue(ana: User) -> None:
    post(ana, failing_since=NOW, not_before=NOW + timedelta(seconds=7200 + 600))
    assert figure("mail", 7200).seconds == 7200


def test_a_mail_that_waits_for_the_end_of_quiet_hours_is_overdue_no_more(ana: User) -> None:
    post(ana, failing_since=NOW)
    claim = claims.claim(NOW + timedelta(seconds=60))
    assert claim is not None
    fates.postpone(claim.notices, NOW + timedelta(hours=9))
    assert figure("mail", 8 * 3600).seconds is None


def test_one_mailbox_that_takes_none_is_no_alarm_while_others_do(ana: User) -> None:
    post(ana, failing_since=NOW, not_before=NOW + timedelta(hours=9))
    post(ana, "sent", sent_at=NOW + timedelta(hours=1))
    assert figure("mail", 7200).seconds is None
    later = NOW + timedelta(minutes=90)
    post(ana, failing_since=later, not_before=NOW + timedelta(hours=9))
    assert figure("mail", 7200).seconds == 1800


@pytest.mark.parametrize("column", ["deadline", "proposal_deadline"])
@pytest.mark.parametrize(("seconds", "ok"), [(TURN_LIMIT, True), (TURN_LIMIT + 1, False)])
def test_a_turn_that_is_overdue(ana: User, column: str, seconds: int, ok: bool) -> None:
    game = make_game(ana, make_user("Bo"))
    Game.objects.filter(pk=game.pk).update(**{"deadline": None, column: NOW})
    assert figure("turn", seconds)[2:] == (seconds, TURN_LIMIT, ok)


def test_a_deadline_to_come_is_none(ana: User) -> None:
    game = make_game(ana, make_user("Bo"))
    Game.objects.filter(pk=game.pk).update(deadline=NOW + timedelta(hours=1))
    assert figure("turn").seconds is None


@pytest.mark.parametrize(("seconds", "ok"), [(MAILBOX_LIMIT, True), (MAILBOX_LIMIT + 1, False)])
def test_a_mailbox_that_was_not_read_for_too_long(
    settings: Settings, seconds: int, ok: bool
) -> None:
    settings.MAILBOX = {"host": "mail.example"}
    Mailbox.objects.create(read_at=NOW, failing_since=NOW)
    assert figure("mailbox", seconds)[2:] == (seconds, MAILBOX_LIMIT, ok)


@pytest.mark.parametrize("tried", [False, True])
@pytest.mark.parametrize(("seconds", "ok"), [(MAILBOX_LIMIT, True), (MAILBOX_LIMIT + 1, False)])
def test_a_mailbox_that_was_never_read_counts_from_when_it_could_be(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, tried: bool, seconds: int, ok: bool
) -> None:
    settings.MAILBOX = {"host": "mail.example"}
    monkeypatch.setattr("drako_site.figures.STARTED", NOW - timedelta(days=int(tried)))
    if tried:
        Mailbox.objects.create(failing_since=NOW, why="away")
    assert figure("mailbox", seconds)[2:] == (seconds, MAILBOX_LIMIT, ok)


def test_a_mailbox_that_was_read_once_counts_from_then(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.MAILBOX = {"host": "mail.example"}
    later = NOW + timedelta(seconds=MAILBOX_LIMIT)
    monkeypatch.setattr("drako_site.figures.STARTED", later)
    Mailbox.objects.create(read_at=NOW, failing_since=later, why="away")
    assert not figure("mailbox", MAILBOX_LIMIT + 1).ok


def test_it_takes_few_queries(ana: User, settings: Settings) -> None:
    with CaptureQueriesContext(connection) as queries:
        figures(NOW)
    assert len(queries) == 5
    settings.MAILBOX = {"host": "mail.example"}
    with CaptureQueriesContext(connection) as queries:
        figures(NOW)
    assert len(queries) == 6
