"""Who counts as whom behind proxies, and before none."""

from __future__ import annotations

import http.client
import logging
import socket
from pathlib import Path

import pytest
from allauth.core.internal.ratelimit import get_ip
from django.test import RequestFactory
from pytest_django import Settings

from accounts import network
from accounts.network import NOWHERE, network_address
from drako_site.checks import check_settings
from drako_site.launch import answers
from tests.fixtures.site import site_environment
from tests.processes import eventually, python, started

from .site_python import read_settings

SPOOFED = "6.6.6.6"
BROWSER = "192.0.2.7"
OUTER = "198.51.100.1"
TOKEN = "abcdefgh" * 4


@pytest.fixture(autouse=True)
def _nothing_hinted_yet() -> None:
    network._hint.cache_clear()


def address(
    settings: Settings, proxies: int, forwarded: str = "", remote: str = "127.0.0.1"
) -> str:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    return network_address(RequestFactory(headers=headers).get("/", REMOTE_ADDR=remote))


@pytest.mark.parametrize(
    ("proxies", "forwarded", "expected"),
    [
        (0, "", "127.0.0.1"),
        (0, SPOOFED, "127.0.0.1"),
        (1, BROWSER, BROWSER),
        (1, f"{SPOOFED}, {BROWSER}", BROWSER),
        (1, f"{SPOOFED},{SPOOFED} ,  {BROWSER}", BROWSER),
        (1, "", "127.0.0.1"),
        (2, f"{BROWSER}, {OUTER}", BROWSER),
        (2, f"{SPOOFED}, {BROWSER}, {OUTER}", BROWSER),
        (2, BROWSER, BROWSER),
        (1, f"{BROWSER}:51234", BROWSER),
        (1, "[2001:db8::7]:51234", "2001:db8::7"),
        (1, "2001:db8::7", "2001:db8::7"),
        (1, "fe80::7%eth0", "fe80::7"),
        (1, f"::ffff:{BROWSER}", BROWSER),
        (1, "unknown", "127.0.0.1"),
        (1, f"{BROWSER}, <script>", "127.0.0.1"),
        (2, "unknown", "127.0.0.1"),
        (1, ",", "127.0.0.1"),
    ],
)
def test_whose_address_counts(
    settings: Settings, proxies: int, forwarded: str, expected: str
) -> None:
    assert address(settings, proxies, forwarded) == expected


@pytest.mark.parametrize(
    ("remote", "expected"),
    [("", NOWHERE), ("@", NOWHERE), (f"::ffff:{BROWSER}", BROWSER), ("fe80::1%lo", "fe80::1")],
)
def test_the_connection_itself(settings: Settings, remote: str, expected: str) -> None:
    assert address(settings, 0, remote=remote) == expected


@pytest.mark.parametrize(
    ("remote", "counted"),
    [
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::"),
        ("2001:db8:1:3::1", "2001:db8:1:3::"),
        (f"::ffff:{BROWSER}", BROWSER),
        ("fe80::1%lo", "fe80::"),
        (BROWSER, BROWSER),
        ("", NOWHERE),
    ],
)
def test_ipv6_counts_by_64(settings: Settings, remote: str, counted: str) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 0
    assert get_ip(RequestFactory().get("/", REMOTE_ADDR=remote)) == counted


@pytest.mark.parametrize(
    ("proxies", "forwarded", "hint"),
    [(0, SPOOFED, "BEHIND_PROXY=yes"), (1, "", "No X-Forwarded-For"), (2, BROWSER, "PROXY_COUNT")],
)
def test_settings_that_do_not_fit_are_logged_once(
    settings: Settings,
    caplog: pytest.LogCaptureFixture,
    proxies: int,
    forwarded: str,
    hint: str,
) -> None:
    with caplog.at_level(logging.WARNING, "accounts.network"):
        for _request in range(3):
            address(settings, proxies, forwarded)
    (line,) = caplog.messages
    assert hint in line
    assert SPOOFED not in line


