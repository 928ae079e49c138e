"""What tests need besides Python, and whether it is there."""

from __future__ import annotations

import getpass
import os
import shutil
from dataclasses import dataclass
from functools import cache

import psycopg
import redis

REDIS = "redis://127.0.0.1:6379"
POSTGRESQL = "127.0.0.1:5432/postgres"


@dataclass(frozen=True)
class Service:
    """Something the tests use: where it is, or why they must do without."""

    name: str
    address: str = ""
    missing: str = ""


@cache
def postgresql() -> Service:
    """Look for a server: TEST_DATABASE_URL, else this machine's, where no password is needed."""
    given = os.environ.get("TEST_DATABASE_URL")
    users = dict.fromkeys(["postgres", getpass.getuser()])
    for url in [given] if given else [f"postgresql://{user}@{POSTGRESQL}" for user in users]:
        try:
            with psycopg.connect(url, connect_timeout=3) as connection:
                row = connection.execute(
                    "SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user"
                ).fetchone()
        except psycopg.Error:
            continue
        if row and row[0]:
            return Service("PostgreSQL", address=url)
    where = "TEST_DATABASE_URL" if given else f"{POSTGRESQL} without password"
    return Service("PostgreSQL", missing=f"no server lets us make databases at {where}")


@cache
def redis_server() -> Service:
    """Look for a server: TEST_REDIS_URL, else this machine's."""
    url = os.environ.get("TEST_REDIS_URL") or REDIS
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=3) as client:
            client.ping()
    except redis.RedisError:
        return Service("Redis", missing=f"no server answers at {url}")
    return Service("Redis", address=url)


@cache
def dovecot() -> Service:
    """Look for the IMAP server, which tests start for themselves, and what makes certificates."""
    path = shutil.which("dovecot", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
    if not path:
        return Service("Dovecot", missing="no dovecot on the search path")
    if not shutil.which("openssl"):
        return Service("Dovecot", missing="no openssl on the search path")
    return Service("Dovecot", address=path)


@cache
def chromium() -> Service:
    """Look for the browser on the search path, first for Debian's that draws no windows."""
    for name in ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"):
        if path := shutil.which(name):
            return Service("Chromium", address=path)
    return Service("Chromium", missing="no chromium on the search path")
