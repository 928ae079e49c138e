"""Calling a game off, proposing to end it, agreeing and refusing, at the table."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from accounts.services import make_guest
from games.models import Game
from games.play import ending
from games.play.lobby import Options, open_table, play_now
from games.play.pace import DAY
from games.rules.moves import Move
from tests.builders import NOW, SEED, act, make_game, make_user, play_some
from tests.views.sitting import Sitting, sit
from tests.views.table_reader import TablePage
from tests.views.visitors import browser_of

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("an_hour_later"), pytest.mark.sqlite]
ACTS = ["call-off", "propose", "answer"]


@pytest.fixture
def an_hour_later() -> Iterator[None]:
    with time_machine.travel(NOW + timedelta(hours=1), tick=False):
        yield


@pytest.fixture
def people() -> list[User]:
    return [make_user("Ana"), make_user("Bo"), make_user("Cleo")]


@pytest.fixture
def begun(people: list[User]) -> Game:
    """A game in which nobody has had a turn."""
    return make_game(*people)


@pytest.fixture
def game(people: list[User]) -> Game:
    """A game in which everybody has had a turn."""
    game = make_game(*people)
    while game.seats.filter(turns=0).exists():
        play_some(game, 1)
    game.refresh_from_db()
    return game


@pytest.fixture
def proposed(game: Game, people: list[User]) -> Game:
    """The same with a proposal of Bo's."""
    ending.propose(game_id=game.pk, user=people[1], now=NOW)
    game.refresh_from_db()
    return game


def press(sitting: Sitting, what: str, answer: str = "") -> TablePage:
    """Send a form as a browser does and go where it leads."""
    sent = {"answer": answer} if answer else {}
    return TablePage(sitting.client.post(f"{sitting.address}{what}/", sent, follow=True))


def offered(page: TablePage) -> list[str]:
    """The buttons that have to do with the end of the game."""
    found = [button for button in page.all("button") if button["id"] in ("end-game", "agree")]
    return [button.words for button in [*found, *page.all("button", id="refuse")]]


def state(game: Game) -> tuple[str, str, int | None, int]:
    game.refresh_from_db()
    return game.status, game.end, game.proposed_by, game.version


# Calling off


def test_before_everybody_had_a_turn_it_can_be_called_off(begun: Game, people: list[User]) -> None:
    page = sit(begun, people[1]).see()
    assert offered(page) == ["Call the game off"]
    assert "without a result" in page.one("details", id="more").words


def test_calling_off_ends_it_and_says_so(begun: Game, people: list[User]) -> None:
    page = press(sit(begun, people[1]), "call-off")
    assert "You have called the game off." in page.html
    assert (
        page.says == "The game was called off before everybody had a first turn. It has no result."
    )
    assert state(begun)[:2] == ("void", "called-off")


def test_while_cards_are_arranged_it_can_be_called_off_too(people: list[User]) -> None:
    game = make_game(*people, arranged=False)
    assert offered(sit(game, people[0]).see()) == ["Call the game off"]
    press(sit(game, people[0]), "call-off")
    assert state(game)[0] == "void"


def test_a_second_click_ends_nothing_more_and_is_told(begun: Game, people: list[User]) -> None:
    press(sit(begun, people[0]), "call-off")
    before = state(begun)
    page = press(sit(begun, people[0]), "call-off")
    assert (page.status, page.refusal) == (
        422,
        "This game has been ended already; it counts once.",
    )
    assert state(begun) == before


def test_once_everybody_had_a_turn_it_is_too_late(game: Game, people: list[User]) -> None:
    before = state(game)
    page = press(sit(game, people[0]), "call-off")
    assert page.status == 422
    assert page.refusal.startswith("Everyone has had a first turn")
    assert page.kingdom(0)  # the true table
    assert state(game) == before


# Proposing


def test_later_one_can_propose_and_reads_what_comes_of_it(game: Game, people: list[User]) -> None:
    page = sit(game, people[0]).see()
    assert offered(page) == ["Propose to end the game"]
    told = page.one("details", id="more").words
    assert (
        "whoever has not answered after 4 days, or runs out of time in a turn before, agrees."
        " Whoever is on vacation or cannot play meanwhile has that time once they are back; nobody"
        " who cannot play is waited for longer than 14 days before."
    ) in told


def test_the_largest_bank_of_the_others_is_in_that_time(game: Game, people: list[User]) -> None:
    for number, days in ((0, 3), (1, 1), (2, 0)):
        game.seats.filter(number=number).update(bank_seconds=days * DAY)
    assert "not answered after 2 days" in sit(game, people[0]).see().one("details", id="more").words
    game.seats.update(bank_seconds=0)
    Game.objects.filter(pk=game.pk).update(turn_seconds=300)
    assert "not answered after 1 day" in sit(game, people[0]).see().one("details", id="more").words


def test_resigning_says_whom_it_ends_the_game_for(game: Game, people: list[User]) -> None:
    page = sit(game, people[0]).see()
    assert "Resigning ends it for you alone" in page.one("details", id="more").words
    act(game, 2, Move("leave", detail="resigned"))
    more = sit(game, people[0]).see().one("details", id="more").words
    assert "Resigning ends it with a result: you are out at once" in more
    assert "alone" not in more


