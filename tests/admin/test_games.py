from __future__ import annotations

import re

import pytest
from django.contrib.admin import site
from django.db.models import F
from django.test import Client

from accounts.models import User
from games.admin.game_acts import ACTS
from games.models import Game, KingdomCell, LegendCard, Seat
from games.models import Move as MoveRow
from games.rules.moves import Move
from tests.builders import act, make_game, make_user
from tests.views.visitors import BACKEND, words

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
GAMES = "/admin/games/game/"
PEOPLE = "/admin/accounts/user/"
HIDDEN = ("pile", "discard", "drawn_kind", "seed", "record")


@pytest.fixture
def boss(client: Client) -> Client:
    """The browser of somebody who may do everything."""
    client.force_login(User.objects.create_superuser("Boss", "boss@example.org"), backend=BACKEND)
    return client


@pytest.fixture
def game() -> Game:
    """A running game whose active seat holds a drawn card."""
    game = make_game(make_user("Ana"), make_user("Bo"))
    act(game, game.active_seat, Move("draw"))
    return Game.objects.get(pk=game.pk)


def test_times_are_told_in_words_and_moments_with_their_zone(boss: Client) -> None:
    game = make_game(make_user("Ana"), make_user("Bo"), turn_seconds=259_200, bank_seconds=604_800)
    page = words(boss.get(f"{GAMES}{game.pk}/change/").content.decode())
    assert "Time for a turn: 3 days" in page and "Time bank: 7 days" in page
    assert "259200" not in page and "604800" not in page
    assert "Created at: Sun 1 Mar 2026, 08:00 UTC" in page


def hide_other_cards(game: Game) -> None:
    """Let everything that nobody may see be something else, all else staying the same."""
    Game.objects.filter(pk=game.pk).update(
        pile=game.pile[::-1],
        discard=game.discard[-1:] * 3,
        drawn_kind="P" if game.drawn_kind != "P" else "F",
        seed=bytes(reversed(bytes(game.seed or b""))),
    )
    for cell in KingdomCell.objects.filter(game=game, face_up=False):
        cell.kind = "R" if cell.kind != "R" else "O"
        cell.save()
    pile = LegendCard.objects.filter(game=game, zone=LegendCard.Zone.PILE)
    pile.update(place=100 - F("place"))
    MoveRow.objects.filter(game=game).update(events=[], detail="")
    Seat.objects.filter(game=game).update(dealt="PFMS")


def all_pages(boss: Client, game: Game) -> dict[str, str]:
    """Every admin page by address, without what changes from one look to the next."""
    people = [f"{PEOPLE}{pk}/change/" for pk in User.objects.values_list("pk", flat=True)]
    acts = [f"{GAMES}{game.pk}/{act.name}/" for act in ACTS]
    ways = (
        "/admin/",
        "/admin/games/",
        GAMES,
        f"{GAMES}?q={game.code}",
        f"{GAMES}?q=Ana",
        f"{GAMES}?status=playing&_facets=True",
        f"{GAMES}?o=1.2.3.4.5.6.7.8.9",
        f"{GAMES}?trouble=overdue&opened=-1&begun=-1&moderated=0&_facets=True",
        f"{GAMES}{game.pk}/change/",
        f"{GAMES}{game.pk}/history/",
        *acts,
        PEOPLE,
        f"{PEOPLE}?q=Ana",
        *people,
    )
    pages = {}
    for way in ways:
        answer = boss.get(way)
        assert answer.status_code == 200, way
        changing = r'name="(csrfmiddlewaretoken|number)" value="[\w-]+"'
        pages[way] = re.sub(changing, "", answer.content.decode())
    for way in acts:
        asked = boss.post(way, {"why": "Why", "hours": 1, "seat": 0})
        assert asked.status_code == 200, way
        pages[f"{way} asks"] = re.sub(changing, "", asked.content.decode())
    return pages


def test_no_page_depends_on_anything_hidden(boss: Client, game: Game) -> None:
    before = all_pages(boss, game)
    assert all_pages(boss, game) == before
    hide_other_cards(game)
    assert all_pages(boss, game) == before


def test_no_hidden_column_is_named(boss: Client, game: Game) -> None:
    page = boss.get(f"{GAMES}{game.pk}/change/").content.decode()
    for column in HIDDEN:
        assert f"field-{column}" not in page


@pytest.mark.parametrize("column", HIDDEN)
@pytest.mark.parametrize("lookup", ["", "__startswith", "__exact", "__isnull", "__regex"])
def test_no_hidden_column_can_be_asked_for(
    boss: Client, game: Game, column: str, lookup: str
) -> None:
    value = "0" if lookup == "__isnull" else str(getattr(game, column))[:1] or "P"
    assert boss.get(GAMES, {column + lookup: value}).status_code == 400


