"""A Celery app on the embedded broker that writes down what it runs: no Django, quickly started."""

from __future__ import annotations

import os
from pathlib import Path

from celery import Celery
from kombu.transport import TRANSPORT_ALIASES

from tests.processes import eventually

TRANSPORT_ALIASES["embedded"] = "drako_site.embedded_broker:Transport"


def trial_app(folder: Path) -> Celery:
    """Return an app whose broker, notes and gate lie in `folder`."""
    app = Celery("trial", set_as_current=False)
    app.conf.update(
        broker_url="embedded://localhost",
        broker_transport_options={"folder": folder / "broker"},
        task_acks_late=True,
        task_ignore_result=True,
        worker_prefetch_multiplier=1,
    )

    @app.task(name="note", shared=False)
    def note(text: str) -> None:
        _write(folder / "notes", text)

    @app.task(name="wait_at_the_gate", shared=False)
    def wait_at_the_gate(text: str) -> None:
        _write(folder / "arrivals", text)
        eventually((folder / "gate").exists, what="the gate opens")
        _write(folder / "notes", text)

    return app


def lines(path: Path) -> list[str]:
    """Return what tasks have written to `path` so far."""
    return path.read_text().split() if path.exists() else []


def _write(path: Path, text: str) -> None:
    with path.open("a") as file:
        file.write(f"{text}\n")


if "TRIAL_FOLDER" in os.environ:
    app = trial_app(Path(os.environ["TRIAL_FOLDER"]))
