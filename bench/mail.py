"""How many mails one sender makes a second, from outbox to mail server: `python -m bench.mail`.

Each tells another person of their turn. What the mail server takes its time for is left out; so
this is what the site can do at most.
"""

from __future__ import annotations

import os
import tempfile
import time
from datetime import UTC, datetime, timedelta

GAMES = 200
NOW = datetime(2026, 3, 1, 8, 0, tzinfo=UTC)


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"VAR_DIR": folder, "SITE_URL": "http://127.0.0.1:8000", "REDIS_URL": ""}
        os.environ |= {"DATABASE_URL": "", "EMAIL_URL": "dummymail://"}
        os.environ["DJANGO_SETTINGS_MODULE"] = "bench.http.settings"
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connection

        call_command("migrate", verbosity=0)
        for number in range(GAMES):
            start_game(number)
        mails, seconds = send()
        connection.close()
        print(f"{mails / seconds:>11,.0f} turn mails per second by one sender, of {mails:,}")


def start_game(number: int) -> None:
    """Start a game of two whose first turn has begun."""
    from accounts.models import User
    from games.play.lobby import Options, join, open_table
    from games.play.turns import take_turn
    from games.rules.moves import Move

    people = [
        User.objects.create_user(
            f"{name} {number}", f"{name}{number}@example.org", email_proven_at=NOW
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
    run = drain(clock=lambda: NOW + timedelta(minutes=5))
    return run.mails, time.perf_counter() - started


if __name__ == "__main__":
    main()
