"""How much waits in the moderators' queue, for the first page of the admin."""

from __future__ import annotations

from django import template

from games.admin.queue import open_count

register = template.Library()
register.simple_tag(open_count, name="open_reports")
