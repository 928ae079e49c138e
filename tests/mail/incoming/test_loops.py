"""Programs that answer our mails: nothing goes on for ever, and no card moves.

Each loop is a real one: the mail server takes our mails, a program answers what it took, and that
comes in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from email.message import EmailMessage

import pytest

from accounts.models import Notice, User
from games.models import Game, ReceivedMail
from games.play.by_mail.earlier import MOST_FRUITLESS
from tests.builders import NOW, make_game
from tests.fixtures.mail_server import MailServer, Taken
from tests.mail.incoming.letters import address_of, answers, come, player, raw_mail, reply
from tests.mail.post_office import MINUTE, send
from tests.play.test_take_turn import everything

# How mails are read and answered does not depend on the database; orders and outbox are on both.
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_comes_in"), pytest.mark.sqlite]

SOON = NOW + 3 * MINUTE
AWAY = "I am away until Monday. In urgent cases write to Cy."
MARKED = {"Auto-Submitted": "auto-replied (vacation)"}
Respond = Callable[[Taken], dict[str, str]]


def plain(mail: Taken) -> str:
    part = mail.message.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def html(mail: Taken) -> str:
    part = mail.message.get_body(("html",))
    assert part is not None
    return str(part.get_content())


def short(mail: Taken) -> dict[str, str]:
    return {"text": AWAY}


def quoting(mail: Taken) -> dict[str, str]:
    quoted = "\n".join(f"> {line}" for line in plain(mail).splitlines())
    return {"text": f"{AWAY}\n\nOn Sun, 1 Mar 2026 at 09:00, Drako wrote:\n{quoted}\n"}


def repeating(mail: Taken) -> dict[str, str]:
    return {"text": f"{AWAY}\n\nYour message:\n\n{plain(mail)}"}


def sending_back(mail: Taken) -> dict[str, str]:
    return {"text": plain(mail)}


def below_a_line(mail: Taken) -> dict[str, str]:
    head = f"From: Drako\nSent: Sunday\nTo: {mail.to[0]}\nSubject: {mail.message['Subject']}"
    return {"text": f"{AWAY}\n\n-----Original Message-----\n{head}\n\n{plain(mail)}"}


def in_html(mail: Taken) -> dict[str, str]:
    return {"html": f"<p>{AWAY}</p>{html(mail)}"}


def in_html_alone(mail: Taken) -> dict[str, str]:
    return {"html": html(mail)}


RESPONDERS = [short, quoting, repeating, sending_back, below_a_line, in_html, in_html_alone]


def exchange(
    server: MailServer, user: User, respond: Respond, headers: Mapping[str, str] | None = None
) -> int:
    """Let a program answer each mail to `user`; return how many mails they got in the end."""
    answered = 0
    for _round in range(50):
        send(SOON)
        theirs = [mail for mail in server.mails if mail.to == [user.email]]
        if len(theirs) == answered:
            return answered
        for mail in theirs[answered:]:
            name, said = mail.message, respond(mail)
            come(
                raw_mail(
                    sender=user.email,
                    to=str(name["Reply-To"] or name["From"]),
                    subject=f"Re: {name['Subject']}",
                    headers={"In-Reply-To": mail.name, **(headers or {})},
                    text=said.get("text", ""),
                    html=said.get("html", ""),
                )
            )
        answered = len(theirs)
    pytest.fail("it goes on for ever")


@pytest.mark.parametrize("respond", RESPONDERS)
def test_a_program_that_says_so_gets_no_answer(
    mail_server: MailServer, game: Game, person: User, respond: Respond
) -> None:
    before = everything(game)
    exchange(mail_server, person, respond, MARKED)
    assert answers() == []
    assert not ReceivedMail.objects.exists()
    assert everything(game) == before


@pytest.mark.parametrize("respond", RESPONDERS)
def test_one_that_does_not_say_so_is_answered_a_few_times_and_moves_nothing(
    mail_server: MailServer, game: Game, person: User, respond: Respond
) -> None:
    before = everything(game)
    mails = exchange(mail_server, person, respond)
    assert 1 < len(answers()) <= MOST_FRUITLESS
    assert mails <= MOST_FRUITLESS + 2
    assert everything(game) == before


@pytest.mark.parametrize("respond", [repeating, sending_back, in_html_alone])
def test_nor_does_it_take_what_an_answer_offers_for_an_order(
    mail_server: MailServer, game: Game, seat: int, person: User, respond: Respond
) -> None:
    assert come(reply(game, seat, "draw\n")) == "played"
    before = everything(game)
    exchange(mail_server, person, respond)
    assert 2 < len(answers()) <= MOST_FRUITLESS + 1
    assert everything(game) == before


@pytest.mark.parametrize("respond", [repeating, sending_back, in_html_alone])
def test_nor_does_it_arrange_anything(mail_server: MailServer, respond: Respond) -> None:
    game = make_game(player(), player(), arranged=False)
    before = everything(game)
    mine = game.seats.get(number=0).user
    assert mine is not None
    exchange(mail_server, mine, respond)
    assert len(answers()) <= MOST_FRUITLESS
    assert everything(game) == before


def test_two_programs_of_two_players_come_to_an_end(mail_server: MailServer) -> None:
    game = make_game(player(), player(), arranged=False)
    for seat in game.seats.all():
        assert seat.user is not None
        exchange(mail_server, seat.user, repeating)
    assert len(answers()) <= 2 * MOST_FRUITLESS


def test_our_own_mails_that_come_back_are_not_answered(
    mail_server: MailServer, game: Game, seat: int, person: User
) -> None:
    to = address_of(game, seat)
    come(reply(game, seat, "help\n"))
    send(SOON)
    posted = Notice.objects.count()
    ours = [mail for mail in mail_server.mails if mail.to == [person.email]]
    assert [mail.message["Auto-Submitted"] for mail in ours] == ["auto-generated", "auto-replied"]
    for mail in ours:
        assert come(mail.raw, recipients=[to]) == "ignored: automatic"
        assert come(mail.raw, recipients=[mail.sender]) == "ignored: not ours"
        resent = f"Resent-From: {person.email}\r\nResent-To: {to}\r\n".encode() + mail.raw
        assert come(resent, recipients=[to]) == "ignored: automatic"
    assert Notice.objects.count() == posted


def test_even_if_somebody_takes_our_mark_off_it_ends(
    mail_server: MailServer, game: Game, seat: int, person: User
) -> None:
    to, before = address_of(game, seat), everything(game)
    for _round in range(20):
        send(SOON)
        for mail in list(mail_server.mails):
            stripped = b"\r\n".join(
                line
                for line in mail.raw.split(b"\r\n")
                if not line.lower().startswith((b"auto-submitted", b"list-", b"x-auto-response"))
            )
            come(stripped, recipients=[to])
    assert len(answers()) == 1  # one word that another address sent it
    assert everything(game) == before


def test_two_seats_at_each_others_reply_addresses_are_silent(mail_server: MailServer) -> None:
    """As two sites whose members gave each other's reply addresses as their own."""
    ana, bo = player(), player()
    game = make_game(ana, bo)
    User.objects.filter(pk=ana.pk).update(email=address_of(game, 1))
    User.objects.filter(pk=bo.pk).update(email=address_of(game, 0))
    before = everything(game)
    for _round in range(5):
        send(SOON)
        for mail in list(mail_server.mails):
            assert come(mail.raw, recipients=mail.to).startswith("ignored")
    assert 0 < len(mail_server.mails) <= 4
    assert answers() == []
    assert everything(game) == before


