"""The one spelling of a name that is kept, and what it is found by."""

from __future__ import annotations

import unicodedata

from django.db import models

NAME_MIN = 2
NAME_MAX = 24
GUEST_PREFIX = "Guest-"
_LONGEST = 256
"""Characters that may come down to a name: with each letter taken apart, and more spaces."""


def normal_name(name: str) -> str:
    """The one spelling of a name that is kept: NFKC, single spaces, none at the ends.

    What is too long to be one in any form is cut and left as it is: still too long, and nobody's.
    Strangers send texts of millions of characters, on which NFKC could take hours.
    """
    if len(name) > _LONGEST:
        return name[: _LONGEST + 1]
    return " ".join(part for part in unicodedata.normalize("NFKC", name).split(" ") if part)


def name_key(name: str) -> str:
    """What two names that count as the same have in common, whatever the database's alphabet.

    A database's own LOWER knows only ASCII on SQLite and in PostgreSQL's C locale.
    """
    return unicodedata.normalize("NFKC", normal_name(name).casefold())


def is_guest_name(name: str) -> bool:
    """Whether a name looks like one that guests are given."""
    return name_key(name).startswith(name_key(GUEST_PREFIX))


class NameKeyField(models.CharField):
    """Follows `name` at each save as `name_key`; a save of `update_fields` has to name both."""

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        key = name_key(model_instance.name)  # type: ignore[attr-defined]
        setattr(model_instance, self.attname, key)
        return key
