"""The orders that can be given by mail, on pages."""

from __future__ import annotations

from django import template

from games.order_words import ways

register = template.Library()


@register.simple_tag
def ways_to_order() -> list[str]:
    """Return a line for each order there is, in the reader's language; pages may break it."""
    return [told.replace("\N{NO-BREAK SPACE}", " ") for _order, told in ways()]
