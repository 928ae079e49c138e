"""Who wrote a mail: the one address of its one From, or nobody if it could be read otherwise."""

from __future__ import annotations

import pytest

from games.mail.incoming.letter import MOST_BYTES
from games.mail.incoming.mime import MOST_FIELDS, MOST_HEAD
from games.mail.incoming.read import read_mail

BODY = b"\r\n\r\ndraw\r\n"
BO, EVE = b"From: bo@example.org", b"From: eve@example.org"


def senders(*lines: bytes, body: bytes = BODY, cut: bool = False) -> tuple[str, ...]:
    return read_mail(b"\r\n".join(lines) + body, cut=cut).senders


@pytest.mark.parametrize(
    "value",
    [
        "bo@example.org",
        "<Bo@Example.org>",
        "Bo <bo@example.org>",
        "Bo\r\n\t<bo@example.org>",
        '"eve@example.com" <bo@example.org>',
        '"Eve <eve@example.com>, \\" x" <bo@example.org>',
        "bo@example.org <bo@example.org>",
        "bo@example.org (eve@example.com)",
        "(Eve) bo@example.org",
        "=?utf-8?q?eve@example.com,?= <bo@example.org>",
    ],
)
def test_the_sender_is_the_address_and_not_the_name(value: str) -> None:
    assert senders(f"From: {value}".encode()) == ("bo@example.org",)
    assert senders(b"Subject: x", f"FROM : {value}".encode()) == ("bo@example.org",)


def test_an_address_may_go_beyond_ascii() -> None:
    assert senders("From: Bö <BÖ@exämple.org>".encode()) == ("bö@exämple.org",)


@pytest.mark.parametrize(
    "value",
    [
        "",
        "Bo",
        "<>",
        "bo@",
        "@example.org",
        "bo@example.org, eve@example.com",
        'bo@example.org, "e v"@example.com',
        "bo@example.org, <eve@[192.0.2.1]>",
        "eve, bo@example.org",
        "bo@example.org,",
        "bo@example.org;",
        "Friends: bo@example.org;",
        "bo@example.org:;",
        "bo@example.org\0, eve@example.com",
        "bo@example.org\r, eve@example.com",
        "bo@example.org\r\n \r\n , eve@example.com",
        "<eve@example.com> <bo@example.org>",
        "bo@example.org <eve@example.com>",
        "eve@example.com@bo@example.org",
        "<@example.com:bo@example.org>",
        "bo@example.org <",
        "bo @ example.org",
        "Eve (a (b) <eve@example.com>) <bo@example.org>",
        '"Bo <bo@example.org>',
        "bo@example.or\u212a",  # the sign of Kelvin, which is a k in small letters
        "Bo <bo@example.org>" + "(x)" * 700,
        "(" * 50_000,
    ],
)
def test_what_can_be_read_otherwise_is_nobody(value: str) -> None:
    assert senders(f"From: {value}".encode()) == ()


@pytest.mark.parametrize(
    "lines",
    [
        [BO, EVE],
        [EVE, b"Subject: Re:", BO.upper()],
        [b"From : eve@example.org", BO],
        [b"from\t: eve@example.org", BO],
        [BO, b"X: y\r" + EVE],
        [BO, b"X: y\n" + EVE],
        [BO] * 50 + [EVE],
        [BO, *[b"X: y"] * MOST_FIELDS, EVE],
        [BO, b"X: " + b"y" * MOST_HEAD, EVE],
        [BO, b" ", EVE],
        [BO, b"no field at all", EVE],
        [b"\xff\r\n" + EVE, BO],
        [b"From eve@example.org Mon", EVE, BO],
        [b"Subject: x\r" + BO],
    ],
    ids=range(14),
)
def test_of_several_from_lines_none_counts(lines: list[bytes]) -> None:
    assert senders(*lines) == ()


def test_a_line_of_a_mailbox_is_no_from() -> None:
    assert senders(b"From eve@example.org Mon Mar  2 10:00:00 2026", BO) == ("bo@example.org",)
    assert senders(b">From eve@example.org", BO) == ("bo@example.org",)
    assert senders(b"From : bo@example.org") == ("bo@example.org",)


def test_nor_is_one_in_the_text() -> None:
    assert senders(BO, body=b"\r\n\r\n" + EVE + b"\r\n") == ("bo@example.org",)
    assert senders(BO, body=b"\n\n" + EVE + b"\n") == ("bo@example.org",)


def test_a_head_that_did_not_come_in_whole_names_nobody() -> None:
    assert senders(BO, body=b"\r\nX: y", cut=True) == ()
    assert senders(BO, body=b"\r\nX: " + b"y" * MOST_BYTES + b"\r\n" + EVE + BODY) == ()
    assert senders(BO, body=BODY, cut=True) == ("bo@example.org",)
    assert senders(BO, body=b"\r\n\r\n" + b"y" * MOST_BYTES) == ("bo@example.org",)


def test_what_looks_like_many_senders_is_read_in_bounded_steps() -> None:
    head = (b"From: " + b"@" * 10_000 + b"\r\nSender: " + b"<@" * 5_000 + b"\r\n") * 12
    mail = read_mail(head + BODY)
    assert (mail.senders, mail.automatic) == ((), False)


def test_programs_are_known_by_the_first_of_them() -> None:
    assert read_mail(b"From: MAILER-DAEMON@mx.example.org\r\n" + EVE + BODY).automatic
    assert read_mail(BO + b"\r\nSender: no-reply@example.org" + BODY).automatic