SAID = [
    "Auto-Submitted: auto-generated",
    "Auto-Submitted: auto-replied",
    "Auto-Submitted: Auto-Replied; owner-email=ana@example.org",
    "Auto-Submitted: auto-notified",
    "AUTO-SUBMITTED:auto-replied (vacation)",
    "Precedence: bulk",
    "Precedence: junk",
    "Precedence: list",
    "Precedence: auto_reply",
    "X-Precedence: bulk",
    "List-Id: Talk <talk.example.com>",
    "List-Post: <mailto:talk@example.com>",
    "List-Unsubscribe: <mailto:leave@example.com>",
    "Mailing-List: contact talk@example.com",
    "X-BeenThere: talk@example.com",
    "X-Mailman-Version: 2.1.39",
    "X-Autoreply: yes",
    "X-Autoreply-From: ana@example.org",
    "X-Autorespond: Your turn",
    "X-Autoresponder: yes",
    "X-AutoGenerated: Reply",
    "X-Auto-Response-Suppress: All",
    "X-Auto-Response-Suppress: DR, OOF, AutoReply",
    "X-POST-MessageClass: 9; Autoresponder",
    "X-Amazon-Auto-Reply: true",
    "X-FC-MachineGenerated: true",
    "X-OTRS-Loop: tickets@example.com",
    "X-RT-Loop-Prevention: example.com",
    "Delivered-To: Autoresponder",
    "Return-Path: <>",
    "Sender: MAILER-DAEMON@example.com",
]


def with_line(game: Game, seat: int, line: str) -> bytes:
    return line.encode() + b"\r\n" + reply(game, seat, "draw\n")


@pytest.mark.parametrize("line", SAID)
def test_what_says_to_be_of_a_program_is_passed_over(game: Game, seat: int, line: str) -> None:
    before = everything(game)
    assert come(with_line(game, seat, line)) == "ignored: automatic"
    assert everything(game) == before
    assert answers() == []


@pytest.mark.parametrize(
    "line",
    [
        "Auto-Submitted: no",
        "Auto-Submitted: no (a person wrote it)",
        "Precedence: first-class",
        "X-Autoreply: no",
        "X-Auto-Response-Suppress: DR",
        "X-Loop: play@drako.example",
        "Delivered-To: play@drako.example",
        "Return-Path: <ana@example.org>",
        "X-MS-Exchange-Inbox-Rules-Loop: play@drako.example",
    ],
)
def test_what_a_persons_mail_may_have_does_not_keep_it_back(
    game: Game, seat: int, line: str
) -> None:
    assert come(with_line(game, seat, line)) == "played"


@pytest.mark.parametrize(
    ("subject", "sender"),
    [
        ("Automatic reply: Your turn", ""),
        ("Automatische Antwort: Your turn", ""),
        ("Réponse automatique : Your turn", ""),
        ("Re: Your turn", "no-reply@example.org"),
        ("Re: Your turn", "donotreply@example.org"),
        ("Undelivered", "MAILER-DAEMON@example.org"),
        ("Undelivered", "postmaster@example.org"),
    ],
)
def test_programs_that_show_by_name_or_subject(
    game: Game, seat: int, subject: str, sender: str
) -> None:
    raw = reply(game, seat, "draw\n", sender=sender, subject=subject)
    assert come(raw) == "ignored: automatic"
    assert answers() == []


def test_a_list_that_hands_our_mail_to_a_reply_address_is_passed_over(
    mail_server: MailServer, game: Game, seat: int
) -> None:
    send(SOON)
    for mail in mail_server.mails:
        listed = EmailMessage()
        for name, value in mail.message.items():
            if name not in ("Auto-Submitted", "Content-Type", "Content-Transfer-Encoding"):
                listed[name] = value
        del listed["List-Id"]
        listed["List-Id"] = "<talk.example.com>"
        listed.set_content("draw\n")
        said = come(listed.as_bytes(), recipients=[address_of(game, seat)])
        assert said == "ignored: automatic"
