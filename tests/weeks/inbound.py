"""The mail server that takes people's answers, and hands each to `receive_mail` as Postfix does."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from random import Random

from tests.fixtures.mail_server import MailServer, Taken
from tests.weeks.pipe import KILLED, TRY_LATER, Message, Pipe, command_at
from tests.weeks.unreliable import FAILURES, TAKEN, Unreliable

EVERY = 20
"""One delivery in so many fails, at each of the two steps: into this server, and out of it."""
MOST_STATEMENTS = 30
"""At one of the first so many statements for the database a delivery is killed."""
NOWHERE = {"sqlite": "sqlite:////nowhere/site.sqlite3", "postgres": "postgres://127.0.0.1:1/no"}
"""Databases that cannot be reached."""


class Inbound:
    """Takes mails by SMTP, keeps them in a queue, and tries again what was not delivered.

    One delivery in `EVERY` is killed in the middle, another finds no database. A delivery that ends
    before the statement at which it is to die leaves that to the next one. Copies of one mail that
    are in the queue are delivered side by side.
    """

    def __init__(self, server: MailServer, env: Mapping[str, str], folder: Path) -> None:
        self.server = server
        self.lines = Unreliable(server, every=EVERY, failures=[TAKEN, *FAILURES])
        self.log = folder / "receive.log"
        self.pipe = Pipe(env=env, log=self.log)
        self.delivered = 0
        self.ended: list[int] = []  # with which status processes ended
        self._env = env
        self._folder = folder
        self._random = Random(11)
        self._queue: list[tuple[str, Message]] = []
        self._taken = 0
        self._one_is_to_die = False

    def deliver(self, now: datetime) -> None:
        """Hand over what is in the queue; what fails stays there."""
        self._take_in()
        copies: dict[str, list[Message]] = defaultdict(list)
        for name, message in self._queue:
            copies[name].append(message)
        self._queue = []
        for name, messages in copies.items():
            for message, status in zip(messages, self._hand_over(messages, now), strict=True):
                self.ended.append(status)
                if status:
                    self._queue.append((name, message))

    def close(self) -> None:
        """End it at once."""
        self.pipe.close()
        self.server.stop()

    def _take_in(self) -> None:
        for taken in self.server.mails[self._taken :]:
            for recipient in taken.to:
                file = self._folder / f"message-{self._taken}"
                file.write_bytes(_passed_on(taken, recipient))
                self._queue.append((taken.name, Message(file, recipient)))
            self._taken += 1

    def _hand_over(self, messages: list[Message], now: datetime) -> list[int]:
        """Return with which status the command ended for each copy of a mail."""
        self.delivered += 1
        match self.delivered % EVERY:
            case 4:
                return [self._from_the_start(each, now, 0) for each in messages]
            case 9:
                return [self._from_the_start(each, now, TRY_LATER) for each in messages]
            case 14:
                self._one_is_to_die = True
        if self._one_is_to_die:
            return [self._dying(each, now) for each in messages]
        running = [self.pipe.start(each, now) for each in messages]
        statuses = [self.pipe.wait(number) for number in running]
        assert not any(statuses), self.pipe.said()
        return statuses

    def _from_the_start(self, message: Message, now: datetime, expected: int) -> int:
        """Run the whole command; it finds no database when it is to try later."""
        env = dict(self._env)
        if expected == TRY_LATER:
            kind = "sqlite" if env["DATABASE_URL"].startswith("sqlite") else "postgres"
            env["DATABASE_URL"] = NOWHERE[kind]
        status = command_at(now, message, env, self.log)
        assert status == expected, self.pipe.said()
        return status

    def _dying(self, message: Message, now: datetime) -> int:
        """Let one be killed at a statement for the database, if it comes so far."""
        statement = self._random.randint(1, MOST_STATEMENTS)
        status = self.pipe.wait(self.pipe.start(message, now, dies_at=statement))
        assert status in (0, KILLED), self.pipe.said()
        self._one_is_to_die = status != KILLED
        return status


def _passed_on(taken: Taken, recipient: str) -> bytes:
    """Return a message with what a mail server writes above it."""
    head = (
        f"Return-Path: <{taken.sender}>\r\n"
        f"Delivered-To: {recipient}\r\n"
        "Received: from mail.example (mail.example [192.0.2.1])\r\n"
        f"\tby mx.drako.example (Postfix) with ESMTP for <{recipient}>\r\n"
    )
    return head.encode() + taken.raw
