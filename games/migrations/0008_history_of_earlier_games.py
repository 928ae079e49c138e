"""Seats of games that ended before copy what a history is read by."""

from __future__ import annotations

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import OuterRef, Subquery

AT_ONCE = 1_000


def copy(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Copy end, ruleset and who may see them; what was played before is not rated."""
    game, seat = apps.get_model("games", "Game"), apps.get_model("games", "Seat")
    ended = game.objects.filter(status__in=["over", "void"], ended_at__isnull=False)
    keys = list(ended.order_by("pk").values_list("pk", flat=True))
    for first in range(0, len(keys), AT_ONCE):
        mine = game.objects.filter(pk=OuterRef("game"))
        seat.objects.filter(game__in=keys[first : first + AT_ONCE]).update(
            ended_at=Subquery(mine.values("ended_at")),
            ruleset=Subquery(mine.values("ruleset")),
            public=Subquery(mine.values("public")),
        )


class Migration(migrations.Migration):
    dependencies = [("games", "0007_records_and_ratings")]
    operations = [migrations.RunPython(copy, migrations.RunPython.noop)]
