"""The head of an answer: its thread, that programs leave it alone, that nobody can forge it."""

from __future__ import annotations

from email import message_from_bytes, policy

import pytest

from accounts.models import User
from games.mail.by_mail import held_by_reply
from games.models import Game, ReceivedMail, Seat
from tests.builders import make_game
from tests.mail.answering import WRITTEN, answer, player, refuse, write
from tests.mail.telling import end_turn, mail, notice_of

# How mails are read and answered does not depend on the database; orders and outbox are on both.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def people() -> list[User]:
    """Two, so that every other turn is hers."""
    return [player("Ana"), player("Bo")]


def test_it_answers_their_mail_in_the_thread_of_the_game(game: Game, people: list[User]) -> None:
    heads = answer(write(game, people[0], "draw")).message()
    thread = f"<game-{game.code}.{people[0].pk}@drako.example>"
    assert heads["In-Reply-To"] == WRITTEN
    assert heads["References"] == f"{thread} {WRITTEN}"


def test_programs_are_told_not_to_answer_it(game: Game, people: list[User]) -> None:
    heads = answer(write(game, people[0], "draw")).message()
    assert heads["Auto-Submitted"] == "auto-replied"
    assert heads["X-Auto-Response-Suppress"] == "All"
    assert heads["List-Unsubscribe"] is None


@pytest.mark.parametrize("subject", ["", "Re:", "AW: "])
def test_without_one_its_subject_is_that_of_the_turn(
    game: Game, people: list[User], subject: str
) -> None:
    turn = mail(notice_of(people[0], "turn"), now=game.created_at)
    notice = write(game, people[0], "draw", subject=subject)
    assert answer(notice).subject == f"Re: {turn.subject}"


def test_its_subject_is_that_of_their_mail(game: Game, people: list[User]) -> None:
    for subject in ("Re: 3 hours left: your turn", "AW: Your turn", "返信: あなたの番です"):
        assert answer(write(game, people[0], "board", subject=subject)).subject == subject
    assert answer(write(game, people[0], "board", subject="Mine")).subject == "Re: Mine"


def test_so_it_is_for_mails_that_were_too_large(game: Game, people: list[User]) -> None:
    assert answer(refuse(game, people[0], "too-large", subject="Mine")).subject == "Re: Mine"


@pytest.mark.parametrize(
    "subject",
    ["返信: " + "あなたの番です" * 20, "Re: " + "x" * 196, "Réf. " * 40, "=?utf-8?q?a?= b", "<b>&"],
)
def test_a_subject_is_written_so_that_it_is_read_as_it_was(
    game: Game, people: list[User], subject: str
) -> None:
    notice = write(game, people[0], "draw", subject=subject[:200])
    raw = answer(notice).message().as_bytes()
    parsed = message_from_bytes(raw, policy=policy.default)
    assert str(parsed["Subject"]).removeprefix("Re: ") == subject[:200].removeprefix("Re: ").strip()
    head = raw.partition(b"\n\n")[0]
    assert head.isascii() and max(map(len, head.splitlines())) <= 250


def test_a_hostile_subject_adds_no_line_to_the_head(game: Game, people: list[User]) -> None:
    notice = write(game, people[0], "draw")
    hostile = "Re: a\r\nBcc: eve@evil.example\r\n\r\nHello"
    ReceivedMail.objects.filter(pk=notice.payload["received"]).update(subject=hostile)
    parsed = message_from_bytes(answer(notice).message().as_bytes(), policy=policy.default)
    assert parsed["Bcc"] is None
    assert parsed["Subject"] == "Re: a Bcc: eve@evil.example Hello"


def test_the_subject_while_arranging_is_that_of_the_beginning(people: list[User]) -> None:
    game = make_game(*people, arranged=False)
    begun = mail(notice_of(people[0], "started"), now=game.created_at)
    assert answer(write(game, people[0], "help")).subject == f"Re: {begun.subject}"


def test_answers_go_to_the_turn_that_runs(game: Game, people: list[User]) -> None:
    notice = write(game, people[0], "draw")
    assert turn_of(answer(notice).extra_headers["Reply-To"]) == "0"
    end_turn(game)
    assert turn_of(answer(notice).extra_headers["Reply-To"]) == "0"  # of the other no address
    end_turn(game)
    assert turn_of(answer(notice).extra_headers["Reply-To"]) == "2"


def turn_of(address: str) -> str:
    held = held_by_reply(address)
    assert held is not None and held.seat == Seat.objects.get(user__name="Ana")
    return held.turn


@pytest.mark.parametrize(
    "hostile",
    [
        "",
        "no brackets",
        "<a@b>\r\nBcc: eve@evil.example",
        "<a@b>\nBcc: eve@evil.example",
        "<a@b> <c@d>",
        "<a\x7f@b>",
        "<ä@b>",
        "<a b@c>",
        "<a@b",
    ],
)
def test_a_hostile_name_of_a_mail_never_gets_into_the_head(
    game: Game, people: list[User], hostile: str
) -> None:
    notice = write(game, people[0], "draw")
    ReceivedMail.objects.filter(pk=notice.payload["received"]).update(message_id=hostile)
    parsed = message_from_bytes(answer(notice).message().as_bytes(), policy=policy.default)
    thread = f"<game-{game.code}.{people[0].pk}@drako.example>"
    assert parsed["In-Reply-To"] == parsed["References"] == thread
    assert parsed["Bcc"] is None


@pytest.mark.parametrize("why", ["stranger", "unchecked"])
def test_a_mail_that_others_may_have_sent_is_not_named(
    game: Game, people: list[User], why: str
) -> None:
    mail_id, subject = "<eve@evil.example>", "Win at evil.example"
    heads = answer(refuse(game, people[0], why, message_id=mail_id, subject=subject))
    assert "evil.example" not in str(heads.message())
    assert heads.to == [people[0].email]
