"""Several acts at the same moment, on connections of their own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Barrier, Thread
from typing import TypeVar

from django.db import connections

T = TypeVar("T")


def side_by_side(acts: Sequence[Callable[[], T]]) -> list[T]:
    """What the acts return, all begun at the same moment; what one of them raises is raised."""
    barrier = Barrier(len(acts))
    results: list[T] = []
    faults: list[BaseException] = []

    def run(act: Callable[[], T]) -> None:
        try:
            barrier.wait()
            results.append(act())
        except BaseException as fault:
            faults.append(fault)
        finally:
            connections.close_all()

    threads = [Thread(target=run, args=[act]) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if faults:
        raise faults[0]
    return results
