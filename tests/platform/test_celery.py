from __future__ import annotations

from pathlib import Path

import pytest

from drako_site.celery import app

from .site_python import read_settings, site_python

BROKER = ("CELERY_BROKER_URL", "CELERY_BROKER_TRANSPORT_OPTIONS")
SEND = """
import time
from drako_site.celery import app
from kombu.exceptions import OperationalError
started = time.monotonic()
try:
    app.send_task("games.play_bots", [1])
except OperationalError:
    print(time.monotonic() - started)
"""


@pytest.mark.parametrize(
    ("task", "queue"),
    [
        ("games.play_bots", "bots"),
        ("games.sweep_bots", "sweeps"),
        ("accounts.sweep_outbox", "sweeps"),
        ("games.anything_else", "turns"),
    ],
)
def test_each_task_has_its_queue(task: str, queue: str) -> None:
    assert app.amqp.router.route({}, task)["queue"].name == queue


def test_a_worker_serves_all_queues_unless_told_otherwise() -> None:
    assert set(app.amqp.queues.consume_from) == {"turns", "mail", "bots", "sweeps"}


def test_no_queue_gets_what_is_sent_to_another() -> None:
    bindings = {(queue.exchange.name, queue.routing_key) for queue in app.amqp.queues.values()}
    assert len(bindings) == len(app.amqp.queues)


def test_every_sweep_is_a_task_that_does_not_pile_up() -> None:
    app.loader.import_default_modules()
    assert app.conf.beat_schedule
    for entry in app.conf.beat_schedule.values():
        assert entry["task"] in app.tasks
        assert entry["options"]["expires"] <= 2 * entry["schedule"]


def test_bots_are_swept_often_enough_to_move_within_two_seconds() -> None:
    assert app.conf.beat_schedule["games.sweep_bots"]["schedule"] <= 1


def test_only_json_is_read() -> None:
    assert app.conf.accept_content == ["json"]
    assert app.conf.task_serializer == "json"


def test_without_redis_the_broker_is_in_the_sites_own_folder(tmp_path: Path) -> None:
    read = read_settings(*BROKER, folder=tmp_path)
    assert read["CELERY_BROKER_URL"].startswith("embedded://")
    assert read["CELERY_BROKER_TRANSPORT_OPTIONS"]["folder"] == str(tmp_path / "broker")


def test_on_redis_a_killed_workers_tasks_come_again_within_minutes(tmp_path: Path) -> None:
    read = read_settings(*BROKER, folder=tmp_path, REDIS_URL="redis://redis.example/0")
    assert read["CELERY_BROKER_URL"] == "redis://redis.example/0"
    redis = read["CELERY_BROKER_TRANSPORT_OPTIONS"]
    assert redis["visibility_timeout"] <= 300
    assert redis["unacked_restore_interval"] * redis["unacked_restore_throttle"] <= 10


def test_publishing_fails_at_once_when_redis_is_away(tmp_path: Path) -> None:
    answer = site_python("-c", SEND, folder=tmp_path, REDIS_URL="redis://127.0.0.1:1/0")
    assert float(answer.stdout) < 2
