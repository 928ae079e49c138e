"""`make run`: makes the site ready, runs what the Procfile names, and ends it all together."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import sys
import time
from pathlib import Path
from types import FrameType

from django.conf import settings

from .process_group import ProcessGroup, procfile

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "drako_site.settings")

PREPARATIONS = {
    "database": "python manage.py migrate --noinput --verbosity 0",
    "static files": "python manage.py collectstatic --noinput --verbosity 0",
}


def main() -> int:
    """Run the site until it is told to stop or a part of it ends; return the exit status."""
    stop = StopSignals()
    host, port = settings.BIND, settings.PORT
    if wrong := settings.WRONG_SETTINGS.get("PORT"):
        print(f"PORT: {wrong}", file=sys.stderr)
        return 1
    if obstacle := port_obstacle(host, port):
        print(f"{obstacle} Take another: PORT=8123 make run", file=sys.stderr)
        return 1
    # What `.env` says is in the environment by now, but the port may be the default.
    os.environ["PORT"] = str(port)
    with ProcessGroup(PREPARATIONS) as preparations:
        while preparations.running() and not preparations.failed() and not stop.status:
            time.sleep(0.05)
        if failed := preparations.failed():
            print(f"The {failed} could not be made ready.", file=sys.stderr)
            return 1
    with ProcessGroup({} if stop.status else procfile(settings.BASE_DIR / "Procfile")) as site:
        announced = False
        while not stop.status and not site.ended():
            if not announced and answers(host, port):
                announced = True
                print(welcome(), flush=True)
            time.sleep(0.05)
        if stop.status:
            return stop.status
        print(f"The process {site.ended()!r} has ended, so the others end too.", file=sys.stderr)
        return 1


class StopSignals:
    """Remembers whether somebody wants the site to end: Ctrl-C, a closed terminal, the system.

    The end of the process that started it, make, counts as well: nobody would end it then.
    """

    def __init__(self) -> None:
        self._parent = os.getppid()
        self._received = 0
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._remember)

    def _remember(self, number: int, frame: FrameType | None) -> None:
        self._received = number

    @property
    def status(self) -> int:
        """The exit status to end with, or 0 to go on."""
        if not self._received and os.getppid() != self._parent:
            self._received = signal.SIGTERM
        return 128 + self._received if self._received else 0


def port_obstacle(host: str, port: int) -> str:
    """Return a sentence if a server cannot listen there, or nothing."""
    if not 0 < port < 2**16:
        return f"There is no port {port}."
    try:
        socket.create_server((host, port)).close()
    except OSError as error:
        return f"The site cannot listen on port {port}: {error.strerror}."
    return ""


def answers(host: str, port: int) -> bool:
    """Say whether the web server answers a request, whatever its answer."""
    reached = "127.0.0.1" if host == "0.0.0.0" else host
    connection = http.client.HTTPConnection(reached, port, timeout=5)
    try:
        connection.request("GET", "/")
        connection.getresponse()
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
    return True


def welcome() -> str:
    """Return what to do next, the address last."""
    manage = f"{Path(sys.executable).parent.parent.name}/bin/python manage.py"
    mails = f"Mails it sends:  {settings.SITE_URL}/mails/\n" if settings.MAIL_VIEWER else ""
    return (
        f"\nA staff account: {manage} createsuperuser\n"
        f"{mails}"
        "To end it:       Ctrl-C\n"
        f"Drako runs at    {settings.SITE_URL}/\n"
    )


if __name__ == "__main__":
    sys.exit(main())
