from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from threading import Event

import pytest
from celery import current_app
from django.db import DatabaseError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from drako_site import health
from drako_site.probe import Probe
from games.models import Heartbeat
from tests.processes import eventually

Fake = Callable[[str, Callable[[], object]], None]


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Fake:
    """Put another look in the place of DATABASE or BROKER."""

    def put(name: str, look: Callable[[], object]) -> None:
        monkeypatch.setattr(health, name, Probe(look))

    return put


@pytest.fixture
def hanging() -> Iterator[Callable[[], object]]:
    """A look that hangs until the test is over."""
    over = Event()
    yield lambda: over.wait(60)
    over.set()


def broken() -> object:
    raise DatabaseError("password=secret: no such server")


def checks(client: Client, status: int) -> dict[str, dict[str, object]]:
    answer = client.get("/readyz")
    assert answer.status_code == status
    told = json.loads(answer.content)
    assert told["ready"] is (status == 200)
    assert answer["Cache-Control"].count("no-store") == 1
    assert "secret" not in answer.content.decode()
    found: dict[str, dict[str, object]] = told["checks"]
    return found


def test_alive_without_asking_anything(client: Client) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")
    assert "no-store" in answer["Cache-Control"]
    assert not answer.cookies


@pytest.mark.django_db
def test_alive_needs_no_query(client: Client) -> None:
    with CaptureQueriesContext(connection) as queries:
        client.get("/healthz")
    assert len(queries) == 0


@pytest.mark.parametrize("address", ["/healthz", "/readyz"])
def test_a_monitor_inside_asks_by_any_name_and_without_https(
    client: Client, settings: Settings, fake: Fake, address: str
) -> None:
    fake("DATABASE", list)
    fake("BROKER", lambda: True)
    settings.SECURE_SSL_REDIRECT = True
    settings.ALLOWED_HOSTS = ["drako.example"]
    assert client.get(address, headers={"host": "10.0.0.7:8000"}).status_code == 200
    assert client.head(address, headers={"host": "10.0.0.7:8000"}).status_code == 200
    assert client.post(address, headers={"host": "10.0.0.7:8000"}).status_code == 405


@pytest.mark.django_db(transaction=True)
def test_ready_when_all_answers_and_nothing_waits(client: Client, broker: str) -> None:
    Heartbeat.objects.create(beat_at=timezone.now())
    found = checks(client, 200)
    assert list(found) == ["database", "broker", "beat", "mail", "turn"]
    assert found["database"] == found["broker"] == {"ok": True}
    assert found["beat"]["limit"] == 60
    assert found["mail"] == {"ok": True, "seconds": None, "limit": 900}


@pytest.mark.django_db(transaction=True)
def test_not_ready_when_a_figure_is_past_its_limit(client: Client) -> None:
    found = checks(client, 503)  # no sweep has ever run
    assert found["database"] == {"ok": True}
    assert found["beat"] == {"ok": False, "seconds": None, "limit": 60}


def test_a_database_that_is_away(client: Client, fake: Fake) -> None:
    fake("DATABASE", broken)
    fake("BROKER", lambda: True)
    assert checks(client, 503) == {"database": {"ok": False}, "broker": {"ok": True}}


def test_a_broker_that_is_away(client: Client, fake: Fake) -> None:
    fake("DATABASE", list)
    fake("BROKER", broken)
    assert checks(client, 503) == {"database": {"ok": True}, "broker": {"ok": False}}


def test_a_redis_that_is_away(client: Client, fake: Fake, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(current_app.conf, "broker_write_url", "redis://127.0.0.1:1/0")
    fake("DATABASE", list)
    assert checks(client, 503)["broker"] == {"ok": False}


@pytest.mark.parametrize("name", ["DATABASE", "BROKER"])
def test_what_hangs_does_not_hang_the_monitor(
    client: Client,
    fake: Fake,
    hanging: Callable[[], object],
    monkeypatch: pytest.MonkeyPatch,
    name: str,
) -> None:
    monkeypatch.setattr(health, "PATIENCE", 0.2)
    fake("DATABASE", list)
    fake("BROKER", lambda: True)
    fake(name, hanging)
    began = time.monotonic()
    for _time in range(3):
        assert checks(client, 503)[name.lower()] == {"ok": False}
    assert time.monotonic() - began < 5


def test_while_one_look_hangs_no_other_begins(hanging: Callable[[], object]) -> None:
    looks = []

    def look() -> object:
        looks.append("begun")
        return hanging()

    probe = Probe(look)
    assert probe.begin() is probe.begin()
    assert eventually(lambda: looks, what="a look") == ["begun"]


def test_a_look_that_is_over_is_not_told_again() -> None:
    numbers = iter(range(9))
    probe = Probe(lambda: next(numbers))
    assert [probe.begin().result(5), probe.begin().result(5)] == [0, 1]
