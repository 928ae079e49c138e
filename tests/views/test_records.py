"""The record of a finished game, as a file for programs and as text for people."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from accounts.models import User
from games.mail.board_text import width
from games.models import Game
from games.play import ending
from games.play.moderation import tables
from games.play.people.leaving import leave_games
from games.rules.moves import Move
from games.rules.notation.checking import check_record
from games.rules.scoring import CATEGORIES
from tests.builders import NOW, act, make_game, make_staff, make_user, play_some
from tests.processes import ROOT
from tests.views.visitors import browser_of

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
PARTS = ("record.json", "record.txt")


@pytest.fixture
def people() -> list[User]:
    return [make_user("Ana"), make_user("Bo")]


@pytest.fixture
def over(people: list[User]) -> Game:
    game = make_game(*people, players=3, turn_limit=4)
    play_some(game)
    return Game.objects.get(pk=game.pk)


def void(game: Game) -> Game:
    tables.void(game_id=game.pk, by=make_staff("moderator", "Mo"), why="Agreed on.", now=NOW)
    return Game.objects.get(pk=game.pk)


def downloaded(game: Game, client: Client | None = None) -> dict[str, Any]:
    answer = (client or Client()).get(f"{game.get_absolute_url()}record.json")
    assert answer.status_code == 200
    record: dict[str, Any] = json.loads(answer.content)
    return record


def text_of(game: Game, client: Client | None = None) -> str:
    answer = (client or Client()).get(f"{game.get_absolute_url()}record.txt")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    return answer.content.decode()


def test_a_record_is_a_file_of_one_line_named_for_its_game(over: Game) -> None:
    answer = Client().get(f"{over.get_absolute_url()}record.json")
    assert answer["Content-Type"] == "application/json"
    assert answer["Content-Disposition"] == f'attachment; filename="drako-{over.code}.json"'
    assert answer.content.count(b"\n") == 1 and answer.content.endswith(b"\n")
    assert "no-store" in answer["Cache-Control"]


def test_check_records_takes_the_file_as_it_is(over: Game) -> None:
    content = Client().get(f"{over.get_absolute_url()}record.json").content
    done = subprocess.run(
        [sys.executable, "manage.py", "check_records"],
        input=content,
        capture_output=True,
        cwd=ROOT,
        check=True,
    )
    places = [seat.place for seat in over.seats.order_by("number")]
    assert json.loads(done.stdout)["places"] == places


def test_names_of_other_scripts_stand_in_it_as_they_are(people: list[User]) -> None:
    User.objects.filter(pk=people[0].pk).update(name="Øyvind")
    people[0].refresh_from_db()
    game = make_game(*people, turn_limit=2)
    play_some(game)
    assert "Øyvind".encode() in Client().get(f"{game.get_absolute_url()}record.json").content
    assert "Øyvind" in text_of(game)


def test_a_record_calls_people_as_they_are_called_now(over: Game, people: list[User]) -> None:
    User.objects.filter(pk=people[0].pk).update(name="Anna")
    assert "Anna" in downloaded(over)["players"]
    assert "Ana" not in downloaded(over)["players"]


def test_who_has_left_the_site_is_named_no_more(over: Game, people: list[User]) -> None:
    leave_games(people[0], NOW, most=9)
    assert "Ana" not in json.dumps(downloaded(over))
    assert "Former player" in text_of(over)


@pytest.mark.parametrize("part", PARTS)
def test_there_is_none_before_the_end(people: list[User], part: str) -> None:
    game = make_game(*people)
    play_some(game, 5)
    for client in (Client(), browser_of(people[0])):
        assert client.get(f"{game.get_absolute_url()}{part}").status_code == 404


@pytest.mark.parametrize("part", PARTS)
def test_there_is_none_of_a_game_that_was_called_off(people: list[User], part: str) -> None:
    game = make_game(*people)
    ending.call_off(game_id=game.pk, user=people[0], now=NOW)
    assert browser_of(people[0]).get(f"{game.get_absolute_url()}{part}").status_code == 404


@pytest.mark.parametrize("part", PARTS)
def test_that_of_a_game_by_link_is_for_those_who_sat_there(people: list[User], part: str) -> None:
    game = make_game(*people, public=False, turn_limit=2)
    play_some(game)
    address = f"{game.get_absolute_url()}{part}"
    assert browser_of(people[1]).get(address).status_code == 200
    assert Client().get(address).status_code == 404
    assert browser_of(make_user("Cy")).get(address).status_code == 404


def test_a_result_taken_back_is_in_neither(over: Game) -> None:
    places = [f"{seat.place}" for seat in over.seats.all()]
    record = downloaded(void(over))
    assert "scores" not in record and "places" not in record
    assert check_record(record).places == [int(place) for place in places]
    text = text_of(over)
    assert "a moderator has taken its result back. It has no result." in " ".join(text.split())
    assert "wins with" not in text and "Total" not in text and "Place" not in text


@pytest.mark.parametrize("part", PARTS)
def test_it_is_read_and_not_written(over: Game, part: str) -> None:
    assert Client().post(f"{over.get_absolute_url()}{part}").status_code == 405


def test_the_text_tells_people_rules_and_chance(over: Game) -> None:
    text = text_of(over)
    assert over.get_absolute_url() in text
    assert "Players: Ana, Bo, Cedar (bot)." in text
    assert "Ruleset: Rulebook." in text
    assert "4 turns each at most." in text
    assert "Begun Sun 1 Mar 2026, 08:00 UTC." in text
    assert f"Commitment: {over.commitment}" in text
    assert f"Seed: {bytes(over.seed or b'').hex()}" in text


def test_the_text_numbers_every_turn(over: Game) -> None:
    assert over.record is not None
    turns = text_of(over).split("Turns\n-----\n\n")[1].split("\n\n")[0]
    heads = [line.split(". ")[0] for line in turns.splitlines() if line[:3].strip()]
    assert heads == [str(number).rjust(3) for number in range(1, len(over.record["turns"]) + 1)]


def test_the_text_tells_how_the_kingdoms_lay_at_first(over: Game) -> None:
    assert over.record is not None
    lines = text_of(over).splitlines()
    for rows in over.record["kingdoms"]:
        for number, row in enumerate(rows, 1):
            assert "  ".join(["", str(number), *row]) in lines


def test_no_word_of_the_text_is_cut() -> None:
    people = [make_user("A name of twenty letters"), *(make_user() for _other in range(3))]
    game = make_game(*people, turn_limit=1)
    act(game, game.active_seat, Move("leave", detail="timeout"))
    play_some(game)
    text = text_of(game)
    assert "…" not in text
    [heads] = [line for line in text.splitlines() if line.startswith("  Harmony")]
    assert "A name of twenty letters" in heads
    [places] = [line for line in text.splitlines() if line.startswith("  Place")]
    assert "4 (out of time)" in places


def test_names_from_the_right_keep_their_column(people: list[User]) -> None:
    User.objects.filter(pk=people[0].pk).update(name="سلمارة")
    people[0].refresh_from_db()
    game = make_game(*people, turn_limit=1)
    play_some(game)
    lines = text_of(game).splitlines()
    [heads] = [line for line in lines if line.startswith("  Harmony")]
    assert "\N{FIRST STRONG ISOLATE}سلمارة\N{POP DIRECTIONAL ISOLATE}" in heads
    [places] = [line for line in lines if line.startswith("  Place")]
    assert width(heads) == width(places)


def test_the_text_ends_with_the_score_sheet(over: Game) -> None:
    winner = over.seats.get(place=1)
    text = text_of(over)
    assert f"{winner.shown_name} wins with {winner.total} Harmony.".replace("-", "−") in text
    [total] = [line.split() for line in text.splitlines() if line.startswith("  Total")]
    ranked = over.seats.order_by("place", "number")
    assert total[1:] == [str(seat.total).replace("-", "−") for seat in ranked]
    assert all(getattr(winner, category) is not None for category in CATEGORIES)


def test_the_text_tells_who_left_and_when(people: list[User]) -> None:
    game = make_game(*people, players=3, leavers=Game.Leavers.BOT, turn_limit=3)
    play_some(game, 4)
    act(game, 0, Move("leave", detail="resigned"))
    play_some(game)
    text = text_of(Game.objects.get(pk=game.pk))
    assert "Ana resigned." in text
    assert "Bots play on for those who leave." in text


def test_the_text_of_a_game_that_ended_before_its_first_turn(people: list[User]) -> None:
    game = make_game(*people, arranged=False)
    act(game, 0, Move("leave", detail="resigned"))
    text = text_of(game)
    assert "1. Ana resigned." in text
    assert "Only one player is left: the game is over." in text


def test_no_line_of_the_text_is_too_wide_that_could_be_broken(over: Game) -> None:
    wide = [line for line in text_of(over).splitlines() if len(line) > 78]
    whole = (f"Commitment: {over.commitment}", "Drako http", "Seed: ")
    assert [line for line in wide if not line.startswith(whole)] == []


def test_the_text_is_in_the_readers_language_and_zone(over: Game, people: list[User]) -> None:
    User.objects.filter(pk=people[0].pk).update(time_zone="Asia/Tokyo")
    people[0].refresh_from_db()
    assert "Begun Sun 1 Mar 2026, 17:00 JST." in text_of(over, browser_of(people[0]))
    with translation.override("de"):
        assert "Turns" in text_of(over)


@pytest.mark.parametrize("part", PARTS)
def test_it_asks_the_database_three_times_at_most(
    over: Game, part: str, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(3):
        Client().get(f"{over.get_absolute_url()}{part}")
