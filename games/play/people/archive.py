"""The copy itself: a ZIP archive of JSON files, and a text that says what they are."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.template.loader import render_to_string
from django.utils import translation

from accounts.models import User

from .about_games import files_of_games
from .about_person import files_of_person


def archive_of(user: User, now: datetime) -> bytes:
    """Return the archive of a person as of now; in memory lies one file at a time, and the ZIP."""
    archive = BytesIO()
    at = now.astimezone(UTC)
    moment = (at.year, at.month, at.day, at.hour, at.minute, at.second)
    with ZipFile(archive, "w", ZIP_DEFLATED) as files:
        for name, content in _files(user, now):
            entry = ZipInfo(name, date_time=moment)
            entry.compress_type = ZIP_DEFLATED
            files.writestr(entry, content)
    return archive.getvalue()


def _files(user: User, now: datetime) -> Iterator[tuple[str, str]]:
    with translation.override(settings.LANGUAGE_CODE):
        yield "README.txt", render_to_string("games/my_data_readme.txt", {"made_at": now})
        for name, content in files_of_person(user):
            yield f"{name}.json", _json(content)
        for name, content in files_of_games(user):
            yield f"games/{name}.json", _json(content)


def _json(content: object) -> str:
    return json.dumps(content, cls=DjangoJSONEncoder, ensure_ascii=False, indent=2) + "\n"
