"""Looking at something that may hang, without hanging with it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from threading import Lock, Thread
from typing import Generic, TypeVar

T = TypeVar("T")


class Probe(Generic[T]):
    """Looks in a thread of its own, one look at a time: whoever asks meanwhile shares its answer.

    So however many ask while a server hangs, one thread waits for it. It ends with the process.
    """

    def __init__(self, look: Callable[[], T]) -> None:
        self._look = look
        self._lock = Lock()
        self._looking: Future[T] | None = None

    def begin(self) -> Future[T]:
        """Return the look that goes on, or one that begins now."""
        with self._lock:
            if self._looking is None or self._looking.done():
                self._looking = Future()
                Thread(target=self._run, args=(self._looking,), daemon=True).start()
            return self._looking

    def _run(self, looking: Future[T]) -> None:
        try:
            looking.set_result(self._look())
        except BaseException as error:  # it is for those who asked
            looking.set_exception(error)
