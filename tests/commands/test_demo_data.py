from __future__ import annotations

import json
import re
from collections import Counter
from datetime import timedelta
from io import BytesIO, StringIO
from typing import Any
from unittest.mock import patch

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import models
from django.db.models import F
from django.utils import timezone
from pytest_django import Settings

from accounts.blocks import block
from accounts.models import (
    Act,
    Block,
    HeldName,
    Notice,
    PersonNote,
    Sanction,
    SiteSwitches,
    User,
    Vacation,
)
from games.management.commands.check_records import outcome
from games.management.demo import games, people, reports, roles
from games.management.demo.scenes import SCENES
from games.management.json_lines import answer_lines
from games.models import Game, KingdomCell, Move, Report, Seat
from games.play.deal import as_dealt
from games.play.expiry import expire_due
from games.play.finish import decisions
from games.play.moderation.acting import act_on
from games.play.people.closing import close_account
from games.play.records import told_record
from games.play.storage import load
from games.rules.engine import play
from games.rules.rulings import latest
from games.tasks import send_mail, sweep_mail, sweep_sanctions
from tests.builders import make_groups, make_user
from tests.side_by_side import side_by_side
from tests.views.visitors import browser_of

pytestmark = pytest.mark.django_db
# A whole site is made on PostgreSQL once, by two at a time; what is in it does not depend on that.
once = pytest.mark.sqlite

PASSWORD = "correct horse battery"
FEW = {"people": 14, "games": 3, "reports": 2}
ROWS: tuple[type[models.Model], ...] = (
    *(User, Game, Seat, Move, KingdomCell, Report, Sanction, Notice, Act, Block, HeldName),
    *(PersonNote, Vacation),
)


def demo(**options: object) -> str:
    out = StringIO()
    call_command("demo_data", stdout=out, **options)
    return out.getvalue()


def rows() -> dict[str, int]:
    return {model.__name__: model._default_manager.count() for model in ROWS}


@once
def test_every_state_is_there_and_as_real_as_any() -> None:
    said = demo(people=16, games=len(SCENES), reports=18, password=PASSWORD)
    _states_of_games()
    _every_record_is_accepted()
    _states_of_people()
    _states_of_reports()
    _rows_follow_from_the_log()
    _nothing_is_due()
    _pages()
    assert PASSWORD in said
    there = rows()
    again = demo(people=16, games=len(SCENES), reports=18)
    assert rows() == there
    assert PASSWORD not in again
    _password_is(PASSWORD)
    _nothing_is_mailed()


def _states_of_games() -> None:
    found = Game.objects.values_list("status", "end", "phase")
    statuses = {status for status, _end, _phase in found}
    assert statuses == {*Game.Status.values}
    assert {end for _status, end, _phase in found} >= {
        *("explored", "limit", "alone", "bots"),
        *("called-off", "agreed", "idle", "moderator", "voided"),
    }
    playing = {phase for status, _end, phase in found if status == Game.Status.PLAYING}
    assert playing == {"action", "placing", "claiming"}
    over = Game.objects.filter(record__isnull=False)
    assert {game.ruleset for game in over} == {*latest().rulesets}
    assert {game.players for game in over} == {2, 3, 4}
    assert {*Seat.objects.values_list("left_why", flat=True)} == {
        *("", "resigned", "timeout", "removed")
    }
    running = Game.objects.filter(status=Game.Status.PLAYING)
    assert running.filter(proposed_by__isnull=False).exists()
    assert running.filter(stopped_seconds__isnull=False).exists()
    assert running.filter(leavers=Game.Leavers.BOT, seats__left_at__isnull=False).exists()
    assert running.filter(deadline__lte=timezone.now() + timedelta(hours=1)).exists()
    assert running.filter(deadline__lte=timezone.now(), stuck_until__gt=timezone.now()).exists()
    assert Game.objects.filter(moderated=True).exists()


def _every_record_is_accepted() -> None:
    """As it is kept and as it is told, by the command that anybody can run."""
    recorded = Game.objects.filter(record__isnull=False)
    tables = [(game, list(game.seats.order_by("number"))) for game in recorded]
    records = [game.record for game, _seats in tables]
    records += [told_record(game, seats) for game, seats in tables]
    lines = "".join(f"{json.dumps(record)}\n" for record in records)
    said = StringIO()
    assert answer_lines(outcome, source=BytesIO(lines.encode()), out=said), said.getvalue()
    answers = [json.loads(line) for line in said.getvalue().splitlines()]
    assert len(answers) == 2 * len(tables)
    for (game, seats), kept, told in zip(tables, answers, answers[len(tables) :], strict=False):
        assert kept == told
        if game.status == Game.Status.OVER:
            assert [seat.place for seat in seats] == kept["places"]
            assert [seat.total for seat in seats] == [own["total"] for own in kept["scores"]]


