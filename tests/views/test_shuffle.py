"""The page that checks the chance in a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game
from games.play import ending
from games.play.lobby import Options, open_table
from games.play.moderation import tables
from games.record_words import claim
from games.rules.notation.verifying import PARTS
from tests.builders import NOW, make_game, make_staff, make_user, play_some
from tests.situations import after_a_reshuffle
from tests.views.table_reader import TablePage
from tests.views.visitors import browser_of

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
RIGHT = "All chance in this game is what its commitment said."
WRONG = "The chance in this game is not what its commitment said."


@pytest.fixture
def people() -> list[User]:
    return [make_user("Ana"), make_user("Bo"), make_user("Cy")]


@pytest.fixture
def over(people: list[User]) -> Game:
    game = make_game(*people, turn_limit=1)
    play_some(game)
    return Game.objects.get(pk=game.pk)


def page_of(game: Game, user: User | None = None) -> TablePage:
    client = browser_of(user) if user else Client()
    return TablePage(client.get(f"{game.get_absolute_url()}shuffle/"))


def marks(page: TablePage) -> list[str]:
    """What was found of each part: Right, Wrong or Not checked, with its sentence."""
    [checks] = page.all("ul", class_="checks")
    return [item.words for item in page.all("li") if checks in item.inside]


def test_while_the_game_runs_it_tells_the_commitment_and_no_seed(people: list[User]) -> None:
    game = make_game(*people)
    page = page_of(game, people[0])
    assert page.one("code").words == game.commitment
    assert bytes(game.seed or b"").hex() not in page.html
    items = [item.words for item in page.all("li")]
    assert all(claim(part) in items for part in PARTS)


def test_it_is_there_before_the_first_turn(people: list[User]) -> None:
    game = make_game(*people, arranged=False)
    assert page_of(game).one("code").words == game.commitment


def test_after_the_end_it_checks_every_part(over: Game) -> None:
    page = page_of(over)
    assert RIGHT in page.one("p", class_="verdict").words
    assert "SHA-256 of the seed." in marks(page)[0]
    assert [mark.split(":")[0] for mark in marks(page)] == ["✓ Right"] * (len(PARTS) - 1)
    assert bytes(over.seed or b"").hex() in page.html


def test_each_reshuffle_is_checked_by_itself(people: list[User]) -> None:
    game = after_a_reshuffle(people)
    play_some(game)
    game.refresh_from_db()
    told = [mark for mark in marks(page_of(game)) if "Reshuffle" in mark]
    assert len(told) == game.reshuffles
    assert told[0] == "✓ Right: Reshuffle 1 made the draw pile anew as the seed says."


def test_who_begins_by_account_is_not_checked(people: list[User]) -> None:
    game = make_game(*people, turn_limit=1, first_by=Game.FirstBy.ACCOUNT)
    play_some(game)
    page = page_of(game)
    told = "– Not checked: The oldest account had the first turn, so it was not drawn."
    assert told in marks(page)
    assert RIGHT in page.html


def reversed_(key: str) -> Callable[[dict[str, Any]], None]:
    def change(record: dict[str, Any]) -> None:
        record[key] = record[key][::-1]

    return change


def of_another_seed(record: dict[str, Any]) -> None:
    record["seed"] = "ab" * 32


@pytest.mark.parametrize(
    ("change", "part"),
    [
        (reversed_("pile"), "pile"),
        (reversed_("legends"), "legends"),
        (reversed_("kingdoms"), "face-down"),
        (of_another_seed, "commitment"),
    ],
)
def test_it_says_what_is_wrong(
    over: Game, change: Callable[[dict[str, Any]], None], part: str
) -> None:
    assert over.record is not None
    change(over.record)
    over.save(update_fields=["record"])
    page = page_of(over)
    assert WRONG in page.one("p", class_="verdict").words
    assert f"✗ Wrong: {claim(part)}" in marks(page)
    assert RIGHT not in page.html


def test_a_commitment_that_was_exchanged_at_the_table_is_found_out(over: Game) -> None:
    Game.objects.filter(pk=over.pk).update(commitment="ab" * 32)
    assert f"✗ Wrong: {claim('commitment')}" in marks(page_of(over))


def test_a_record_that_cannot_be_one_is_said_to_be_none(over: Game) -> None:
    Game.objects.filter(pk=over.pk).update(record={})
    page = page_of(over)
    assert page.status == 200
    assert "The record of this game cannot be checked." in page.html
    assert RIGHT not in page.html


def test_a_game_without_a_result_keeps_its_seed(people: list[User]) -> None:
    game = make_game(*people)
    ending.call_off(game_id=game.pk, user=people[0], now=NOW)
    page = page_of(game)
    assert page.one("code").words == game.commitment
    assert bytes(game.seed or b"").hex() not in page.html
    assert "its seed stays secret" in page.html


def test_that_of_a_result_taken_back_can_still_be_checked(over: Game) -> None:
    tables.void(game_id=over.pk, by=make_staff("moderator", "Mo"), why="Agreed.", now=NOW)
    assert RIGHT in page_of(over).html


def test_it_says_how_anybody_can_check_it(over: Game) -> None:
    page = page_of(over)
    seed = bytes(over.seed or b"").hex()
    assert f"deal_from_seed {seed} 3" in page.html
    assert f"check_records &lt; drako-{over.code}.json" in page.html
    assert [link["href"] for link in page.all("a") if "record.json" in link["href"]] == [
        f"{over.get_absolute_url()}record.json"
    ]


def test_an_open_table_has_no_commitment_yet(people: list[User]) -> None:
    game = open_table(host=people[0], options=Options(), now=NOW)
    assert browser_of(people[0]).get(f"{game.get_absolute_url()}shuffle/").status_code == 404


def test_that_of_a_game_by_link_is_for_those_who_sit_there(people: list[User]) -> None:
    game = make_game(*people, public=False)
    address = f"{game.get_absolute_url()}shuffle/"
    assert browser_of(people[0]).get(address).status_code == 200
    assert Client().get(address).status_code == 404
    assert Client().post(address).status_code == 405


def test_the_table_leads_there(people: list[User]) -> None:
    game = make_game(*people)
    table = TablePage(Client().get(game.get_absolute_url()))
    links = [link["href"] for link in table.all("a")]
    assert f"{game.get_absolute_url()}shuffle/" in links


def test_it_asks_for_the_game_alone(over: Game, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(1):
        Client().get(f"{over.get_absolute_url()}shuffle/")
