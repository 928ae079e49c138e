"""Runs `manage.py receive_mail`, each message in a process of its own, at the moments it is told.

Reads lines from standard input, and answers each:

    start 2026-03-01T08:04:00+00:00 play+r-1@drako.example 0 /tmp/message     the process's number
    wait 4711                                                                 its exit status

With another number than 0 the process is killed as it comes to the statement of that
number for the database.

The processes are forked from one that has the code loaded: they are as real, but sooner there.
"""

from __future__ import annotations

import os
import sys
import traceback
from datetime import datetime

import django
import time_machine

from tests.weeks.dying import die_at


def main() -> None:
    """Serve until the input ends."""
    django.setup()
    from django.core.management import load_command_class

    from drako_site.celery import app

    app.loader.import_default_modules()
    load_command_class("games", "receive_mail")
    print("ready", flush=True)
    for line in iter(sys.stdin.readline, ""):
        match line.split():
            case ["start", moment, recipient, dies_at, file]:
                now = datetime.fromisoformat(moment)
                print(_start(now, recipient, int(dies_at), file), flush=True)
            case ["wait", number]:
                _pid, status = os.waitpid(int(number), 0)
                print(os.waitstatus_to_exitcode(status), flush=True)


def _start(now: datetime, recipient: str, dies_at: int, file: str) -> int:
    number = os.fork()
    if not number:
        if dies_at:
            die_at(dies_at)
        os._exit(_received(now, recipient, file))
    return number


def _received(now: datetime, recipient: str, file: str) -> int:
    """Be the command, with a message on standard input; what it prints goes to the log."""
    from django.core.management import execute_from_command_line

    os.dup2(os.open(file, os.O_RDONLY), 0)
    os.dup2(2, 1)
    sys.stdin = os.fdopen(0, closefd=False)
    status = 0
    try:
        with time_machine.travel(now, tick=False):
            execute_from_command_line(["manage.py", "receive_mail", "--to", recipient])
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(bool(end.code))
    except BaseException:
        traceback.print_exc()
        status = 1
    sys.stdout.flush()
    sys.stderr.flush()
    return status


if __name__ == "__main__":
    main()
