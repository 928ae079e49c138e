"""Days and moments in templates, written as everywhere (`games.time_words`)."""

from __future__ import annotations

from django import template

from games import time_words

register = template.Library()
register.filter("day", time_words.day)
register.filter("moment", time_words.moment)
