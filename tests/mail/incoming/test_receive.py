"""What a raw message orders is done and answered once, however often it comes."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from games.models import Game, ReceivedMail
from games.models import Move as MoveRow
from games.rules.moves import Move
from tests.builders import act
from tests.mail.incoming.letters import address_of, answers, come, raw_mail, reply, why
from tests.mail.post_office import send
from tests.play.test_take_turn import everything

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_comes_in")]


def test_two_orders_are_done_and_answered_once(game: Game, seat: int, person: User) -> None:
    raw = reply(game, seat, "draw, reveal c1\n", message_id="<one@mailer.example>")
    assert come(raw) == "played"
    log = MoveRow.objects.filter(game=game).order_by("-number")
    assert list(log.values_list("act", flat=True)[:2]) == ["reveal", "draw"]
    (notice,) = answers()
    row = ReceivedMail.objects.get()
    assert notice.user_id == row.user_id == person.pk
    assert notice.payload == {"game": game.pk, "seat": seat, "received": row.pk}
    assert (row.message_id, row.subject) == ("<one@mailer.example>", "Re: Your turn")
    assert [each["text"] for each in row.orders] == ["draw", "reveal c1"]


def test_text_that_is_no_order_is_answered(game: Game, seat: int) -> None:
    before = everything(game)
    assert come(reply(game, seat, "What a game! See you on Sunday.\n")) == "answered"
    assert why() == "no-order"
    assert everything(game) == before


@pytest.mark.parametrize("text", ["", "\n \n", "\u200b\n", "> draw\n"])
def test_a_mail_without_text_is_answered_as_such(game: Game, seat: int, text: str) -> None:
    assert come(reply(game, seat, text, subject="draw")) == "answered"
    assert why() == "empty"


@pytest.mark.parametrize(
    ("text", "done"),
    [
        ("resign\n", True),
        ("Resign.\n\n-- \nAna\n", True),
        ("resign\nOnly joking, I play on.\n", False),
        ("I do not want to\nresign\n", False),
        ("resign, board\n", False),
        ("draw\nresign\n", False),
    ],
)
def test_resigning_is_confirmed_by_nothing_but_that(
    game: Game, seat: int, text: str, done: bool
) -> None:
    assert come(reply(game, seat, "resign\n")) == "answered"
    send()
    come(reply(game, seat, text))
    assert (game.seats.get(number=seat).left_at is not None) == done


@pytest.mark.parametrize("wants", ["help", "board"])
def test_help_and_board(game: Game, seat: int, wants: str) -> None:
    assert come(reply(game, seat, f"{wants}\n")) == "answered"
    assert ReceivedMail.objects.get().wants == wants


def test_the_same_message_id_acts_once(game: Game, seat: int) -> None:
    raw = reply(game, seat, "draw\n", message_id="<one@mailer.example>")
    other = reply(game, seat, "reveal c1\n", message_id="<one@mailer.example>")
    assert [come(raw), come(raw), come(other)] == ["played", "seen before", "seen before"]
    assert MoveRow.objects.filter(game=game, act="draw").count() == len(answers()) == 1


def test_a_mail_without_message_id_acts_once_too(game: Game, seat: int) -> None:
    raw = reply(game, seat, "draw\n", message_id="")
    assert [come(raw), come(raw)] == ["played", "seen before"]


def test_the_turn_is_over_once_another_runs(game: Game, seat: int) -> None:
    late = reply(game, seat, "draw\n")
    act(game, seat, Move("leave", detail="resigned"))
    before = everything(game)
    assert come(late) == "answered"
    assert why() == "over"
    assert everything(game) == before


def test_an_own_address_in_another_case(game: Game, seat: int, person: User) -> None:
    assert come(reply(game, seat, "draw\n", sender=person.email.upper())) == "played"


def test_the_address_of_the_envelope_counts_where_the_head_names_none(
    game: Game, seat: int, person: User
) -> None:
    raw = raw_mail(sender=person.email, to="somebody@example.com", text="draw\n")
    assert come(raw) == "ignored: not ours"
    assert come(raw, recipients=[address_of(game, seat)]) == "played"


def test_orders_in_the_readers_language(game: Game, seat: int, settings: Any) -> None:
    settings.LANGUAGE_CODE = "en-gb"
    assert come(reply(game, seat, "Draw a card.\n")) == "played"
