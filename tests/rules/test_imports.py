"""The rules stand on the standard library alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from games import rules

ROOT = Path(__file__).parents[2]


def test_every_module_imports_without_site_packages() -> None:
    folder = Path(rules.__file__).parent
    modules = sorted(
        ".".join(path.relative_to(ROOT).with_suffix("").parts) for path in folder.rglob("*.py")
    )
    program = "\n".join(
        [
            "import importlib.util, sys",
            f"sys.path.insert(0, {str(ROOT)!r})",
            "assert importlib.util.find_spec('django') is None",
            *(f"import {module.removesuffix('.__init__')}" for module in modules),
        ]
    )
    # -I: no environment, no user folder, no current folder; -S: no site-packages.
    subprocess.run([sys.executable, "-I", "-S", "-c", program], check=True)
    assert len(modules) > 20
