"""The button on a person's page that blocks them, or lets them be."""

from __future__ import annotations

from typing import Any

from django import template

from accounts.models import User

register = template.Library()


@register.inclusion_tag("games/_blocking.html", takes_context=True)
def blocking(context: dict[str, Any], person: User) -> dict[str, Any]:
    """Show the button to those who may press it."""
    return {"person": person, "user": context["user"], "csrf_token": context.get("csrf_token")}
