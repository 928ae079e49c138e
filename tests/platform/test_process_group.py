from __future__ import annotations

import os
from pathlib import Path

import pytest

from drako_site.process_group import ProcessGroup, procfile
from tests.processes import ROOT, eventually

SLEEP = "sleep 600"


def pid_in(path: Path) -> int:
    return int(eventually(lambda: path.exists() and path.read_text().strip(), what=str(path)))


def is_gone(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return True
    # Dead, but nobody has asked for its status: not ours to do once its parent has died.
    return state == "Z"


def test_the_procfile_names_web_and_work() -> None:
    assert set(procfile(ROOT / "Procfile")) == {"web", "work"}


def test_leaving_ends_all(tmp_path: Path) -> None:
    commands = {name: f"sh -c 'echo $$ > {tmp_path / name}; exec {SLEEP}'" for name in ("a", "b")}
    with ProcessGroup(commands) as group:
        pids = [pid_in(tmp_path / name) for name in commands]
        assert group.running()
        assert not group.ended()
    assert all(is_gone(pid) for pid in pids)


def test_an_error_inside_ends_all_too(tmp_path: Path) -> None:
    pid = 0
    with pytest.raises(KeyError), ProcessGroup({"a": f"sh -c 'echo $$ > {tmp_path}/a; {SLEEP}'"}):
        pid = pid_in(tmp_path / "a")
        raise KeyError
    assert is_gone(pid)


def test_one_that_does_not_want_to_end_is_killed(tmp_path: Path) -> None:
    stubborn = f"sh -c 'trap \"\" TERM; echo $$ > {tmp_path}/a; while :; do sleep 0.1; done'"
    with ProcessGroup({"a": stubborn}, patience=0.3):
        pid = pid_in(tmp_path / "a")
    assert is_gone(pid)


def test_what_a_killed_one_left_behind_ends_too(tmp_path: Path) -> None:
    command = f"sh -c '{SLEEP} & echo $! > {tmp_path}/child; echo $$ > {tmp_path}/parent; wait'"
    with ProcessGroup({"a": command}) as group:
        parent, child = pid_in(tmp_path / "parent"), pid_in(tmp_path / "child")
        os.kill(parent, 9)
        assert eventually(group.ended, what="its end is seen") == "a"
        assert not is_gone(child)
    eventually(lambda: is_gone(child), what="its child ends")


def test_the_end_of_one_is_seen_with_and_without_an_error() -> None:
    with ProcessGroup({"quick": "true", "slow": SLEEP}) as group:
        assert eventually(group.ended, what="the quick one ends") == "quick"
        assert not group.failed()
    with ProcessGroup({"wrong": "exit 3", "slow": SLEEP}) as group:
        assert eventually(group.failed, what="the wrong one fails") == "wrong"
