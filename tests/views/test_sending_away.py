"""The host sends somebody away before the game, and until when a table waits."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from accounts.models import User
from games.models import Game
from games.play.lobby import Options, join, leave_table, open_table, remove
from tests.builders import NOW, SEED, make_game, make_user
from tests.views.sitting import HTMX
from tests.views.visitors import browser_of, words

pytestmark = pytest.mark.django_db
SENT_AWAY = "You were sent away from this table."


@pytest.fixture
def ana() -> User:
    return make_user("Ana")


@pytest.fixture
def bo() -> User:
    return make_user("Bo")


@pytest.fixture
def table(ana: User, bo: User) -> Game:
    game = open_table(host=ana, options=Options(players=3), now=NOW)
    join(game_id=game.pk, user=bo, seed=SEED, now=NOW)
    return game


def send_away(host: User, game: Game, seat: object) -> tuple[int, str]:
    """Send the form; return status and address, or what the page says."""
    client = browser_of(host)
    answer = client.post(f"{game.get_absolute_url()}remove/", {"seat": str(seat)})
    page = client.get(answer["Location"]) if answer.status_code == 303 else answer
    return answer.status_code, words(page.content.decode())


def offered(html: str) -> list[str]:
    """The seats whose people the page offers to send away."""
    return re.findall(r'name="seat" value="(\d+)"', html)


def test_the_host_is_offered_to_send_away_each_other(ana: User, bo: User, table: Game) -> None:
    page = browser_of(ana).get(table.get_absolute_url()).content.decode()
    assert offered(page) == [str(bo.seats.get().pk)]
    assert "Bo loses the seat and cannot take one at this table again." in words(page)


def test_nobody_else_is_offered_that(bo: User, table: Game) -> None:
    for reader in (bo, make_user("Cy")):
        page = browser_of(reader).get(table.get_absolute_url()).content.decode()
        assert offered(page) == []


def test_who_is_sent_away_loses_the_seat_for_good(ana: User, bo: User, table: Game) -> None:
    status, text = send_away(ana, table, bo.seats.get().pk)
    assert (status, "Bo was sent away." in text) == (303, True)
    assert not bo.seats.exists()
    page = browser_of(bo).get(table.get_absolute_url()).content.decode()
    assert SENT_AWAY in words(page)
    assert "/join/" not in page
    answer = browser_of(bo).post(f"{table.get_absolute_url()}join/")
    assert answer.status_code == 422
    assert SENT_AWAY in words(answer.content.decode())


def test_the_page_of_whoever_is_sent_away_says_so(ana: User, bo: User, table: Game) -> None:
    client = browser_of(bo)
    asked = f"{table.get_absolute_url()}poll/?v=1&page=room&seat=1"
    assert client.get(asked, headers=HTMX).status_code == 204
    remove(game_id=table.pk, by=ana, number=1, now=NOW)
    assert client.get(asked, headers=HTMX)["HX-Refresh"] == "true"
    assert SENT_AWAY in words(client.get(table.get_absolute_url()).content.decode())


def test_a_second_click_sends_nobody_else_away(ana: User, bo: User, table: Game) -> None:
    """The seat of the page is meant, not who sits on it by then."""
    seat = bo.seats.get().pk
    leave_table(game_id=table.pk, user=bo, now=NOW)
    cy = make_user("Cy")
    join(game_id=table.pk, user=cy, seed=SEED, now=NOW)
    for _click in range(2):
        status, text = send_away(ana, table, seat)
        assert (status, "That seat is free already." in text) == (303, True)
    assert cy.seats.get().number == 1


@pytest.mark.parametrize("seat", ["", "x", "-1", "²", "9" * 50, "0"])
def test_a_seat_that_never_was_is_free(ana: User, table: Game, seat: str) -> None:
    assert "That seat is free already." in send_away(ana, table, seat)[1]
    assert table.seats.count() == 2


def test_only_the_host_sends_away(ana: User, bo: User, table: Game) -> None:
    for reader in (bo, make_user("Cy")):
        status, text = send_away(reader, table, ana.seats.get().pk)
        assert (status, "Only the host of the table can do that." in text) == (422, True)
    assert table.seats.count() == 2


def test_the_host_cannot_send_themselves_away(ana: User, table: Game) -> None:
    status, text = send_away(ana, table, ana.seats.get().pk)
    assert status == 422
    assert "You host this table: leave it instead." in text


def test_a_seat_of_another_table_is_none_of_this_one(ana: User, bo: User, table: Game) -> None:
    other = open_table(host=bo, options=Options(), now=NOW)
    send_away(ana, table, other.seats.get().pk)
    assert other.seats.exists()


def test_once_the_game_has_begun_it_is_too_late(ana: User, bo: User) -> None:
    game = make_game(ana, bo)
    status, text = send_away(ana, game, bo.seats.get().pk)
    assert (status, "This table is not open any more." in text) == (303, True)
    assert bo.seats.exists()


def test_it_says_until_when_it_waits_and_each_who_comes_makes_that_later(
    ana: User, table: Game
) -> None:
    cy = make_user("Cy")
    join_later = NOW + timedelta(days=3)
    assert "until Sun 15 Mar 2026, 08:00 UTC" in words(
        browser_of(ana).get(table.get_absolute_url()).content.decode()
    )
    leave_table(game_id=table.pk, user=User.objects.get(name="Bo"), now=NOW)
    join(game_id=table.pk, user=cy, seed=SEED, now=join_later)
    page = browser_of(cy).get(table.get_absolute_url()).content.decode()
    assert "until Wed 18 Mar 2026, 08:00 UTC" in words(page)
    assert '<time datetime="2026-03-18T08:00:00+00:00">' in page
