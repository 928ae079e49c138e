"""A sentence for those who have a warning to read."""

from __future__ import annotations

from django import template

from accounts.models import Sanction, User

register = template.Library()


@register.inclusion_tag("games/_unread_warning.html")
def unread_warning(user: User) -> dict[str, bool]:
    """Show it where there is one: one query."""
    warnings = Sanction.objects.filter(user=user, kind=Sanction.Kind.WARNING, read_at=None)
    return {"unread": warnings.exists()}
