"""Names: their one spelling, what they may be, which look alike, which stay the site's own."""

from __future__ import annotations

from .look import name_skeleton
from .reserved import is_reserved
from .rules import validate_choice, validate_name
from .spelling import (
    GUEST_PREFIX,
    NAME_MAX,
    NAME_MIN,
    NameKeyField,
    is_guest_name,
    name_key,
    normal_name,
)

__all__ = [
    "GUEST_PREFIX",
    "NAME_MAX",
    "NAME_MIN",
    "NameKeyField",
    "is_guest_name",
    "is_reserved",
    "name_key",
    "name_skeleton",
    "normal_name",
    "validate_choice",
    "validate_name",
]
