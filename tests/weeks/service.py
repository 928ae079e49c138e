"""The site's sweeps and sender in a process of their own, whose clock the test moves.

Reads lines from standard input, and answers each when it is done:

    beat 2026-03-01T08:04:00+00:00     the heartbeat alone, as a sweep does it
    sweep 2026-03-01T08:30:00+00:00    every sweep of the settings once, the bots, the sender
    die 7                              be killed at the seventh statement for the database
"""

from __future__ import annotations

import sys
from datetime import datetime

import django
import time_machine

from tests.weeks.dying import die_at


def main() -> None:
    """Serve until the input ends."""
    django.setup()
    from games.play.beat import beat

    print("ready", flush=True)
    for line in sys.stdin:
        what, moment = line.split()
        if what == "die":
            die_at(int(moment))
            print(f"done {line.strip()}", flush=True)
            continue
        now = datetime.fromisoformat(moment)
        with time_machine.travel(now, tick=False):
            if what == "beat":
                beat(now)
            else:
                _sweep()
        print(f"done {line.strip()}", flush=True)


def _sweep() -> None:
    from django.conf import settings

    from accounts.outbox import SEND_MAIL
    from drako_site.celery import app
    from games.play.after import PLAY_BOTS
    from games.play.bots import some_waiting_for_bots

    app.loader.import_default_modules()
    for task in settings.SWEEPS:
        app.tasks[task]()
    while waiting := some_waiting_for_bots(1):
        app.tasks[PLAY_BOTS](waiting[0][0])
    app.tasks[SEND_MAIL]()


if __name__ == "__main__":
    main()