def _states_of_people() -> None:
    now, there = timezone.now(), people.everybody()
    assert len(there) == 15  # one has left
    assert roles.FORMER not in there
    assert Seat.objects.filter(user=None, bot="", name="", game__status="over").exists()
    assert there[roles.SUSPENDED].is_paused(now)
    assert there[roles.BANNED].is_suspended(now)
    assert there[roles.MUTED].is_muted(now)
    assert there[roles.AWAY].is_away(now)
    assert there[roles.GUEST].is_guest
    assert {user.groups.get().name for user in there.values() if user.is_staff} == {
        *("moderator", "operator")
    }
    assert not User.objects.filter(is_superuser=True).exists()
    assert HeldName.objects.filter(user=there[roles.RENAMED], until__isnull=False).exists()
    assert Block.objects.filter(blocker=there[roles.BLOCKER]).exists()
    assert PersonNote.objects.exists()
    by_mail = [number for number, user in there.items() if user.plays_by_mail_since is not None]
    assert by_mail == [roles.BUSIEST, roles.WARNED, roles.BLOCKER]
    for user in there.values():
        user.full_clean(exclude=["password"])


def _states_of_reports() -> None:
    assert Report.objects.count() == 18
    assert {*Report.objects.values_list("about", flat=True)} == {*Report.About.values}
    assert {*Report.objects.values_list("decision", flat=True)} == {"", *Report.Decision.values}
    assert Report.objects.filter(about="appeal", closed_at=None).exists()
    assert Report.objects.filter(closed_at=None, taken_by__isnull=False).exists()
    assert {*Sanction.objects.values_list("kind", flat=True)} == {*Sanction.Kind.values}
    assert Act.objects.filter(what=Act.What.LIFT).exists()


def _nothing_is_mailed() -> None:
    states = Counter(Notice.objects.values_list("state", flat=True))
    assert {*states} == {"waiting", "sent", "dropped", "failed"}
    sweep_mail()
    send_mail()
    Notice.objects.filter(state="waiting").update(not_before=timezone.now())
    send_mail()
    assert mail.outbox == []


def _nothing_is_due() -> None:
    now = timezone.now()
    assert expire_due(now) == 0
    assert not Game.objects.filter(bot_due=True).exists()
    assert sweep_sanctions() == {"sanctions followed": 0}
    assert not Move.objects.filter(at__gt=now).exists()
    assert not Game.objects.filter(ended_at__gt=now).exists()
    assert not Game.objects.filter(running_since__lt=F("created_at")).exists()


def _rows_follow_from_the_log() -> None:
    for game in Game.objects.exclude(seed=None):
        bots = frozenset(game.seats.exclude(bot="").values_list("number", flat=True))
        state = as_dealt(game, bots=bots)
        for seat, move in decisions(game):
            play(state, seat, move)
        if game.status != Game.Status.VOID:
            assert load(game).state == state, game


def _pages() -> None:
    now = timezone.now()
    browsers = {
        user.pk: browser_of(user)
        for user in people.everybody().values()
        if not user.is_suspended(now)
    }
    for seat in Seat.objects.filter(user__in=browsers).select_related("game"):
        page = browsers[seat.user_id or 0].get(f"/g/{seat.game.code}/")
        assert page.status_code == 200, (seat.game, seat.user_id)
    reader = browsers[people.everybody()[roles.BUSIEST].pk]
    for user in people.everybody().values():
        assert reader.get(f"/people/{user.name}/").status_code == 200, user


def _password_is(password: str) -> None:
    members = [user for user in people.everybody().values() if not user.is_guest]
    assert all(user.check_password(password) for user in members)


@once
def test_a_run_that_was_stopped_is_taken_up_again() -> None:
    def stop(number: int, **options: object) -> bool:
        if number == 2:
            raise KeyboardInterrupt
        return make(number, **options)  # type: ignore[arg-type]

    make = games.make
    with (
        patch("games.management.demo.games.make", stop),
        pytest.raises(CommandError, match="Run it again") as stopped,
    ):
        demo(**FEW)
    assert stopped.value.returncode == 130
    assert {*games.keys()} == {0, 1}
    before = games.keys()
    said = demo(**FEW)
    assert "Games: 3 of 3, 1 made" in said
    assert {number: games.keys()[number] for number in before} == before
    assert {*reports.keys()} == {0, 1}
    assert len(people.everybody()) == 13


