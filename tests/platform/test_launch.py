"""`make run`, from the first start to the end."""

from __future__ import annotations

import os
import signal
import socket
import urllib.request
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from drako_site.launch import port_obstacle
from tests.processes import ROOT, Started, eventually, started

COMPLAINT = "The process 'work' has ended, so the others end too."


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def make_run(port: int, folder: Path, **env: str) -> AbstractContextManager[Started]:
    return started(
        ["make", "--no-print-directory", "run"],
        log=folder / "log",
        env={
            "PORT": str(port),
            "VAR_DIR": str(folder / "var"),
            "DJANGO_SETTINGS_MODULE": "drako_site.settings",
            **env,
        },
    )


def left_over(folder: Path) -> dict[int, str]:
    """Return the processes that were started with this folder, by id."""
    found = {}
    for process in Path("/proc").glob("[0-9]*"):
        try:
            environment = (process / "environ").read_bytes()
            if f"VAR_DIR={folder / 'var'}".encode() in environment.split(b"\0"):
                found[int(process.name)] = (process / "cmdline").read_bytes().decode()
        except (FileNotFoundError, ProcessLookupError, PermissionError):
            continue
    return found


@pytest.fixture
def nothing_left(tmp_path: Path) -> Iterator[None]:
    yield
    try:
        eventually(lambda: not left_over(tmp_path), what="all processes have ended", seconds=10)
    finally:
        for pid in left_over(tmp_path):
            os.kill(pid, signal.SIGKILL)


@pytest.mark.usefixtures("nothing_left")
def test_a_first_run_shows_its_address_and_ctrl_c_ends_all(tmp_path: Path) -> None:
    port = free_port()
    with make_run(port, tmp_path) as site:
        site.says(f"Drako runs at    http://localhost:{port}/", seconds=60)
        assert "manage.py createsuperuser" in site.output()
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=10) as answer:
            assert answer.status == 200
        assert len(left_over(tmp_path)) >= 4
        # As a terminal does: to make and to what it started, not to sessions of their own.
        os.killpg(site.process.pid, signal.SIGINT)
        assert site.ends() != 0
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", port)) != 0


@pytest.mark.usefixtures("nothing_left")
def test_make_told_to_end_ends_all(tmp_path: Path) -> None:
    with make_run(free_port(), tmp_path) as site:
        eventually(lambda: "gunicorn" in "".join(left_over(tmp_path).values()), what="it starts")
        site.process.terminate()
        assert site.ends() != 0


@pytest.mark.usefixtures("nothing_left")
def test_make_killed_outright_ends_all(tmp_path: Path) -> None:
    with make_run(free_port(), tmp_path) as site:
        eventually(lambda: "gunicorn" in "".join(left_over(tmp_path).values()), what="it starts")
        site.process.kill()
        site.ends()
        eventually(lambda: not left_over(tmp_path), what="all have ended", seconds=10)


@pytest.mark.usefixtures("nothing_left")
def test_closing_the_terminal_ends_all(tmp_path: Path) -> None:
    with make_run(free_port(), tmp_path) as site:
        eventually(lambda: "gunicorn" in "".join(left_over(tmp_path).values()), what="it starts")
        os.killpg(site.process.pid, signal.SIGHUP)
        assert site.ends() != 0


@pytest.mark.usefixtures("nothing_left")
def test_when_one_process_dies_the_others_end_and_make_fails(tmp_path: Path) -> None:
    with make_run(free_port(), tmp_path) as site:
        site.says("Drako runs at", seconds=60)
        workers = {pid for pid, command in left_over(tmp_path).items() if "celery" in command}
        os.kill(min(workers), signal.SIGKILL)
        site.says(COMPLAINT)
        assert site.ends() != 0


@pytest.mark.usefixtures("nothing_left")
def test_a_wrong_setting_is_explained_and_nothing_starts(tmp_path: Path) -> None:
    with make_run(free_port(), tmp_path, DATABASE_URL="nonsense") as site:
        assert site.ends() != 0
        assert "DATABASE_URL: It begins neither" in site.output()
        assert "could not be made ready" in site.output()
        assert "Traceback" not in site.output()


@pytest.mark.usefixtures("nothing_left")
def test_an_occupied_port_is_said_and_nothing_starts(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with make_run(port, tmp_path) as site:
            assert site.ends() != 0
            assert f"cannot listen on port {port}: Address already in use" in site.output()
            assert "PORT=8123 make run" in site.output()


@pytest.mark.usefixtures("nothing_left")
def test_a_port_that_is_no_number_is_said_and_nothing_starts(tmp_path: Path) -> None:
    with make_run(free_port(), tmp_path, PORT="abc") as site:
        assert site.ends() != 0
        assert "PORT: 'abc' is not a number." in site.output()


def test_a_port_that_does_not_exist_is_said() -> None:
    assert port_obstacle("127.0.0.1", 70_000) == "There is no port 70000."


def test_a_free_port_is_none() -> None:
    assert port_obstacle("127.0.0.1", free_port()) == ""


@pytest.mark.parametrize(
    ("python", "sentence"),
    [("", "Python 3.11 or newer"), ("false", "cannot make virtual environments")],
)
def test_make_says_which_python_it_needs(tmp_path: Path, python: str, sentence: str) -> None:
    command = ["make", "-C", str(tmp_path), "-f", str(ROOT / "Makefile"), "run"]
    for name in ("requirements.txt", "constraints.txt"):
        (tmp_path / name).touch()
    with started([*command, f"PYTHON={python}"], log=tmp_path / "log", env={}) as make:
        assert make.ends() != 0
        assert sentence in make.output()
