"""How fast a position of a replay is shown and how much a game keeps: `python -m bench.replay`.

A game of four to the turn limit, nobody hurrying: its position at turn 5 and at turn 150, while it
runs (from its log) and when it is over (from its record). Then what finished games keep as those of
the demo data are played: the record as it is written, the columns of the seats as text. On SQLite.
"""

from __future__ import annotations

import json
import os
import re
import statistics
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.test import Client

    from accounts.models import User
    from games.management.demo.strategies import Strategy
    from games.models import Game

EARLY, LATE = 5, 150  # turns
TIMES = 15  # that each page is asked for
AIM = 4000  # bytes of a finished game
NOW = datetime(2026, 3, 1, 8, 0, tzinfo=UTC)


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"VAR_DIR": folder, "SITE_URL": "http://127.0.0.1:8000", "REDIS_URL": ""}
        os.environ |= {"DATABASE_URL": "", "DJANGO_SETTINGS_MODULE": "bench.http.settings"}
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connection

        call_command("migrate", verbosity=0)
        call_command("collectstatic", verbosity=0, interactive=False)
        people = make_people()
        show_positions(people)
        show_bytes(people)
        connection.close()


def make_people() -> list[User]:
    """Return four members."""
    from accounts.models import User

    names = ["Ana", "Bo", "Cleo", "Wolfgang-Maximilian"]
    return [User.objects.create_user(name, f"{name}@example.org") for name in names]


def show_positions(people: Sequence[User]) -> None:
    """Measure and print what positions of one long game take."""
    from games.management.demo.strategies import for_ever

    running = play(people, for_ever, seed=1, turns=LATE)
    over = play(people, for_ever, seed=1)
    for name, game in (("running game", running), ("finished game", over)):
        for at in (EARLY, LATE):
            address = f"{game.get_absolute_url()}replay/{at}/"
            whole, size = measure(people[0], address, {})
            step, step_size = measure(people[0], address, step_headers(people[0], address))
            print(
                f"{whole:>11.1f} ms: position of a {name} of {len(people)} after turn {at},"
                f" {size:,} bytes; as a step {step:.1f} ms, {step_size:,} bytes"
            )


def step_headers(person: User, address: str) -> dict[str, str]:
    """Return what htmx says on a page that has the log."""
    from games.views.lines import HAS

    page = _browser(person).get(address).content.decode()
    part = re.search(r'id="(lines-[^"]+)"', page)
    assert part is not None
    return {"HX-Request": "true", HAS: part[1]}


def show_bytes(people: Sequence[User]) -> None:
    """Measure and print what whole games keep."""
    from games.management.demo.strategies import by_lot, for_ever, to_the_end, well

    for players in (2, 3, 4):
        sizes = [
            kept(play(people[:players], way, seed=seed))
            for seed in range(2)
            for way in (by_lot, well, to_the_end)
        ]
        long = kept(play(people[:players], for_ever, seed=3))
        print(
            f"{statistics.median(sizes):>11,.0f} bytes kept of a game of {players}: at least"
            f" {min(sizes):,}, at most {max(sizes):,} (aim {AIM:,}); {long:,} to the turn limit"
        )


def play(people: Sequence[User], way: Strategy, *, seed: int, turns: int = 0) -> Game:
    """Return a game of all the people in which so many turns are over; 0: played to its end."""
    from games.models import Game
    from games.play.lobby import Options, join, open_table
    from games.play.turns import take_turn
    from games.rules.moves import Move
    from games.rules.visibility import view_for

    random = Random(seed)
    game = open_table(host=people[0], options=Options(players=len(people)), now=NOW)
    for user in people[1:]:
        game = join(game_id=game.pk, user=user, seed=random.randbytes(32), now=NOW)
    for seat in range(len(people)):
        table = take_turn(game_id=game.pk, seat=seat, move=Move("ready"), version=None, now=NOW)
    while table.game.is_running and not 0 < turns <= table.game.turn_number:
        seat, version = table.state.active, table.game.version
        move = way(view_for(table.state, seat), random)
        table = take_turn(game_id=game.pk, seat=seat, move=move, version=version, now=NOW)
    return Game.objects.get(pk=game.pk)


def measure(person: User, address: str, headers: dict[str, str]) -> tuple[float, int]:
    """Return the milliseconds of a page as `person` gets it, the median, and its bytes."""
    browser = _browser(person)
    taken = []
    for _time in range(TIMES):
        start = time.perf_counter()
        answer = browser.get(address, headers=headers)
        taken.append(1000 * (time.perf_counter() - start))
        assert answer.status_code == 200, answer.status_code
    return statistics.median(taken), len(answer.content)


def kept(game: Game) -> int:
    """Return the bytes of the record and of its seats' columns."""
    assert game.record is not None
    columns = game.seats.values_list()
    told = [str(value) for row in columns for value in row if value is not None]
    return len(json.dumps(game.record).encode()) + len("".join(told).encode())


def _browser(person: User) -> Client:
    from django.conf import settings
    from django.test import Client

    client = Client(SERVER_NAME="127.0.0.1")
    client.force_login(person, backend=settings.AUTHENTICATION_BACKENDS[0])
    return client


if __name__ == "__main__":
    main()
