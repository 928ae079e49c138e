"""The site's processes as on a server or on a laptop, each to be killed and started again."""

from __future__ import annotations

import shutil
import socket
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
import redis
from celery import Celery
from django.db import connection

from drako_site.celery import app as site_app
from tests.fixtures.mail_server import MailServer
from tests.fixtures.site import site_environment
from tests.processes import Started, eventually, python, started

WORKER = ("--pool", "threads", "--concurrency", "4", "--loglevel", "INFO")
QUIET = ("--without-gossip", "--without-mingle", "--without-heartbeat")


class Stack:
    """Worker, beat, broker and mail server; those that run are in `running`, by name.

    On PostgreSQL the broker is a Redis server of its own and beat has its own process, as on a
    server; on SQLite the broker is the embedded one and beat is in the worker, as on a laptop.
    """

    def __init__(self, mail_server: MailServer, folder: Path, stack: ExitStack) -> None:
        self.mail_server = mail_server
        self.on_server = connection.vendor == "postgresql"
        self.running: dict[str, Started] = {}
        self._folder = folder
        self._stack = stack
        self._redis_port = _free_port() if self.on_server else 0
        self.redis_url = f"redis://127.0.0.1:{self._redis_port}/0" if self.on_server else ""
        self._starts: dict[str, Callable[[], Started]] = {"worker": self._worker}
        if self.on_server:
            self._starts = {"broker": self._broker, "worker": self._worker, "beat": self._beat}
            _send_tasks_to(self.redis_url, stack)
        for name in self._starts:
            self.start(name)

    @property
    def parts(self) -> list[str]:
        """What can be made to fail."""
        return [*self._starts, "mail", *(["database"] if self.on_server else [])]

    def start(self, name: str) -> None:
        """Start a part that does not run."""
        self.running[name] = self._starts[name]()

    def kill(self, name: str) -> None:
        """Kill a part as a power cut does."""
        self.running.pop(name).kill()

    def keep_running(self) -> None:
        """Start again what has ended by itself, as the manager of processes does."""
        for name, process in list(self.running.items()):
            if process.process.poll() is not None:
                self.start(name)

    def cut_database(self) -> None:
        """Break all connections to the database but this one."""
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )

    def _environment(self) -> dict[str, str]:
        mail = {"EMAIL_URL": f"smtp://127.0.0.1:{self.mail_server.port}"}
        return site_environment(self.redis_url) | mail

    def _celery(self, name: str, *arguments: str) -> Started:
        command = python("-m", "celery", "-A", "drako_site", *arguments)
        log = self._folder / f"{name}.log"
        log.unlink(missing_ok=True)  # what the one before has said
        return self._stack.enter_context(started(command, log=log, env=self._environment()))

    def _worker(self) -> Started:
        beat = [] if self.on_server else ["--beat"]
        worker = self._celery("worker", "worker", *beat, *WORKER, *QUIET)
        worker.says(" ready.")
        return worker

    def _beat(self) -> Started:
        schedule = str(self._folder / "beat")
        return self._celery("beat", "beat", "--schedule", schedule, "--loglevel", "INFO")

    def _broker(self) -> Started:
        server = shutil.which("redis-server")
        if server is None:
            pytest.skip("Redis: no redis-server on the search path, to be killed")
        command = [server, "--port", str(self._redis_port), "--save", ""]
        log = self._folder / "redis.log"
        broker = self._stack.enter_context(started(command, log=log, env={}))
        with redis.Redis(port=self._redis_port) as client:
            eventually(lambda: _answers(client), what="Redis answers")
        return broker


def _send_tasks_to(url: str, stack: ExitStack) -> None:
    app = Celery("drako-on-a-server")
    app.config_from_object("django.conf:settings", namespace="CELERY")
    app.conf.update(broker_url=url, broker_transport_options={"max_retries": 0})
    app.set_default()

    def put_back() -> None:
        app.close()
        site_app.set_default()
        site_app.set_current()

    stack.callback(put_back)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


def _answers(client: redis.Redis) -> bool:
    try:
        return bool(client.ping())
    except redis.ConnectionError:
        return False