@pytest.mark.parametrize(
    ("env", "behind", "count"),
    [
        ({}, False, 0),
        ({"SITE_URL": "https://drako.example"}, True, 1),
        ({"SITE_URL": "https://drako.example", "BIND": "::1"}, True, 1),
        ({"SITE_URL": "https://drako.example", "BIND": "0.0.0.0"}, False, 0),
        ({"SITE_URL": "https://drako.example", "BIND": "0.0.0.0", "BEHIND_PROXY": "yes"}, True, 1),
        ({"SITE_URL": "https://drako.example", "BEHIND_PROXY": "no"}, False, 0),
        ({"SITE_URL": "https://drako.example", "PROXY_COUNT": "2"}, True, 2),
        ({"SITE_URL": "http://drako.example", "PROXY_COUNT": "2"}, False, 0),
    ],
)
def test_what_is_right_by_default(
    tmp_path: Path, env: dict[str, str], behind: bool, count: int
) -> None:
    names = ("BEHIND_PROXY", "ALLAUTH_TRUSTED_PROXY_COUNT", "SECURE_PROXY_SSL_HEADER")
    read = read_settings(*names, folder=tmp_path, **env)
    assert read["BEHIND_PROXY"] is behind
    assert read["ALLAUTH_TRUSTED_PROXY_COUNT"] == count
    assert bool(read["SECURE_PROXY_SSL_HEADER"]) is behind


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"HTTPS": True, "BEHIND_PROXY": False}, ["drako.W006"]),
        ({"HTTPS": True, "BEHIND_PROXY": True, "PROXY_COUNT": 1}, []),
        ({"BEHIND_PROXY": True, "PROXY_COUNT": 0}, ["drako.E007"]),
        ({"BEHIND_PROXY": True, "PROXY_COUNT": -1}, ["drako.E007"]),
        ({"WEB_CONCURRENCY": 2}, ["drako.W008"]),
        ({"WEB_CONCURRENCY": 2, "REDIS_URL": "redis://host"}, []),
    ],
)
def test_checks(settings: Settings, changes: dict[str, object], found: list[str]) -> None:
    for name, value in changes.items():
        setattr(settings, name, value)
    assert [message.id for message in check_settings()] == found
    assert all(message.hint for message in check_settings())


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("env", "refused"),
    [({}, True), ({"BEHIND_PROXY": "yes"}, False), ({"BEHIND_PROXY": "yes", "SPOOFED": "1"}, True)],
)
def test_the_real_server(tmp_path: Path, env: dict[str, str], refused: bool) -> None:
    """Without a proxy, behind one that names each browser, and with one browser that makes up what
    stands before: seventy forms in a minute are refused by address."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    server = python(*("-m", "gunicorn", "drako_site.wsgi", "--bind", f"127.0.0.1:{port}"))
    environment = {**site_environment(), "DEBUG": "yes", "ALLOWED_HOSTS": "*", **env}
    with started(server, log=tmp_path / "web.log", env=environment):
        eventually(lambda: answers("127.0.0.1", port), what="the server answers")
        statuses = set()
        for number in range(70):
            told = f"192.0.2.{number}"
            lines = [told, BROWSER] if "SPOOFED" in env else [told]
            statuses.add(post_form(port, lines))
    assert (429 in statuses) is refused
    assert statuses <= {422, 429}


def post_form(port: int, forwarded: list[str]) -> int:
    """Send the sign-in form with such lines of X-Forwarded-For."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.putrequest("POST", "/accounts/login/")
    for line in forwarded:
        connection.putheader("X-Forwarded-For", line)
    body = f"csrfmiddlewaretoken={TOKEN}".encode()
    connection.putheader("Cookie", f"csrftoken={TOKEN}")
    connection.putheader("Content-Type", "application/x-www-form-urlencoded")
    connection.putheader("Content-Length", str(len(body)))
    connection.endheaders(body)
    status = connection.getresponse().status
    connection.close()
    return status
