"""Notices of a simple kind for tests of the outbox and the sender, and clocks that can be moved."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import count

import pytest
from django.core.mail import EmailMultiAlternatives

from accounts.models import Notice, User
from games.mail import writing
from games.mail.kind import Kind, Later, Told, Untrue, Way
from games.mail.kinds import KINDS
from games.mail.sender import Run, drain
from tests.builders import NOW, make_user

MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
_numbers = count(1)


class Clock:
    """Says the time it was set to."""

    def __init__(self, now: datetime = NOW) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def later(self, by: timedelta) -> datetime:
        self.now += by
        return self.now


def look(notice: Notice, now: datetime) -> Told | Later | Untrue:
    """As the payload says."""
    match notice.payload:
        case {"bug": _}:
            raise ZeroDivisionError("a bug")
        case {"untrue": why}:
            return Untrue(why)
        case {"later": minutes} if now < NOW + minutes * MINUTE:
            return Later(NOW + minutes * MINUTE)
    return Told(line=notice.key, link="/", context=notice.payload)


def message_for(
    user: User | None, told: Sequence[tuple[Notice, Kind, Told]], now: datetime
) -> EmailMultiAlternatives:
    """One line for each notice."""
    if any("unwritable" in notice.payload for notice, _kind, _told in told):
        raise ZeroDivisionError("a bug")
    to = told[0][2].context.get("to") or (user.email if user else "")
    lines = "\n".join(told.line for _notice, _kind, told in told)
    return EmailMultiAlternatives(f"{len(told)} told", lines, to=[to])


SIMPLE = [
    Kind("simple", look, label="Simple"),
    Kind("bundled", look, label="Bundled", way=Way.BUNDLED),
    Kind("digest", look, label="Digest", way=Way.DIGEST),
    Kind("always", look),
]


@pytest.fixture
def simple_kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kinds simple, bundled, digest and always, told by their notices' keys."""
    for kind in SIMPLE:
        monkeypatch.setitem(KINDS, kind.name, kind)
    monkeypatch.setattr(writing, "message_for", message_for)


def person(name: str = "", /, **fields: object) -> User:
    """Somebody whose address is proven."""
    return make_user(name, **{"email_proven_at": NOW} | fields)  # type: ignore[arg-type]


def notice(user: User | None, kind: str = "simple", **fields: object) -> Notice:
    """A notice that waits, due now."""
    values = {
        "key": f"{kind}:{next(_numbers)}",
        "payload": {},
        "created_at": NOW,
        "not_before": NOW,
    }
    return Notice.objects.create(user=user, kind=kind, **values | fields)


def send(now: datetime = NOW) -> Run:
    """Send what is due at a moment."""
    return drain(clock=lambda: now)


def state(notice: Notice) -> str:
    notice.refresh_from_db()
    return notice.state


def waits_until(notice: Notice) -> datetime | None:
    """When a notice that waits is looked at next; None if it does not wait."""
    notice.refresh_from_db()
    return notice.not_before if notice.state == Notice.State.WAITING else None
