"""Runs the tests on SQLite and, where a server answers, those of the database on PostgreSQL."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.services import postgresql

PYTEST = [
    sys.executable,
    "-m",
    "pytest",
    "-n",
    "auto",
    "--maxprocesses",
    "4",
    "--dist",
    "worksteal",
]


def main(arguments: list[str]) -> int:
    """Return the exit status of the first run that failed, or 0; both are made in any case."""
    status = _run("SQLite", arguments, env={"TEST_DATABASE": "sqlite"})
    if postgresql().address:
        also = _run(
            "PostgreSQL", ["-m", "database", *arguments], env={"TEST_DATABASE": "postgresql"}
        )
        status = status or also
    return status or int(bool(postgresql().missing) and os.environ.get("REQUIRE_ALL") == "1")


def _run(where: str, arguments: list[str], *, env: dict[str, str]) -> int:
    print(f"--- Tests on {where}", flush=True)
    return subprocess.run([*PYTEST, *arguments], env=os.environ | env, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
