"""People who play by answering mails, and by nothing else."""

from __future__ import annotations

import smtplib
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email.message import EmailMessage
from itertools import count
from random import Random

from accounts.models import Notice, User
from games.models import Game
from games.play.due import people_due
from games.play.storage import Table, read
from games.rules.state import ACTION
from games.rules.visibility import view_for
from tests.fixtures.mail_server import Taken
from tests.weeks import programs
from tests.weeks.choosing import half_possible, impossible, orders_for

ELSEWHERE = "office@work.example"
"""An address that is nobody's here."""


@dataclass(frozen=True)
class Manner:
    """How somebody writes."""

    program: programs.Program
    join: Callable[[list[str]], list[str]]  # orders to lines
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


@dataclass(frozen=True)
class Sent:
    """A mail that was written, and what is to come of it."""

    message_id: str  # a stranger's: "stranger"
    orders: list[str]
    done: int  # so many of them
    why: str = ""  # ReceivedMail.Why: no order is looked at
    wants: str = ""
    counts: bool = True  # there is a row of it, and an answer


@dataclass
class Correspondent:
    """Somebody who answers some hours after a mail asks for a turn, and soon after an answer."""

    user: User
    number: int  # of the seat
    manner: Manner
    random: Random
    tricks: Iterator[str]  # what goes on beside their orders, turn by turn
    game_id: int
    sent: list[Sent] = field(default_factory=list)
    _turn_mails: list[EmailMessage] = field(default_factory=list)
    _plan: tuple[datetime, EmailMessage, str] | None = None  # when, to which mail, with which trick
    _outbox: list[tuple[str, str, bytes]] = field(default_factory=list)  # sender, to, message
    _numbers: Iterator[int] = field(default_factory=count)

    def read(self, mail: Taken, notices: list[Notice], now: datetime) -> None:
        """Read a mail that has come, and plan when to answer it."""
        kinds = {notice.kind for notice in notices}
        if kinds & {"turn", "started"}:
            trick = next(self.tricks) if "turn" in kinds else ""
            if trick == "away":
                self._write(mail.message, ["I am away."], now, counts=False, automatic=True)
            self._turn_mails.append(mail.message)
            self._plan = (now + self._hours(4, 28), mail.message, trick)
        elif "answer" in kinds and self._is_due():
            self._plan = (now + self._hours(0, 2), mail.message, "")
        elif "reminder" in kinds and self._plan is not None and self.random.random() < 0.5:
            self._plan = (self._plan[0], mail.message, self._plan[2])

    def act(self, now: datetime) -> None:
        """Answer what is to be answered by now, and send what is in the outbox."""
        if self._plan is not None and self._plan[0] <= now:
            _at, mail, trick = self._plan
            self._plan = None
            self._answer(mail, trick, now)

    def send(self, port: int) -> None:
        """Send what is in the outbox by SMTP; what the server has not taken stays there."""
        for letter in list(self._outbox):
            sender, to, message = letter
            with suppress(smtplib.SMTPException, OSError):
                server = smtplib.SMTP("127.0.0.1", port, timeout=10)
                try:
                    server.sendmail(sender, [to], message)
                    self._outbox.remove(letter)
                finally:
                    server.close()

    def _answer(self, mail: EmailMessage, trick: str, now: datetime) -> None:
        """Write what the trick wants, or orders; each of them waits for its answer."""
        view = view_for(self._table().state, self.number)
        earlier = self._turn_mails[:-1]
        match trick:
            case "wrong":
                self._write(mail, [impossible(view)], now)
            case "half" if view.phase == ACTION:
                self._write(mail, half_possible(view), now, done=1)
            case "board" | "help":
                self._write(mail, [trick], now, wants=trick)
            case "words":
                self._write(mail, ["No time today, more tomorrow!"], now, why="no-order")
            case "resign":
                self._write(mail, ["resign"], now)
            case "stale" if earlier:
                self._write(earlier[0], orders_for(view, self.random), now, why="over")
            case "elsewhere":
                orders = orders_for(view, self.random)
                self._write(mail, orders, now, why="stranger", sender=ELSEWHERE)
            case _:
                orders = orders_for(view, self.random)
                self._write(mail, orders, now, done=len(orders))
                if trick == "twice":
                    self._outbox.append(self._outbox[-1])

    def _write(
        self,
        mail: EmailMessage,
        orders: list[str],
        now: datetime,
        *,
        sender: str = "",
        automatic: bool = False,
        done: int = 0,
        why: str = "",
        wants: str = "",
        counts: bool = True,
    ) -> None:
        name = f"<{next(self._numbers)}.{self.number}@{self.user.name.lower()}.example>"
        self.sent.append(Sent(name if why != "stranger" else why, orders, done, why, wants, counts))
        lines = [*self.manner.before, *self.manner.join(orders), *self.manner.after]
        draft = programs.Draft(
            name=self.user.name,
            sender=sender or self.user.email,
            to=str(mail["Reply-To"]),
            lines=orders if automatic else lines,
            answered=mail,
            message_id=name,
            at=now,
        )
        program = programs.out_of_office if automatic else self.manner.program
        self._outbox.append((draft.sender, draft.to, program(draft)))

    def _is_due(self) -> bool:
        return self.number in people_due(self._table().state)

    def _table(self) -> Table:
        return read(Game.objects.get(pk=self.game_id))

    def _hours(self, least: int, most: int) -> timedelta:
        return timedelta(minutes=self.random.randint(least * 60, most * 60))


def _on_lines(orders: list[str]) -> list[str]:
    return [f"{order[0].upper()}{order[1:]}." for order in orders]


def _wide(orders: list[str]) -> list[str]:
    return ["、".join(order.translate(programs.WIDE) for order in orders)]


MANNERS = (
    Manner(programs.thunderbird_in_german, _on_lines, before=("Hallo,", "")),
    Manner(programs.gmail_in_french, lambda orders: [", ".join(orders)], after=("", "Merci !")),
    Manner(programs.mutt_below, lambda orders: [", ".join(orders).upper()]),
    Manner(programs.outlook_in_japanese, _wide, after=("", "よろしくお願いします。")),
)
