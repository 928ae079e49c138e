"""Which tests run, and a plain word at the end about those that did not."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator

import hypothesis
import pytest
from django.core.cache import cache, caches
from django.test import TransactionTestCase

from accounts.models import SiteSwitches
from accounts.switches import KEY
from tests.services import Service, chromium, dovecot, postgresql, redis_server

pytest_plugins = [
    "tests.fixtures.browser",
    "tests.fixtures.imap_server",
    "tests.fixtures.mail_server",
    "tests.fixtures.site",
]

# The machine is shared and slow at times; on a build server the same examples come every time.
hypothesis.settings.register_profile("drako", deadline=None, derandomize="CI" in os.environ)
hypothesis.settings.load_profile("drako")

ON_POSTGRESQL = os.environ.get("TEST_DATABASE") == "postgresql"
REQUIRE_ALL = os.environ.get("REQUIRE_ALL") == "1"
NEEDS: dict[str, Callable[[], Service]] = {
    "postgresql": postgresql,
    "redis": redis_server,
    "browser": chromium,
    "imap": dovecot,
}
DATABASE_FIXTURES = {"db", "transactional_db", "live_server"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what touches the database; drop the other database's tests; skip what cannot run.

    Weeks, the longest, come first: begun last they would keep one worker long after the others.
    """
    items.sort(key=lambda item: not item.nodeid.startswith("tests/weeks/"))
    elsewhere = []
    for item in items:
        if _touches_database(item):
            item.add_marker("database")
        if item.get_closest_marker("sqlite" if ON_POSTGRESQL else "postgresql"):
            elsewhere.append(item)
        for marker, look in NEEDS.items():
            if item.get_closest_marker(marker) and (missing := look().missing):
                item.add_marker(pytest.mark.skip(reason=f"{look().name}: {missing}"))
    if elsewhere and (ON_POSTGRESQL or postgresql().address):
        items[:] = [item for item in items if item not in elsewhere]
        config.hook.pytest_deselected(items=elsewhere)


@pytest.fixture(autouse=True)
def _nothing_counted_yet() -> Iterator[None]:
    """What is counted against limits is kept in the cache, and begins at nought in each test."""
    yield
    cache.clear()


@pytest.fixture(autouse=True)
def _no_switch_set() -> None:
    """Each test begins in a process that has just read the site's switches: none is set."""
    caches["process"].set(KEY, SiteSwitches(), timeout=None)


def _touches_database(item: pytest.Item) -> bool:
    return (
        item.get_closest_marker("django_db") is not None
        or not DATABASE_FIXTURES.isdisjoint(getattr(item, "fixturenames", ()))
        or (
            isinstance(item, pytest.Function)
            and issubclass(item.cls or object, TransactionTestCase)
        )
    )


def pytest_sessionfinish(session: pytest.Session) -> None:
    """With REQUIRE_ALL=1 a test left out is a failure."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if REQUIRE_ALL and reporter is not None and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what was left out and why."""
    reasons = Counter(
        str(
            report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        ).removeprefix("Skipped: ")
        for report in terminalreporter.stats.get("skipped", [])
    )
    left_out = [f"{count} × {reason}" for reason, count in sorted(reasons.items())]
    if not ON_POSTGRESQL and (missing := postgresql().missing):
        left_out.append(f"All tests of the database on PostgreSQL: {missing}")
    terminalreporter.section("Left out" + (", but compulsory" if REQUIRE_ALL and left_out else ""))
    for line in left_out or ["nothing"]:
        terminalreporter.line(line)
