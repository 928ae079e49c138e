"""How long mails are kept in the mailbox that were dealt with."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.mail.incoming.kept import KEPT
from games.mail.incoming.mailbox import BROKEN, READ, Run
from tests.builders import NOW
from tests.fixtures.imap_server import ImapServer
from tests.mail.incoming.mailbox.looking import OTHER, read

pytestmark = [pytest.mark.imap, pytest.mark.django_db]


def test_mails_are_kept_for_a_week(server: ImapServer) -> None:
    assert timedelta(days=7) == KEPT
    with server.open() as box:
        for name in (READ, BROKEN, "Other"):
            box.folder.create(name)
            for age in (KEPT + timedelta(days=1), KEPT - timedelta(days=1)):
                box.append(OTHER % 1, name, NOW - age)
    assert read() == Run()
    assert [server.lying_in(name) for name in (READ, BROKEN, "Other")] == [1, 1, 2]
