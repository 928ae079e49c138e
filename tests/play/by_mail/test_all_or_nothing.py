"""What was done of a mail is told, what was not, and why: never half an order, never twice."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Notice
from games.models import Game, ReceivedMail
from games.play.agreement import close
from games.play.by_mail import acting
from games.play.by_mail.letter import Letter, Outcome
from games.play.by_mail.order import MOST_ORDERS
from games.rules.moves import Move
from tests.builders import NOW, act, lay_kingdom, make_game
from tests.play.by_mail.ordering import (
    answers,
    everything,
    mail_in,
    order,
    player,
    received,
    running_turn,
    told,
)

pytestmark = pytest.mark.django_db

QUERIES = 24


def test_a_wrong_second_order_leaves_the_first_done(game: Game, seat: int) -> None:
    mail_in(game, seat, order("draw"), order("reveal", "b2"), order("pass"))
    number = game.version + 1
    assert told(game) == [
        ("draw", number, ""),
        ("reveal b2", None, "already-revealed"),
        ("pass", None, ""),
    ]
    assert received(game).orders[1]["params"] == {"square": "b2"}
    game.refresh_from_db()
    assert (game.version, game.phase) == (number, "placing")
    assert len(answers()) == 1


def test_a_wrong_first_order_changes_nothing(game: Game, seat: int) -> None:
    before = everything(game)
    assert mail_in(game, seat, order("take", "b2", kind="R")) == Outcome.ANSWERED
    assert everything(game) == before
    assert len(answers()) == 1


def test_orders_after_the_end_of_the_turn_are_not_done(game: Game, seat: int) -> None:
    lay_kingdom(game, seat, "pppp", "pPFp", "pMSp", "pppp")
    mail_in(game, seat, order("draw"), order("reveal", "a1"), order("draw"), order("pass"))
    assert [code for _text, _move, code in told(game)] == ["", "", "turn-ended", ""]
    game.refresh_from_db()
    assert (game.turn_number, game.active_seat) == (1, 1 - seat)


def test_a_pass_where_nothing_can_be_claimed_is_as_good_as_done(game: Game, seat: int) -> None:
    lay_kingdom(game, seat, "pppp", "pPFp", "pMSp", "pppp")
    mail_in(game, seat, order("draw"), order("reveal", "a1"), order("pass"))
    (_draw, revealed, passed) = told(game)
    assert passed == ("pass", revealed[1], "nothing-to-pass")
    game.refresh_from_db()
    assert (game.turn_number, game.active_seat) == (1, 1 - seat)


def test_a_pass_counts_as_done_only_behind_what_ends_a_turn() -> None:
    game = make_game(player(), player(), arranged=False)
    mail_in(game, 0, order("ready"), order("pass"))
    assert [code for _text, _move, code in told(game)] == ["", "turn-ended"]


def test_orders_after_the_end_of_the_game_are_not_done() -> None:
    game = make_game(player(), player(), turn_limit=1)
    for _seat in range(2):
        game.refresh_from_db()
        lay_kingdom(game, game.active_seat, "pppp", "pPFp", "pMSp", "pppp")
        mail_in(game, game.active_seat, order("draw"), order("reveal", "a1"), order("draw"))
        assert [code for _text, _move, code in told(game)] == ["", "", "turn-ended"]
    assert Game.objects.get(pk=game.pk).status == Game.Status.OVER


def test_no_more_orders_are_looked_at_than_a_turn_needs(game: Game, seat: int) -> None:
    mail_in(game, seat, *[order("draw")] * 50)
    assert len(received(game).orders) == MOST_ORDERS


def test_a_mail_of_no_order_is_answered(game: Game, seat: int) -> None:
    assert mail_in(game, seat) == Outcome.ANSWERED
    assert received(game).why == "no-order"


def test_of_an_empty_one_that_is_said(game: Game, seat: int) -> None:
    mail_in(game, seat, is_empty=True)
    assert received(game).why == "empty"
    mail_in(game, 1 - seat, is_empty=True)
    assert received(game).why == "over"


@pytest.mark.parametrize("wants", ["help", "board"])
def test_so_is_one_that_asks_for_something_else(game: Game, seat: int, wants: str) -> None:
    assert mail_in(game, seat, wants=wants) == Outcome.ANSWERED
    assert (received(game).why, received(game).wants) == ("", wants)


def test_the_same_mail_does_nothing_a_second_time(game: Game, seat: int) -> None:
    assert mail_in(game, seat, order("draw"), digest="a" * 64) == Outcome.PLAYED
    before = everything(game)
    assert mail_in(game, seat, order("reveal", "c1"), digest="a" * 64) == Outcome.SEEN
    assert everything(game) == before
    assert len(answers()) == ReceivedMail.objects.count() == 1


def test_the_same_mail_to_two_games_acts_in_one(game: Game, seat: int) -> None:
    people = [each.user for each in game.seats.select_related("user").order_by("number")]
    other = make_game(*people)  # type: ignore[arg-type]
    before = everything(other)
    assert mail_in(game, seat, order("draw"), digest="a" * 64) == Outcome.PLAYED
    mine = other.seats.get(user=people[seat]).number
    assert mail_in(other, mine, order("draw"), digest="a" * 64) == Outcome.SEEN
    assert everything(other) == before


def test_others_may_send_a_mail_of_the_same_digest(game: Game, seat: int) -> None:
    mail_in(game, seat, order("draw"), order("reveal", "c1"), order("pass"), digest="a" * 64)
    game.refresh_from_db()
    assert game.active_seat != seat
    assert mail_in(game, game.active_seat, order("draw"), digest="a" * 64) == Outcome.PLAYED


@pytest.mark.parametrize("where", ["try_all", "post_answer"])
def test_a_fault_leaves_nothing_of_it(
    game: Game, seat: int, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = getattr(acting, where)

    def break_down(*args: object, **named: object) -> None:
        real(*args, **named)
        raise ZeroDivisionError("a bug")

    before, notices = everything(game), Notice.objects.count()
    with monkeypatch.context() as patched:
        patched.setattr(acting, where, break_down)
        with pytest.raises(ZeroDivisionError):
            mail_in(game, seat, order("draw"), order("reveal", "c1"), digest="a" * 64)
    assert everything(game) == before
    assert (Notice.objects.count(), ReceivedMail.objects.count()) == (notices, 0)
    assert mail_in(game, seat, order("draw"), digest="a" * 64) == Outcome.PLAYED


@pytest.mark.parametrize("status", [Game.Status.VOID, Game.Status.OVER])
def test_a_game_that_is_over(game: Game, seat: int, status: str) -> None:
    if status == Game.Status.VOID:
        close(game, "agreed", NOW)
    else:
        act(game, 1 - seat, Move("leave", detail="resigned"))
    before = everything(game)
    assert mail_in(game, seat, order("draw"), turn="0") == Outcome.ANSWERED
    assert (received(game).why, received(game).orders) == ("over", [])
    assert everything(game) == before


def test_a_turn_that_is_over(game: Game, seat: int) -> None:
    turn = running_turn(game)
    act(game, seat, Move("draw"))
    act(game, seat, Move("reveal", 2))
    if Game.objects.get(pk=game.pk).phase == "claiming":
        act(game, seat, Move("pass"))
    before = everything(game)
    assert mail_in(game, seat, order("draw"), turn=turn) == Outcome.ANSWERED
    assert received(game).why == "over"
    assert everything(game) == before


def test_a_turn_of_somebody_else(game: Game, seat: int) -> None:
    before = everything(game)
    assert mail_in(game, 1 - seat, order("resign")) == Outcome.ANSWERED
    assert received(game).why == "over"
    assert everything(game) == before


def test_a_game_that_was_deleted_meanwhile(game: Game, seat: int) -> None:
    person = game.seats.get(number=seat).user
    assert person is not None
    gone = game.pk
    letter = Letter(person.email, "a" * 64, "", (order("draw"),))
    game.delete()
    said = acting.carry_out(
        since=NOW,
        game_id=gone,
        seat=seat,
        user_id=person.pk,
        turn="0",
        letter=letter,
        now=game.created_at,
    )
    assert said == Outcome.IGNORED


@pytest.mark.parametrize("players", [2, 4])
def test_the_number_of_queries_is_fixed(players: int) -> None:
    game = make_game(*(player() for _seat in range(players)))
    lay_kingdom(game, game.active_seat, "pppp", "pPFp", "pMSp", "pppp")
    with CaptureQueriesContext(connection) as queries:
        mail_in(game, game.active_seat, order("draw"), order("reveal", "a1"))
    assert received(game).orders[1]["move"] is not None
    spent_on_the_test = 2
    told = [query["sql"] for query in queries if "SAVEPOINT" not in query["sql"]]
    assert len(told) - spent_on_the_test == QUERIES, told
