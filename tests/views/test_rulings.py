"""Rulings decided anew under games: one that runs, one that is over, one that begins after it."""

from __future__ import annotations

from random import Random

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game
from games.play.lobby import Options, join, open_table
from games.play.replay import record_of
from games.play.storage import load
from games.rules.legends import LEGENDS
from games.rules.notation.checking import check_record
from games.rules.rulings import Rulings, rulings_of
from games.rules.scoring import CATEGORIES, Scores, score
from games.rules.visibility import view_for
from games.words import legend_name
from tests.builders import NOW, SEED, make_game, make_user, play_some
from tests.mail.telling import active, notice_of, text
from tests.rules.revisions import rule_anew
from tests.views.sitting import sit
from tests.views.table_reader import TablePage
from tests.views.visitors import browser_of, words

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

TURN_LIMIT = 12


@pytest.fixture
def people() -> list[User]:
    return [make_user("Ana"), make_user("Bo")]


def ended(game: Game, random: Random) -> Game:
    """The same game at its end, as chance plays it."""
    play_some(game, random=random)
    return Game.objects.get(pk=game.pk)


def told(game: Game) -> list[Scores]:
    """The points that the seats keep."""
    seats = game.seats.order_by("number")
    return [Scores(*(getattr(seat, name) for name in CATEGORIES)) for seat in seats]


def counted(game: Game, rulings: Rulings) -> list[Scores]:
    """The points of what lies on the table, by these rulings."""
    state = load(game).state
    return [
        score(kingdom, rulings, game.ruleset, legends)
        for kingdom, legends in zip(state.kingdoms, state.legends, strict=True)
    ]


def river(page: TablePage) -> dict[str, str]:
    """What the River says each of its Legends is worth."""
    return {
        element.inside[-1]["id"].removeprefix("legend-"): element.words.split()[0]
        for element in page.all("b", class_="harmony")
    }


def is_of(rulings: Rulings, worth: dict[str, str]) -> bool:
    """Whether the Legends are worth what these rulings say."""
    return all(int(points) == rulings.harmony[legend] for legend, points in worth.items())


def sheet(page: TablePage) -> str:
    """The score sheet."""
    (table,) = page.all("table", class_="sheet")
    return table.words


def pages(game: Game, reader: User) -> list[str]:
    """What somebody reads of a game that is over: table, positions, record."""
    assert game.record is not None
    browser = browser_of(reader)
    last = len(game.record["turns"])
    addresses = ["", *(f"replay/{at}/" for at in (0, last // 2, last)), "record.txt"]
    found = [browser.get(f"{game.get_absolute_url()}{address}") for address in addresses]
    assert {answer.status_code for answer in found} == {200}
    return [words(answer.content.decode()) for answer in found]


@pytest.fixture
def half_way(people: list[User]) -> tuple[Game, Random]:
    """A game that runs, and the chance by which it goes on."""
    random = Random(5)  # Dragons in the Kingdoms, Legends owned
    game = make_game(*people, turn_limit=TURN_LIMIT)
    play_some(game, 20, random=random)
    return Game.objects.get(pk=game.pk), random


def test_a_running_game_is_shown_and_told_by_the_rulings_it_began_by(
    people: list[User], half_way: tuple[Game, Random], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, _random = half_way
    reader = active(game, people)
    before = sit(game, reader).see()
    rule_anew(monkeypatch)
    page = sit(game, reader).see()
    assert river(page) == river(before)
    assert len(river(page)) == 8
    assert is_of(rulings_of(1), river(page))
    assert [points.words for points in page.all("p", class_="score")] == [
        points.words for points in before.all("p", class_="score")
    ]
    for kingdom in view_for(load(game).state, None).kingdoms:
        (owned,) = kingdom.legends
        about = page.one(id=f"about-{owned}").words
        assert f"{rulings_of(1).harmony[owned]} Harmony." in about
    mailed = text(notice_of(reader, "turn"))
    for legend in river(page):
        assert f"{legend_name(legend)}, {rulings_of(1).harmony[legend]} Harmony" in mailed
    so_far = record_of(game, list(game.seats.order_by("number")))
    assert so_far
    assert so_far.rulings is rulings_of(1)


def test_a_running_game_ends_by_the_rulings_it_began_by(
    people: list[User], half_way: tuple[Game, Random], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, random = half_way
    chance = Random(5)
    twin = make_game(*people, turn_limit=TURN_LIMIT)
    play_some(twin, 20, random=chance)
    before = ended(twin, chance)
    anew = rule_anew(monkeypatch)
    after = ended(game, random)
    assert after.record is not None
    assert after.record["rules"] == after.rules_revision == 1
    assert after.record == before.record
    assert told(after) == told(before) == counted(after, rulings_of(1)) != counted(after, anew)
    assert check_record(after.record).scores == told(after)
    last = len(after.record["turns"])
    position = browser_of(people[0]).get(f"{after.get_absolute_url()}replay/{last}/")
    assert sheet(sit(after, people[0]).see()) == sheet(TablePage(position))


def test_a_game_that_is_over_stays_as_it_was(
    people: list[User], half_way: tuple[Game, Random], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = ended(*half_way)
    assert any(scores.dragons for scores in told(game))
    assert any(scores.legends for scores in told(game))
    before = pages(game, people[0])
    anew = rule_anew(monkeypatch)
    assert pages(game, people[0]) == before
    assert told(game) == counted(game, rulings_of(1)) != counted(game, anew)
    assert game.record is not None
    assert check_record(game.record).scores == told(game)


def test_a_game_that_begins_now_goes_by_the_latest(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = open_table(host=people[0], options=Options(), now=NOW)
    anew = rule_anew(monkeypatch)
    game = join(game_id=waiting.pk, user=people[1], seed=SEED, now=NOW)
    assert game.rules_revision == anew.revision == 2
    other = make_game(*people, turn_limit=TURN_LIMIT)
    assert other.rules_revision == 2
    reader = active(other, people)
    page = sit(other, reader).see()
    assert is_of(anew, river(page))
    mailed = text(notice_of(reader, "turn"))
    assert all(f"{anew.harmony[legend]} Harmony" in mailed for legend in river(page))
    assert "17 / 18 / 19" in page.html.replace("+", "")
    over = ended(other, Random(5))
    assert over.record is not None
    assert over.record["rules"] == 2
    assert told(over) == counted(over, anew) != counted(over, rulings_of(1))
    assert check_record(over.record).scores == told(over)
    assert pages(over, people[0])


def test_the_rules_page_tells_the_latest(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    anew = rule_anew(monkeypatch)
    page = words(client.get("/rules/").content.decode())
    assert "With 2 players there are 5 cards of each kind in play" in page
    assert "17 / 18 / 19 −11 / −12 / −13 −20" in page
    assert all(f"{anew.harmony[legend]} Harmony" in page for legend in LEGENDS)
