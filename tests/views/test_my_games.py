from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Game
from games.play.agreement import close
from games.play.invitations import decline, let_others_in
from games.play.lobby import Options, join, open_table
from games.play.ratings.counting import count_results
from games.play.rematch import offer
from games.points import signed
from games.rules.moves import Move
from tests.builders import NOW, SEED, act, make_game, make_turns, make_user, play_some
from tests.views.visitors import browser_of, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> User:
    return make_user("Ana")


def read(user: User, query: str = "") -> str:
    answer = browser_of(user).get(f"/games/{query}")
    assert answer.status_code == 200
    return words(re.sub(r"<header.*?</header>", "", answer.content.decode(), flags=re.DOTALL))


def order(text: str, *parts: str) -> bool:
    places = [text.find(part) for part in parts]
    return -1 not in places and places == sorted(places)


def game_with(user: User, name: str, *, waits: bool, **options: Any) -> Game:
    """A game of two in which the turn is `user`'s, or the other's."""
    game = make_game(user, make_user(name), **options)
    Game.objects.filter(pk=game.pk).update(active_seat=0 if waits else 1)
    return Game.objects.get(pk=game.pk)


def finished_with(user: User, name: str, *, hours: int = 0) -> Game:
    game = make_game(user, make_user(name))
    act(game, 1, Move("leave", detail="resigned"))
    ended_at = NOW - timedelta(hours=hours)
    Game.objects.filter(pk=game.pk).update(ended_at=ended_at)
    game.seats.update(ended_at=ended_at)
    return Game.objects.get(pk=game.pk)


def test_a_stranger_is_sent_to_sign_in_and_back(client: Client) -> None:
    answer = client.get("/games/")
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/login/?next=/games/")


def test_waiting_comes_first_then_others_then_open_then_finished(ana: User) -> None:
    finished_with(ana, "Ed")
    open_table(host=ana, options=Options(), now=NOW)
    game_with(ana, "Cy", waits=False)
    game_with(ana, "Bo", waits=True)
    text = read(ana)
    assert order(
        text,
        "Waiting for you",
        "With Bo",
        "Others’ turn",
        "With Cy",
        "Not begun",
        "Your table, nobody else yet",
        "Finished",
        "With Ed",
    )
    assert [text.count(f"With {name} ") for name in ("Bo", "Cy", "Ed")] == [2, 2, 3]


def test_of_the_waiting_the_earliest_deadline_comes_first_then_the_longest_waiting(
    ana: User,
) -> None:
    for name, deadline, since in [("Bo", None, 1), ("Cy", None, 5), ("Di", 9, 0), ("Ed", 2, 0)]:
        game = game_with(ana, name, waits=True)
        Game.objects.filter(pk=game.pk).update(
            deadline=NOW + timedelta(hours=deadline) if deadline else None,
            turn_started_at=NOW - timedelta(hours=since),
        )
    assert order(read(ana), "With Ed", "With Di", "With Cy", "With Bo")


def test_a_running_game_tells_turn_limit_and_who_plays(ana: User) -> None:
    game_with(ana, "Bo", waits=False, turn_limit=7, ruleset="arena")
    assert "turn 1 of 7 · Bo to play · Arena" in read(ana)


def test_a_game_whose_cards_are_to_be_arranged_waits(ana: User) -> None:
    game = make_game(ana, make_user("Bo"), arranged=False)
    assert order(read(ana), "Waiting for you", "With Bo", "arranging", "Arrange")
    act(game, 0, Move("ready"))
    assert order(read(ana), "Others’ turn", "With Bo", "arranging")


def test_who_has_left_a_game_that_goes_on_is_not_waited_for(ana: User) -> None:
    game = make_game(ana, make_user("Bo"), make_user("Cy"))
    act(game, 0, Move("leave", detail="resigned"))
    assert order(read(ana), "Others’ turn", "With Bo, Cy", "you have left")


def test_a_finished_game_tells_place_and_points(ana: User) -> None:
    game = make_game(ana, make_user("Bo"), turn_limit=1)
    play_some(game)
    seat = game.seats.get(user=ana)
    assert f"Place {seat.place} of 2 · {signed(seat.total or 0)} Harmony" in read(ana)