@once
def test_a_game_broken_off_in_the_middle_leaves_nothing() -> None:
    with (
        patch("games.management.demo.playing.Sitting.to_the_end", side_effect=KeyboardInterrupt),
        pytest.raises(CommandError),
    ):
        demo(**FEW)
    assert not Game.objects.exists()
    assert not Move.objects.exists()


@once
def test_a_later_run_makes_more() -> None:
    demo(**FEW)
    demo(people=18, games=6, reports=3)
    assert {*games.keys()} == {*range(6)}
    assert {*reports.keys()} == {*range(3)}
    assert len(people.everybody()) == 17


@once
def test_a_later_run_leaves_out_who_is_banned_blocked_or_gone() -> None:
    demo(people=24, games=3, reports=2)
    there, now = people.everybody(), timezone.now()
    boss = User.objects.create_superuser("Boss", "boss@example.com")
    terms: dict[str, Any] = {"by": boss, "reason": "Rude.", "games": "leave", "now": now}
    for number in (roles.BUSIEST, roles.MODERATOR, roles.AWAY, roles.GUEST, 17, 20):
        act_on(person_id=there[number].pk, kind="ban", until=None, **terms)
    lapsed = there[roles.OPERATOR]
    User.objects.filter(pk=lapsed.pk).update(suspended_until=now - timedelta(days=1))
    for number in (roles.OTHER_MODERATOR, roles.WARNED, 16, 18):
        close_account(user_id=there[number].pk, now=now)
    block(by=there[14], person_id=there[19].pk, now=now)
    seats = Seat.objects.filter(user__in=[there[roles.BUSIEST], lapsed]).count()
    demo(people=24, games=len(SCENES), reports=18, yes=True)
    assert {*games.keys()} >= {*range(3, len(SCENES))}
    assert Seat.objects.filter(user__in=[there[roles.BUSIEST], lapsed]).count() <= seats


@once
def test_while_tables_are_closed_nothing_is_made() -> None:
    SiteSwitches.objects.create(tables_closed=True)
    with pytest.raises(CommandError, match="no tables"):
        demo(**FEW)
    assert not User.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_two_at_once_make_everything_once() -> None:
    make_groups()
    side_by_side([lambda: demo(**FEW), lambda: demo(**FEW)])
    assert Game.objects.count() == 3
    assert User.objects.count() == 13
    assert Report.objects.count() == 2


@once
def test_one_seed_gives_the_same_games() -> None:
    demo(**FEW, seed=5)
    told = [_told(pk) for _number, pk in sorted(games.keys().items())]
    Game.objects.all().delete()
    User.objects.all().delete()
    demo(**FEW, seed=5)
    assert [_told(pk) for _number, pk in sorted(games.keys().items())] == told


def _told(game_id: int) -> list[tuple[object, ...]]:
    return list(Move.objects.filter(game=game_id).values_list("seat", "act", "square", "detail"))


@once
def test_a_password_is_made_and_told_once() -> None:
    told = re.search(r"The password of all of them: (\S+)", demo(**FEW))
    assert told
    _password_is(told[1])
    assert "The password is as it was" in demo(**FEW)
    demo(**FEW, password=PASSWORD)
    _password_is(PASSWORD)


@once
def test_a_site_of_other_people_is_left_alone() -> None:
    make_user("Somebody")
    with pytest.raises(CommandError, match=r"Others have accounts here \(1\)"):
        demo(**FEW)
    assert User.objects.count() == 1
    demo(**FEW, yes=True)
    assert len(people.everybody()) == 13


@once
def test_a_site_in_public_is_left_alone(settings: Settings) -> None:
    settings.ON_LAPTOP = False
    with pytest.raises(CommandError, match="for laptops"):
        demo(**FEW)
    assert not User.objects.exists()


@once
def test_who_has_one_of_the_names_keeps_it() -> None:
    user = make_user("mirelda")
    with pytest.raises(CommandError, match="Somebody else has"):
        demo(**FEW, yes=True)
    assert User.objects.get() == user


@once
@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"people": 13}, "--people"),
        ({"people": 10_001}, "--people"),
        ({"games": -1}, "--games"),
        ({"reports": 100_001}, "--reports"),
        ({"password": "secret"}, "--password"),
    ],
)
def test_what_cannot_be_is_refused(wrong: dict[str, object], said: str) -> None:
    with pytest.raises(CommandError, match=said):
        demo(**{**FEW, **wrong})
    assert not User.objects.exists()
