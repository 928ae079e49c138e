"""The tasks that send, wake senders and tidy up."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from celery import current_app
from django.conf import settings
from django.core import mail
from django.core.cache import cache
from django.core.mail.backends.locmem import EmailBackend

from accounts import claims, outbox
from accounts.models import Notice
from games import tasks
from tests.builders import NOW
from tests.mail.post_office import HOUR, MINUTE, notice, person, state

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("simple_kinds")]


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


def refuse(backend: EmailBackend) -> None:
    raise ConnectionRefusedError("no mail today")


@pytest.fixture
def woken(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The nudges to senders: after how many seconds they are void."""
    sent: list[float] = []

    class Broker:
        def send_task(self, name: str, *, expires: float) -> None:
            assert name == "games.send_mail"
            sent.append(expires)

    monkeypatch.setattr(outbox, "current_app", Broker())
    cache.clear()
    return sent


def test_the_task_sends_what_is_due_and_says_how_much() -> None:
    user = person()
    notice(user)
    notice(user)
    assert tasks.send_mail() == {"mails": 1, "notices": 2, "refused": 0}
    assert len(mail.outbox) == 1


def test_a_sweep_wakes_one_sender_when_something_is_due(
    woken: list[float], clock: time_machine.Traveller
) -> None:
    notice(person(), not_before=NOW + MINUTE)
    tasks.sweep_mail()
    assert woken == []
    clock.shift(MINUTE)
    tasks.sweep_mail()
    assert woken == [tasks.NUDGE_LASTS]


def test_a_sweep_wakes_nobody_while_a_sender_is_at_it(
    woken: list[float], clock: time_machine.Traveller
) -> None:
    for _ in range(2):
        notice(person())
    claims.claim(NOW)
    tasks.sweep_mail()
    assert woken == []
    clock.shift(tasks.SENDERS_ALIVE)
    tasks.sweep_mail()
    assert len(woken) == 1


def test_nobody_is_woken_for_a_moment_after_the_mail_server_has_failed(
    woken: list[float],
    clock: time_machine.Traveller,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    notice(person())
    notice(person())
    with monkeypatch.context() as broken:
        broken.setattr(EmailBackend, "open", refuse)
        assert tasks.send_mail()["failed"] == "ConnectionRefusedError: no mail today"
    assert caplog.messages == ["Mail waits: ConnectionRefusedError: no mail today"]
    tasks.sweep_mail()
    outbox.wake_sender()
    assert woken == []
    assert tasks.send_mail()["mails"] == 1, "who is told to send sends"
    clock.shift(MINUTE)
    tasks.sweep_mail()
    assert len(woken) == 1


def test_a_sweep_takes_back_what_a_dead_sender_had(
    woken: list[float], clock: time_machine.Traveller
) -> None:
    first = notice(person())
    claims.claim(NOW)
    clock.shift(claims.LEASE)
    assert tasks.sweep_mail() == {"taken back": 1}
    assert state(first) == "waiting"
    assert len(woken) == 1


def test_what_was_done_with_is_kept_for_ninety_days(clock: time_machine.Traveller) -> None:
    sent = notice(person(), state="sent")
    clock.shift(timedelta(days=90))
    tasks.sweep_old_notices()
    assert Notice.objects.filter(pk=sent.pk).exists()
    clock.shift(HOUR)
    assert tasks.sweep_old_notices() == {"deleted": 1, "received mails deleted": 0}


def test_the_sweeps_are_on_the_plan_and_in_their_queues() -> None:
    assert {"games.sweep_mail", "games.sweep_old_notices"} <= set(settings.SWEEPS)
    assert settings.CELERY_TASK_ROUTES[outbox.SEND_MAIL] == {"queue": "mail"}
    assert outbox.SEND_MAIL in current_app.tasks