def test_a_proposal_stands_at_the_table_of_all(proposed: Game, people: list[User]) -> None:
    ana, bo, _cleo = people
    silence = (
        " Whoever has not answered by Thu 5 Mar 2026, 08:00 UTC,"
        " or runs out of time in a turn before, agrees;"
        " whoever is on vacation or cannot play meanwhile gets more time."
        " Agreed: Bo. Not answered yet: Ana, Cleo."
    )
    page = sit(proposed, ana).see()
    told = "Bo proposes to end this game without a result." + silence
    assert page.one(id="proposal").words.startswith(told)
    assert offered(page) == ["Agree: end the game", "Refuse"]
    own = sit(proposed, bo).see()
    told_own = "You propose to end this game without a result." + silence
    assert own.one(id="proposal").words.startswith(told_own)
    assert offered(own) == ["Take it back"]
    watched = sit(proposed).see()
    assert watched.one(id="proposal").words == told
    assert offered(watched) == []


def test_proposing_asks_the_others(game: Game, people: list[User]) -> None:
    page = press(sit(game, people[0]), "propose")
    assert "Your proposal is made." in page.html
    assert page.one(id="proposal").words.startswith("You propose to end this game")
    assert state(game)[2] == 0


def test_a_second_click_proposes_nothing_more(game: Game, people: list[User]) -> None:
    press(sit(game, people[0]), "propose")
    before = state(game)
    assert press(sit(game, people[0]), "propose").status == 200
    assert state(game) == before


def test_once_in_a_turn_is_enough(game: Game, people: list[User]) -> None:
    ana, bo, _cleo = people
    press(sit(game, ana), "propose")
    press(sit(game, bo), "answer", "refuse")
    page = sit(game, ana).see()
    assert offered(page) == []
    assert "after your next turn you can again" in page.one("details", id="more").words
    page = press(sit(game, ana), "propose")
    assert page.refusal == "You have proposed that in this turn already."
    assert state(game)[2] is None


def test_who_plays_against_bots_alone_ends_the_game_at_once() -> None:
    guest = make_guest(NOW)
    game = play_now(user=guest, bots=1, bot="random", seed=SEED, now=NOW)
    for seat in range(2):
        act(game, seat, Move("ready"))
    while game.seats.filter(turns=0).exists():
        play_some(game, 1)
    page = sit(game, guest).see()
    assert offered(page) == ["End the game"]
    assert press(sit(game, guest), "propose").says == (
        "The players have agreed to end the game. It has no result."
    )


# Answering


def test_when_all_agree_the_game_is_ended(proposed: Game, people: list[User]) -> None:
    ana, _bo, cleo = people
    page = press(sit(proposed, ana), "answer", "agree")
    assert "You have agreed." in page.html
    assert "Agreed: Ana, Bo. Not answered yet: Cleo." in page.one(id="proposal").words
    assert offered(page) == ["Refuse after all"]
    page = press(sit(proposed, cleo), "answer", "agree")
    assert page.says == "The players have agreed to end the game. It has no result."
    assert state(proposed)[:2] == ("void", "agreed")


@pytest.mark.parametrize("who", [0, 1])
def test_one_refusal_is_the_end_of_it(proposed: Game, people: list[User], who: int) -> None:
    page = press(sit(proposed, people[who]), "answer", "refuse")
    assert "The game goes on: the proposal is off." in page.html
    assert page.all(id="proposal") == []
    assert state(proposed)[:3] == ("playing", "", None)


@pytest.mark.parametrize("answer", ["agree", "refuse"])
def test_a_second_click_answers_once(proposed: Game, people: list[User], answer: str) -> None:
    press(sit(proposed, people[0]), "answer", answer)
    before = state(proposed)
    page = press(sit(proposed, people[0]), "answer", answer)
    assert (page.refusal == "Nobody proposes to end the game now.") == (answer == "refuse")
    assert state(proposed) == before


@pytest.mark.parametrize("answer", ["", "perhaps"])
def test_something_else_is_no_answer(proposed: Game, people: list[User], answer: str) -> None:
    before = state(proposed)
    page = press(sit(proposed, people[0]), "answer", answer)
    assert (page.status, page.refusal) == (
        422,
        "That is no answer to a proposal; nothing was done.",
    )
    assert state(proposed) == before


def test_an_old_page_answers_a_proposal_that_is_off(proposed: Game, people: list[User]) -> None:
    press(sit(proposed, people[1]), "answer", "refuse")
    page = press(sit(proposed, people[0]), "answer", "agree")
    assert (page.status, page.refusal) == (422, "Nobody proposes to end the game now.")


# Who may


@pytest.mark.parametrize("what", ACTS)
def test_by_get_nothing_happens(proposed: Game, people: list[User], what: str) -> None:
    before = state(proposed)
    for look in ("get", "head"):
        answer = getattr(browser_of(people[0]), look)(
            f"{proposed.get_absolute_url()}{what}/?answer=agree"
        )
        assert (answer.status_code, answer["Location"]) == (302, proposed.get_absolute_url())
    assert state(proposed) == before


