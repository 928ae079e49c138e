"""Each order of a mail does what the same act at the table does, or says why not."""

from __future__ import annotations

import pytest

from games.models import Game
from games.models import Move as MoveRow
from games.play.by_mail.letter import Outcome
from games.play.errors import PlayError
from games.rules.cards import CENTRE, KINDS, SQUARES
from games.rules.moves import Move
from games.words import sentence
from tests.builders import act, lay_kingdom, lay_river, make_game
from tests.play.by_mail.ordering import (
    answers,
    everything,
    legal,
    mail_in,
    order,
    player,
    received,
    running_turn,
    state_of,
    told,
    unread,
)

pytestmark = pytest.mark.django_db


def latest(game: Game) -> tuple[int, str, int, str]:
    move = MoveRow.objects.filter(game=game).latest("number")
    return move.seat, move.act, move.square, move.detail


def test_draw(game: Game, seat: int) -> None:
    assert mail_in(game, seat, order("draw")) == Outcome.PLAYED
    assert latest(game) == (seat, "draw", -1, "")
    assert told(game) == [("draw", game.version + 1, "")]


def test_keep(game: Game, seat: int) -> None:
    act(game, seat, Move("draw"))
    square = legal(game, seat).keep[0]
    assert mail_in(game, seat, order("keep", SQUARES[square])) == Outcome.PLAYED
    assert latest(game) == (seat, "keep", square, "")


def test_reveal_a_card_in_the_mail_that_draws(game: Game, seat: int) -> None:
    assert mail_in(game, seat, order("draw"), order("reveal", "c1")) == Outcome.PLAYED
    assert latest(game)[:3] == (seat, "reveal", SQUARES.index("c1"))
    assert told(game) == [("draw", game.version + 1, ""), ("reveal c1", game.version + 2, "")]


def test_take(game: Game, seat: int) -> None:
    assert mail_in(game, seat, order("take", "a4")) == Outcome.PLAYED
    assert latest(game)[:3] == (seat, "take", SQUARES.index("a4"))


def test_claim_before_the_action_and_pass(game: Game, seat: int) -> None:
    lay_kingdom(game, seat, "pfms", "hHEg", "sGDm", "feop")
    lay_river(game, "four-tribes")
    assert mail_in(game, seat, order("claim", detail="four-tribes"), order("take", "a4"))
    assert [code for _text, _move, code in told(game)] == ["", ""]
    assert state_of(game).legends[seat] == ["four-tribes"]


def test_claim_after_the_action_ends_the_turn(game: Game, seat: int) -> None:
    lay_kingdom(game, seat, "pfms", "hHEg", "sGDm", "feop")
    lay_river(game, "four-tribes")
    mail_in(game, seat, order("draw"), order("reveal", "a1"), order("claim", detail="four-tribes"))
    assert [code for _text, _move, code in told(game)] == ["", "", ""]
    assert Game.objects.get(pk=game.pk).turn_number == 1


def test_pass(game: Game, seat: int) -> None:
    lay_kingdom(game, seat, "pfms", "hHEg", "sGDm", "feop")
    lay_river(game, "four-tribes")
    assert mail_in(game, seat, order("draw"), order("reveal", "a1"), order("pass"))
    assert latest(game)[:2] == (seat, "pass")


def test_a_legend_that_is_not_fulfilled_is_explained(game: Game, seat: int) -> None:
    lay_kingdom(game, seat, "pfms", "hHFg", "sGSm", "feop")
    lay_river(game, "four-tribes")
    assert mail_in(game, seat, order("claim", detail="four-tribes")) == Outcome.ANSWERED
    assert received(game).orders == [
        {
            "text": "claim four-tribes",
            "move": None,
            "code": "not-fulfilled",
            "params": {"legend": "four-tribes"},
        }
    ]


@pytest.mark.parametrize("verb", ["keep", "reveal"])
def test_without_a_drawn_card_it_is_told_to_draw_first(game: Game, seat: int, verb: str) -> None:
    before = everything(game)
    assert mail_in(game, seat, order(verb, "b3")) == Outcome.ANSWERED
    assert told(game) == [(f"{verb} b3", None, "draw-first")]
    assert everything(game) == before


@pytest.mark.parametrize("verb", ["keep", "reveal"])
def test_a_drawn_card_named_rightly_and_wrongly(game: Game, seat: int, verb: str) -> None:
    act(game, seat, Move("draw"))
    drawn = state_of(game).drawn
    other = next(kind for kind in KINDS if kind != drawn)
    square = SQUARES[getattr(legal(game, seat), verb)[0]]
    before = everything(game)
    mail_in(game, seat, order(verb, square, kind=other))
    assert [code for _text, _move, code in told(game)] == ["other-card"]
    assert received(game).orders[0]["params"] == {"kind": other}
    assert everything(game) == before
    assert mail_in(game, seat, order(verb, square, kind=drawn)) == Outcome.PLAYED


def test_what_is_kept_of_a_refusal_names_no_drawn_card(game: Game, seat: int) -> None:
    act(game, seat, Move("draw"))
    drawn = state_of(game).drawn
    others = [kind for kind in KINDS.upper() if kind != drawn]
    lay_kingdom(game, seat, "pfms", f"h{drawn}{others[0]}g", f"s{others[1]}{others[2]}m", "feop")
    mail_in(game, seat, order("keep", "b2"))
    assert received(game).orders == [
        {"text": "keep b2", "move": None, "code": "same-kind-drawn", "params": {"square": "b2"}}
    ]


