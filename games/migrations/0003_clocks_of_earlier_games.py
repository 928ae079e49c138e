"""Tables from the time before clocks get the pace that is usual, from now on."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import migrations
from django.utils import timezone

TURN = 24 * 60 * 60  # seconds, as in games/play/pace.py at that time: Daily
BANK = 3 * TURN
TABLE_WAITS = timedelta(days=14)


def give_clocks(apps: Any, schema_editor: Any) -> None:
    """Give each game that several people play, or may still join, a clock that begins now.

    Without one nobody could join it, and nobody would be told of a turn. A turn of a bot has none;
    the next one of a person gets its own.
    """
    Game = apps.get_model("games", "Game")
    now = timezone.now()
    games = Game.objects.filter(
        status__in=["open", "arranging", "playing"], turn_seconds=None, deadline=None
    )
    for game in games.iterator():
        seats = list(game.seats.order_by("number"))
        if game.status != "open" and len([seat for seat in seats if not seat.bot]) < 2:
            continue
        game.turn_seconds, game.bank_seconds = TURN, BANK
        game.seats.filter(bot="").update(bank_seconds=BANK)
        seconds = _seconds(game, seats)
        if seconds is not None:
            game.deadline, game.running_since = now + seconds, now
        game.save()


def _seconds(game: Any, seats: list[Any]) -> timedelta | None:
    if game.status == "open":
        return TABLE_WAITS
    if game.status == "arranging":
        return timedelta(seconds=TURN)
    active = seats[game.active_seat]
    if active.bot or active.left_at:
        return None
    return timedelta(seconds=TURN + BANK)


class Migration(migrations.Migration):
    dependencies = [("games", "0002_clocks")]

    operations = [migrations.RunPython(give_clocks, migrations.RunPython.noop)]
