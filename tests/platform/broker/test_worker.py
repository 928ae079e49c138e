"""Real Celery workers on the embedded broker, and what becomes of their messages."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path

from tests.processes import Started, eventually, python, started

from .trial_app import lines, trial_app


def worker(folder: Path, name: str) -> AbstractContextManager[Started]:
    return started(
        python(
            *("-m", "celery", "-A", "tests.platform.broker.trial_app", "worker"),
            *("--pool", "threads", "--concurrency", "2", "--hostname", f"{name}@trial"),
            *("--without-gossip", "--without-mingle", "--without-heartbeat"),
            *("--loglevel", "INFO"),
        ),
        log=folder / f"{name}.log",
        env={"TRIAL_FOLDER": str(folder), "DJANGO_SETTINGS_MODULE": ""},
    )


def test_a_killed_workers_tasks_run_again_and_none_is_lost(tmp_path: Path) -> None:
    app = trial_app(tmp_path)
    everything = [str(number) for number in range(20)]
    with worker(tmp_path, "first") as first:
        for text in everything[:10]:
            app.send_task("wait_at_the_gate", [text])
        eventually(lambda: len(lines(tmp_path / "arrivals")) == 2, what="both threads are busy")
        first.kill()
    for text in everything[10:]:
        app.send_task("note", [text])
    (tmp_path / "gate").touch()
    with worker(tmp_path, "second") as second:
        eventually(
            lambda: set(lines(tmp_path / "notes")) == set(everything), what="all tasks have run"
        )
        assert "Traceback" not in second.output()


def test_a_second_worker_leaves_a_living_ones_tasks_alone(tmp_path: Path) -> None:
    app = trial_app(tmp_path)
    with worker(tmp_path, "first"):
        for text in ("a", "b"):
            app.send_task("wait_at_the_gate", [text])
        eventually(lambda: len(lines(tmp_path / "arrivals")) == 2, what="both threads are busy")
        with worker(tmp_path, "second"):
            app.send_task("note", ["c"])
            eventually(lambda: lines(tmp_path / "notes") == ["c"], what="the second worker works")
            (tmp_path / "gate").touch()
            eventually(lambda: len(lines(tmp_path / "notes")) == 3, what="the first goes on")
    assert sorted(lines(tmp_path / "arrivals")) == ["a", "b"]


def test_a_worker_that_is_asked_to_stop_ends_its_tasks_first(tmp_path: Path) -> None:
    app = trial_app(tmp_path)
    with worker(tmp_path, "first") as first:
        for text in "abcdef":
            app.send_task("wait_at_the_gate", [text])
        eventually(lambda: len(lines(tmp_path / "arrivals")) == 2, what="both threads are busy")
        first.process.terminate()
        first.says("Warm shutdown")
        (tmp_path / "gate").touch()
        assert first.ends() == 0
    done = lines(tmp_path / "notes")
    assert set(done) >= {"a", "b"}
    with worker(tmp_path, "second"):
        eventually(lambda: len(lines(tmp_path / "notes")) == 6, what="the rest is done")
    assert sorted(lines(tmp_path / "notes")) == list("abcdef")


def test_a_worker_answers_ping_and_purging_empties_the_queues(tmp_path: Path) -> None:
    app = trial_app(tmp_path)
    for text in "abc":
        app.send_task("note", [text])
    assert app.control.purge() == 3
    with worker(tmp_path, "first") as first:
        first.says("ready")
        answers = eventually(lambda: app.control.ping(timeout=0.5), what="an answer to ping")
        assert answers == [{"first@trial": {"ok": "pong"}}]
    assert lines(tmp_path / "notes") == []


def test_a_command_to_a_dead_worker_does_not_reach_the_next(tmp_path: Path) -> None:
    app = trial_app(tmp_path)
    with worker(tmp_path, "first") as first:
        first.says("ready")
        first.kill()
    app.control.broadcast("shutdown")
    with worker(tmp_path, "first"):
        app.send_task("note", ["a"])
        eventually(lambda: lines(tmp_path / "notes") == ["a"], what="the worker stays and works")
