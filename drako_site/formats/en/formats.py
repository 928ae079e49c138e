"""In English: with weekday and zone, as `games.time_words` writes them."""

from __future__ import annotations

DATE_FORMAT = "D j M Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "D j M Y, H:i T"
