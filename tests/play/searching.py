"""Every value of every table of the database, as plain text: whatever is in there can be found."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator

from django.core import signing
from django.db import connection

SESSIONS = "django_session"


def tables() -> list[str]:
    """The tables there are, whoever made them."""
    with connection.cursor() as cursor:
        return connection.introspection.table_names(cursor)


def texts_of(table: str) -> Iterator[str]:
    """Each value of a table as text; what is packed is unpacked."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
        for row in cursor.fetchall():
            for value in row:
                yield from _texts(value)
                if table == SESSIONS and isinstance(value, str):
                    yield from _session(value)


def found(*wanted: str) -> set[str]:
    """The tables in which one of these texts stands, in any case."""
    looked_for = [text.casefold() for text in wanted]
    return {
        table
        for table in tables()
        if any(each in text.casefold() for text in texts_of(table) for each in looked_for)
    }


def _texts(value: object) -> Iterator[str]:
    match value:
        case None:
            return
        case memoryview():
            yield from _texts(bytes(value))
        case bytes():
            yield value.decode("utf-8", "replace")
            if zipfile.is_zipfile(io.BytesIO(value)):
                with zipfile.ZipFile(io.BytesIO(value)) as archive:
                    for name in archive.namelist():
                        yield name
                        yield archive.read(name).decode()
        case dict() | list():
            yield json.dumps(value, ensure_ascii=False)
        case _:
            text = str(value)
            yield text
            if text.startswith(("[", "{")):  # names may be written in escapes
                try:
                    yield json.dumps(json.loads(text), ensure_ascii=False)
                except ValueError:
                    return


def _session(value: str) -> Iterator[str]:
    try:
        decoded = signing.loads(
            value,
            salt="django.contrib.sessions.SessionStore",
            serializer=signing.JSONSerializer,
        )
    except signing.BadSignature:
        return
    yield json.dumps(decoded, ensure_ascii=False)