def test_a_discard_named_rightly_and_wrongly(game: Game, seat: int) -> None:
    top = state_of(game).discard[-1]
    other = next(kind for kind in KINDS if kind != top)
    mail_in(game, seat, order("take", "a4", kind=other))
    assert [code for _text, _move, code in told(game)] == ["other-card"]
    assert mail_in(game, seat, order("take", "a4", kind=top)) == Outcome.PLAYED


def test_what_could_not_be_read_is_explained_and_ends_the_mail(game: Game, seat: int) -> None:
    before = everything(game)
    wrong = unread("keep z9", "no-such-square", square="z9")
    assert mail_in(game, seat, wrong, order("draw")) == Outcome.ANSWERED
    assert told(game) == [("keep z9", None, "no-such-square"), ("draw", None, "")]
    assert received(game).orders[0]["params"] == {"square": "z9"}
    assert everything(game) == before


@pytest.mark.parametrize("verb", ["arrange", "ready", "swap"])
def test_once_the_game_has_begun_nothing_is_arranged(game: Game, seat: int, verb: str) -> None:
    mail_in(game, seat, order(verb, "b2", "c3", detail="HEDG"))
    assert [code for _text, _move, code in told(game)] == ["arranged-already"]


def test_nothing_is_drawn_while_cards_are_arranged() -> None:
    game = make_game(player(), player(), arranged=False)
    for verb in ("draw", "keep", "take", "pass"):
        mail_in(game, 0, order(verb, "b2"))
        each = received(game).orders[0]
        assert sentence(PlayError(each["code"], **each["params"])).startswith("The first turn has")


class TestArranging:
    @pytest.fixture
    def game(self) -> Game:
        return make_game(player("Ana"), player("Bo"), arranged=False)

    def test_swap_two_centre_cards(self, game: Game) -> None:
        before = state_of(game).kingdoms[1].centre()
        assert mail_in(game, 1, order("swap", "b2", "c3")) == Outcome.PLAYED
        after = state_of(game).kingdoms[1].centre()
        assert after == before[3] + before[1:3] + before[0]

    def test_swaps_of_one_mail_build_on_each_other(self, game: Game) -> None:
        one, two, three, four = list(state_of(game).kingdoms[0].centre())
        mail_in(game, 0, order("swap", "b2", "c2"), order("swap", "c2", "b3"))
        assert state_of(game).kingdoms[0].centre() == two + three + one + four

    def test_a_square_that_is_not_in_the_centre(self, game: Game) -> None:
        before = everything(game)
        outer = next(name for name in SQUARES if SQUARES.index(name) not in CENTRE)
        mail_in(game, 0, order("swap", "b2", outer))
        assert received(game).orders[0]["code"] == "not-centre"
        assert received(game).orders[0]["params"] == {"square": outer}
        assert everything(game) == before

    def test_arrange_all_four_and_be_ready(self, game: Game) -> None:
        cards = state_of(game).dealt[0][::-1]
        assert mail_in(game, 0, order("arrange", detail=cards), order("ready")) == Outcome.PLAYED
        assert state_of(game).kingdoms[0].centre() == cards
        assert state_of(game).ready == [True, False]

    def test_other_cards_than_those_dealt(self, game: Game) -> None:
        mail_in(game, 0, order("arrange", detail="RRRR"), order("ready"))
        assert [code for _text, _move, code in told(game)] == ["not-your-cards", ""]
        assert state_of(game).ready == [False, False]

    def test_after_ready_in_the_same_mail_cards_stay(self, game: Game) -> None:
        mail_in(game, 0, order("ready"), order("swap", "b2", "c3"))
        assert [code for _text, _move, code in told(game)] == ["", "already-ready"]

    def test_orders_for_the_first_turn_wait_for_its_own_mail(self, game: Game) -> None:
        """Even if it is theirs: whether others were ready first is chance."""
        first = game.first_seat
        act(game, 1 - first, Move("ready"))
        mail_in(game, first, order("ready"), order("draw"))
        assert [code for _text, _move, code in told(game)] == ["", "turn-ended"]
        assert Game.objects.get(pk=game.pk).phase == "action"

    def test_once_ready_the_turn_is_over(self, game: Game) -> None:
        mail_in(game, 0, order("ready"))
        mail_in(game, 0, order("swap", "b2", "c3"))
        assert received(game).why == "over"
        assert received(game).orders == []


def test_time_that_is_up_but_not_swept_yet_is_as_at_the_table(game: Game, seat: int) -> None:
    assert game.deadline is not None
    assert mail_in(game, seat, order("draw"), now=game.deadline) == Outcome.PLAYED


def test_the_answer_goes_to_the_seats_person_with_ids_alone(game: Game, seat: int) -> None:
    mail_in(game, seat, order("draw"), turn=running_turn(game), subject="Re: Our game")
    row = received(game)
    payload = {"game": game.pk, "seat": seat, "received": row.pk}
    assert answers() == [(game.seats.get(number=seat).user_id, payload)]
    assert (row.message_id, row.subject) == ("<a@mailer.example>", "Re: Our game")
