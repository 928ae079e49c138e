"""How fast somebody's page and the leaderboard are shown: `python -m bench.profile`.

The page of a person with ten finished rated games and of one with 10,000, all of them; the first
and the last page of a leaderboard of 10,000. On PostgreSQL where there is a server
(BENCH_DATABASE_URL), else on SQLite.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random
from typing import TYPE_CHECKING

from bench.expiry import make_database

if TYPE_CHECKING:
    from django.test import Client

    from accounts.models import User
    from games.models import Game, Seat

URL = os.environ.get("BENCH_DATABASE_URL", "postgres://postgres@127.0.0.1:5432/drako_bench_profile")
FEW, MANY = 10, 10_000  # games of one person
PEOPLE = 10_000  # rated
OPPONENTS = 200
TIMES = 15  # that each page is asked for
NOW = datetime(2026, 3, 1, 8, 0, tzinfo=UTC)


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"VAR_DIR": folder, "SITE_URL": "http://127.0.0.1:8000", "REDIS_URL": ""}
        os.environ["DATABASE_URL"] = URL if make_database(URL) else ""
        os.environ["DJANGO_SETTINGS_MODULE"] = "bench.http.settings"
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connection

        call_command("migrate", verbosity=0)
        call_command("collectstatic", verbosity=0, interactive=False)
        few, many = make_people()
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")
        for what, address, person in (
            (f"own page, {FEW} finished games", f"/people/{few.name}/", few),
            (f"own page, {MANY:,} finished games", f"/people/{many.name}/", many),
            ("the same for somebody else", f"/people/{many.name}/", few),
            (f"leaderboard of {PEOPLE:,}", "/leaderboard/", many),
            ("its last page", f"/leaderboard/?page={PEOPLE // 50}", many),
        ):
            page, database, queries = measure(person, address)
            print(
                f"{page:>11.1f} ms: {what}; {database:.1f} ms of it in {queries} queries on"
                f" {connection.display_name}"
            )
        connection.close()


def make_people() -> tuple[User, User]:
    """Return who has few games and who has many; both and all others are rated."""
    from accounts.models import User
    from games.models import Rating

    names = ["Few", "Many", *(f"Person {number}" for number in range(PEOPLE - 2))]
    User.objects.bulk_create(
        User(name=name, name_key=name.lower(), email=f"{number}@example.org")
        for number, name in enumerate(names)
    )
    people = list(User.objects.order_by("pk"))
    random = Random(1)
    Rating.objects.bulk_create(
        Rating(user=person, mu=random.gauss(25, 5), sigma=2, games=20) for person in people
    )
    few, many, *others = people
    play(few, others[:OPPONENTS], range(1, FEW + 1), random)
    play(many, others[:OPPONENTS], range(FEW + 1, FEW + MANY + 1), random)
    return few, many


def play(person: User, others: list[User], numbers: range, random: Random) -> None:
    """Let `person` have finished rated games of the lobby with others, counted as these numbers."""
    from games.models import Game, Seat

    games = Game.objects.bulk_create(_game(number, random) for number in numbers)
    seats = (
        seat
        for game in games
        for seat in _seats(game, [person, *random.sample(others, game.players - 1)], random)
    )
    Seat.objects.bulk_create(seats)


def _game(number: int, random: Random) -> Game:
    from games.models import Game

    at = NOW + timedelta(hours=number)
    return Game(
        status=Game.Status.OVER,
        players=random.choice((2, 2, 2, 3, 4)),
        ruleset=random.choice(("rulebook", "arena", "aetherya")),
        rated=True,
        rated_number=number,
        record={},
        created_at=at,
        ended_at=at,
    )


def _seats(game: Game, people: list[User], random: Random) -> Iterator[Seat]:
    from games.models import Seat
    from games.rules.scoring import CATEGORIES

    random.shuffle(people)
    for number, user in enumerate(people):
        yield Seat(
            game=game,
            number=number,
            players=game.players,
            user=user,
            name=user.name,
            joined_at=game.created_at,
            place=number + 1,
            ended_at=game.ended_at,
            ruleset=game.ruleset,
            rated=True,
            mu_before=25,
            sigma_before=8,
            mu=random.gauss(25, 1),
            sigma=8,
            **{category: random.randint(-3, 9) for category in CATEGORIES},
        )


def measure(reader: User, address: str) -> tuple[float, float, int]:
    """Return what a page takes: milliseconds in all and in the database, and its queries."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    client = Client(SERVER_NAME="127.0.0.1")
    client.force_login(reader)
    times = [ask(client, address) for _time in range(TIMES)]
    with CaptureQueriesContext(connection) as asked:
        ask(client, address)
    database = 1000 * sum(float(each["time"]) for each in asked)
    return statistics.median(times), database, len(asked)


def ask(client: Client, address: str) -> float:
    """Return how long a page takes, in milliseconds."""
    started = time.perf_counter()
    answer = client.get(address)
    taken = time.perf_counter() - started
    assert answer.status_code == 200, address
    return 1000 * taken


if __name__ == "__main__":
    main()
