"""Laying out the centre cards by a link alone."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.models import Game, Move
from games.rules import moves as rules
from games.words import kind_name
from tests.builders import act, make_game
from tests.views.link_holder import LinkHolder, holder, mail_player

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


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


def laid_out(kinds: str) -> str:
    """How four centre cards are told."""
    squares = zip(("b2", "c2", "b3", "c3"), kinds, strict=True)
    return ", ".join(f"{square} {kind_name(kind)}" for square, kind in squares) + "."


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
    assert over.says == "Your centre cards: " + laid_out(before[3] + before[1:3] + before[0])
    assert over.all("li") == []
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


def test_afterwards_only_its_own_arrangement_is_told(game: Game) -> None:
    for seat in range(3):
        act(game, seat, rules.Move("arrange", detail=game.seats.get(number=seat).dealt[::-1]))
    link, others = holder(game, 2), game.seats.exclude(number=2)
    pages = [link.do("ready")]
    for seat in range(2):
        act(game, seat, rules.Move("ready"))
        pages.append(link.see())
    for page in pages:
        assert page.says == f"Your centre cards: {laid_out(centre(game, 2))}"
        assert page.all("li") == []
        for other in others:
            assert laid_out(other.dealt[::-1]) not in page.html


def test_cards_left_as_they_were_dealt_are_told_as_well(turn: LinkHolder) -> None:
    dealt = turn.game.seats.get(number=1).dealt
    assert turn.do("ready").says == f"Your centre cards: {laid_out(dealt)}"


def test_of_a_game_that_came_to_nothing_no_card_is_told(turn: LinkHolder) -> None:
    turn.do("ready")
    Game.objects.filter(pk=turn.game.pk).update(
        status=Game.Status.VOID, end="voided", deadline=None, turn_started_at=None
    )
    assert turn.see().says == "Your centre cards lie as you left them."


def test_who_has_the_first_turn_is_told_that_it_has_begun(game: Game) -> None:
    links = [holder(game, seat) for seat in range(3)]
    pages = [link.do("ready") for link in links]
    assert [page.all(id="next-begun") for page in pages[:2]] == [[], []]
    game.refresh_from_db()
    for seat, link in enumerate(links):
        told = [element.words for element in link.see().all(id="next-begun")]
        assert len(told) == (seat == game.active_seat)
        for sentence in told:
            assert "the first turn is yours: it has begun. The mail about it brings" in sentence
    first = links[game.active_seat]
    act(game, game.active_seat, rules.Move("take", 0))
    while Game.objects.get(pk=game.pk).turn_number == 0:
        act(game, game.active_seat, rules.Move("pass"))
    assert first.see().all(id="next-begun") == []


def test_time_that_is_up_is_told_and_nothing_of_the_game_that_began(game: Game) -> None:
    link = holder(game, 0)
    act(game, 0, rules.Move("ready", detail="timeout"))
    page = link.see()
    assert (page.status, page.one("h1").words) == (410, "This turn is over")
    told = ["Time was up for Ana: the centre cards stay as they were dealt."]
    assert [line.words for line in page.all("li")] == told
