"""Who is asked for a rematch is told by mail, as long as somebody waits for their answer."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings
from django.core import mail as outgoing

from accounts.blocks import block
from accounts.models import Notice, User
from games.mail.kind import Later
from games.mail.kinds import KINDS
from games.mail.sender import drain
from games.models import Game
from games.play.invitations import decline
from games.play.lobby import join, leave_table, play_now, start
from games.play.rematch import offer
from games.rules.moves import Move
from tests.builders import NOW, SEED, act, make_game
from tests.mail.telling import html_of, is_told, is_untrue, look, mail, notice_of, text

# What mails say does not depend on the database; outbox and sender are tested on both.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
DAY = timedelta(days=1)


@pytest.fixture
def over(people: list[User]) -> Game:
    """A game of Ana, Bo and Cy that is over."""
    game = make_game(*people)
    for seat in (0, 1):
        act(game, seat, Move("leave", detail="resigned"))
    return Game.objects.get(pk=game.pk)


@pytest.fixture
def table(over: Game, people: list[User]) -> Game:
    return ask(over, people[0])


def ask(game: Game, user: User, *, days: int = 0) -> Game:
    return offer(game_id=game.pk, user=user, seed=SEED, now=NOW + days * DAY)


def told() -> list[str]:
    notices = Notice.objects.filter(kind="rematch").select_related("user").order_by("pk")
    return [notice.user.name for notice in notices if notice.user]


def test_the_others_are_told_at_once(over: Game, table: Game, people: list[User]) -> None:
    assert told() == ["Bo", "Cy"]
    assert KINDS["rematch"].way == "at-once"
    message = mail(notice_of(people[1], "rematch"), now=NOW)
    assert message.subject == "Ana asks you for a rematch"
    body = " ".join(str(message.body).split())
    assert "At the table: Ana. Also asked: Cy." in body
    terms = "3 players · Rulebook · Daily: 1 day a turn, 3 days in the bank · 40 turns each at most"
    assert f"{terms} · not rated" in body
    assert "It waits for 14 days, until Sun 15 Mar 2026, 08:00 UTC." in body
    before = f"{settings.SITE_URL}{over.get_absolute_url()}"
    for part in (body, html_of(message)):
        assert table.get_absolute_url() in part
        assert before in part.split() or f'href="{before}"' in part
    assert f"game-{table.code}." in str(message.extra_headers["In-Reply-To"])


def test_its_options_are_those_of_the_game_before(people: list[User]) -> None:
    game = make_game(*people[:2], rated=True, turn_limit=20, leavers="bot")
    act(game, 0, Move("leave", detail="resigned"))
    ask(game, people[0])
    body = " ".join(text(notice_of(people[1], "rematch")).split())
    assert "20 turns each at most · rated · bots play on for those who leave" in body


def test_who_has_come_is_told_too(table: Game, people: list[User]) -> None:
    join(game_id=table.pk, user=people[1], seed=SEED, now=NOW)
    assert "At the table: Ana and Bo." in text(notice_of(people[2], "rematch"))
    assert "Also asked" not in text(notice_of(people[2], "rematch"))


def test_not_who_has_come_or_declined(table: Game, people: list[User]) -> None:
    _ana, bo, cy = people
    join(game_id=table.pk, user=bo, seed=SEED, now=NOW)
    decline(game_id=table.pk, user=cy, now=NOW)
    assert is_untrue(notice_of(bo, "rematch"))
    assert is_untrue(notice_of(cy, "rematch"))


def test_not_when_it_has_begun_or_nobody_waits(table: Game, people: list[User]) -> None:
    ana, bo, cy = people
    block(by=ana, person_id=bo.pk, now=NOW)
    assert is_untrue(notice_of(bo, "rematch"))
    assert is_told(notice_of(cy, "rematch"))
    start(game_id=table.pk, by=ana, bot="random", seed=SEED, now=NOW)
    assert is_untrue(notice_of(cy, "rematch"))


def test_a_table_that_is_about_to_expire_is_looked_at_again(
    table: Game, people: list[User]
) -> None:
    found = look(notice_of(people[1], "rematch"), NOW + 14 * DAY)
    assert found == Later(NOW + 14 * DAY + timedelta(minutes=1))


def test_asking_again_and_again_sends_one_mail_a_day(
    over: Game, table: Game, people: list[User]
) -> None:
    ana, bo, _cy = people
    leave_table(game_id=table.pk, user=ana, now=NOW)
    notice = notice_of(bo, "rematch")
    assert is_untrue(notice)
    Notice.objects.filter(pk=notice.pk).update(state="dropped")
    again = ask(over, ana)
    assert told() == ["Bo", "Cy"]
    notice.refresh_from_db()
    assert notice.state == "waiting"
    assert again.get_absolute_url() in str(mail(notice, now=NOW).body)
    Notice.objects.filter(kind="rematch").update(state="sent")
    leave_table(game_id=again.pk, user=ana, now=NOW)
    ask(over, ana)
    assert set(Notice.objects.filter(kind="rematch").values_list("state", flat=True)) == {"sent"}
    leave_table(game_id=Game.objects.get(status="open").pk, user=ana, now=NOW)
    ask(over, ana, days=1)
    assert told() == ["Bo", "Cy", "Bo", "Cy"]


def test_without_a_clock_nobody_is_told(people: list[User]) -> None:
    game = play_now(user=people[0], bots=1, bot="random", seed=SEED, now=NOW)
    act(game, 0, Move("leave", detail="resigned"))
    ask(game, people[0])
    assert told() == []


def test_the_host_of_such_a_table_is_not_asked_to_send_its_link(
    table: Game, people: list[User]
) -> None:
    warning = text(notice_of(people[0], "table-expiring"), NOW + 12 * DAY)
    assert "At the table you can let others in too" in warning
    assert "Send its link" not in warning


def test_it_is_sent(table: Game, people: list[User], site: None) -> None:
    User.objects.update(email_proven_at=NOW)
    Notice.objects.exclude(kind="rematch").delete()
    drain(clock=lambda: NOW)
    subjects = [message.subject for message in outgoing.outbox]
    assert subjects == ["Ana asks you for a rematch"] * 2