@pytest.mark.parametrize(
    "lookup",
    [
        "cells__kind",
        "cells__kind__in",
        "seats__cells__kind",
        "seats__dealt__startswith",
        "moves__detail",
        "moves__events__icontains",
        "legend_cards__place",
        "legend_cards__zone",
        "id__in",
        "active_seat",
    ],
)
def test_nothing_but_the_filters_of_the_list_can_be_asked_for(
    boss: Client, game: Game, lookup: str
) -> None:
    assert boss.get(GAMES, {lookup: "1"}).status_code == 400


@pytest.mark.parametrize(
    "lookup",
    [
        "seats__game__pile__startswith",
        "seats__cells__kind",
        "hosted_games__pile__startswith",
        "hosted_games__drawn_kind",
        "hosted_games__cells__kind",
        "seats__dealt",
    ],
)
def test_people_cannot_be_asked_for_their_games_cards(
    boss: Client, game: Game, lookup: str
) -> None:
    assert boss.get(PEOPLE, {lookup: "P"}).status_code == 400


@pytest.mark.parametrize("column", ["pile", "seed", "drawn_kind", "record", "code"])
def test_no_column_can_be_referred_to(boss: Client, game: Game, column: str) -> None:
    for way in (GAMES, f"{GAMES}{game.pk}/change/"):
        assert boss.get(way, {"_to_field": column, "_popup": "1"}).status_code == 400


def test_sorting_goes_by_shown_columns_alone(boss: Client, game: Game) -> None:
    assert not set(site.get_model_admin(Game).list_display) & set(HIDDEN)
    assert not set(site.get_model_admin(Game).search_fields) & set(HIDDEN)


@pytest.mark.parametrize("model", [KingdomCell, LegendCard, MoveRow, Seat])
def test_what_holds_hidden_cards_has_no_page_of_its_own(
    boss: Client, game: Game, model: type
) -> None:
    assert not site.is_registered(model)
    assert boss.get(f"/admin/games/{model.__name__.lower()}/").status_code == 404


@pytest.mark.parametrize(
    ("query", "found"),
    [("Ana", True), ("Bo", True), ("Nobody", False), ("code", True)],
)
def test_games_are_found_by_code_and_people(
    boss: Client, game: Game, query: str, found: bool
) -> None:
    answer = boss.get(GAMES, {"q": game.code if query == "code" else query})
    assert (f"{GAMES}{game.pk}/change/" in answer.content.decode()) == found


@pytest.mark.parametrize(
    ("column", "value", "found"),
    [
        ("status__exact", "playing", True),
        ("status__exact", "over", False),
        ("players", "2", True),
        ("public__exact", "0", False),
        ("ruleset", "rulebook", True),
    ],
)
def test_games_are_found_by_the_list_s_filters(
    boss: Client, game: Game, column: str, value: str, found: bool
) -> None:
    answer = boss.get(GAMES, {column: value})
    assert answer.status_code == 200
    assert (f"{GAMES}{game.pk}/change/" in answer.content.decode()) == found


def test_a_game_is_looked_at(boss: Client, game: Game) -> None:
    text = words(boss.get(f"{GAMES}{game.pk}/change/").content.decode())
    for part in (game.code, "Ana", "Bo", game.commitment, "placing"):
        assert part in text


def test_nothing_can_be_changed(boss: Client, game: Game) -> None:
    before = Game.objects.values().get(pk=game.pk)
    assert boss.get(f"{GAMES}add/").status_code == 403
    assert boss.post(f"{GAMES}add/", {"players": 2}).status_code == 403
    assert boss.post(f"{GAMES}{game.pk}/change/", {"players": 4}).status_code == 403
    assert boss.get(f"{GAMES}{game.pk}/delete/").status_code == 403
    assert boss.post(f"{GAMES}{game.pk}/delete/", {"post": "yes"}).status_code == 403
    chosen = {"action": "delete_selected", "_selected_action": game.pk, "post": "yes"}
    boss.post(GAMES, chosen)
    assert Game.objects.values().get(pk=game.pk) == before
    assert "_save" not in boss.get(f"{GAMES}{game.pk}/change/").content.decode()


def test_others_do_not_come_in(client: Client, game: Game) -> None:
    client.force_login(User.objects.get(name="Ana"), backend=BACKEND)
    for way in ("/admin/", GAMES, f"{GAMES}{game.pk}/change/"):
        assert client.get(way).status_code == 302
