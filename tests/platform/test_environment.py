from __future__ import annotations

from pathlib import Path

import pytest

from drako_site.environment import Environment, host_of

FALLBACK = {"ENGINE": "fallback"}


@pytest.fixture
def env(monkeypatch: pytest.MonkeyPatch) -> Environment:
    env = Environment()
    monkeypatch.setattr(env, "ENVIRON", {})
    return env


def given(env: Environment, text: str) -> Environment:
    env.ENVIRON["NAME"] = text
    return env


def test_missing_and_empty_values_are_the_default(env: Environment) -> None:
    assert env.int("NAME", default=7) == 7
    assert given(env, " ").int("NAME", default=7) == 7
    assert given(env, "").bool("NAME", default=True) is True
    assert given(env, "").list("NAME", default=["a"]) == ["a"]
    assert env.problems == {}


@pytest.mark.parametrize("text", ["1", "yes", "True", "ON"])
def test_yes(env: Environment, text: str) -> None:
    assert given(env, text).bool("NAME", default=False) is True


@pytest.mark.parametrize("text", ["0", "no", "False", "OFF"])
def test_no(env: Environment, text: str) -> None:
    assert given(env, text).bool("NAME", default=True) is False


def test_a_value_that_is_neither_yes_nor_no_is_noted(env: Environment) -> None:
    assert given(env, "maybe").bool("NAME", default=False) is False
    assert env.problems == {"NAME": "'maybe' is not a yes or no."}


def test_a_value_that_is_no_number_is_noted(env: Environment) -> None:
    assert given(env, "80a").int("NAME", default=80) == 80
    assert env.problems == {"NAME": "'80a' is not a number."}


def test_a_list_has_commas_and_may_have_spaces(env: Environment) -> None:
    assert given(env, "a.example, b.example,").list("NAME", default=[]) == [
        "a.example",
        "b.example",
    ]


def test_a_secret_may_begin_with_a_dollar(env: Environment) -> None:
    assert given(env, "$NAME").str("NAME", default="") == "$NAME"


@pytest.mark.parametrize(
    ("url", "engine", "name"),
    [
        ("postgres://u:p@host:5433/drako", "postgresql", "drako"),
        ("postgresql://host/drako", "postgresql", "drako"),
        ("sqlite:////srv/drako.sqlite3", "sqlite3", "/srv/drako.sqlite3"),
    ],
)
def test_databases(env: Environment, url: str, engine: str, name: str) -> None:
    database = given(env, url).database("NAME", FALLBACK)
    assert (database["ENGINE"], database["NAME"]) == (f"django.db.backends.{engine}", name)
    assert env.problems == {}


@pytest.mark.parametrize(
    "url",
    [
        "nonsense",
        "mysql://u:secret@host/drako",
        "postgres://",
        "postgres://u:secret@host",
        "postgres://u:secret@host:port/drako",
        "sqlite://",
        "://",
    ],
)
def test_a_wrong_database_is_noted_and_refuses_queries(env: Environment, url: str) -> None:
    assert given(env, url).database("NAME", FALLBACK) == {"ENGINE": "django.db.backends.dummy"}
    assert "secret" not in env.problems["NAME"]


def test_without_a_database_url_it_is_the_default(env: Environment) -> None:
    assert env.database("NAME", FALLBACK) == FALLBACK


def test_mail_servers(env: Environment) -> None:
    mail = given(env, "smtp+tls://me:secret@mail.example:587").mail("NAME")
    assert (mail["EMAIL_HOST"], mail["EMAIL_PORT"], mail["EMAIL_USE_TLS"]) == (
        "mail.example",
        587,
        True,
    )
    assert env.mail("OTHER") == {}
    assert env.problems == {}


@pytest.mark.parametrize("url", ["nonsense", "http://mail.example", "smtp://mail.example:port"])
def test_a_wrong_mail_server_is_noted(env: Environment, url: str) -> None:
    assert given(env, url).mail("NAME") == {}
    assert env.problems == {"NAME": "It is not the URL of a mail server."}


def test_a_folder_is_made(env: Environment, tmp_path: Path) -> None:
    assert given(env, str(tmp_path / "a" / "b")).folder("NAME", tmp_path).is_dir()


def test_a_folder_that_cannot_be_made_is_noted(env: Environment, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    given(env, str(tmp_path / "file" / "folder")).folder("NAME", tmp_path)
    assert env.problems["NAME"].endswith("cannot be made: Not a directory.")


def test_a_secret_is_given_or_made_and_kept(env: Environment, tmp_path: Path) -> None:
    kept_in = tmp_path / "key"
    assert env.secret("NAME", kept_in=kept_in, make=lambda: "made") == "made"
    assert env.secret("NAME", kept_in=kept_in, make=lambda: "again") == "made"
    assert given(env, "given").secret("NAME", kept_in=kept_in, make=lambda: "again") == "given"


def test_a_secret_that_cannot_be_kept_is_noted(env: Environment, tmp_path: Path) -> None:
    assert env.secret("NAME", kept_in=tmp_path / "no" / "key", make=lambda: "made") == "made"
    assert "cannot be kept" in env.problems["NAME"]


@pytest.mark.parametrize(
    ("url", "host"),
    [("https://drako.example:8/", "drako.example"), ("drako.example", ""), ("http://[x", "")],
)
def test_the_host_of_an_address(url: str, host: str) -> None:
    assert host_of(url) == host
