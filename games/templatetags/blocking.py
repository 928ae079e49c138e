"""The button on a person's page that blocks them, or lets them be."""

from __future__ import annotations

from typing import Any

from django import template

from accounts.blocks import has_blocked
from accounts.models import User

register = template.Library()


@register.inclusion_tag("games/_blocking.html", takes_context=True)
def blocking(context: dict[str, Any], person: User) -> dict[str, Any]:
    """Show the button to those who may press it: whoever is signed in, but the person."""
    reader = context["user"]
    return {
        "person": person,
        "may": reader.is_authenticated and reader.pk != person.pk,
        "blocked": reader.is_authenticated and has_blocked(reader.pk, person.pk),
        "csrf_token": context.get("csrf_token"),
    }
