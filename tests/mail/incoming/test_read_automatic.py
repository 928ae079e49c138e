"""What a program sent, or a person to many, is told from what a person answered."""

from __future__ import annotations

import pytest

from games.mail.incoming.read import read_mail


def is_automatic(*fields: str, sender: str = "Bo <bo@example.org>") -> bool:
    head = [f"From: {sender}", "To: play+r-1@drako.example", *fields]
    return read_mail(("\r\n".join(head) + "\r\n\r\ndraw\r\n").encode()).automatic


@pytest.mark.parametrize(
    "field",
    [
        "Auto-Submitted: auto-replied",
        "Auto-Submitted: auto-generated",
        "Auto-submitted: Auto-Replied (vacation)",
        'auto-submitted: auto-notified; owner-email="bo@example.org"',
        "Precedence: bulk",
        "Precedence: List",
        "Precedence: junk",
        "Precedence: auto_reply",
        "List-Id: Players <players.example.org>",
        "List-Unsubscribe: <https://lists.example.org/u>",
        "List-Post: NO",
        "X-Mailing-List: players@example.org",
        "X-Autoreply: yes",
        "X-Autorespond: Re: Your turn",
        "X-Autoresponder: 1",
        "X-Auto-Response-Suppress: All",
        "X-Auto-Response-Suppress: DR, AutoReply",
        "X-Failed-Recipients: ana@example.org",
        "Return-Path: <>",
        "return-path:   <>  ",
        "Content-Type: multipart/report; report-type=delivery-status; boundary=x",
        "Content-Type: multipart/report; report-type=disposition-notification; boundary=x",
        "Subject: Automatic reply: Your turn",
        "Subject: =?utf-8?q?R=C3=A9ponse_automatique_=3A_Your_turn?=",
    ],
)
def test_a_program_or_a_list_says_so_in_the_head(field: str) -> None:
    assert is_automatic(field)


@pytest.mark.parametrize(
    "sender",
    [
        "Mail Delivery System <MAILER-DAEMON@mx.example.org>",
        "postmaster@example.org",
        "no-reply@example.org",
        "noreply@example.org",
        "Shop <do-not-reply@shop.example>",
        "donotreply@example.org",
        "no_reply@example.org",
        "bounces+123=bo@example.org",
    ],
)
def test_nobody_reads_what_goes_to_such_a_sender(sender: str) -> None:
    assert is_automatic(sender=sender)


@pytest.mark.parametrize(
    "field",
    [
        "Auto-Submitted: no",
        "Auto-Submitted: No (a person)",
        "Auto-Submitted:",
        "Precedence: normal",
        "Precedence: first-class",
        "X-Autoreply: no",
        "X-Auto-Response-Suppress: DR, RN, NRN",
        "Return-Path: <bo@example.org>",
        "Received: from list.example.org",
        "X-Mailer: Auto Mail 1.0",
        "X-Spam-Flag: NO",
        "Importance: high",
        "Content-Type: multipart/mixed; boundary=x",
        "Subject: Re: Automatic reply: Your turn",
        "Subject: Re: out of office: your turn",
        "Feedback-ID: 1:2:gmail",
    ],
)
def test_people_have_such_fields_too(field: str) -> None:
    assert not is_automatic(field)


@pytest.mark.parametrize(
    "sender",
    [
        "bo@noreply.example",
        "Noel Replyman <noel.reply@example.org>",
        "norep@example.org",
        "bounce-house-bo@example.org",
        "Postmaster Bo <bo@example.org>",
        "mailer@example.org",
        "listening@example.org",
    ],
)
def test_people_may_have_such_addresses(sender: str) -> None:
    assert not is_automatic(sender=sender)


def test_the_text_of_an_automatic_mail_is_read_all_the_same() -> None:
    mail = read_mail(b"Auto-Submitted: auto-replied\r\n\r\nI am away.\r\n")
    assert (mail.automatic, mail.text) == (True, "I am away.")
