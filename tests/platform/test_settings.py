from __future__ import annotations

from pathlib import Path

import pytest

from .site_python import read_settings


def test_a_laptop_needs_none(tmp_path: Path) -> None:
    read = read_settings(
        *("DEBUG", "SITE_URL", "DATABASES", "CELERY_BROKER_URL", "MAIL_VIEWER", "HTTPS"),
        folder=tmp_path / "fresh",
    )
    assert read["SITE_URL"] == "http://localhost:8000"
    assert read["DATABASES"]["default"]["NAME"] == str(tmp_path / "fresh" / "drako.sqlite3")
    assert read["CELERY_BROKER_URL"].startswith("embedded://")
    assert (read["DEBUG"], read["HTTPS"], read["MAIL_VIEWER"]) == (False, False, True)


def test_the_folder_may_have_any_name(tmp_path: Path) -> None:
    folder = tmp_path / "50% of c++ & more"
    read = read_settings("DATABASES", folder=folder)
    assert read["DATABASES"]["default"]["NAME"] == str(folder / "drako.sqlite3")


def test_sqlite_lets_writers_queue(tmp_path: Path) -> None:
    options = read_settings("DATABASES", folder=tmp_path)["DATABASES"]["default"]["OPTIONS"]
    assert options["transaction_mode"] == "IMMEDIATE"
    assert options["timeout"] >= 20
    assert "journal_mode=WAL" in options["init_command"]


def test_connections_to_postgresql_are_kept(tmp_path: Path) -> None:
    url = "postgres://drako@database.example/drako"
    database = read_settings("DATABASES", folder=tmp_path, DATABASE_URL=url)["DATABASES"]["default"]
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert database["CONN_MAX_AGE"] > 0


def test_no_transaction_waits_in_postgresql_for_ever(tmp_path: Path) -> None:
    url = "postgres://drako@database.example/drako"
    database = read_settings("DATABASES", folder=tmp_path, DATABASE_URL=url)["DATABASES"]["default"]
    assert database["OPTIONS"]["options"] == "-c idle_in_transaction_session_timeout=60s"
    own = f"{url}?options=-c%20statement_timeout=9s"
    database = read_settings("DATABASES", folder=tmp_path, DATABASE_URL=own)["DATABASES"]["default"]
    assert database["OPTIONS"]["options"] == "-c statement_timeout=9s"


def test_a_secret_key_is_made_once(tmp_path: Path) -> None:
    first = read_settings("SECRET_KEY", folder=tmp_path)
    assert len(first["SECRET_KEY"]) >= 50
    assert read_settings("SECRET_KEY", folder=tmp_path) == first


def test_https_turns_the_safe_cookies_on(tmp_path: Path) -> None:
    read = read_settings(
        *("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_SSL_REDIRECT"),
        *("ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "SECURE_HSTS_SECONDS"),
        folder=tmp_path,
        SITE_URL="https://drako.example/",
    )
    assert read["ALLOWED_HOSTS"] == ["drako.example"]
    assert read["CSRF_TRUSTED_ORIGINS"] == ["https://drako.example"]
    assert read["SECURE_HSTS_SECONDS"] > 0
    assert read["SESSION_COOKIE_SECURE"]
    assert read["CSRF_COOKIE_SECURE"]
    assert read["SECURE_SSL_REDIRECT"]


@pytest.mark.parametrize(
    "env",
    [
        {"SITE_URL": "http://drako.example"},
        {"BIND": "0.0.0.0"},
        {"EMAIL_URL": "smtp://mail.example"},
    ],
)
def test_mails_are_shown_only_where_nobody_else_can_look(
    tmp_path: Path, env: dict[str, str]
) -> None:
    assert not read_settings("MAIL_VIEWER", folder=tmp_path, **env)["MAIL_VIEWER"]
