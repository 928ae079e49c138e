"""What other sites show of a link to here: Open Graph on the pages that strangers see."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import User
from games.models import Game
from games.play.lobby import Options, open_table
from games.rules.moves import Move
from games.rules.scoring import Scores
from games.views import preview
from tests.builders import NOW, act, make_game, make_user, play_some
from tests.exchange import exchange_hidden
from tests.results import make_result
from tests.views.visitors import browser_of

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
META = re.compile(
    r'<meta (?:property|name)="((?:og|twitter):[\w:]+|description)" content="([^"]*)"'
)


def tags(path: str, client: Client | None = None, **extra: Any) -> dict[str, str]:
    """What the page at `path` tells other sites."""
    answer = (client or Client()).get(path, **extra)
    assert answer.status_code == 200
    found = META.findall(answer.content.decode())
    assert len({name for name, _ in found}) == len(found)
    return {name: unescape(value) for name, value in found}


@pytest.fixture
def people() -> list[User]:
    return [make_user("Ana"), make_user("Bo & Co")]


def over(people: list[User], **options: Any) -> Game:
    game = make_game(*people, **options)
    act(game, 1, Move("leave", detail="resigned"))
    return Game.objects.get(pk=game.pk, status="over")


def test_a_finished_game_tells_who_won(people: list[User]) -> None:
    game = over(people)
    total = str(game.seats.get(number=0).total).replace("-", "\N{MINUS SIGN}")
    table = f"{settings.SITE_URL}/g/{game.code}/"
    told = tags(game.get_absolute_url())
    assert told == {
        "description": f"Ana wins with {total} Harmony. Bo & Co resigned. Rulebook",
        "og:site_name": "Drako",
        "og:type": "website",
        "og:title": "Ana and Bo & Co",
        "og:description": f"Ana wins with {total} Harmony. Bo & Co resigned. Rulebook",
        "og:url": table,
        "og:image": f"{table}picture.png",
        "og:image:type": "image/png",
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": (
            f"The final Kingdoms of Ana and Bo & Co. Ana wins with {total} Harmony. Bo & Co"
            " resigned."
        ),
        "twitter:card": "summary_large_image",
        "twitter:title": "Ana and Bo & Co",
        "twitter:description": f"Ana wins with {total} Harmony. Bo & Co resigned. Rulebook",
        "twitter:image": f"{table}picture.png",
        "twitter:image:alt": (
            f"The final Kingdoms of Ana and Bo & Co. Ana wins with {total} Harmony. Bo & Co"
            " resigned."
        ),
    }


def test_places_that_points_do_not_explain_are_told(people: list[User]) -> None:
    scores = [Scores(elves=2, humans=4), Scores(elves=6), Scores(elves=23)]
    game = make_result(*people, make_user("Cy"), scores=scores, places=(2, 1, 3), left=(2,))
    told = preview.game_preview(game, list(game.seats.all()))
    assert told is not None
    assert told.text == (
        "Bo & Co wins with 6 Harmony. Bo & Co and Ana both have 6 Harmony; the best category"
        " decides: 6 against 4. Cy resigned. Rulebook"
    )


def test_the_winner_reads_the_same_there_as_others(people: list[User]) -> None:
    game = over(people)
    path = game.get_absolute_url()
    assert tags(path, browser_of(people[0])) == tags(path)


def test_the_picture_it_names_is_there(people: list[User]) -> None:
    told = tags(over(people).get_absolute_url())
    path = told["og:image"].removeprefix(settings.SITE_URL)
    assert Client().get(path)["Content-Type"] == "image/png"


def test_a_position_names_its_own_address_and_step(people: list[User]) -> None:
    path = f"/g/{over(people).code}/replay/0/"
    told = tags(path)
    assert told["og:url"] == settings.SITE_URL + path
    assert told["og:title"] == "Replay: Ana and Bo & Co, step 0 of 1"


def test_a_position_before_the_last_does_not_tell_how_the_game_ends(people: list[User]) -> None:
    game = over(people)
    early, last = (tags(f"/g/{game.code}/replay/{at}/") for at in (0, 1))
    assert early["og:description"] == "The game, step by step. Rulebook"
    assert early["og:image"] == f"{settings.SITE_URL}/picture.png"
    assert not [told for told in early.values() if "Harmony" in told]
    assert last["og:description"].startswith("Ana wins with ")
    assert last["og:image"] == f"{settings.SITE_URL}/g/{game.code}/picture.png"


def test_a_position_of_a_running_game_shows_its_people(people: list[User]) -> None:
    game = make_game(*people)
    play_some(game, 4)
    told = tags(f"/g/{game.code}/replay/1/")
    assert told["og:description"].startswith("The game is going on. Rulebook")
    assert told["og:image"] == f"{settings.SITE_URL}/g/{game.code}/picture.png"


def test_a_running_game_tells_people_and_pace_alone(people: list[User]) -> None:
    game = make_game(*people, turn_seconds=86_400, bank_seconds=0)
    play_some(game, 9)
    told = tags(game.get_absolute_url())
    assert told["og:title"] == "Ana and Bo & Co"
    assert told["og:description"] == "The game is going on. Rulebook · 1 day a turn"
    assert told["og:image:alt"] == "Ana and Bo & Co. The game is going on."
    game.refresh_from_db()
    exchange_hidden(game, None)
    assert tags(game.get_absolute_url()) == told


def test_a_table_by_link_is_told_while_it_is_open(people: list[User]) -> None:
    game = open_table(host=people[0], options=Options(players=3, public=False), now=NOW)
    told = tags(game.get_absolute_url())
    assert told["og:title"] == "Ana"
    assert told["og:description"].startswith("2 seats are free. Rulebook")


def test_a_game_by_link_tells_nothing_to_those_who_sit_there(people: list[User]) -> None:
    for game in (make_game(*people, public=False), over(people, public=False)):
        assert tags(game.get_absolute_url(), browser_of(people[0])) == {}


def test_parts_for_htmx_have_none(people: list[User]) -> None:
    path = over(people).get_absolute_url()
    assert tags(path, headers={"HX-Request": "true"}) == {}


def test_a_game_without_a_result(people: list[User]) -> None:
    game = over(people)
    Game.objects.filter(pk=game.pk).update(status="void", end="voided")
    told = tags(game.get_absolute_url())
    assert told["og:description"] == "The game was ended without a result. Rulebook"


def test_the_page_of_a_person_and_the_first_page_show_the_picture_of_the_site() -> None:
    make_user("Ana")
    person, home = tags("/people/Ana/"), tags("/")
    assert person["og:title"] == "Ana"
    assert person["og:url"] == f"{settings.SITE_URL}/people/Ana/"
    assert home["og:url"] == f"{settings.SITE_URL}/"
    for told in (person, home):
        assert told["og:image"] == f"{settings.SITE_URL}/picture.png"
        assert told["og:image:alt"] == "A finished Kingdom of sixteen cards."


def test_where_nothing_draws_no_picture_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preview, "renderer", lambda: None)
    told = tags("/")
    assert told["twitter:card"] == "summary"
    assert not [name for name in told if "image" in name]


@pytest.mark.parametrize("path", ["/lobby/", "/rules/", "/accounts/login/"])
def test_other_pages_tell_nothing(path: str) -> None:
    assert tags(path) == {}
