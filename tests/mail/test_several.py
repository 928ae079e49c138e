"""Several notices in one mail."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import Notice, User
from games.models import Game
from games.play.expiry import expire_due
from games.play.lobby import Options, open_table
from games.points import signed
from games.rules.moves import Move
from tests.builders import NOW, act, make_game, make_user
from tests.mail.telling import active, end_turn, html_of, mail, notice_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[User]:
    return [make_user("Ana"), make_user("Bo"), make_user("Cy")]


def started(game: Game, user: User) -> Notice:
    return Notice.objects.get(kind="started", user=user, payload__game=game.pk)


def test_what_waits_goes_by_deadline_then_the_news(people: list[User]) -> None:
    ana, bo, cy = people
    games = [make_game(ana, bo, arranged=False), make_game(bo, ana, arranged=False)]
    games.append(make_game(cy, ana, arranged=False))
    for game, hours in zip(games, (30, 20, 10), strict=True):
        Game.objects.filter(pk=game.pk).update(deadline=NOW + timedelta(hours=hours))
    act(make_game(ana, bo, cy, arranged=False), 1, Move("leave", detail="resigned"))
    notices = [notice_of(ana, "left"), *(started(game, ana) for game in games)]
    message = mail(*notices, now=NOW)
    assert message.subject == "3 games wait for you"
    body = str(message.body)
    places = [body.index(game.get_absolute_url()) for game in reversed(games)]
    places.append(body.index("And this has happened:"))
    places.append(body.index("- Bo resigned. Your game against Bo and Cy (your table) goes on."))
    assert places == sorted(places)
    assert "  You have 10 hours, until Sun 1 Mar 2026, 18:00 UTC." in body
    html = html_of(message)
    for told in ("3 games wait for you", "You have 10 hours", "Bo resigned.", "20 hours"):
        assert told in html
    assert html.count("/g/") == body.count("/g/") == 4


def test_games_whose_clock_stands_come_last(people: list[User]) -> None:
    ana, bo, _cy = people
    games = [make_game(ana, bo, arranged=False), make_game(bo, ana, arranged=False)]
    Game.objects.filter(pk=games[0].pk).update(deadline=None, stopped_seconds=60)
    body = str(mail(*(started(game, ana) for game in games), now=NOW).body)
    assert body.index(games[1].code) < body.index(games[0].code)


def test_one_game_that_waits_has_its_whole_mail_with_the_news_below(people: list[User]) -> None:
    ana = people[0]
    game = make_game(*people)
    while active(game, people) != ana:
        end_turn(game)
    turn = notice_of(ana, "turn")
    alone = mail(turn, now=NOW)
    act(make_game(ana, *people[1:], arranged=False), 1, Move("leave", detail="resigned"))
    for notices in ((turn, notice_of(ana, "left")), (notice_of(ana, "left"), turn)):
        message = mail(*notices, now=NOW)
        assert message.subject == alone.subject == "Your turn against Bo and Cy (your table)"
        assert f"<game-{game.code}.{ana.pk}@" in str(message.message()["References"])
        body, whole = str(message.body), str(alone.body).partition("\n-- \n")[0]
        for part in ("Your Kingdom", "The River", "What has happened", "Draw pile"):
            assert part in whole
            assert body.index(part) < body.index("And this has happened:")
        news = "- Bo resigned. Your game against Bo and Cy (your table) goes on."
        assert body.index("And this has happened:") < body.index(news)
        html = html_of(message)
        assert html.index("Your Kingdom") < html.index("And this has happened")
        assert html.index("And this has happened") < html.index("Bo resigned. Your game against")
    assert "And this has happened" not in str(alone.body) + html_of(alone)


def test_so_has_one_that_begins_or_whose_time_runs_short(people: list[User]) -> None:
    ana, bo, _cy = people
    game = make_game(bo, ana, arranged=False)
    act(make_game(*people, arranged=False), 1, Move("leave", detail="resigned"))
    message = mail(started(game, ana), notice_of(ana, "left"), now=NOW)
    assert message.subject == "A game begins: against Bo (Bo’s table)"
    assert "And this has happened" in str(message.body) and "Bo resigned" in html_of(message)
    now = NOW + timedelta(hours=23, minutes=30)
    reminder = Notice.objects.get(
        user=ana, kind="reminder", payload__before=3600, payload__game=game.pk
    )
    message = mail(notice_of(ana, "left"), reminder, now=now)
    assert message.subject.startswith("30 minutes left to arrange your cards")
    assert "And this has happened" in str(message.body) and "Bo resigned" in html_of(message)


def test_news_alone_wait_for_nobody(people: list[User]) -> None:
    ana = people[0]
    game = make_game(*people, make_user("Di"), arranged=False)
    for number in (1, 2):
        act(game, number, Move("leave", detail="resigned"))
    notices = Notice.objects.filter(kind="left", user=ana)
    message = mail(*notices, now=NOW)
    assert message.subject == "News of your game against Bo, Cy and Di (your table)"
    assert "wait" not in str(message.body)
    act(make_game(people[2], people[1], ana, arranged=False), 1, Move("leave", detail="resigned"))
    assert mail(*notices.all(), now=NOW).subject == "News of your games"


def test_a_game_waits_once_in_a_mail(people: list[User]) -> None:
    """Start and reminder of one game: the reminder says all of it."""
    ana, bo, _cy = people
    game = make_game(bo, ana, arranged=False)
    reminder = Notice.objects.get(user=ana, kind="reminder", payload__before=3600)
    now = NOW + timedelta(hours=23, minutes=30)
    message = mail(started(game, ana), reminder, now=now)
    assert message.subject == "30 minutes left to arrange your cards against Bo (Bo’s table)"
    assert f"<game-{game.code}.{ana.pk}@" in str(message.message()["References"])


def test_a_table_without_opponents_has_words_of_its_own(people: list[User]) -> None:
    """Its warning and its end may wait for the same digest."""
    ana = people[0]
    table = open_table(host=ana, options=Options(players=3), now=NOW)
    expire_due(NOW + timedelta(days=14))
    expired = notice_of(ana, "table-expired")
    twice = Notice.objects.create(
        key="table-expired:again",
        user=ana,
        kind="table-expired",
        payload=expired.payload,
        created_at=NOW,
        not_before=NOW,
    )
    message = mail(expired, twice, now=NOW)
    assert message.subject == "News of your table"
    assert table.get_absolute_url() in str(message.body)
    assert "against" not in str(message.body)


def test_a_result_in_a_list_has_winner_place_and_points(people: list[User]) -> None:
    ana, bo, _cy = people
    act(make_game(ana, bo), 0, Move("leave", detail="resigned"))
    act(make_game(*people, arranged=False), 1, Move("leave", detail="resigned"))
    message = mail(notice_of(ana, "over"), notice_of(ana, "left"), now=NOW)
    seats = {seat.user_id: seat for seat in Game.objects.get(status="over").seats.all()}
    points = {number: signed(seat.total or 0) for number, seat in seats.items()}
    told = (
        f"- Your game against Bo (your table) is over. Bo wins with {points[bo.pk]} Harmony."
        f" Your place: 2, with {points[ana.pk]} Harmony."
    )
    assert message.subject == "News of your games"
    assert told in " ".join(str(message.body).split())


def ran_out(people: list[User]) -> tuple[Game, User]:
    """A game that somebody's running out of time ended, and who that was."""
    game = make_game(*people[:2])
    late = active(game, people)
    expire_due(NOW + timedelta(days=5))
    return game, late


