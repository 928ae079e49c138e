"""Pictures for link previews: what they show, to whom, how often they are drawn."""

from __future__ import annotations

import struct
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.core.cache import caches
from django.core.cache.backends.filebased import FileBasedCache
from django.test import Client

from accounts.models import User
from accounts.renaming import rename
from games.models import Game, KingdomCell
from games.models import Move as MoveRow
from games.play.lobby import Options, open_table
from games.rules.moves import Move
from games.views.pictures import answer, png
from tests.builders import NOW, act, make_game, make_user, play_some
from tests.exchange import exchange_hidden
from tests.views.pictures_drawn import Drawn
from tests.views.visitors import browser_of

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Drawn:
    return Drawn(monkeypatch)


@pytest.fixture
def people() -> list[User]:
    return [make_user("Ana"), make_user("Bo")]


def finished(*people: User, **options: Any) -> Game:
    """A game that soon came to its end, as all people but the first have resigned."""
    game = make_game(*people, **options)
    play_some(game, 5)
    for number in range(1, len(people)):
        act(game, number, Move("leave", detail="resigned"))
    return Game.objects.get(pk=game.pk, status="over")


def ask(game: Game, client: Client | None = None, **headers: str) -> Any:
    address = f"/g/{game.code}/picture.png"
    return (client or Client()).get(address, headers=headers)


def test_strangers_get_a_png_of_the_size_that_previews_want(people: list[User]) -> None:
    got = ask(finished(*people))
    assert got.status_code == 200
    assert got["Content-Type"] == "image/png"
    assert got.content.startswith(PNG)
    assert struct.unpack(">II", got.content[16:24]) == (1200, 630)
    assert 50_000 < len(got.content) < 300_000


def test_a_finished_game_shows_all_kingdoms_names_points_and_places(
    people: list[User], drawn: Drawn
) -> None:
    game = make_game(*people, players=4)
    state = play_some(game).state
    ask(game)
    (svg,) = drawn.svgs
    for seat in game.seats.all():
        assert f">{seat.shown_name}" in svg
        assert f">{str(seat.total).replace('-', '−')}</text>" in svg
        assert f">place {seat.place}</text>" in svg
    assert svg.count('viewBox="0 0 100 100"><use href="#kind-') == 64
    for legend in sum(state.legends, []):
        assert f'<use href="#legend-{legend}"' in svg
    assert svg.count('href="#icon-crown"') == game.seats.filter(place=1).count()


def test_who_had_left_is_marked(people: list[User], drawn: Drawn) -> None:
    ask(finished(*people))
    assert drawn.svgs[0].count(">resigned</text>") == 1


def test_it_is_made_from_the_record_alone(people: list[User], drawn: Drawn) -> None:
    game = finished(*people)
    MoveRow.objects.filter(game=game).delete()
    KingdomCell.objects.filter(game=game).delete()
    assert ask(game).status_code == 200
    assert drawn.svgs[0].count('<use href="#kind-') == 32


def test_a_running_game_shows_people_and_no_card(people: list[User], drawn: Drawn) -> None:
    game = make_game(*people)
    play_some(game, 9)
    assert ask(game).status_code == 200
    (svg,) = drawn.svgs
    assert "kind-" not in svg
    assert ">Ana</text>" in svg
    assert ">The game is going on.</text>" in svg


def test_nothing_hidden_changes_the_picture_of_a_running_game(people: list[User]) -> None:
    game = make_game(*people)
    play_some(game, 9)
    game.refresh_from_db()
    before = ask(game)
    exchange_hidden(game, None)
    caches["pictures"].clear()
    after = ask(game)
    assert (after.content, after["ETag"]) == (before.content, before["ETag"])


def test_a_move_lets_no_other_picture_be_drawn(people: list[User], drawn: Drawn) -> None:
    game = make_game(*people)
    ask(game)
    play_some(game, 3)
    ask(game)
    assert len(drawn.svgs) == 1


def test_an_open_table_by_link_is_shown_until_it_begins(people: list[User], drawn: Drawn) -> None:
    game = open_table(host=people[0], options=Options(players=3, public=False), now=NOW)
    assert ask(game).status_code == 200
    assert ">2 seats are free.</text>" in drawn.svgs[0]


def test_games_by_link_have_no_picture_for_anybody(people: list[User]) -> None:
    running, over = make_game(*people, public=False), finished(*people, public=False)
    for game in (running, over):
        assert ask(game).status_code == 404
        assert ask(game, browser_of(people[0])).status_code == 404


