"""That a run says what it left out, and fails for it where everything is compulsory."""

from __future__ import annotations

import os
import subprocess

from tests.processes import ROOT, python

NEEDS_REDIS = ["tests/platform/test_worker.py", "-k", "nudge and redis", "-p", "no:randomly"]


def run(**env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        python("-m", "pytest", "-p", "no:xdist", *NEEDS_REDIS),
        cwd=ROOT,
        env=os.environ | {"TEST_REDIS_URL": "redis://127.0.0.1:1", "REQUIRE_ALL": ""} | env,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_missing_server_is_named_and_forgiven() -> None:
    answer = run()
    assert "1 × Redis: no server answers at redis://127.0.0.1:1" in answer.stdout
    assert " skipped" in answer.stdout.splitlines()[-1]
    assert answer.returncode == 0


def test_where_all_is_compulsory_it_fails_the_run() -> None:
    answer = run(REQUIRE_ALL="1")
    assert "Left out, but compulsory" in answer.stdout
    assert answer.returncode == 1
