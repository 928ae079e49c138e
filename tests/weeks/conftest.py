"""The site as it runs, for tests of whole games by mail."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.fixtures.mail_server import MailServer
from tests.fixtures.site import site_environment
from tests.weeks.site_process import SiteProcess
from tests.weeks.stack import Stack


@pytest.fixture
def site(mail_server: MailServer, tmp_path: Path, transactional_db: None) -> Iterator[SiteProcess]:
    """The process that sweeps and sends at the moments it is told."""
    mail = {"EMAIL_URL": f"smtp://127.0.0.1:{mail_server.port}"}
    process = SiteProcess(env=site_environment() | mail, log=tmp_path / "site.log")
    yield process
    process.close()


@pytest.fixture
def stack(mail_server: MailServer, tmp_path: Path, transactional_db: None) -> Iterator[Stack]:
    """All parts of the site, running."""
    with ExitStack() as stack:
        yield Stack(mail_server, tmp_path, stack)
