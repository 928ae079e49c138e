"""A game of four over simulated weeks by mail alone: nobody ever looks at the site.

Turn mails go out by the site's own sender to a mail server that fails one delivery in twenty.
People's programs answer them by SMTP to another, which fails as often and hands what it took to
`manage.py receive_mail`: killed now and then, without a database now and then. The process that
sweeps and sends is killed now and then too. All of it at moments that the test sets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import pytest
import time_machine
from django.contrib.sessions.models import Session

from accounts.models import Notice, User
from games.models import Game, Move, ReceivedMail
from games.play.lobby import Options, join, open_table
from games.play.pace import DAY
from games.rules.notation.checking import check_record, score_object
from tests.builders import SEED, make_user
from tests.fixtures.mail_server import MailServer
from tests.fixtures.site import site_environment
from tests.weeks.correspondents import MANNERS, Correspondent
from tests.weeks.inbound import EVERY, Inbound
from tests.weeks.pipe import KILLED, TRY_LATER
from tests.weeks.site_process import SiteProcess
from tests.weeks.unreliable import Unreliable
from tests.weeks.weeks_by_mail import START, Weeks

# As mail arrives at a server; on SQLite test_weeks.py plays over weeks, test_killed.py by mail.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]

TURNS = 5
REPLY_ADDRESS = "play+*@drako.example"
TRICKS = (
    *("", "twice", "wrong", "half", "board", "", "stale", "away", "help", "twice"),
    *("words", "resign", "elsewhere", "stale", "half"),
)


@pytest.fixture
def users() -> list[User]:
    """Four people in four zones, each with another mail program."""
    plays: dict[str, Any] = {"email_proven_at": START, "plays_by_mail_since": START}
    return [
        make_user("Ana", time_zone="Europe/Berlin", **plays),
        make_user("Bo", time_zone="Europe/Paris", **plays),
        make_user("Cy", time_zone="America/New_York", **plays),
        make_user("Di", time_zone="Asia/Tokyo", **plays),
    ]


@pytest.fixture
def site_env(mail_server: MailServer, settings: Any, transactional_db: None) -> dict[str, str]:
    """The environment of the site's processes; the test itself has the same settings."""
    settings.REPLY_ADDRESS = REPLY_ADDRESS
    mail = {"EMAIL_URL": f"smtp://127.0.0.1:{mail_server.port}", "REPLY_ADDRESS": REPLY_ADDRESS}
    return site_environment() | mail


@pytest.fixture
def site(site_env: dict[str, str], tmp_path: Path) -> Iterator[SiteProcess]:
    """The process that sweeps and sends at the moments it is told."""
    process = SiteProcess(env=site_env, log=tmp_path / "site.log")
    yield process
    process.close()


@pytest.fixture
def inbound(site_env: dict[str, str], tmp_path: Path) -> Iterator[Inbound]:
    """Where people's answers go."""
    server = MailServer()
    server.start()
    inbound = Inbound(server, site_env, tmp_path)
    yield inbound
    inbound.close()


def start_game(users: list[User]) -> Game:
    """A table that all have joined; the cards are dealt."""
    options = Options(players=4, turn_limit=TURNS, turn_seconds=2 * DAY, bank_seconds=DAY)
    host, *others = users
    game = open_table(host=host, options=options, now=START)
    for user in others:
        game = join(game_id=game.pk, user=user, seed=SEED, now=START)
    return game


def test_a_game_of_four_by_mail_alone(
    users: list[User],
    site: SiteProcess,
    mail_server: MailServer,
    inbound: Inbound,
    settings: Any,
) -> None:
    out = Unreliable(mail_server, every=EVERY)
    with time_machine.travel(START, tick=False):
        game = start_game(users)
    numbers = dict(game.seats.values_list("user_id", "number"))
    tricks = cycle(TRICKS)
    people = [
        Correspondent(user, numbers[user.pk], manner, Random(f"1 {user.name}"), tricks, game.pk)
        for user, manner in zip(users, MANNERS, strict=True)
    ]
    weeks = Weeks(people, site, mail_server, inbound)
    ended = weeks.run(game)
    assert ended - START > timedelta(weeks=2)

    # It came to its end, and nobody's time was ever up.
    game.refresh_from_db()
    assert (game.status, game.end) == (Game.Status.OVER, "limit")
    assert list(game.seats.values_list("turns", "left_at")) == [(TURNS, None)] * 4
    assert game.record is not None
    scores, places = check_record(game.record)
    assert [score_object(own) for own in scores] == game.record["scores"]
    assert places == game.record["places"]

    # Each mail that counts was kept once and answered once, and did what it was to do.
    sent = {each.message_id: each for person in people for each in person.sent}
    kept = {each.message_id or each.why: each for each in ReceivedMail.objects.all()}
    assert set(kept) == {name for name, each in sent.items() if each.counts}
    assert ReceivedMail.objects.count() == len(kept)
    assert weeks.answered == Counter(dict.fromkeys(kept, 1))
    for name, received in kept.items():
        each = sent[name]
        done = [order["move"] for order in received.orders if order["move"] is not None]
        assert (received.why, received.wants, len(done)) == (each.why, each.wants, each.done)

    assert {received.why for received in kept.values()} == {"", "over", "no-order", "stranger"}
    assert {received.wants for received in kept.values()} == {"", "board", "help"}
    assert sum(received.asks_to_resign for received in kept.values()) == 1

    # All that was played was ordered by mail, and what was ordered was played once.
    made = [
        order["move"]
        for received in kept.values()
        for order in received.orders
        if order["move"] is not None
    ]
    assert sorted(made) == list(Move.objects.filter(game=game).values_list("number", flat=True))
    assert not Session.objects.exists()
    assert {user.last_login for user in User.objects.all()} == {None}

    # Each turn was told once, all went out, and nothing doubled but what a mail server doubled.
    turns = Counter(int(key.split(":")[2]) for key in weeks.told if key.startswith("turn:"))
    assert turns == Counter(dict.fromkeys(range(4), TURNS))
    assert set(weeks.told.values()) == {1}
    assert Counter(key.split(":")[0] for key in weeks.told)["over"] == 4
    assert not Notice.objects.exclude(state__in=["sent", "dropped"]).exists()
    assert weeks.doubled <= out.may_have_doubled + weeks.cut_short

    # All that was to go wrong did.
    assert out.may_have_doubled and inbound.lines.may_have_doubled and weeks.cut_short
    assert {0, TRY_LATER, KILLED} == set(inbound.ended)
    assert not (Path(str(settings.VAR_DIR)) / "failed-mails").exists()
