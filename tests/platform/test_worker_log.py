"""What the site's real worker says: what we have to say, and not each task."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from urllib.parse import quote

import pytest

from drako_site.celery import app
from drako_site.process_group import procfile
from tests.fixtures.imap_server import PASSWORD, USER, ImapServer
from tests.fixtures.site import site_environment
from tests.processes import ROOT, python, started

STRANGE = b"From: eve@example.com\r\nTo: you@example.com\r\nSubject: Hello\r\n\r\nHello.\r\n"
A_MAIL = "A mail: ignored: not ours; game -, seat -"


@pytest.mark.imap
@pytest.mark.django_db(transaction=True)
def test_each_mail_of_the_mailbox_has_a_line_and_no_task(
    tmp_path: Path, imap_server: ImapServer
) -> None:
    imap_server.put(STRANGE)
    app.control.purge()
    command = python(*shlex.split(procfile(ROOT / "Procfile")["work"])[1:])
    signed_in = f"{quote(USER, safe='')}:{quote(PASSWORD, safe='')}"
    environment = {
        **site_environment(),
        "REPLY_ADDRESS": "play+*@drako.example",
        "IMAP_URL": f"imap://{signed_in}@127.0.0.1:{imap_server.port}",
    }
    with started(command, log=tmp_path / "worker.log", env=environment) as worker:
        app.send_task("games.sweep_mailbox")
        worker.says(A_MAIL)
        imap_server.stop()
        app.send_task("games.sweep_mailbox")
        worker.says("The mailbox cannot be read: The host answers, but no server at this port")
        said = worker.output()
    assert re.search(rf"^\[\d{{4}}-[^]]+ INFO/[^]]+\] {A_MAIL}$", said, re.MULTILINE)
    assert "games.sweep_" not in said
    assert PASSWORD not in said
    assert said.count(A_MAIL) == 1
