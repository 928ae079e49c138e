"""The site's settings with what makes tests fast, and a folder of their own for each process."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile

# Before the settings are read: nothing a test writes may meet the developer's own site.
_folder = tempfile.mkdtemp(prefix="drako-tests-")
atexit.register(shutil.rmtree, _folder, ignore_errors=True)
os.environ["VAR_DIR"] = _folder

from drako_site.settings import *  # noqa: E402, F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
