"""The site's settings for tests: fast, and out of reach of the developer's own site.

Each test process has a folder and a database of its own, so several runs may go on at once.
TEST_DATABASE=postgresql runs the tests there instead of on SQLite.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path

from tests.processes import NO_SETTINGS
from tests.services import postgresql

os.environ.update(NO_SETTINGS)
_folder = Path(tempfile.mkdtemp(prefix="drako-tests-"))
atexit.register(shutil.rmtree, _folder, ignore_errors=True)
os.environ["VAR_DIR"] = str(_folder)
if os.environ.get("TEST_DATABASE") == "postgresql":
    if postgresql().missing:
        raise RuntimeError(f"PostgreSQL: {postgresql().missing}")
    os.environ["DATABASE_URL"] = postgresql().address

from drako_site.settings import *  # noqa: E402, F403
from drako_site.settings import DATABASES, STATIC_ROOT  # noqa: E402

_run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))[:8]
if os.environ["DATABASE_URL"]:
    DATABASES["default"]["TEST"] = {"NAME": f"test_drako_{_run}"}
else:
    # A file, not memory: tests open several connections to it, and start processes that do.
    DATABASES["default"]["TEST"] = {"NAME": str(_folder / "test.sqlite3")}

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
STATIC_ROOT.mkdir()
WHITENOISE_USE_FINDERS = True
