"""How fast a history is shown, however long it is: `python -m bench.history`.

The same page for somebody with ten finished games and with 100,000, unfiltered and by each filter,
those included that nearly nothing matches; first as the person sees it, then another who has sat at
many tables. On PostgreSQL alone (BENCH_DATABASE_URL), in a database with 200,000 games: it plans by
what it knows of them.
"""

from __future__ import annotations

import os
import statistics
import tempfile
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from bench.expiry import make_database
from bench.profile import ask

if TYPE_CHECKING:
    from django.db.models import Model

    from accounts.models import User

URL = os.environ.get("BENCH_DATABASE_URL", "postgres://postgres@127.0.0.1:5432/drako_bench_history")
FEW, MANY = 10, 100_000  # games of one person
RARE = 3  # games of the many with the opponent whom they hardly ever meet
OPPONENTS = 200
TIMES = 9  # that each page is asked for
NOW = datetime(2026, 3, 1, 8, 0, tzinfo=UTC)
RULESETS = ("rulebook", "rulebook", "rulebook", "arena")
QUERIES = {
    "all": "",
    "earliest page": "before={code}",
    "ruleset": "ruleset=arena",
    "ruleset never played": "ruleset=aetherya",
    "players": "players=3",
    "frequent opponent": "opponent=Opponent+7",
    "rare opponent": "opponent=Rare",
    "rare and busy opponent": "opponent=Busy",
    "won": "result=won",
    "without a result": "result=none",
    "rated": "rated=yes",
    "a day long ago": "since=2001-01-01&until=2025-01-02",
    "rare in all": "ruleset=arena&players=4&opponent=Rare&result=won&rated=no",
}


class People(NamedTuple):
    """Who has few games, who many, who as many others, and who looks at theirs."""

    few: User
    many: User
    busy: User
    reader: User


class Measured(NamedTuple):
    """What one page took, in milliseconds, and how many queries it asked."""

    page: float
    database: float
    queries: int


def main() -> None:
    """Measure and print."""
    if not make_database(URL):
        print("A page of the history is not measured: no PostgreSQL, see BENCH_DATABASE_URL.")
        return
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"VAR_DIR": folder, "SITE_URL": "http://127.0.0.1:8000", "REDIS_URL": ""}
        os.environ["DATABASE_URL"] = URL
        os.environ["DJANGO_SETTINGS_MODULE"] = "bench.http.settings"
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connection

        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        people = make_people()
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")
        print(f"{'a page of the history of so many games':42}{FEW:>7}{MANY:>9,}  queries for these")
        for name, query in QUERIES.items():
            show(f"own, {name}", people, None, query)
        for name, query in QUERIES.items():
            show(f"another’s, {name}", people, people.reader, query)
        show(f"another’s, who has {MANY:,} as well", people, people.busy, "")
        connection.close()


def show(name: str, people: People, reader: User | None, query: str) -> None:
    """Measure one page for both lengths, and print it."""
    one, other = (measure(person, reader, query) for person in (people.few, people.many))
    print(
        f"{name:42}{one.page:>7.1f}{other.page:>9.1f} ms {other.database:>7.1f} ms in"
        f" {other.queries:>2}"
    )


def make_people() -> People:
    """Return the people, with their games."""
    from accounts.models import User

    names = ["Few", "Many", "Busy", "Rare", *(f"Opponent {one}" for one in range(OPPONENTS))]
    User.objects.bulk_create(
        User(name=name, name_key=name.lower(), email=f"{one}@example.org")
        for one, name in enumerate(names)
    )
    few, many, busy, rare, *others = User.objects.order_by("pk")
    play(few, others, FEW, rarely=[rare, busy])
    play(many, others, MANY, rarely=[rare, busy])
    play(busy, [], MANY, rarely=[])
    return People(few, many, busy, reader=others[7])


def play(person: User, others: list[User], times: int, *, rarely: list[User]) -> None:
    """Let `person` have finished so many games, the earliest ones with those met `rarely`.

    Without `others` the seats beside are of nobody that is there.
    """
    from games.models import Game, Seat

    random = Random(1)
    made = Game.objects.count()
    games = [_game(made + number + 1, number, random) for number in range(times)]
    write(Game, games)
    write(
        Seat,
        (
            seat
            for number, game in enumerate(games)
            for seat in _seats(game, person, rarely if number < RARE else others, random)
        ),
    )


def write(model: type[Model], rows: Iterable[dict[str, Any]]) -> None:
    """Copy rows into the table of `model`; columns that they do not name have their defaults."""
    from django.db import connection

    empty = model()
    defaults = {
        field.attname: field.get_db_prep_save(getattr(empty, field.attname), connection)
        for field in model._meta.local_concrete_fields
        if not field.primary_key or model.__name__ == "Game"
    }
    names = ", ".join(f'"{column}"' for column in defaults)
    with (
        connection.cursor() as cursor,
        cursor.copy(f'COPY "{model._meta.db_table}" ({names}) FROM STDIN') as copy,
    ):
        for row in rows:
            copy.write_row([row.get(column, default) for column, default in defaults.items()])


def _game(pk: int, number: int, random: Random) -> dict[str, Any]:
    ended = NOW - timedelta(days=365 * 12) + timedelta(hours=number)
    void = random.random() < 0.02
    return {
        "id": pk,
        "code": f"game{pk:08}",
        "status": "void" if void else "over",
        "end": "agreed" if void else "explored",
        "players": random.choice((2, 2, 2, 3, 4)),
        "public": random.random() < 0.7,
        "ruleset": random.choice(RULESETS),
        "rated": random.random() < 0.6,
        "record": None if void else "{}",
        "created_at": ended - timedelta(days=9),
        "started_at": ended - timedelta(days=8),
        "ended_at": ended,
    }


def _seats(
    game: dict[str, Any], person: User, others: list[User], random: Random
) -> Iterator[dict[str, Any]]:
    from games.rules.scoring import CATEGORIES

    void = game["status"] == "void"
    users = [person, *random.sample(others, min(len(others), game["players"] - 1))]
    random.shuffle(users)
    points = {} if void else dict.fromkeys(CATEGORIES, 3)
    rating = {"mu_before": 25.0, "sigma_before": 8.0, "mu": 25.2, "sigma": 7.9}
    for number, user in enumerate(users):
        yield {
            "game_id": game["id"],
            "number": number,
            "user_id": user.pk,
            "name": user.name,
            "joined_at": game["created_at"],
            "place": None if void else number + 1,
            **{name: game[name] for name in ("players", "ended_at", "ruleset", "rated", "public")},
            **points,
            **(rating if game["rated"] and not void else {}),
        }


def measure(person: User, reader: User | None, query: str) -> Measured:
    """Return what the history of `person` takes for themselves, or for another `reader`."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext
    from django.urls import reverse

    client = Client(SERVER_NAME="127.0.0.1")
    client.force_login(reader or person)
    address = reverse("person-history", args=[person.name]) if reader else reverse("my-history")
    address += "?" + query.format(code=_early(person, reader))
    times = [ask(client, address) for _time in range(TIMES)]
    with CaptureQueriesContext(connection) as asked:
        ask(client, address)
    database = 1000 * sum(float(each["time"]) for each in asked)
    return Measured(statistics.median(times), database, len(asked))


def _early(person: User, reader: User | None) -> str:
    """Return the code of one of the first games of `person` that `reader` may know of."""
    seats = person.seats.filter(**({"public": True} if reader else {})).order_by("ended_at")
    return seats.values_list("game__code", flat=True)[2]


if __name__ == "__main__":
    main()
