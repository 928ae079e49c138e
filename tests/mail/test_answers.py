"""The answer to a mail tells what came of each order, and what can be done now."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from pytest_django import DjangoAssertNumQueries, Settings

from accounts.models import MailChoice, Notice, User
from accounts.outbox import post
from games.mail.answered import summary
from games.mail.incoming.orders import read_orders
from games.mail.kinds import KINDS
from games.models import Game, ReceivedMail, Seat
from games.play.ending import call_off
from games.play.storage import load
from games.rules.cards import SQUARES
from games.rules.moves import Move
from games.rules.visibility import view_for
from games.words import kind_name
from tests.builders import NOW, act, lay_kingdom, lay_river, make_game, make_user, play_some
from tests.mail.answering import answer, html, lines, player, refuse, write
from tests.mail.post_office import send
from tests.mail.telling import end_turn, is_untrue, look, text

pytestmark = pytest.mark.django_db
_Why = ReceivedMail.Why


@pytest.fixture(autouse=True)
def site(settings: Settings) -> None:
    settings.SITE_URL, settings.SITE_HOST = "https://drako.example", "drako.example"
    settings.REPLY_ADDRESS = "play+*@drako.example"


@pytest.fixture
def people() -> list[User]:
    """All play from the mail."""
    return [player("Ana"), player("Bo"), player("Cy")]


@pytest.fixture
def game(people: list[User]) -> Game:
    """Ana has the first turn: hers is the oldest account."""
    return make_game(*people, first_by="account")


def drawn(game: Game) -> str:
    return kind_name(Game.objects.get(pk=game.pk).drawn_kind)


def copied(notice: Notice) -> list[str]:
    """The orders that the text offers."""
    told = "\n".join(lines(notice)).replace("\N{NO-BREAK SPACE}", " ")
    offered = told.partition("Or answer this mail")[2].partition("\n\n")[0]
    return [each for each in re.findall("“(.+?)”", offered) if each not in ("help", "board")]


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


def test_legends_are_offered_by_id_and_name(game: Game, people: list[User]) -> None:
    lay_river(game, "four-tribes")
    lay_kingdom(game, 0, "HEDG", "pfms", "pfms", "PFMS")
    notice = write(game, people[0], "board")
    assert "“claim four-tribes” (The Four Tribes)" in text(notice)
    assert "- To draw a card, write “draw”" in text(notice)
    assert "“claim four-tribes” (The Four Tribes)" in html(notice).replace("&nbsp;", " ")


@pytest.mark.parametrize("arranged", [True, False])
def test_what_is_offered_can_be_sent_back_as_it_stands(people: list[User], arranged: bool) -> None:
    game = make_game(*people, first_by="account", arranged=arranged)
    lay_river(game, "four-tribes", "battle-elf-dwarf")
    if arranged:
        lay_kingdom(game, 0, "HEDG", "EDms", "pfms", "PFMS")
    offers = copied(write(game, people[0], "board"))
    if arranged:
        offers += copied(write(game, people[0], "draw"))
    assert {each.split()[0] for each in offers} == (
        {"draw", "take", "keep", "reveal", "claim"} if arranged else {"swap", "arrange", "ready"}
    )
    for each in offers:
        [order] = read_orders(each).orders
        assert not order.code, each


def test_long_lists_of_squares_do_not_tear_an_order(game: Game, people: list[User]) -> None:
    told = lines(write(game, people[0], "board"))
    assert max(map(len, told)) <= 78
    assert [line for line in told if "“take\N{NO-BREAK SPACE}a1” (or" in line]


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
    told = text(write(game, people[0], "resign"))
    assert "- resign: You resigned." in told
    assert "You are out of this game, which goes on." in told


def test_help_brings_all_orders_and_legends(game: Game, people: list[User]) -> None:
    lay_river(game, "four-tribes")
    notice = write(game, people[0], "help")
    told = lines(notice)
    assert "These are the orders." in told
    assert (
        "- To discard the drawn card and turn over one of yours,"
        " write\N{NO-BREAK SPACE}“reveal\N{NO-BREAK SPACE}c1”"
    ) in told
    assert "“swap" not in text(notice) and "“ready" not in text(notice)
    assert "- four-tribes: The Four Tribes, in the River" in told
    assert sum(": " in line and "-" in line[2:] for line in told) >= 15
    assert "<b>four-tribes</b>: The Four Tribes, in the River" in html(notice)
    assert "All Legends" not in text(write(game, people[0], "board"))


@pytest.mark.parametrize(
    ("asks", "said"), [("help", "These are the orders."), ("board", "This is the position.")]
)
def test_out_of_turn_both_are_told_with_whose_turn_it_is(
    game: Game, people: list[User], asks: str, said: str
) -> None:
    told = text(write(game, people[1], asks))
    assert said in told and "nothing was done" not in told
    assert "It is the turn of Ana" in told and "Your Kingdom:" in told
    assert ("All Legends:" in told) == (asks == "help")


@pytest.mark.parametrize("asks", ["help", "board"])
def test_once_the_game_is_over_that_is_told(game: Game, people: list[User], asks: str) -> None:
    play_some(game)
    told = lines(write(game, people[0], asks))
    assert told[2] == "The game is over."
    assert any("Total" in line for line in told)
    other = make_game(*people)
    call_off(game_id=other.pk, user=people[0], now=NOW)
    told = lines(write(other, people[0], asks))
    assert told[2] == "The game has ended without a result."
    assert told.count(told[2]) == 1


def test_resigning_out_of_turn_is_told_to_be_possible_at_the_table(
    game: Game, people: list[User]
) -> None:
    told = text(write(game, people[1], "resign"))
    assert "The turn that your mail was for is over: nothing was done." in told
    assert "- resign: not done. You can resign at any time at the table" in told


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


def test_board_brings_the_position(game: Game, people: list[User]) -> None:
    told = text(write(game, people[0], "board"))
    assert "This is the position." in told
    assert "Your Kingdom:" in told and "Kingdom of Bo:" in told and "The River:" in told


@pytest.mark.parametrize(
    ("why", "said"),
    [
        (_Why.OVER, "The turn that your mail was for is over: nothing was done."),
        (_Why.NO_ORDER, "No order was found in your mail: nothing was done."),
        (_Why.EMPTY, "Write orders in the text of the mail, not in its subject."),
        (_Why.STRANGER, "A mail for your seat came from another address than yours"),
        (_Why.UNCHECKED, "It could not be checked that your mail was sent by you"),
        (_Why.TOO_LARGE, "Your mail was too large: nothing was done."),
    ],
)
def test_why_nothing_was_done_is_told_with_what_can_be(
    game: Game, people: list[User], why: str, said: str
) -> None:
    notice = refuse(game, people[0], why)
    assert said in text(notice) and said in html(notice)
    assert "- To draw a card, write “draw”" in text(notice)
    assert "Your Kingdom:" in text(notice)


def test_every_why_has_a_sentence() -> None:
    assert len({summary(ReceivedMail(why=why)) for why in _Why}) == len(_Why)


def test_the_suspended_are_told_that_alone(game: Game, people: list[User]) -> None:
    for notice in (refuse(game, people[0], _Why.SUSPENDED), write(game, people[0], "draw")):
        User.objects.filter(pk=people[0].pk).update(suspended_until=NOW + timedelta(days=3))
        told = text(notice)
        assert "You are suspended" in told
        assert "Kingdom" not in told and drawn_nothing(told) and "/mail/turn/" not in told
        assert "Kingdom" not in html(notice) and "/mail/turn/" not in html(notice)
        assert "Reply-To" not in answer(notice).extra_headers
        User.objects.filter(pk=people[0].pk).update(suspended_until=None)


def drawn_nothing(told: str) -> bool:
    return "You drew" not in told


def test_a_game_that_is_over_is_told_with_its_result(game: Game, people: list[User]) -> None:
    notice = write(game, people[0], "draw")
    play_some(game)
    told = text(notice)
    assert "You drew" in told and "Your place:" not in told
    assert "Total" in told and "Or answer this mail" not in told
    assert "Total" in html(notice)


def test_a_game_without_a_result_is_told_as_such(game: Game, people: list[User]) -> None:
    notice = write(game, people[0], "draw")
    call_off(game_id=game.pk, user=people[0], now=NOW)
    told = text(notice)
    assert "The game has ended without a result." in told and "Kingdom of" not in told


def test_it_tells_the_game_as_it_stands_when_it_is_sent(game: Game, people: list[User]) -> None:
    notice = write(game, people[0], "draw")
    end_turn(game)
    assert "You drew" in text(notice)
    assert "It is the turn of Bo" in text(notice)


def test_whoever_switched_it_off_meanwhile_gets_no_way_to_play(
    game: Game, people: list[User]
) -> None:
    notice = write(game, people[0], "draw")
    User.objects.filter(pk=people[0].pk).update(plays_by_mail_since=None)
    assert "You drew" in text(notice) and "/mail/turn/" not in text(notice)
    assert "Reply-To" not in answer(notice).extra_headers


def test_time_that_is_up_is_told_as_such(game: Game, people: list[User]) -> None:
    notice = write(game, people[0], "draw")
    Game.objects.filter(pk=game.pk).update(deadline=NOW - timedelta(seconds=1))
    assert "Your time is up." in text(notice)


def test_a_name_that_looks_like_html_stays_text(game: Game, people: list[User]) -> None:
    notice = write(game, people[0], "draw, take <b>x</b> a4")
    assert "<b>x</b>" not in html(notice)


def test_no_choice_and_no_hour_holds_it(game: Game, people: list[User]) -> None:
    notice = write(game, people[0], "draw")
    Seat.objects.filter(user=people[0]).update(muted=True)
    User.objects.filter(pk=people[0].pk).update(quiet_from=0, quiet_until=23)
    for kind in KINDS:
        MailChoice.objects.create(user=people[0], kind=kind, way=MailChoice.Way.OFF)
    send()
    notice.refresh_from_db()
    assert notice.state == Notice.State.SENT
    assert not KINDS["answer"].label


def test_it_comes_alone(game: Game, people: list[User], mailoutbox: list[object]) -> None:
    write(game, people[0], "draw")
    write(game, people[0], "board")
    send()
    subjects = [each.subject for each in mailoutbox]  # type: ignore[attr-defined]
    assert sum(subject.startswith("Re: ") for subject in subjects) == 2


def test_of_what_is_gone_nothing_is_told(game: Game, people: list[User]) -> None:
    notice = write(game, people[0], "draw")
    other = write(game, people[0], "board")
    Seat.objects.filter(game=game, user=people[0]).update(user=make_user("Dan"))
    assert is_untrue(notice)
    ReceivedMail.objects.filter(pk=other.payload["received"]).delete()
    assert is_untrue(other)


def test_nobody_is_told_of_the_mail_of_somebody_else(game: Game, people: list[User]) -> None:
    notice = write(game, people[0], "draw")
    payload = {**notice.payload, "seat": 1}
    post(key="answer:x", user_id=people[1].pk, kind="answer", payload=payload, now=NOW)
    assert is_untrue(Notice.objects.get(key="answer:x"))


@pytest.mark.parametrize("moves", [0, 30])
def test_it_takes_a_fixed_number_of_queries(
    game: Game,
    people: list[User],
    moves: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    play_some(game, moves)
    while Game.objects.get(pk=game.pk).active_seat or game.phase != "action":
        play_some(game, 1)
        game.refresh_from_db()
    notice = write(game, people[0], "draw, board, keep z9, pass")
    assert notice.user == people[0]
    with django_assert_num_queries(10):
        look(notice, NOW)


def test_the_card_is_told_only_to_its_drawer(game: Game, people: list[User]) -> None:
    """Others who write meanwhile are told that a card was drawn, and not which."""
    act(game, 0, Move("draw"))
    told = text(write(game, people[1], "board"))
    assert "Ana drew a card." in told
    assert f"drawn {drawn(game)}" not in told
