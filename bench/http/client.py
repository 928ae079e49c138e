"""A client that costs little: one socket a request, as many workers as asked."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from threading import Thread


def request(method: str, path: str, *, cookie: str, headers: str = "", body: str = "") -> bytes:
    """Return the bytes of an HTTP request."""
    content = (
        f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
        if body
        else ""
    )
    return (
        f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
        f"Cookie: {cookie}\r\n{headers}{content}\r\n{body}"
    ).encode()


def send(port: int, message: bytes) -> bytes:
    """Send one request and return the whole answer, status line first."""
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(message)
        pieces = []
        while piece := connection.recv(65536):
            pieces.append(piece)
    return b"".join(pieces)


def status(answer: bytes) -> int:
    """The status of an answer."""
    return int(answer.split(b" ", 2)[1])


def rate(work: Callable[[int], bool], *, workers: int, seconds: float) -> float:
    """Return how often a second `work` was done by so many workers at once.

    `work` gets the worker's number and returns False when it has nothing more to do.
    """
    done = [0] * workers
    end = time.monotonic() + seconds

    def run(worker: int) -> None:
        while time.monotonic() < end and work(worker):
            done[worker] += 1

    started = time.monotonic()
    threads = [Thread(target=run, args=[worker]) for worker in range(workers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(done) / (time.monotonic() - started)