@pytest.mark.parametrize("what", ACTS)
def test_who_watches_is_refused(begun: Game, what: str) -> None:
    before = state(begun)
    page = press(sit(begun, make_user("Dan")), what, "agree")
    assert (page.status, page.refusal) == (422, "You do not sit at this table.")
    assert state(begun) == before


@pytest.mark.parametrize("what", ACTS)
def test_who_is_out_is_refused(begun: Game, people: list[User], what: str) -> None:
    act(begun, 2, Move("leave", detail="resigned"))
    before = state(begun)
    sitting = sit(begun, people[2])
    assert offered(sitting.see()) == []
    page = press(sitting, what, "agree")
    assert (page.status, page.refusal) == (422, "You are out of this game.")
    assert state(begun) == before


@pytest.mark.parametrize("what", ACTS)
def test_a_stranger_signs_in_first(begun: Game, what: str) -> None:
    answer = Client().post(f"{begun.get_absolute_url()}{what}/", {"answer": "agree"})
    assert answer.status_code == 302
    assert answer["Location"].startswith("/accounts/login/?next=/g/")


@pytest.mark.parametrize("what", ACTS)
def test_a_table_by_link_is_not_there_for_others(people: list[User], what: str) -> None:
    game = make_game(*people, public=False)
    answer = browser_of(make_user("Dan")).post(f"{game.get_absolute_url()}{what}/")
    assert answer.status_code == 404


@pytest.mark.parametrize("what", ACTS)
def test_a_table_that_has_not_begun_has_no_game_to_end(people: list[User], what: str) -> None:
    game = open_table(host=people[0], options=Options(), now=NOW)
    page = press(sit(game, people[0]), what, "agree")
    assert (page.status, page.refusal) == (422, "This game is not running.")


def test_a_game_that_is_over_stays_so(people: list[User]) -> None:
    game = make_game(*people, turn_limit=1)
    play_some(game)
    page = press(sit(game, people[0]), "propose")
    assert (page.status, page.refusal) == (422, "This game is not running.")
    assert page.all("table", class_="sheet")


@pytest.mark.parametrize("what", ACTS)
def test_a_form_without_its_token_is_refused_at_the_table(
    begun: Game, people: list[User], what: str
) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(people[0], backend="django.contrib.auth.backends.ModelBackend")
    answer = client.post(f"{begun.get_absolute_url()}{what}/", {"answer": "agree"})
    assert answer.status_code == 403
    assert "This page was too old, so nothing was done." in answer.content.decode()
    assert state(begun)[0] == "playing"


# Pages that stay open


def asked_by(sitting: Sitting) -> str:
    return sitting.see().one(id="table")["data-poll"].split("?")[1]


def test_a_proposal_comes_to_the_pages_of_the_others(game: Game, people: list[User]) -> None:
    sitting = sit(game, people[0])
    asked = asked_by(sitting)
    ending.propose(game_id=game.pk, user=people[1], now=NOW)
    part = sitting.poll(asked)
    told = "Bo proposes to end this game without a result."
    assert part.one(id="proposal").words.startswith(told)
    assert told in part.one(id="told").words
    asked = part.one(id="table")["data-poll"].split("?")[1]
    assert sitting.poll(asked).status == 204
    ending.answer(game_id=game.pk, user=people[2], agrees=True, now=NOW)
    part = sitting.poll(asked)
    assert told not in part.one(id="told").words
    ending.answer(game_id=game.pk, user=people[2], agrees=False, now=NOW)
    part = sitting.poll(asked)
    assert "Nobody proposes to end the game any more." in part.one(id="told").words


def test_a_game_that_was_ended_stops_its_pages(begun: Game, people: list[User]) -> None:
    sitting = sit(begun, people[0])
    asked = asked_by(sitting)
    ending.call_off(game_id=begun.pk, user=people[1], now=NOW)
    answer = sitting.client.get(f"{sitting.address}poll/?{asked}", headers={"HX-Request": "true"})
    assert answer["HX-Refresh"] == "true"
    assert "data-poll" not in sitting.see().one(id="table").attributes


def test_a_move_sent_after_the_end_shows_the_end(begun: Game, people: list[User]) -> None:
    ending.call_off(game_id=begun.pk, user=people[1], now=NOW)
    page = sit(begun, people[begun.active_seat]).do("draw", version=3)
    assert (page.status, page.refusal) == (422, "This game is not running.")
    assert page.says.startswith("The game was called off")


def test_an_old_page_cannot_agree_to_another_s_proposal(proposed: Game, people: list[User]) -> None:
    page = press(sit(proposed, people[0]), "propose")
    assert page.status == 422
    assert "Bo has proposed to end the game already: agree to that or refuse." in page.refusal
    assert offered(page) == ["Agree: end the game", "Refuse"]
    assert not proposed.seats.get(user=people[0]).agreed
