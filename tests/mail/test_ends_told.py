"""What is told of leaving, of results, of games without one."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings

from accounts.models import Notice, User
from games.mail.kind import Later
from games.models import Game, Seat
from games.play.ending import answer, call_off, propose
from games.play.expiry import expire_due
from games.rules.moves import Move
from tests.builders import NOW, act, make_game, play_some
from tests.mail.telling import (
    active,
    end_turn,
    html_of,
    is_told,
    is_untrue,
    look,
    mail,
    notice_of,
    text,
)

# What mails say does not depend on the database; outbox and sender are tested on both.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


@pytest.mark.parametrize(
    ("leavers", "means"),
    [("out", "your turns are skipped. The others play on."), ("bot", "a bot has taken your seat.")],
)
def test_whose_time_ran_out_is_told_what_became_of_the_seat(
    people: list[User], leavers: str, means: str
) -> None:
    game = make_game(*people, leavers=leavers)
    user = active(game, people)
    expire_due(NOW + 5 * DAY)
    notice = notice_of(user, "timed-out")
    assert means in text(notice)
    Seat.objects.filter(game=game, user=user).update(left_why="resigned")
    assert is_untrue(notice)


def test_whose_time_ran_out_is_told_the_result_that_it_made(people: list[User]) -> None:
    game = make_game(*people[:2])
    user = active(game, people)
    expire_due(NOW + 5 * DAY)
    winner = next(each for each in people[:2] if each != user)
    told = text(notice_of(user, "timed-out"))
    assert f"{winner.name} wins with" in told
    assert f"2. {user.name}" in told and "(out of time)" in told


@pytest.mark.parametrize("others", ["people", "bots", "nobody"])
def test_a_result_leads_to_the_replay_and_while_somebody_is_there_to_a_rematch(
    people: list[User], others: str
) -> None:
    ana, bo, _cy = people
    game = make_game(ana, bo, players=3 if others == "bots" else 2)
    for seat in (1, 0):
        if Game.objects.get(pk=game.pk).is_running:
            act(game, seat, Move("leave", detail="resigned"))
    if others != "people":
        game.seats.filter(user=bo).update(user=None, name="")
    table = f"{settings.SITE_URL}{game.get_absolute_url()}"
    notice = notice_of(ana, "over")
    told, html = text(notice), html_of(mail(notice, now=NOW))
    assert f"Replay: {table}replay/" in told and f'href="{table}replay/"' in html
    assert (f"Rematch: {table}#rematch-says" in told) is (others != "nobody")
    assert (f'href="{table}#rematch-says"' in html) is (others != "nobody")
    assert html.count("background-color: #175c4c") == 1  # one link is the main one


@pytest.mark.parametrize(
    ("why", "leavers", "told"),
    [
        ("resigned", "out", "Bo resigned."),
        ("timeout", "out", "Bo ran out of time and is out."),
        ("removed", "bot", "Bo was removed from the table."),
    ],
)
def test_the_others_are_told_who_left_and_what_it_means(
    people: list[User], why: str, leavers: str, told: str
) -> None:
    game = make_game(*people, leavers=leavers)
    while active(game, people) != people[1]:
        end_turn(game)
    act(game, 1, Move("leave", detail=why))
    notice = notice_of(people[0], "left")
    means = "The turns of Bo are skipped" if leavers == "out" else "A bot plays on for Bo."
    assert told in text(notice) and means in text(notice)
    assert mail(notice, now=NOW).subject == "Bo is out: your game against Bo and Cy (your table)"
    act(game, 0, Move("leave", detail="resigned"))
    assert is_untrue(notice)
    assert is_untrue(notice_of(people[2], "left"))  # only one is left: it is over


def test_the_result_is_told_to_all_with_the_score_sheet(people: list[User]) -> None:
    game = make_game(*people)
    act(game, 1, Move("leave", detail="resigned"))
    play_some(game)
    seats = list(game.seats.order_by("number"))
    assert notice_of(people[1], "over")
    message = mail(notice_of(people[0], "over"), now=NOW)
    body = str(message.body)
    places = {seat.place: seat for seat in seats}
    assert message.subject == "The game against Bo and Cy (your table) is over"
    assert f"2. {places[2].name}, " in body and "3. Bo, " in body
    rows = {line.split()[0]: line.split()[1:] for line in body.splitlines() if line[:3] == "  H"}
    assert rows["Harmony"] == [places[1].name, places[2].name, "Bo"]
    for category in ("Elves", "Conflicts", "Legends"):
        [row] = [line for line in body.splitlines() if line.startswith(f"  {category}")]
        points = [str(getattr(places[place], category.lower())) for place in (1, 2, 3)]
        assert row.replace("−", "-").split()[1:] == points
    assert "is over." in body and "Your Kingdom" in body and "·" not in body
    assert "wins with" in html_of(message) or "You win with" in html_of(message)


def test_no_result_before_the_end(game: Game, people: list[User]) -> None:
    notice = Notice(user=people[0], kind="over", key="over", payload={"game": game.pk, "seat": 0})
    assert is_untrue(notice)


def test_who_called_it_off_is_named(game: Game, people: list[User]) -> None:
    call_off(game_id=game.pk, user=people[1], now=NOW)
    notice = notice_of(people[0], "called-off")
    assert "Bo called it off before all had had a first turn." in text(notice)
    Game.objects.filter(pk=game.pk).update(status="playing")
    assert is_untrue(notice)


@pytest.mark.parametrize(
    ("end", "told"),
    [
        ("agreed", "All have agreed to that"),
        ("idle", "Nobody had played for 30 days."),
        ("other", "It was called off."),
    ],
)
def test_why_it_has_no_result(game: Game, people: list[User], end: str, told: str) -> None:
    call_off(game_id=game.pk, user=people[1], now=NOW)
    Game.objects.filter(pk=game.pk).update(end=end)
    notice = notice_of(people[0], "called-off")
    notice.payload.pop("who")
    assert told in text(notice)


def test_a_proposal_is_told_while_it_stands_and_waits_for_the_reader(
    game: Game, people: list[User]
) -> None:
    propose(game_id=game.pk, user=people[1], now=NOW)
    ana, cy = notice_of(people[0], "proposal"), notice_of(people[2], "proposal")
    assert "Bo proposes to end your game" in text(ana)
    assert "until Thu 5 Mar 2026, 08:00 UTC, in 4 days." in text(ana)
    answer(game_id=game.pk, user=people[0], agrees=True, now=NOW)
    assert is_untrue(ana) and is_told(cy)
    assert look(cy, NOW + 4 * DAY) == Later(NOW + 4 * DAY + timedelta(minutes=1))
    answer(game_id=game.pk, user=people[2], agrees=False, now=NOW)
    assert is_untrue(cy)


def test_an_earlier_proposal_is_not_told(game: Game, people: list[User]) -> None:
    propose(game_id=game.pk, user=people[1], now=NOW)
    first = notice_of(people[0], "proposal")
    answer(game_id=game.pk, user=people[0], agrees=False, now=NOW)
    for _seat in people:
        end_turn(game)
    propose(game_id=game.pk, user=people[1], now=NOW)
    assert is_untrue(first)
    assert is_told(notice_of(people[0], "proposal"))
