"""Plain builders for tests: people, tables and games in any state, from fixed seeds."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from importlib import import_module
from itertools import count
from random import Random

from django.apps import apps
from django.contrib.auth.models import Group
from django.db import connection

from accounts.models import User
from games.models import Game, KingdomCell, LegendCard, Report
from games.play.lobby import Options, join, open_table, start
from games.play.storage import Table, load
from games.play.turns import take_turn
from games.rules.legality import legal_moves
from games.rules.legends import RIVER_SIZE
from games.rules.moves import Move

NOW = datetime(2026, 3, 1, 8, 0, tzinfo=UTC)
SEED = bytes(range(32))
_numbers = count(1)


def make_user(name: str = "", *, email: str = "", **fields: object) -> User:
    """A saved member who signs in with the password "secret-word"."""
    name = name or f"Player {next(_numbers)}"
    return User.objects.create_user(
        name, email or f"{name.lower().replace(' ', '.')}@example.org", "secret-word", **fields
    )


def make_turns(user: User, in_time: int = 200, *, late: int = 0, at: datetime = NOW) -> None:
    """Let `user` have made turns under a clock: by 200, and seats lost as time ran out.

    The games are over; the others at the tables have left the site. Whoever made many turns in time
    may sit at many tables.
    """
    for turns, why in [(in_time, ""), *[(0, "timeout")] * late]:
        game = Game.objects.create(
            status=Game.Status.OVER, turn_seconds=86_400, created_at=at, record={}
        )
        game.seats.create(number=1, players=2, name="", joined_at=at)
        game.seats.create(
            number=0, players=2, user=user, name=user.name, joined_at=at, turns=turns, left_why=why
        )


def make_staff(group: str, name: str = "") -> User:
    """A member of staff in the group `moderator` or `operator`, as the migration makes them."""
    make_groups()
    user = make_user(name, is_staff=True)
    user.groups.add(Group.objects.get(name=group))
    return user


def make_groups() -> None:
    """Make the groups of staff where a test with transactions of its own has emptied the tables."""
    if not Group.objects.filter(name="moderator").exists():
        migration = import_module("games.migrations.0005_moderators_and_operators")
        migration.make_groups(apps, connection.schema_editor())


def make_report(
    person: User,
    *,
    reporter: User | None = None,
    about: str = "abuse",
    game: Game | None = None,
    text: str = "",
    at: datetime = NOW,
) -> Report:
    """An open report on somebody, by somebody whom nobody knows."""
    return Report.objects.create(
        reporter=reporter or make_user(), person=person, about=about, game=game, text=text, at=at
    )


def make_game(
    *users: User,
    players: int = 0,
    seed: bytes = SEED,
    bots: str = "random",
    arranged: bool = True,
    **options: object,
) -> Game:
    """A started game of `users`, bots in the seats left of `players`; arranged as dealt."""
    settings = Options(players=max(players, len(users), 2), **options)  # type: ignore[arg-type]
    host, *others = users
    game = open_table(host=host, options=settings, now=NOW)
    for user in others:
        game = join(game_id=game.pk, user=user, seed=seed, now=NOW)
    if game.status == Game.Status.OPEN:
        game = start(game_id=game.pk, by=host, bot=bots, seed=seed, now=NOW)
    if arranged:
        for number in range(game.players):
            act(game, number, Move("ready"))
    return Game.objects.get(pk=game.pk)


def act(game: Game, seat: int, move: Move, *, now: datetime = NOW) -> Table:
    """Make a move on the game as it stands now, whoever decides for the seat."""
    version = Game.objects.values_list("version", flat=True).get(pk=game.pk)
    return take_turn(game_id=game.pk, seat=seat, move=move, version=version, now=now, stand_in=True)


def lay_kingdom(game: Game, seat: int, *rows: str) -> None:
    """Lay other cards on a Kingdom: four strings of four letters, lower case face down.

    Its game has then not followed from its seed, so it must not come to its end.
    """
    for row, letters in enumerate(rows):
        for column, letter in enumerate(letters):
            KingdomCell.objects.filter(game=game, seat__number=seat, row=row, column=column).update(
                kind=letter.upper(), face_up=letter.isupper()
            )


def lay_river(game: Game, *legends: str) -> None:
    """Put these Legends first in the River, in this order; the others follow as they lay."""
    cards = list(LegendCard.objects.filter(game=game).exclude(zone="owned").order_by("zone"))
    cards.sort(key=lambda card: (card.legend not in legends, card.zone != "river", card.place))
    cards.sort(key=lambda card: [*legends, card.legend].index(card.legend))
    LegendCard.objects.filter(pk__in=[card.pk for card in cards]).update(zone="pile")
    for place, card in enumerate(cards):
        river = place < RIVER_SIZE
        card.zone, card.place = ("river", place) if river else ("pile", place - RIVER_SIZE)
        card.save(update_fields=["zone", "place"])


def play_some(game: Game, moves: int = 10_000, *, random: Random | None = None) -> Table:
    """Make so many random legal decisions of the active seat, or as many as the game has."""
    random = random or Random(1)
    table = load(Game.objects.get(pk=game.pk))
    for number in range(moves):
        if not table.game.is_running:
            break
        seat = table.state.active
        options = [move for move in legal_moves(table.state, seat) if move.act != "leave"]
        now = NOW + timedelta(minutes=number)
        table = act(game, seat, random.choice(options), now=now)
    return table
