from __future__ import annotations

from .users import Theme, User

__all__ = ["Theme", "User"]