def test_a_result_that_was_taken_back_is_shown_no_more(people: list[User], drawn: Drawn) -> None:
    game = finished(*people)
    ask(game)
    Game.objects.filter(pk=game.pk).update(status="void", end="voided")
    ask(game)
    assert "kind-" not in drawn.svgs[1]
    assert "The game was ended without a result." in drawn.svgs[1]


@pytest.mark.parametrize("code", ["nothing", "x" * 500])
def test_no_game_has_no_picture(code: str) -> None:
    assert Client().get(f"/g/{code}/picture.png").status_code == 404


def test_names_are_text(drawn: Drawn) -> None:
    game = make_game(make_user("Ana"), players=2)
    game.seats.filter(number=1).update(name="A<b>&\"c'")
    assert ask(game).status_code == 200
    assert "A&lt;b&gt;&amp;" in drawn.svgs[0]


def test_it_is_drawn_once(people: list[User], drawn: Drawn) -> None:
    game = finished(*people)
    first, again = ask(game), ask(game)
    assert again.content == first.content
    assert len(drawn.svgs) == 1


def test_who_has_it_already_is_told_so(people: list[User], drawn: Drawn) -> None:
    game = finished(*people)
    first = ask(game)
    assert first["Cache-Control"] == "public, max-age=300, must-revalidate"
    again = ask(game, **{"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])


def test_another_name_makes_another_picture(people: list[User], drawn: Drawn) -> None:
    game = finished(*people)
    first = ask(game)
    rename(user=people[0], name="Zoe", now=NOW)
    again = ask(game, **{"If-None-Match": first["ETag"]})
    assert again.status_code == 200
    assert ">Zoe</text>" in drawn.svgs[1]


def test_who_has_left_the_site_is_on_no_picture_any_more(people: list[User], drawn: Drawn) -> None:
    game = finished(*people)
    first = ask(game)
    game.seats.filter(user=people[0]).update(user=None, name="")
    again = ask(game, **{"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content == first.content) == (200, False)
    assert ">Ana</text>" not in drawn.svgs[1]
    assert ">Former player 1</text>" in drawn.svgs[1]


def test_pictures_are_thrown_away_after_a_day(people: list[User]) -> None:
    caches["pictures"].clear()
    with time_machine.travel(NOW, tick=False):
        ask(finished(*people))
    kept = set(Path(settings.CACHES["pictures"]["LOCATION"]).iterdir())
    with time_machine.travel(NOW + timedelta(hours=23), tick=False):
        ask(finished(*people))
    assert kept < set(Path(settings.CACHES["pictures"]["LOCATION"]).iterdir())
    with time_machine.travel(NOW + timedelta(hours=25), tick=False):
        ask(finished(*people))
    left = set(Path(settings.CACHES["pictures"]["LOCATION"]).iterdir())
    assert len(left) == len(kept) == 2
    assert len(kept & left) == 1


def test_another_layout_makes_another_picture(
    people: list[User], drawn: Drawn, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = finished(*people)
    first = ask(game)
    monkeypatch.setattr(answer, "layout", lambda: "another")
    assert ask(game, **{"If-None-Match": first["ETag"]}).status_code == 200
    assert len(drawn.svgs) == 2


def test_a_picture_that_is_kept_costs_two_queries(
    people: list[User], django_assert_num_queries: Any
) -> None:
    game = finished(*people)
    ask(game)
    with django_assert_num_queries(2):
        ask(game)


def test_without_a_renderer_there_is_none(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answer, "renderer", lambda: None)
    assert ask(finished(*people)).status_code == 404
    assert Client().get("/picture.png").status_code == 404


def test_while_too_many_are_asked_for_it_can_be_had_later(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(png, "PATIENCE", 0.01)
    with png._one_at_a_time:
        got = ask(finished(*people))
    assert got.status_code == 503
    assert got["Retry-After"] == "10"


def test_a_full_disk_keeps_nobody_from_the_picture(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*args: object, **kwargs: object) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr(FileBasedCache, "set", full)
    monkeypatch.setattr(FileBasedCache, "get", full)
    assert isinstance(caches["pictures"], FileBasedCache)
    assert ask(finished(*people)).content.startswith(PNG)


def test_the_site_has_a_picture(drawn: Drawn) -> None:
    caches["pictures"].clear()
    got = Client().get("/picture.png")
    assert got.content.startswith(PNG)
    assert drawn.svgs[0].count('<use href="#kind-') == 16


def test_head_answers_without_a_body(people: list[User]) -> None:
    got = Client().head(f"/g/{finished(*people).code}/picture.png")
    assert (got.status_code, got.content) == (200, b"")
    assert Client().post(f"/g/{finished(*people).code}/picture.png").status_code == 405
