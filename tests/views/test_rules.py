from __future__ import annotations

import pytest
from django.test import Client

from games.play.ratings.counting import count_results
from games.rules.legends import LEGENDS, Legend
from games.rules.rulings import latest
from games.words import kind_name, legend_condition, legend_name, ruleset_name
from tests.builders import NOW, make_game, make_user, play_some
from tests.views.visitors import words

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def page(client: Client) -> str:
    answer = client.get("/rules/")
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("legend", LEGENDS.values(), ids=lambda legend: legend.id)
def test_every_legend_is_there_with_picture_condition_and_points(page: str, legend: Legend) -> None:
    points = latest().harmony[legend.id]
    told = f"{legend_name(legend.id)} {legend_condition(legend.id)} {points} Harmony"
    assert told in words(page)
    assert f"sprite.svg#legend-{legend.id}" in page


@pytest.mark.parametrize("kind", "PFMSHEDGOR")
def test_every_kind_is_there_with_its_picture(page: str, kind: str) -> None:
    assert f"sprite.svg#kind-{kind}" in page
    assert f"<h3>{kind_name(kind)}</h3>" in page


@pytest.mark.parametrize("ruleset", latest().rulesets)
def test_every_ruleset_is_there(page: str, ruleset: str) -> None:
    assert f'<th scope="row">{ruleset_name(ruleset)}' in page


def test_the_dragons_are_counted_as_the_rulesets_say(page: str) -> None:
    text = words(page)
    assert "Rulebook usual 3 / 5 / 6 −3 / −3 / −3 −6 tolerate each other" in text
    assert "Arena with feuding Goblins 3 / 4 / 5 −3 / −4 / −5 −5 in conflict: −2" in text


def test_what_a_rating_means_is_told_in_the_numbers_that_count(page: str) -> None:
    text = words(page)
    assert "Everybody begins with 1500." in text
    assert "A rating of fewer than 15 games is provisional" in text
    assert "a question mark: 1532?." in text
    assert "With 5 rated games you stand on the leaderboard ." in text
    assert "shown as 1500 + 40 · (mu − 25)" in text


def test_people_ratings_and_games_lead_to_what_a_rating_means(client: Client) -> None:
    ana, bo = make_user("Ana"), make_user("Bo")
    game = make_game(ana, bo, rated=True, turn_limit=1)
    play_some(game)
    count_results(NOW, most=1)
    for address in ("/leaderboard/", "/people/Ana/", game.get_absolute_url()):
        assert 'href="/rules/#ratings"' in client.get(address).content.decode()


def test_it_is_for_everybody_and_only_read(client: Client) -> None:
    assert client.head("/rules/").status_code == 200
    assert client.post("/rules/").status_code == 405
