"""Laying out the centre cards by a link alone."""

from __future__ import annotations

import pytest
from django.utils.http import urlencode

from accounts.models import User
from games.models import Game, Move
from games.rules import moves as rules
from tests.builders import act, make_game
from tests.views.link_holder import LinkHolder, holder, mail_player

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[User]:
    return [mail_player("Ana"), mail_player("Bo"), mail_player("Cy")]


@pytest.fixture
def game(people: list[User]) -> Game:
    return make_game(*people, arranged=False)


@pytest.fixture
def turn(game: Game) -> LinkHolder:
    return holder(game, 1)


def centre(game: Game, seat: int) -> str:
    cells = game.seats.get(number=seat).cells.filter(row__in=[1, 2], column__in=[1, 2])
    return "".join(cells.order_by("row", "column").values_list("kind", flat=True))


def test_cards_trade_places_and_then_their_seat_is_ready(turn: LinkHolder) -> None:
    page = turn.see()
    assert page.says.startswith("Lay out your four centre cards")
    assert set(page.buttons) == {"b2", "c2", "b3", "c3"}
    chosen = turn.see("square=b2")
    assert chosen.buttons == {"b2": "choose", "c2": "swap", "b3": "swap", "c3": "swap"}
    before = centre(turn.game, 1)
    swapped = turn.do("arrange", detail=chosen.square("c3")["value"])
    assert swapped.status == 200
    assert centre(turn.game, 1) == before[3] + before[1:3] + before[0]
    over = turn.do("ready")
    assert (over.status, over.one("h1").words) == (410, "You are ready")
    assert [line.words for line in over.all("li")] == ["Bo is ready."]
    assert Game.objects.get(pk=turn.game.pk).status == Game.Status.ARRANGING


def test_the_same_swap_twice_is_as_good_as_once(turn: LinkHolder) -> None:
    detail = turn.see("square=b2").square("c3")["value"]
    for _time in range(2):
        assert turn.do("arrange", detail=detail).status == 200
    assert centre(turn.game, 1) == detail


def test_what_others_do_meanwhile_makes_no_page_an_old_one(turn: LinkHolder) -> None:
    version = turn.version
    act(turn.game, 0, rules.Move("ready"))
    assert turn.do("ready", version=version).status == 410


def test_a_double_click_on_ready_counts_once(turn: LinkHolder) -> None:
    version = turn.version
    turn.do("ready", version=version)
    again = turn.do("ready", version=version)
    assert again.status == 410
    assert again.refusal == "This move was made already; it counts once."
    assert Move.objects.filter(game=turn.game, act="ready").count() == 1


def test_whoever_is_ready_lays_out_nothing_any_more(turn: LinkHolder) -> None:
    dealt = turn.game.seats.get(number=1).dealt
    turn.do("ready")
    late = turn.do("arrange", detail=dealt[::-1])
    assert late.status == 410
    assert late.refusal == "The turn was over before this came, so nothing was done."
    assert centre(turn.game, 1) == dealt


def test_other_cards_than_the_own_are_refused(turn: LinkHolder) -> None:
    page = turn.do("arrange", detail="RRRR")
    assert page.status == 422
    assert page.refusal.endswith("must be those you were dealt.")
    assert not Move.objects.filter(game=turn.game).exists()


def test_no_act_of_a_turn_counts_before_the_game(turn: LinkHolder) -> None:
    for sent in ({"act": "draw"}, {"act": "take", "square": "b2"}, {"act": "pass"}):
        assert turn.do(**sent).status == 422
    assert not Move.objects.filter(game=turn.game).exists()


def test_the_link_for_arranging_plays_no_turn(game: Game) -> None:
    links = [holder(game, seat) for seat in range(3)]
    for seat in range(3):
        act(game, seat, rules.Move("ready"))
    game.refresh_from_db()
    late = links[game.active_seat].do("draw")
    assert late.status == 410
    assert not Move.objects.filter(game=game, act="draw").exists()


def test_the_others_arrangement_is_not_told_afterwards_either(game: Game) -> None:
    link = holder(game, 2)
    dealt = game.seats.get(number=2).dealt
    link.do("arrange", detail=dealt[::-1])
    told = link.do("ready").html
    assert "laid out" not in told
    assert urlencode({"": dealt[::-1]})[1:] not in told
    for seat in range(2):
        act(game, seat, rules.Move("ready"))
    assert [line.words for line in link.see().all("li")] == ["Cy is ready."]


def test_time_that_is_up_is_told_and_nothing_of_the_game_that_began(game: Game) -> None:
    link = holder(game, 0)
    act(game, 0, rules.Move("ready", detail="timeout"))
    page = link.see()
    assert (page.status, page.one("h1").words) == (410, "This turn is over")
    told = ["Time was up for Ana: the centre cards stay as they were dealt."]
    assert [line.words for line in page.all("li")] == told
