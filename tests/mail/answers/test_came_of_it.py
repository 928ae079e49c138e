"""The answer to a mail tells what came of each order."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.models import Game, Seat
from games.play.storage import load
from games.rules.cards import SQUARES
from games.rules.moves import Move
from games.rules.visibility import view_for
from games.words import kind_name
from tests.builders import act, lay_kingdom, lay_river, make_game
from tests.mail.answering import copied, html, lines, write
from tests.mail.post_office import send
from tests.mail.telling import end_turn, text

# How mails are read and answered does not depend on the database; orders and outbox are on both.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def drawn(game: Game) -> str:
    return kind_name(Game.objects.get(pk=game.pk).drawn_kind)


def test_a_drawn_card_is_told_and_what_to_do_with_it(game: Game, people: list[User]) -> None:
    notice = write(game, people[0], "draw")
    told = lines(notice)
    assert told[2] == "Your order is done."
    assert f"- draw: You drew {drawn(game)}." in told
    legal = view_for(load(Game.objects.get(pk=game.pk)).state, 0).legal
    keep, reveal = (SQUARES[squares[0]] for squares in (legal.keep, legal.reveal))
    assert [f"keep {keep}", f"reveal {reveal}"] == copied(notice)[:2]
    assert f"<b>draw</b>: You drew {drawn(game)}." in html(notice)
    assert f"“keep {keep}” (or" in html(notice).replace("&nbsp;", " ")


def test_of_several_orders_each_is_told_up_to_the_wrong_one(game: Game, people: list[User]) -> None:
    told = text(write(game, people[0], "draw, reveal z9, pass"))
    assert "1 of your 3 orders is done. What is not done, and why, stands below." in told
    assert f"- draw: You drew {drawn(game)}." in told
    assert "- reveal z9: not done. “z9” is no square: they go from a1, top left, to d4." in told
    assert "- pass: not tried." in told


def test_a_refusal_of_the_rules_is_told(game: Game, people: list[User]) -> None:
    told = text(write(game, people[0], "keep b3"))
    assert "Your order could not be done." in told
    assert "- keep b3: not done. No card is drawn yet" in told


def test_a_turn_that_ends_is_told_with_whose_it_is(game: Game, people: list[User]) -> None:
    lay_river(game, "four-tribes")
    lay_kingdom(game, 0, "heds", "pfms", "pfms", "pfms")
    end_turn(game)
    state = load(Game.objects.get(pk=game.pk)).state
    told = text(write(game, people[0], "pass", turn="0"))
    assert state.active == 1
    assert "The turn that your mail was for is over: nothing was done." in told
    assert "It is the turn of Bo, since Sun 1 Mar 2026, 08:00 UTC." in told
    assert "Play this turn" not in told and "Or answer this mail" not in told
    assert "To the table: https://drako.example/g/" in told


def test_several_done_orders_are_told_in_the_readers_own_voice(
    game: Game, people: list[User]
) -> None:
    lay_river(game, "four-tribes")  # which can be claimed, so that the turn waits for it
    lay_kingdom(game, 0, "HEDG", "pfms", "pfms", "pfms")
    row = Game.objects.get(pk=game.pk)
    [*_others, square] = view_for(load(row).state, 0).legal.take
    kind = kind_name(row.discard[0])
    told = text(write(game, people[0], f"take {SQUARES[square]}, pass"))
    assert "Your 2 orders are done." in told
    assert f"You took {kind} from the Discard to {SQUARES[square]};" in told
    assert "- pass: You passed." in told
    assert "It is the turn of Bo" in told


def test_a_needless_pass_is_told_as_such(game: Game, people: list[User]) -> None:
    lay_kingdom(game, game.active_seat, "pppp", "pPFp", "pMSp", "pppp")
    told = lines(write(game, people[0], "draw, reveal a1, pass"))
    assert "Your 3 orders are done." in told
    passed = "- pass: nothing more could be claimed; your turn has ended by itself."
    assert passed in told


def test_cards_are_arranged_by_answers(people: list[User]) -> None:
    game = make_game(*people, arranged=False)
    told = lines(write(game, people[0], "swap b2 c3"))
    assert told[4].startswith("- swap b2 c3: You laid out the centre: b2 ")
    dealt = [kind_name(kind) for kind in Seat.objects.get(game=game, number=0).dealt]
    assert f"b2 {dealt[3]}, c2 {dealt[1]}, b3 {dealt[2]}, c3 {dealt[0]}" in told[4]
    told = lines(write(game, people[0], "ready"))
    assert "- ready: You are ready." in told
    assert "The game waits for others to arrange their cards." in told


def test_resigning_is_asked_back_and_told(game: Game, people: list[User]) -> None:
    told = text(write(game, people[0], "resign"))
    assert told.count("You are asked once more before you resign.") == 1
    assert "could not be done" not in told
    assert "- resign: Nobody who resigns can come back." in told
    assert "answer with the one word resign and nothing else" in told
    told = text(write(game, people[0], "draw\nresign\nreveal c1"))
    assert "1 of your 3 orders is done. You are asked once more before you resign." in told
    assert f"- draw: You drew {drawn(game)}." in told and "- reveal c1: not tried." in told
    send()
    told = text(write(game, people[0], "resign"))
    assert "- resign: You resigned." in told
    assert "You are out of this game, which goes on." in told


def test_a_kind_that_lies_there_already_is_told(game: Game, people: list[User]) -> None:
    act(game, 0, Move("draw"))
    kind = Game.objects.get(pk=game.pk).drawn_kind
    others = [each for each in "HEDGF" if each != kind]
    lay_kingdom(game, 0, "pfms", f"h{kind}{others[0]}g", f"s{others[1]}{others[2]}m", "feop")
    told = text(write(game, people[0], "keep b2"))
    assert "- keep b2: not done. The card on b2 is of the same kind as the drawn one." in told


def test_another_card_than_the_one_in_question_is_told(game: Game, people: list[User]) -> None:
    act(game, 0, Move("draw"))
    kind = "H" if Game.objects.get(pk=game.pk).drawn_kind != "H" else "E"
    told = text(write(game, people[0], f"keep {kind_name(kind)} b2"))
    assert f"not done. This card is of another kind than {kind_name(kind)}." in told


def test_a_name_that_looks_like_html_stays_text(game: Game, people: list[User]) -> None:
    notice = write(game, people[0], "draw, take <b>x</b> a4")
    assert "<b>x</b>" not in html(notice)


def test_the_card_is_told_only_to_its_drawer(game: Game, people: list[User]) -> None:
    """Others who write meanwhile are told that a card was drawn, and not which."""
    act(game, 0, Move("draw"))
    told = text(write(game, people[1], "board"))
    assert "Ana drew a card." in told
    assert f"drawn {drawn(game)}" not in told