def test_who_ended_a_game_by_running_out_reads_it_once_in_one_mail(people: list[User]) -> None:
    game, late = ran_out(people)
    both = [notice_of(late, kind) for kind in ("over", "timed-out")]
    for notices in (both, both[::-1]):
        message = mail(*notices, now=NOW)
        assert message.subject.startswith("Your time ran out against ")
        body = str(message.body)
        assert body.count("wins with") == 1 and "(out of time)" in body
        assert "You are out." in body and "skipped" not in body
        assert f"<game-{game.code}.{late.pk}@" in str(message.message()["References"])


@pytest.mark.parametrize(
    ("kind", "subject"),
    [("over", "The game against "), ("timed-out", "Your time ran out against ")],
)
def test_or_the_one_of_the_two_that_they_want(people: list[User], kind: str, subject: str) -> None:
    _game, late = ran_out(people)
    message = mail(notice_of(late, kind), now=NOW)
    assert message.subject.startswith(subject)
    body = str(message.body)
    assert body.count("wins with") == 1 and "(out of time)" in body


def test_beside_other_news_it_is_one_line_with_the_result(people: list[User]) -> None:
    _game, late = ran_out(people)
    others = [user for user in people if user != late]
    act(make_game(late, *others, arranged=False), 1, Move("leave", detail="resigned"))
    notices = [notice_of(late, kind) for kind in ("over", "left", "timed-out")]
    body = " ".join(str(mail(*notices, now=NOW).body).split())
    assert body.count("wins with") == 1
    assert "- Your time ran out against" in body and "The game is over." in body
    assert "Your place: 2, with" in body and "is over. " in body


def test_running_out_in_a_game_that_goes_on_has_no_result(people: list[User]) -> None:
    game = make_game(*people)
    late = active(game, people)
    expire_due(NOW + timedelta(days=5))
    timed_out = notice_of(late, "timed-out")
    assert "skipped. The others play on." in str(mail(timed_out, now=NOW).body)
    stays = next(user for user in people if user != late)
    act(game, people.index(stays), Move("leave", detail="resigned"))
    body = str(mail(notice_of(late, "over"), now=NOW).body)
    assert "3. " in body and "(out of time)" in body
