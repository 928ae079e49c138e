"""Queries whose SQL is made once.

Some questions are asked with every page and every poll. There Django needs several times longer to
make the SQL of a query set than the database to answer it; the SQL is the same each time but for
the values.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import connection
from django.db.models import QuerySet


class Prepared:
    """A query set of `values_list` columns, asked again and again with other values.

    `build` makes it from values like the `examples`, which must be unlike each other and unlike
    every other value in it. Rows come as the database driver returns them, so it is no way to read
    dates or truth values.
    """

    def __init__(self, build: Callable[..., QuerySet[Any, Any]], *examples: int | str) -> None:
        self._build = build
        self._examples = examples
        self._made: dict[str, tuple[str, tuple[object, ...]]] = {}  # by kind of database

    def __call__(self, *values: int | str | None) -> list[tuple[Any, ...]]:
        """Return the rows for these values: one query."""
        sql, parameters = self._sql()
        known = dict(zip(self._examples, values, strict=True))
        with connection.cursor() as cursor:
            cursor.execute(sql, [known.get(value, value) for value in parameters])
            rows: list[tuple[Any, ...]] = cursor.fetchall()
            return rows

    def _sql(self) -> tuple[str, tuple[Any, ...]]:
        made = self._made.get(connection.vendor)
        if made is None:
            made = self._build(*self._examples).query.sql_with_params()
            missing = set(self._examples) - set(made[1])
            assert not missing, f"not in the query: {missing}"
            self._made[connection.vendor] = made
        return made
