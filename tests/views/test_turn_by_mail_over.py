"""The link to a turn that is over: what its seat did, and nothing of what came after."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.models import Game, Move
from games.play.ending import call_off
from games.rules import moves as rules
from tests.builders import NOW, act, lay_kingdom, lay_river, make_game, make_user, play_some
from tests.views.link_holder import LinkHolder, holder, link_of, mail_player
from tests.views.table_reader import TablePage
from tests.views.visitors import browser_of

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def people() -> list[User]:
    return [mail_player("Ana"), mail_player("Bo"), mail_player("Cy")]


@pytest.fixture
def game(people: list[User]) -> Game:
    """The turn of seat 1, whose Kingdom fulfils a Legend once a Plain lies on a4."""
    game = make_game(*people)
    Game.objects.filter(pk=game.pk).update(active_seat=1, discard="E", pile="PGMM" + game.pile[4:])
    lay_kingdom(game, 1, "EEHH", "DDGG", "eehh", "ddgg")
    lay_river(game, "four-tribes")
    game.refresh_from_db()
    return game


@pytest.fixture
def turn(game: Game) -> LinkHolder:
    return holder(game)


def lines(page: TablePage) -> list[str]:
    return [line.words for line in page.all("li")]


def play_it(turn: LinkHolder) -> TablePage:
    """Draw, place, claim: the page after it."""
    turn.do("draw")
    turn.do("keep", square="a4")
    return turn.do("claim", detail="four-tribes")


def test_it_says_what_its_seat_did(turn: LinkHolder) -> None:
    page = play_it(turn)
    assert (page.status, page.one("h1").words) == (410, "Your turn is made")
    assert page.says == "What you did:"
    placed, claimed = lines(page)
    assert placed == "Bo drew and kept Plain on a4; Dwarf came off."
    assert claimed.startswith("Bo claimed The Four Tribes. New in the River:")
    assert page.all("button") == []
    assert page.one("a", class_="primary")["href"].startswith("/accounts/login/?next=")


@pytest.mark.parametrize("method", ["get", "head", "post"])
def test_the_link_is_dead_by_any_method(turn: LinkHolder, method: str) -> None:
    play_it(turn)
    before = Move.objects.count()
    answer = getattr(turn.client, method)(turn.path, {"act": "draw", "version": turn.version})
    assert answer.status_code == 410
    assert "no-store" in answer["Cache-Control"]
    assert not answer.cookies
    assert Move.objects.count() == before


def test_nothing_is_told_of_what_came_after(turn: LinkHolder) -> None:
    before = play_it(turn).html
    lay_kingdom(turn.game, 2, "pfms", "hPDg", "sSHm", "feop")
    for seat in (2, 0, 1):
        turn.game.refresh_from_db()
        while Game.objects.get(pk=turn.game.pk).active_seat == seat:
            play_some(turn.game, 1)
    assert turn.see().html == before


def test_a_turn_made_at_the_table_is_told_as_well(turn: LinkHolder) -> None:
    act(turn.game, 1, rules.Move("take", 15))
    act(turn.game, 1, rules.Move("pass"))
    page = turn.see()
    assert page.one("h1").words == "Your turn is made"
    assert lines(page) == [
        "Bo took Elf from the Discard to d4; Goblin came off.",
        "Bo passed.",
    ]


def test_the_last_click_twice_counts_once(turn: LinkHolder) -> None:
    turn.do("draw")
    turn.do("keep", square="a4")
    version = turn.version
    turn.do("pass", version=version)
    again = turn.do("pass", version=version)
    assert (again.status, again.refusal) == (410, "This move was made already; it counts once.")
    assert Move.objects.filter(act="pass").count() == 1


def test_an_old_page_is_told_that_it_came_too_late(turn: LinkHolder) -> None:
    act(turn.game, 1, rules.Move("take", 15))
    act(turn.game, 1, rules.Move("pass"))
    late = turn.do("draw", version=turn.version - 1)
    assert late.refusal == "The turn was over before this came, so nothing was done."
    assert turn.do("nonsense").status == 410


@pytest.mark.parametrize(
    ("why", "told"),
    [
        ("resigned", "Bo resigned."),
        ("timeout", "Bo ran out of time and is out."),
        ("removed", "Bo was removed from the table."),
    ],
)
@pytest.mark.parametrize("leavers", ["out", "bot"])
def test_of_whoever_is_out_it_tells_that_and_not_what_a_bot_did_for_them(
    turn: LinkHolder, why: str, told: str, leavers: str
) -> None:
    Game.objects.filter(pk=turn.game.pk).update(leavers=leavers)
    turn.do("draw")
    act(turn.game, 1, rules.Move("leave", detail=why))
    play_some(turn.game, 12)
    assert (Move.objects.filter(seat=1).count() > 3) == (leavers == "bot")
    page = turn.see()
    assert (page.status, page.one("h1").words) == (410, "This turn is over")
    assert page.says == "This turn is over: nothing can be done in it any more."
    assert lines(page) == ["Bo drew a card.", told]


def test_the_turn_that_ends_the_game_is_made(turn: LinkHolder) -> None:
    make_over = make_game(*User.objects.order_by("pk"), turn_limit=1)
    played = play_some(make_over, 0)
    while played.state.phase != "over":
        seat = played.state.active
        path = link_of(make_over, seat)
        played = play_some(make_over, 1)
    page = LinkHolder(make_over, path).see()
    assert page.one("h1").words == "Your turn is made"
    assert lines(page)[-1].endswith("All have had their last turn: the game is over.")
    assert "brings its own" not in page.html


def test_a_game_without_a_result_shows_no_card(turn: LinkHolder, people: list[User]) -> None:
    turn.do("draw")
    call_off(game_id=turn.game.pk, user=people[0], now=NOW)
    page = turn.see()
    assert (page.status, page.one("h1").words) == (410, "This turn is over")
    assert page.says == "The game was called off before everybody had a first turn."
    assert lines(page) == []
    assert turn.send("keep", square="a4").status_code == 410


def test_a_result_taken_back_shows_no_card_of_turns_made(turn: LinkHolder) -> None:
    play_it(turn)
    Game.objects.filter(pk=turn.game.pk).update(
        status=Game.Status.VOID, end="voided", deadline=None, turn_started_at=None
    )
    page = turn.see()
    assert page.one("h1").words == "Your turn is made"
    assert lines(page) == []
    assert "moderator" not in page.html


def test_somebody_else_reads_whose_turn_it_was(turn: LinkHolder) -> None:
    play_it(turn)
    cy = make_user("Dee")
    page = LinkHolder(turn.game, turn.path, browser_of(cy)).see()
    assert page.one(id="whose").words == "This was the turn of Bo; you are signed in as Dee."
    assert page.one("a", class_="primary")["href"] == turn.game.get_absolute_url()


def test_void_links_stay_void_when_their_turn_is_over(turn: LinkHolder) -> None:
    play_it(turn)
    User.objects.filter(name="Bo").update(plays_by_mail_since=None)
    assert turn.see().status == 404
