"""The log of a replay: sent once, in parts when it is long, and marked where the reader is."""

from __future__ import annotations

import json
from itertools import cycle

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game
from games.rules.errors import RulesError
from games.rules.notation.checking import start
from games.rules.notation.record import read_record
from games.rules.notation.turns import play_turn, read_turn
from games.views.lines import HAS, PART, WHOLE, span
from tests.builders import make_game, make_user, play_some
from tests.rules.builders import vectors
from tests.views.sitting import HTMX
from tests.views.table_reader import TablePage

LONG = 3 * WHOLE


@pytest.fixture
def over(db: None) -> Game:
    game = make_game(make_user("Ana"), make_user("Bo"), turn_limit=6)
    play_some(game)
    return Game.objects.get(pk=game.pk)


def step(game: Game, at: int, has: str = "", query: str = "") -> TablePage:
    """A position as htmx gets it on a page that has this part of the log."""
    headers = HTMX | ({HAS: has} if has else {})
    address = reverse("position", args=[game.code, at]) + query
    return TablePage(Client().get(address, headers=headers))


def part_of(page: TablePage) -> str:
    """Which part of the log is on the page."""
    return next(each["id"] for each in page.all("section") if each["id"].startswith("lines-"))


def numbers(page: TablePage, tag: str = "a") -> list[int]:
    """The steps whose lines are there."""
    return [
        int(line["id"].removeprefix("step-"))
        for line in page.all(tag)
        if line["id"].startswith("step-")
    ]


def test_a_page_that_has_the_log_gets_it_no_more(over: Game) -> None:
    whole = TablePage(Client().get(reverse("position", args=[over.code, 2])))
    assert numbers(whole) == list(range(13))
    next_step = step(over, 3, part_of(whole))
    assert numbers(next_step) == []
    kept = next_step.one(id=part_of(whole))
    assert kept["hx-preserve"] == "true"
    assert next_step.one(id="happened").words
    assert next_step.one(id="told").words.startswith("Step 3 of 12. ")


def test_a_page_that_does_not_say_so_gets_it_anew(over: Game) -> None:
    for has in ("", "lines-0-3", "nonsense"):
        page = step(over, 3, has)
        assert numbers(page) == list(range(13))
        assert page.one("a", id="step-3")["aria-current"] == "step"
        assert page.all(**{"hx-preserve": "true"}) == []


def test_the_switch_brings_the_lines_that_lead_on_with_all_cards_open(over: Game) -> None:
    shut = part_of(step(over, 3))
    opened = step(over, 3, shut, "?open=1")
    assert opened.one("a", id="step-5")["href"].endswith("/5/?open=1")
    assert opened.one(id="told").words == "All cards lie open."
    on = step(over, 4, part_of(opened), "?open=1")
    assert numbers(on) == []
    assert on.one(id="told").words.startswith("Step 4 of 12. ")
    back = step(over, 4, part_of(opened))
    assert back.one(id="told").words == "The face-down cards are hidden again."
    assert back.one("a", id="step-5")["href"].endswith("/5/")


def test_a_running_game_that_has_gone_on_brings_its_longer_log(db: None) -> None:
    game = make_game(make_user("Ana"), make_user("Bo"))
    play_some(game, 8)
    has = part_of(step(game, 1))
    play_some(game, 8)
    game.refresh_from_db()
    page = step(game, 2, has)
    assert numbers(page) == list(range(game.turn_number + 1))


def test_short_logs_are_whole_and_long_ones_go_both_ways_from_the_present_line() -> None:
    for last in (0, 1, WHOLE - 1):
        assert {span(at, last) for at in range(last + 1)} == {(0, last)}
    for last in (WHOLE, WHOLE + 1, LONG, LONG + 7):
        spans = [span(at, last) for at in range(last + 1)]
        for at, (first, end) in enumerate(spans):
            assert first <= max(0, at - PART) and min(last, at + PART) <= end
            assert end - first < 3 * PART
        assert len(set(spans)) <= last // PART + 1


@pytest.fixture(scope="module")
def long_record() -> str:
    """A game in which two players take the Discard in turns, for as long as they like."""
    record = next(case for case in vectors("records") if len(case["players"]) == 2)
    keys = ("format", "ruleset", "players", "first", "kingdoms", "pile", "discard", "legends")
    record = {key: record[key] for key in keys} | {"reshuffles": [], "turns": []}
    state = start(read_record(record))
    turns: list[str] = []
    for square in cycle(("b2", "c2", "b3", "c3")):
        after = state.copy()
        try:
            play_turn(after, read_turn(f"take {square}"))
        except RulesError:
            continue
        state = after
        turns.append(f"take {square}")
        if len(turns) == LONG:
            return json.dumps(record | {"turns": turns})
    raise AssertionError


def look(text: str, at: int, has: str = "") -> TablePage:
    headers = HTMX | {HAS: has} if has else {}
    return TablePage(Client().post("/records/", {"text": text, "at": str(at)}, headers=headers))


@pytest.mark.django_db
def test_a_long_log_shows_what_is_near_and_leads_on(long_record: str) -> None:
    page = look(long_record, 310)
    assert numbers(page, "button") == list(range(250, 400))
    assert page.one("button", id="step-310")["aria-current"] == "step"
    assert page.one("button", id="to-before")["value"] == "249"
    assert page.one("button", id="to-after")["value"] == "400"
    assert look(long_record, 0).all(id="to-before") == []
    assert look(long_record, LONG).all(id="to-after") == []
    assert numbers(look(long_record, LONG), "button")[-1] == LONG


@pytest.mark.django_db
def test_its_steps_are_small(long_record: str) -> None:
    has = part_of(look(long_record, 310))
    near, far = look(long_record, 311, has), look(long_record, 400, has)
    assert numbers(near, "button") == []
    assert numbers(far, "button") == list(range(350, 500))
    assert len(near.html) < 40_000
