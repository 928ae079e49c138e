"""Members hold the names that they have; of names that look alike, the oldest account's is held.

The others keep theirs and find their way in with them, but nobody is kept from taking one that
looks like them for their sake.
"""

from __future__ import annotations

from typing import Any

from django.db import migrations

from accounts.models.names import name_key, name_skeleton

BATCH = 1000


def hold_names(apps: Any, schema_editor: Any) -> None:
    """Give members a row for the name in use, the oldest account first."""
    User = apps.get_model("accounts", "User")
    HeldName = apps.get_model("accounts", "HeldName")
    held: set[str] = set()
    members = User.objects.filter(is_guest=False).order_by("date_joined", "pk")
    rows = []
    for pk, name in members.values_list("pk", "name").iterator():
        skeleton = name_skeleton(name)
        if skeleton not in held:
            held.add(skeleton)
            rows.append(
                HeldName(user_id=pk, name=name, name_key=name_key(name), skeleton=skeleton)
            )
    HeldName.objects.bulk_create(rows, batch_size=BATCH)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0004_order_at_the_tables")]

    operations = [migrations.RunPython(hold_names, migrations.RunPython.noop)]
