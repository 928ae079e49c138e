"""How many mails one process sends and takes in a second: `python -m bench.mail`.

Each that is sent tells another person of their turn. What the mail server takes its time for is
left out; so this is what the site can do at most.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from resource import RUSAGE_CHILDREN, getrusage

GAMES = 200
UNREADABLE = 20  # mails of that kind
NOW = datetime(2026, 3, 1, 8, 0, tzinfo=UTC)
LATER = NOW + timedelta(minutes=5)


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"VAR_DIR": folder, "SITE_URL": "http://127.0.0.1:8000", "REDIS_URL": ""}
        os.environ |= {"DATABASE_URL": "", "EMAIL_URL": "dummymail://"}
        os.environ |= {"REPLY_ADDRESS": "play+*@drako.example", "MAIL_AUTHSERV_ID": ""}
        os.environ["DJANGO_SETTINGS_MODULE"] = "bench.http.settings"
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connection

        call_command("migrate", verbosity=0)
        for number in range(GAMES):
            start_game(number)
        mails, seconds = send()
        print(f"{mails / seconds:>11,.0f} turn mails per second by one sender, of {mails:,}")
        addresses = people_to_play()
        for what, messages in incoming(addresses):
            seconds = take_in(messages)
            print(f"{len(messages) / seconds:>11,.0f} {what} taken in per second")
        connection.close()
        for size, bytes_ in (("a short message", 0), ("a message of 10 MB", 10_000_000)):
            raw = message(*addresses[0], unreadable(bytes_), "multipart/mixed; boundary=x")
            print(f"{peak(raw):>11,.0f} MB at most for {size}, by receive_mail")


def start_game(number: int) -> None:
    """Start a game of two whose first turn has begun."""
    from accounts.models import User
    from games.play.lobby import Options, join, open_table
    from games.play.turns import take_turn
    from games.rules.moves import Move

    people = [
        User.objects.create_user(
            f"{name} {number}",
            f"{name}{number}@example.org",
            email_proven_at=NOW,
            plays_by_mail_since=NOW,
        )
        for name in ("Ana", "Bo")
    ]
    game = open_table(host=people[0], options=Options(), now=NOW)
    join(game_id=game.pk, user=people[1], seed=number.to_bytes(32), now=NOW)
    for seat in range(2):
        take_turn(game_id=game.pk, seat=seat, move=Move("ready"), version=None, now=NOW)


def send() -> tuple[int, float]:
    """Send all that is due; return how many mails, in how many seconds."""
    from games.mail.sender import drain

    started = time.perf_counter()
    run = drain(clock=lambda: LATER)
    return run.mails, time.perf_counter() - started


def people_to_play() -> list[tuple[str, str]]:
    """Return the address of each whose turn it is, and where their orders go."""
    from django.db.models import F

    from games.mail.by_mail import reply_address
    from games.models import Seat
    from games.play.notices import turn_name

    seats = Seat.objects.select_related("game", "user").filter(number=F("game__active_seat"))
    return [
        (seat.user.email, reply_address(seat, seat.user, turn_name(seat.game)))
        for seat in seats
        if seat.user is not None
    ]


def incoming(addresses: list[tuple[str, str]]) -> Iterator[tuple[str, list[bytes]]]:
    """Yield kinds of messages, and messages of each kind."""
    order = b"draw\n\nOn Sunday Drako wrote:\n" + b"> Your Kingdom, the River and more\n" * 60
    yield "mails of strangers", [message("eve@example.org", to, order) for _, to in addresses]
    yield "mails that draw a card", [message(sender, to, order) for sender, to in addresses]
    large = unreadable(2_000_000)
    kind = "multipart/mixed; boundary=x"
    yield (
        "unreadable mails of 2 MB",
        [message(sender, to, large, kind) for sender, to in addresses[:UNREADABLE]],
    )


def message(sender: str, to: str, body: bytes, kind: str = "text/plain; charset=utf-8") -> bytes:
    """Return a message as a mail program writes it."""
    head = f"From: <{sender}>\nTo: <{to}>\nSubject: Re: Your turn\nMIME-Version: 1.0\n"
    head += f"Message-ID: <{os.urandom(8).hex()}@example.org>\nContent-Type: {kind}\n\n"
    return head.encode() + body


def unreadable(size: int) -> bytes:
    """Return so many bytes of parts within parts, none of which ends or has a text."""
    part = b"--x\nContent-Type: multipart/mixed; boundary=x\n\n" + b"\xff\0<p>> draw\n" * 9
    return part * (size // len(part))


def take_in(messages: list[bytes]) -> float:
    """Take messages in one after the other; return the seconds."""
    from games.mail.incoming.receive import receive

    started = time.perf_counter()
    for raw in messages:
        receive(raw, now=LATER)
    return time.perf_counter() - started


def peak(raw: bytes) -> float:
    """Return how much memory, in MB, `receive_mail` takes at most for a message on its input."""
    subprocess.run([sys.executable, "manage.py", "receive_mail"], input=raw, check=True)
    return getrusage(RUSAGE_CHILDREN).ru_maxrss / 1_000


if __name__ == "__main__":
    main()
