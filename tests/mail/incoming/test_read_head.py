"""Where a mail came to, which one it is: what is read in its head."""

from __future__ import annotations

import pytest

from games.mail.incoming.letter import IncomingMail
from games.mail.incoming.read import read_mail

BODY = "\r\n\r\ndraw\r\n"


def read(*fields: str, recipients: tuple[str, ...] = ()) -> IncomingMail:
    return read_mail(("\r\n".join(fields) + BODY).encode(), recipients=recipients)


def test_the_envelope_comes_before_the_fields_and_each_address_once() -> None:
    mail = read(
        "X-Forwarded-To: g@example.org",
        "X-Envelope-To: f@example.org",
        "Envelope-To: e@example.org",
        "X-Original-To: d@example.org",
        "Delivered-To: c@example.org",
        "Cc: B@example.org, Ana <a@example.org>",
        "To: Drako <A@Example.org>,\r\n  z@example.org",
        recipients=("Play+R-1@drako.example", "z@example.org"),
    )
    assert mail.recipients == (
        "play+r-1@drako.example",
        "z@example.org",
        *(f"{letter}@example.org" for letter in "abcdefg"),
    )


def test_an_address_is_found_in_a_field_that_is_malformed() -> None:
    mail = read('To: "Drako <play+r-1@drako.example>, (a b', "Cc: undisclosed:;")
    assert mail.recipients == ("play+r-1@drako.example",)


def test_bcc_names_nobody() -> None:
    assert read("Bcc: play+r-1@drako.example").recipients == ()


def test_recipients_are_a_hundred_at_most() -> None:
    many = ", ".join(f"a{number}@example.org" for number in range(100_000))
    assert len(read(f"To: {many}").recipients) <= 100
    assert len(read(recipients=tuple(many.split(", "))).recipients) <= 100


def test_the_message_id_is_kept_as_it_is() -> None:
    assert read("Message-ID: <a.B-1$%@mail.example.org>").message_id == "<a.B-1$%@mail.example.org>"
    assert read("Message-id:\r\n <a@b>").message_id == "<a@b>"


def test_the_mails_that_it_answers_are_kept_as_they_are_and_each_once() -> None:
    assert read("Subject: draw").answers == ()
    assert read("In-Reply-To: <a@b>").answers == ("<a@b>",)
    mail = read('In-reply-to: Mail of Ana "a@b"\r\n <a@b> <c@d>,<a b@c>', "In-Reply-To: <e><a@b>")
    assert mail.answers == ("<a@b>", "<c@d>", "<e>")


def test_they_are_five_at_most() -> None:
    assert len(read(f"In-Reply-To: {' '.join(f'<{each}@b>' for each in range(900))}").answers) == 5


@pytest.mark.parametrize(
    "value",
    [
        "",
        "a@b",
        "<a b@c>",
        "<a@b> <c@d>",
        "<<a@b>>",
        "<a\x01@b>",
        "<\u00fc@b>",
        "<a@b>\r\n <c@d>",
        "<a@b>\r\n X: y",
        "<" + "a" * 249 + ">",
    ],
)
def test_a_message_id_that_could_stand_in_no_head_is_none(value: str) -> None:
    assert read(f"Message-ID: {value}").message_id == ""


def test_of_two_message_ids_none_is_repeated() -> None:
    assert read("Message-ID: <a@b>", "Message-ID: <c@d>").message_id == ""


def test_a_message_is_known_again_by_its_message_id() -> None:
    first = read("Message-ID: <a@b>", "Subject: one")
    again = read("Received: later", "Subject: two", "Message-ID:   <a@b> ")
    assert first.digest == again.digest
    assert first.digest != read("Message-ID: <a@c>", "Subject: one").digest
    assert len(first.digest) == 64


def test_a_message_id_that_is_malformed_serves_too() -> None:
    assert read("Message-ID: a b", "X: 1").digest == read("Message-ID: a b", "Y: 2").digest
    assert read("Message-ID: a b").digest != read("Message-ID: a c").digest


def test_without_a_message_id_it_is_known_again_whatever_servers_put_into_its_head() -> None:
    own = ["From: bo@example.org", "Subject: Re: Your turn"]
    first = read(
        "Return-Path: <bo@example.org>",
        "Delivered-To: play@drako.example",
        "Received: from a\r\n by b",
        "X-Spam-Score: 0",
        "Authentication-Results: mx; spf=pass",
        *own,
    )
    again = read("Received: from c", "Envelope-To: play+r-1@drako.example", *own, "X-UID: 7")
    assert first.digest == again.digest
    assert read(*own, "Date: Mon, 2 Mar 2026").digest != first.digest


def test_without_a_message_id_the_text_counts_but_not_how_its_lines_end() -> None:
    first = read_mail(b"From: bo@example.org\r\n\r\ndraw\r\npass\r\n")
    assert first.digest == read_mail(b"From: bo@example.org\n\ndraw\npass\n\n").digest
    assert first.digest == read_mail(b"From bo Mon\nFrom: bo@example.org\n\ndraw\npass").digest
    assert first.digest != read_mail(b"From: bo@example.org\r\n\r\ndraw\r\n").digest


def test_checks_are_the_latest_first_on_one_line_each() -> None:
    mail = read(
        "Authentication-Results: mx.drako.example;\r\n\tspf=pass\r\n\tdkim=pass",
        "Received: from a",
        "authentication-results: other.example; spf=fail",
        "ARC-Authentication-Results: i=1; mx.drako.example; spf=pass",
    )
    assert mail.checks == (
        "mx.drako.example; spf=pass dkim=pass",
        "other.example; spf=fail",
    )


def test_checks_are_few() -> None:
    assert len(read(*["Authentication-Results: a; spf=pass"] * 500).checks) <= 20


@pytest.mark.parametrize(
    ("value", "subject"),
    [
        ("Re: Your turn", "Re: Your turn"),
        ("=?utf-8?q?R=C3=A9_=3A?=\r\n =?utf-8?q?_Mine?=", "Ré : Mine"),
        ("=?iso-2022-jp?b?GyRCSlY/LhsoQjogYQ==?=", "返信: a"),
        ("a\r\n\tb   c", "a b c"),
        ("=?utf-8?q?a=0D=0ABcc=3A_eve=40evil.example?=", "a Bcc: eve@evil.example"),
        ("=?utf-8?b?YeKArmLigItjwoVkAGU=?=", "abc de"),
        ("=?utf-7?q?a+2AA-b?=", "ab"),
        ("=?utf-8?q?=F0=9F?=", "=?utf-8?q?=F0=9F?="),
        ("", ""),
        ("x" * 500, "x" * 200),
    ],
    ids=repr,
)
def test_the_subject_is_one_line_that_can_be_read(value: str, subject: str) -> None:
    assert read(f"Subject: {value}").subject == subject


def test_without_a_subject_there_is_none() -> None:
    assert read("From: a@b").subject == ""
