from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kombu import Connection, Exchange, Queue
from kombu.simple import SimpleQueue

from drako_site.embedded_broker import Transport


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[Connection]:
    with connected(tmp_path) as connection:
        yield connection


def connected(folder: Path) -> Connection:
    return Connection(transport=Transport, transport_options={"folder": folder / "broker"})


def queue(connection: Connection, **options: Any) -> SimpleQueue:
    return connection.SimpleQueue("turns", **options)


def test_a_rejected_message_is_gone(connection: Connection, tmp_path: Path) -> None:
    turns = queue(connection)
    turns.put("text")
    turns.get(timeout=1).reject()
    connection.close()
    assert queue(connected(tmp_path)).qsize() == 0


def test_a_message_sent_back_comes_again(connection: Connection) -> None:
    turns = queue(connection)
    turns.put("text")
    turns.get(timeout=1).requeue()
    message = turns.get(timeout=1)
    message.ack()
    assert message.payload == "text"
    assert turns.qsize() == 0


def test_closing_gives_unacknowledged_messages_back(connection: Connection, tmp_path: Path) -> None:
    turns = queue(connection)
    for text in ("a", "b"):
        turns.put(text)
    turns.get(timeout=1).ack()
    turns.get(timeout=1)
    connection.close()
    with connected(tmp_path) as other:
        assert queue(other).get(timeout=1).payload == "b"


def test_without_acknowledgement_a_message_comes_once(
    connection: Connection, tmp_path: Path
) -> None:
    turns = queue(connection, no_ack=True)
    turns.put("consumed")
    assert turns.get(timeout=1).payload == "consumed"
    turns.put("fetched")
    assert Queue("turns")(connection.channel()).get(no_ack=True) is not None
    connection.close()
    with connected(tmp_path) as other:
        assert queue(other).qsize() == 0


def test_an_unreadable_message_is_logged_and_thrown_away(
    connection: Connection, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    turns = queue(connection)
    turns.put("spoiled")
    (file,) = (tmp_path / "broker" / "queues" / "turns").iterdir()
    file.write_text("")
    turns.put("sound")
    with caplog.at_level(logging.ERROR):
        assert turns.get(timeout=1).payload == "sound"
    assert "Unreadable message in queue turns" in caplog.text
    assert list((tmp_path / "broker" / "claims").rglob("*.turns")) != [file]


def test_an_announcement_reaches_all_who_listen_and_none_who_come_later(
    connection: Connection,
) -> None:
    news = Exchange("news", type="fanout")
    channel = connection.channel()
    listeners = [Queue(name, news)(channel) for name in ("first", "second")]
    for listener in listeners:
        listener.declare()
    connection.Producer(exchange=news).publish("stop", exchange=news)
    heard = listeners[0].get(no_ack=True)
    assert heard is not None
    assert heard.payload == "stop"
    with connection.clone() as restarted:
        Queue("second", news)(restarted.channel()).declare()
    assert listeners[1].get(no_ack=True) is None
