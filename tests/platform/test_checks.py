from __future__ import annotations

import json
from pathlib import Path

import pytest
from pytest_django import Settings

from drako_site.checks import check_settings

from .site_python import site_python


def found(settings: Settings, **changes: object) -> list[str]:
    for name, value in changes.items():
        setattr(settings, name, value)
    return [str(message.id) for message in check_settings()]


def test_a_laptop_is_fine(settings: Settings) -> None:
    assert found(settings) == []


def test_each_unreadable_value_is_an_error_with_a_hint(settings: Settings) -> None:
    assert found(settings, WRONG_SETTINGS={"PORT": "no", "DATABASE_URL": "no"}) == [
        "drako.E001",
        "drako.E001",
    ]
    assert all(message.hint for message in check_settings())


@pytest.mark.parametrize(
    "url", ["", "drako.example", "ftp://drako.example", "https://drako.example/path", "http://"]
)
def test_a_site_url_that_is_no_address(settings: Settings, url: str) -> None:
    assert found(settings, SITE_URL=url) == ["drako.E002"]


@pytest.mark.parametrize(
    "url", ["https://drako.example", "http://localhost:8000", "http://[::1]:8000"]
)
def test_a_site_url_that_is_one(settings: Settings, url: str) -> None:
    assert found(settings, SITE_URL=url) == []


def test_a_host_that_the_site_would_refuse(settings: Settings) -> None:
    assert found(settings, SITE_HOST="drako.example", ALLOWED_HOSTS=["other.example"]) == [
        "drako.E003"
    ]


@pytest.mark.parametrize("url", ["localhost", "redis://", "redis://host:port/0", "http://host"])
def test_a_redis_url_that_is_no_address(settings: Settings, url: str) -> None:
    assert found(settings, REDIS_URL=url) == ["drako.E004"]


@pytest.mark.parametrize("url", ["redis://host", "rediss://:secret@host:6380/2", "redis://[::1]/0"])
def test_a_redis_url_that_is_one(settings: Settings, url: str) -> None:
    assert found(settings, REDIS_URL=url) == []


def test_no_mail_is_a_warning_except_on_a_laptop(settings: Settings) -> None:
    assert found(settings, MAIL_VIEWER=False) == ["drako.W005"]
    assert found(settings, MAIL_VIEWER=False, EMAIL_URL="smtp://mail.example") == []


def test_all_that_is_wrong_is_said_at_once_without_a_traceback(tmp_path: Path) -> None:
    answer = site_python(
        *("manage.py", "migrate"),
        folder=tmp_path,
        DATABASE_URL="mysql://me:secret@host/drako",
        REDIS_URL="here",
        PORT="many",
        SITE_URL="http://[x",
    )
    assert answer.returncode == 1
    for name in ("DATABASE_URL", "REDIS_URL", "PORT", "SITE_URL"):
        assert f") {name}: " in answer.stderr
    assert "Traceback" not in answer.stderr
    assert "secret" not in answer.stderr


@pytest.mark.parametrize(
    ("command", "output"),
    [
        (["deal_from_seed", "00" * 32, "2"], "kingdoms"),
        (["score_kingdoms"], ""),
        (["check_records"], ""),
    ],
)
def test_the_rules_commands_need_none_of_it(
    tmp_path: Path, command: list[str], output: str
) -> None:
    (tmp_path / "file").touch()
    answer = site_python(
        *("manage.py", *command),
        folder=tmp_path / "file" / "no folder",
        DATABASE_URL="nonsense",
        REDIS_URL="redis://127.0.0.1:1/0",
        SITE_URL="nonsense",
    )
    assert (answer.returncode, answer.stderr) == (0, "")
    assert output in answer.stdout
    assert not answer.stdout or json.loads(answer.stdout)


def test_a_web_server_refuses_to_start_with_them(tmp_path: Path) -> None:
    answer = site_python(
        *("-c", "import drako_site.wsgi"), folder=tmp_path, DATABASE_URL="nonsense", PORT="many"
    )
    assert answer.returncode == 1
    assert "ImproperlyConfigured: PORT: 'many' is not a number." in answer.stderr
    assert "DATABASE_URL: It begins neither" in answer.stderr
