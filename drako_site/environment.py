"""The environment as settings read it: a value that cannot be read becomes a problem to report.

Settings must always load: a command that needs no database has to run when DATABASE_URL is wrong,
and `manage.py check` can only explain what is wrong once Django is up.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

from .mail_providers import PROVIDERS, provider_settings
from .mailbox_url import mailbox_settings
from .secrets import kept_secret

FLAGS = dict.fromkeys(("1", "true", "yes", "on"), True) | dict.fromkeys(
    ("0", "false", "no", "off"), False
)
SMTP_PORTS = {"smtp": 25, "smtp+tls": 587, "smtp+ssl": 465}
MAIL_SCHEMES = {*SMTP_PORTS, "consolemail", "filemail", "memorymail", "dummymail"}
DATABASES = {"postgres": "postgresql", "postgresql": "postgresql", "sqlite": "sqlite3"}


class Environment(environ.Env):
    """Environment variables by type. Empty counts as missing; unreadable as well, and is noted.

    `problems` says for each variable what is wrong with it; `drako_site/checks.py` reports them.
    """

    def __init__(self) -> None:
        super().__init__()
        self.problems: dict[str, str] = {}

    def get_value(
        self, var: str, cast: Any = None, default: Any = None, parse_default: bool = False
    ) -> Any:
        """Return the variable as `cast`, or `default`."""
        text = self.ENVIRON.get(var, "").strip()
        if not text:
            return default
        try:
            return READERS[cast](text) if cast in READERS else self.parse_value(text, cast)
        except ValueError:
            self.problems[var] = f"{text!r} is not {'a yes or no' if cast is bool else 'a number'}."
            return default

    def database(self, var: str, default: dict[str, Any]) -> dict[str, Any]:
        """Return the database that a URL names; one that refuses every query if it names none."""
        url = self.get_value(var)
        if not url:
            return default
        # The URL may hold a password, so no sentence repeats it.
        scheme = url.partition("://")[0]
        if scheme not in DATABASES:
            self.problems[var] = "It begins neither with postgres:// nor with sqlite:///."
        else:
            try:
                config = self.db_url_config(url)
            except ValueError:
                self.problems[var] = "It is not a URL."
            else:
                if config["NAME"] not in ("", ":memory:"):
                    return config | {"ENGINE": f"django.db.backends.{DATABASES[scheme]}"}
                self.problems[var] = "It names no database."
        return {"ENGINE": "django.db.backends.dummy"}

    def mail(self, var: str) -> dict[str, Any]:
        """Return Django's EMAIL_… settings for a URL, none if it is missing or wrong.

        Those of a provider come with what django-anymail wants to know.
        """
        url = self.get_value(var)
        if not url:
            return {}
        scheme = url.partition("://")[0]
        try:
            return provider_settings(url) if scheme in PROVIDERS else self._mail_server(url, scheme)
        except (ValueError, ImproperlyConfigured) as error:
            # The URL may hold a password, and what others say of it may repeat it.
            said = str(error) if scheme in PROVIDERS else "It is not the URL of a mail server."
            self.problems[var] = said
            return {}

    def _mail_server(self, url: str, scheme: str) -> dict[str, Any]:
        if scheme not in MAIL_SCHEMES:
            raise ValueError(scheme)
        config = self.email_url_config(url)
        if scheme in SMTP_PORTS:
            if not config["EMAIL_HOST"]:
                raise ValueError(scheme)
            config["EMAIL_PORT"] = config["EMAIL_PORT"] or SMTP_PORTS[scheme]
        return config

    def mailbox(self, var: str) -> dict[str, Any]:
        """Return where the mailbox is that a URL names, nothing if it is missing or wrong."""
        url = self.get_value(var)
        try:
            return mailbox_settings(url) if url else {}
        except ValueError as error:
            self.problems[var] = str(error)
            return {}

    def folder(self, var: str, default: Path) -> Path:
        """Return a folder, made if it is missing."""
        path = Path(self.get_value(var) or default).absolute()
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            self.problems[var] = f"The folder {path} cannot be made: {error.strerror}."
        return path

    def secret(self, var: str, *, kept_in: Path, make: Callable[[], str]) -> str:
        """Return a secret from the variable, else from the file, where it is made if missing."""
        given = self.get_value(var)
        if given:
            return str(given)
        try:
            return kept_secret(kept_in, make)
        except OSError as error:
            self.problems[var] = f"{kept_in} cannot be kept: {error.strerror}."
            return make()


def host_of(url: str) -> str:
    """Return the host that a URL names, or nothing."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def _flag(text: str) -> bool:
    try:
        return FLAGS[text.lower()]
    except KeyError:
        raise ValueError(text) from None


def _words(text: str) -> list[str]:
    return [word for word in (part.strip() for part in text.split(",")) if word]


READERS: dict[type, Callable[[str], Any]] = {bool: _flag, list: _words}
