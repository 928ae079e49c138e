"""Turns, table pages and idle polls per second beside bare views, over gunicorn and PostgreSQL."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from socket import create_connection
from socket import socket as make_socket

URL = os.environ.get("BENCH_DATABASE_URL", "postgres://postgres@127.0.0.1:5432/drako_bench")
os.environ["DATABASE_URL"] = URL
os.environ["SITE_URL"] = "http://127.0.0.1:8000"
os.environ["DJANGO_SETTINGS_MODULE"] = "bench.http.settings"

WORKERS = 2  # of the server, one a core
CLIENTS = 4
SECONDS = 3.0
ROUNDS = 3
GAMES = 40


def make_database() -> None:
    """Make the database of the measurements afresh."""
    import psycopg
    from psycopg import sql

    server, name = URL.rsplit("/", 1)
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        for statement in ("DROP DATABASE IF EXISTS {} WITH (FORCE)", "CREATE DATABASE {}"):
            connection.execute(sql.SQL(statement).format(sql.Identifier(name)))


@contextmanager
def server() -> Iterator[int]:
    """Run gunicorn on a free port until the block is done."""
    with make_socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    command = ["-m", "gunicorn", "drako_site.wsgi", "--workers", str(WORKERS)]
    process = subprocess.Popen(
        [sys.executable, *command, "--bind", f"127.0.0.1:{port}", "--log-level", "warning"]
    )
    try:
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            with suppress(OSError), create_connection(("127.0.0.1", port)):
                break
            time.sleep(0.05)
        yield port
    finally:
        process.terminate()
        process.wait()


def main() -> None:
    """Measure with a folder of its own for what the site makes for itself."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["VAR_DIR"] = folder
        measure()


def measure() -> None:
    """Measure each beside its yardstick, in turns, and print the middle of the rounds."""
    make_database()
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    from bench.http.bare import TABLES
    from bench.http.client import rate, request, send, status
    from bench.http.players import Driver

    with connection.cursor() as cursor:
        cursor.execute(TABLES)
    drivers = [Driver(number, seats=4, moves=20) for number in range(GAMES)]
    connection.close()
    with server() as port:

        def mine(worker: int) -> Driver:
            """One of the worker's own games, each in turn."""
            own = drivers[worker::CLIENTS]
            own.append(own[0])
            drivers[worker::CLIENTS] = own[1:]
            return own[0]

        def bare(path: str) -> Callable[[int], bool]:
            def work(worker: int) -> bool:
                cookie = drivers[worker].cookies[0]
                return (
                    status(send(port, request("GET", f"{path}?n={worker}", cookie=cookie))) == 200
                )

            return work

        def page(worker: int) -> bool:
            driver = mine(worker)
            return driver.get(port, f"/g/{driver.code}/", 200)

        def poll(worker: int) -> bool:
            driver = mine(worker)
            asked = f"v={driver.version}&page=table&seat=0"
            return driver.get(port, f"/g/{driver.code}/poll/?{asked}", 204)

        measured: dict[str, Callable[[int], bool]] = {
            "bare read": bare("/bare/read/"),
            "bare write": bare("/bare/write/"),
            "table page": page,
            "idle poll": poll,
            "turn (form, answered by a redirect)": lambda worker: mine(worker).post(
                port, htmx=False
            ),
            "turn (htmx, answered by the table)": lambda worker: mine(worker).post(port, htmx=True),
        }
        rates: dict[str, list[float]] = {name: [] for name in measured}
        for _round in range(ROUNDS):
            for name, work in measured.items():
                rates[name].append(rate(work, workers=CLIENTS, seconds=SECONDS))
    middle = {name: sorted(values)[ROUNDS // 2] for name, values in rates.items()}
    print(f"Over HTTP: gunicorn with {WORKERS} workers, PostgreSQL, {CLIENTS} clients, 4 players")
    yardsticks = {
        "table page": ("bare read", 0.25),
        "idle poll": ("bare read", 0.6),
        "turn (form, answered by a redirect)": ("bare write", 0.5),
        "turn (htmx, answered by the table)": ("bare write", 0.5),
    }
    for name, figure in middle.items():
        beside = ""
        if name in yardsticks:
            yardstick, aim = yardsticks[name]
            beside = f"  {figure / middle[yardstick]:.2f} of the {yardstick} (aim {aim})"
        print(f"{figure:>9,.0f} a second  {name}{beside}")


if __name__ == "__main__":
    main()
