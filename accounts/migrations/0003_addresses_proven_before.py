"""Addresses that were proven before mails asked for it count as proven."""

from __future__ import annotations

from typing import Any

from django.db import migrations
from django.db.models import F
from django.utils import timezone


def note_proofs(apps: Any, schema_editor: Any) -> None:
    """Note for each person whose address is proven that it is."""
    User = apps.get_model("accounts", "User")
    EmailAddress = apps.get_model("account", "EmailAddress")
    proven = EmailAddress.objects.filter(verified=True, email=F("user__email"))
    people = User.objects.filter(pk__in=proven.values("user"), email_proven_at=None)
    people.update(email_proven_at=timezone.now())


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0002_clocks_and_mail"),
        ("account", "0009_emailaddress_unique_primary_email"),
    ]

    operations = [migrations.RunPython(note_proofs, migrations.RunPython.noop)]
