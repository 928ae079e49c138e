"""Python with the site's own settings, in a process and an environment of its own."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from tests.processes import NO_SETTINGS, ROOT, python

READ = """
import json, sys
from django.conf import settings
print(json.dumps({name: getattr(settings, name) for name in sys.argv[1:]}, default=str))
"""


def site_python(*arguments: str, folder: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """Run Python with `arguments`; its environment is VAR_DIR=`folder` and `env` alone."""
    return subprocess.run(
        python(*arguments),
        cwd=ROOT,
        env={
            **NO_SETTINGS,
            "DJANGO_SETTINGS_MODULE": "drako_site.settings",
            "PATH": "",
            "VAR_DIR": str(folder),
            **env,
        },
        input="",
        capture_output=True,
        text=True,
        check=False,
    )


def read_settings(*names: str, folder: Path, **env: str) -> dict[str, Any]:
    """Return settings as they are read from `env`; what JSON has no form for becomes text."""
    answer = site_python("-c", READ, *names, folder=folder, **env)
    assert answer.returncode == 0, answer.stderr
    read: dict[str, Any] = json.loads(answer.stdout)
    return read
