"""The groups `moderator` and `operator`, each with the rights that its work needs."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.management import create_permissions
from django.db import migrations

_LOOK = ("games.view_game", "games.view_seat", "accounts.view_user", "accounts.view_act")
GROUPS = {
    "moderator": (
        *_LOOK,
        "games.view_report",
        "games.change_report",
        "games.change_game",
        "games.end_game",
        "accounts.view_sanction",
        "accounts.add_sanction",
        "accounts.change_sanction",
        "accounts.view_personnote",
        "accounts.add_personnote",
    ),
    "operator": (
        *_LOOK,
        "games.change_game",
        "games.view_clockshift",
        "games.change_clockshift",
        "games.view_heartbeat",
        "accounts.see_addresses",
        "accounts.view_notice",
        "accounts.change_notice",
        "accounts.view_siteswitches",
        "accounts.change_siteswitches",
    ),
}
"""Permissions by group. Staff who are neither superusers nor in a group can do nothing."""


def make_groups(apps: Any, schema_editor: Any) -> None:
    """Make both groups, or give those of that name these rights."""
    for label in ("accounts", "games"):
        config = apps.get_app_config(label)
        models_module = getattr(config, "models_module", None)
        config.models_module = models_module or True  # without one there would be nothing to permit
        create_permissions(config, apps=apps, verbosity=0, using=schema_editor.connection.alias)
        config.models_module = models_module
    Group = apps.get_model("auth", "Group")
    Permission = apps.get_model("auth", "Permission")
    for name, rights in GROUPS.items():
        group, _made = Group.objects.get_or_create(name=name)
        for right in rights:
            label, codename = right.split(".")
            permission = Permission.objects.get(content_type__app_label=label, codename=codename)
            group.permissions.add(permission)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0004_order_at_the_tables"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("games", "0004_order_at_the_tables"),
    ]

    operations = [migrations.RunPython(make_groups, migrations.RunPython.noop)]
