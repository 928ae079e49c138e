"""A bot that takes what looks best now."""

from __future__ import annotations

from .any_legal import choose

__all__ = ["choose"]
