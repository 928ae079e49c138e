"""How fast overdue games are worked off by one worker: `python -m bench.expiry`.

Three people at each table, one of whom has run out of time. On PostgreSQL where there is a server
(BENCH_DATABASE_URL), else on SQLite. The lock on a game is held no longer than its transaction.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.models import Game

URL = os.environ.get("BENCH_DATABASE_URL", "postgres://postgres@127.0.0.1:5432/drako_bench_expiry")
GAMES = 10_000
AT_ONCE = 500  # games whose rows are written together
NOW = datetime(2026, 3, 1, 8, 0, tzinfo=UTC)


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"VAR_DIR": folder, "SITE_URL": "http://127.0.0.1:8000", "REDIS_URL": ""}
        os.environ["DATABASE_URL"] = URL if make_database() else ""
        os.environ["DJANGO_SETTINGS_MODULE"] = "bench.http.settings"
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connection

        call_command("migrate", verbosity=0)
        make_games()
        worked_off, seconds, longest = work_off()
        connection.close()
        print(
            f"{worked_off / seconds:>11,.0f} overdue games worked off per second by one worker on"
            f" {connection.display_name}, of {worked_off:,}; the longest lock"
            f" {1000 * longest:,.0f} ms"
        )


def make_database(url: str = URL) -> bool:
    """Make the database of measurements afresh; return whether there is a server for it."""
    import psycopg
    from psycopg import sql

    server, name = url.rsplit("/", 1)
    try:
        with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
            for statement in ("DROP DATABASE IF EXISTS {} WITH (FORCE)", "CREATE DATABASE {}"):
                connection.execute(sql.SQL(statement).format(sql.Identifier(name)))
    except psycopg.Error:
        return False
    return True


def make_games() -> None:
    """Start one game through the play layer and copy its rows."""
    from accounts.models import User
    from games.play.lobby import Options, join, open_table
    from games.play.turns import take_turn
    from games.rules.moves import Move

    users = [User.objects.create_user(name, f"{name}@example.org") for name in ("Ana", "Bo", "Cy")]
    game = open_table(host=users[0], options=Options(players=3), now=NOW)
    for user in users[1:]:
        game = join(game_id=game.pk, user=user, seed=bytes(32), now=NOW)
    for seat in range(3):
        take_turn(game_id=game.pk, seat=seat, move=Move("ready"), version=None, now=NOW)
    game.refresh_from_db()
    for made in range(1, GAMES, AT_ONCE):
        copy(game, min(AT_ONCE, GAMES - made))


def copy(game: Game, times: int) -> None:
    """Write the rows of `game` that a state is read from so often again."""
    from games.models import Game, KingdomCell, LegendCard, Seat
    from games.models.game import make_code

    (whole,) = Game.objects.filter(pk=game.pk).values()
    games = [Game(**whole | {"id": None, "code": make_code()}) for _ in range(times)]
    Game.objects.bulk_create(games)
    old_seats = list(Seat.objects.filter(game=game).values())
    seats = {
        (each.pk, old["id"]): Seat(**old | {"id": None, "game_id": each.pk})
        for each in games
        for old in old_seats
    }
    Seat.objects.bulk_create(seats.values())
    cells = list(KingdomCell.objects.filter(game=game).values())
    KingdomCell.objects.bulk_create(
        KingdomCell(
            **cell | {"id": None, "game_id": each.pk, "seat_id": seats[each.pk, cell["seat_id"]].pk}
        )
        for each in games
        for cell in cells
    )
    cards = list(LegendCard.objects.filter(game=game).values())
    LegendCard.objects.bulk_create(
        LegendCard(**card | {"id": None, "game_id": each.pk}) for each in games for card in cards
    )


def work_off() -> tuple[int, float, float]:
    """Return how many games were worked off, in how many seconds, and the longest transaction."""
    from games.play import expiry

    longest = 0.0
    expire = expiry.expire

    def timed(game_id: int, now: datetime) -> bool:
        nonlocal longest
        with stopwatch() as watch:
            done = expire(game_id, now)
        longest = max(longest, watch[0])
        return done

    expiry.expire = timed
    with stopwatch() as whole:
        worked_off = expiry.expire_due(NOW + timedelta(days=30))
    return worked_off, whole[0], longest


@contextmanager
def stopwatch() -> Iterator[list[float]]:
    """Hold the seconds that the block took, once it is done."""
    watch: list[float] = []
    started = time.perf_counter()
    yield watch
    watch.append(time.perf_counter() - started)


if __name__ == "__main__":
    main()
