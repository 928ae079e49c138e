from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone

from accounts.models import Notice
from drako_site import health
from drako_site.probe import Probe
from games.models import ClockShift, Heartbeat
from tests.builders import NOW, make_user
from tests.views.visitors import browser_of, words

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
PAGE = "/admin/games/heartbeat/"
Read = Callable[[], str]


@pytest.fixture
def read() -> Read:
    user = make_user("Staff", is_staff=True)
    user.user_permissions.set(
        Permission.objects.filter(codename__in=["view_heartbeat", "view_notice", "view_clockshift"])
    )
    browser = browser_of(user)
    return lambda: words(browser.get(PAGE).content.decode())


def test_all_is_fine(read: Read) -> None:
    Heartbeat.objects.create(beat_at=timezone.now())
    text = read()
    assert "State of the service" in text
    assert text.count("fine") == 5
    assert "wrong" not in text
    assert "0 failed mails" in text
    assert "None that is known." in text


def test_what_is_wrong_is_said(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> bool:
        raise OSError

    monkeypatch.setattr(health, "BROKER", Probe(away))
    Heartbeat.objects.create(beat_at=timezone.now() - timedelta(seconds=100))
    Notice.objects.create(key="a", kind="turn", state="failed", created_at=NOW, not_before=NOW)
    ClockShift.objects.create(kind="outage", began=NOW, ended=NOW + timedelta(hours=1))
    text = read()
    assert text.count("wrong") == 2
    assert "1 failed mail" in text
    assert "Sun 1 Mar 2026, 08:00 UTC – Sun 1 Mar 2026, 09:00 UTC" in text


def test_others_may_not_look(client: Client) -> None:
    assert browser_of(make_user("Helper", is_staff=True)).get(PAGE).status_code == 403
    assert browser_of(make_user("Ana")).get(PAGE).status_code == 302
    assert client.get(PAGE).status_code == 302