def test_only_the_latest_finished_games_are_listed_the_history_has_them_all(ana: User) -> None:
    for hours, name in enumerate(["Bo", "Cy", "Di", "Ed", "Flo", "Gus"]):
        finished_with(ana, name, hours=hours)
    html = browser_of(ana).get("/games/").content.decode()
    assert re.findall(r"With (\w+)</a>", html) == ["Bo", "Cy", "Di", "Ed", "Flo"]
    assert 'href="/history/"' in html


def test_a_finished_game_leads_to_its_replay(ana: User) -> None:
    game = finished_with(ana, "Bo")
    html = browser_of(ana).get("/games/").content.decode()
    assert f'href="{game.get_absolute_url()}replay/"' in html
    assert "rated" not in read(ana)


def test_one_without_a_first_turn_has_none(ana: User) -> None:
    game = make_game(ana, make_user("Bo"), arranged=False)
    close(game, "moderator", NOW)
    html = browser_of(ana).get("/games/").content.decode()
    assert "called off by a moderator" in html and "/replay/" not in html


def test_a_finished_rated_game_tells_what_it_did_to_the_rating(ana: User) -> None:
    game = make_game(ana, make_user("Bo"), rated=True)
    act(game, 1, Move("leave", detail="resigned"))
    assert "Rulebook · rated, not counted yet" in read(ana)
    count_results(NOW, most=1)
    assert "Rulebook · rated: 1500 → 1605 (+105)" in read(ana)


def test_a_rematch_that_has_not_begun_says_so_and_who_has_answered(ana: User) -> None:
    bo, cy = make_user("Bo"), make_user("Cy")
    game = make_game(ana, bo, cy)
    for seat in (0, 1):
        act(game, seat, Move("leave", detail="resigned"))
    table = offer(game_id=game.pk, user=ana, seed=SEED, now=NOW)
    assert order(read(ana), "Not begun", "Your rematch, nobody else yet", "Asked: Bo and Cy.")
    decline(game_id=table.pk, user=cy, now=NOW)
    assert "Asked: Bo. Declined: Cy." in read(ana)
    join(game_id=table.pk, user=bo, seed=SEED, now=NOW)
    let_others_in(game_id=table.pk, by=ana)
    text = read(ana)
    assert order(text, "Not begun", "Rematch with Bo", "Declined: Cy.")
    assert "Asked:" not in text
    assert "Rematch with Ana" in read(bo)


def test_without_a_finished_game_nothing_leads_to_the_history(ana: User) -> None:
    game_with(ana, "Bo", waits=True)
    assert "All that have ended" not in read(ana)


def test_bots_are_told_apart_from_people(ana: User) -> None:
    make_game(ana, make_user("Bo"), players=3)
    assert "With Bo, Cedar (bot)" in read(ana)


def test_others_games_are_not_listed(ana: User) -> None:
    make_game(make_user("Bo"), make_user("Cy"))
    assert "No games yet." in read(ana)


def test_the_page_needs_as_many_queries_for_few_games_as_for_many(ana: User) -> None:
    client = browser_of(ana)
    make_turns(ana)

    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            client.get("/games/")
        return len(asked)

    def one_of_each() -> None:
        game_with(ana, "", waits=True)
        game_with(ana, "", waits=False)
        open_table(host=ana, options=Options(), now=NOW)
        finished_with(ana, "")
        offer(game_id=finished_with(ana, "").pk, user=ana, seed=SEED, now=NOW)

    one_of_each()
    few = queries()
    for _more in range(3):
        one_of_each()
    assert queries() == few <= 14


def test_games_with_the_same_people_are_told_apart_by_the_day_they_began(ana: User) -> None:
    one = game_with(ana, "Bo", waits=True)
    other = make_game(ana, User.objects.get(name="Bo"))
    Game.objects.filter(pk=one.pk).update(started_at=NOW - timedelta(days=9), active_seat=0)
    Game.objects.filter(pk=other.pk).update(active_seat=0)
    text = read(ana)
    assert "begun Fri 20 Feb 2026" in text
    assert "begun Sun 1 Mar 2026" in text
