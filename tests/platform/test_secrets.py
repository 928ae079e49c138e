from __future__ import annotations

import os
import stat
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from threading import Barrier

import pytest

from drako_site.secrets import kept_secret
from tests.processes import python, started

KEEP = """
import os, sys
from pathlib import Path
from drako_site.secrets import kept_secret
print(kept_secret(Path(sys.argv[1]), lambda: str(os.getpid())))
"""


def test_it_is_made_once_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "key"
    assert kept_secret(path, lambda: "first") == "first"
    assert kept_secret(path, lambda: "second") == "first"


def test_nobody_else_may_read_it(tmp_path: Path) -> None:
    path = tmp_path / "key"
    before = os.umask(0)
    try:
        kept_secret(path, lambda: "secret")
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [path]


def test_all_who_make_it_at_once_get_the_same(tmp_path: Path) -> None:
    everybody = 8
    barrier = Barrier(everybody)

    def slowly(number: int) -> Callable[[], str]:
        def make() -> str:
            barrier.wait()  # all have found it missing
            return str(number)

        return make

    with ThreadPoolExecutor(everybody) as pool:
        numbers = range(everybody)
        kept = set(pool.map(lambda n: kept_secret(tmp_path / "key", slowly(n)), numbers))
    assert len(kept) == 1
    assert list(tmp_path.iterdir()) == [tmp_path / "key"]


def test_processes_that_start_at_once_share_it(tmp_path: Path) -> None:
    (tmp_path / "var").mkdir()
    with ExitStack() as stack:
        command = python("-c", KEEP, str(tmp_path / "var" / "key"))
        everybody = [
            stack.enter_context(started(command, log=tmp_path / f"{number}.log", env={}))
            for number in range(4)
        ]
        assert [process.ends() for process in everybody] == [0] * 4
    kept = {process.output() for process in everybody}
    assert kept == {(tmp_path / "var" / "key").read_text() + "\n"}


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        kept_secret(tmp_path / "missing" / "key", lambda: "secret")
