"""Delivery reports are read in whatever form; what is none, or malformed, gives nobody up."""

from __future__ import annotations

import base64
from collections.abc import Callable
from email import message_from_bytes, policy
from email.message import Message
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.mail.incoming.letter import Report
from games.mail.incoming.mime import parse
from games.mail.incoming.reports import report_of
from games.mail.nobody import says_nobody
from tests.mail.incoming.bounces import MAKES, dsn, of_exim, of_qmail, report
from tests.mail.incoming.letters import raw_mail

TO = "play+b-1-code@drako.example"
GONE = "ana@example.org"
Reader = Callable[[bytes], Message]
READERS: list[Reader] = [
    parse,
    message_from_bytes,
    partial(message_from_bytes, policy=policy.default),
]
Make = Callable[[str, str], bytes]


def read(raw: bytes, how: Reader = parse) -> Report | None:
    return report_of(how(raw))


def found(raw: bytes) -> Report:
    what = read(raw)
    assert what is not None
    return what


def gives_up(what: Report | None) -> bool:
    return what is not None and what.failed and says_nobody(what.code, what.said)


@pytest.mark.parametrize("how", READERS)
@pytest.mark.parametrize("make", MAKES.values(), ids=MAKES)
def test_each_make_says_who_is_not_there(make: Make, how: Reader) -> None:
    what = read(make(TO, GONE), how)
    assert what is not None
    assert what.recipient == GONE
    assert what.failed
    assert what.code == 550
    assert says_nobody(what.code, what.said)


def test_an_answer_of_several_lines_is_read_as_one() -> None:
    said = found(MAKES["gmail"](TO, GONE)).said
    assert said.startswith("5.1.1 The email account that you tried to reach does not exist.")
    assert "550" not in said


@pytest.mark.parametrize(
    ("answer", "status", "code", "said"),
    [
        ("550 5.1.1 No such user", "5.0.0", 550, "5.1.1 No such user"),
        ("550 no such user", "5.1.1", 550, "5.1.1 no such user"),
        ("550-no such user here 550 really", "5.1.1", 550, "5.1.1 no such user here really"),
        ("550-first 550 5.7.1 by policy", "5.1.1", 550, "5.7.1 first by policy"),
        ("554 5.7.1 Blocked", "5.1.1", 554, "5.7.1 Blocked"),
        ("552 5.2.2 Mailbox full", "5.2.2", 552, "5.2.2 Mailbox full"),
        ('unknown user: "ana"', "5.1.1", 550, '5.1.1 unknown user: "ana"'),
        ("", "5.1.1", 550, "5.1.1"),
        ("", "", 550, ""),
        ("451 4.3.0 Later", "4.3.0", 451, "4.3.0 Later"),
        ("connection timed out", "4.4.1", 450, "4.4.1 connection timed out"),
    ],
)
def test_the_code_of_the_answer_counts_before_that_of_the_reporter(
    answer: str, status: str, code: int, said: str
) -> None:
    what = found(dsn(TO, GONE, answer, status=status))
    assert (what.code, what.said) == (code, said)


@pytest.mark.parametrize("action", ["delayed", "delivered", "relayed", "expanded", "", "failed?"])
def test_only_a_failure_is_one(action: str) -> None:
    assert not found(dsn(TO, GONE, action=action)).failed


@pytest.mark.parametrize("action", ["Failed", "FAILED", "failed (bad destination mailbox)"])
def test_a_failure_may_be_written_in_several_ways(action: str) -> None:
    assert gives_up(found(dsn(TO, GONE, action=action)))


def test_what_was_given_up_after_days_of_later_is_no_failure_of_the_address() -> None:
    assert not found(dsn(TO, GONE, status="4.4.7")).failed


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("rfc822; Ana@Example.org", GONE),
        ("RFC822;<ana@example.org>", GONE),
        ("ana@example.org", GONE),
        ("rfc822; ana@example.org (Ana)", GONE),
        ("utf-8; änä@example.org", "änä@example.org"),
        ("x400; /G=Ana/", ""),
        ("rfc822;", ""),
        ("rfc822; " + "a" * 4000 + "@", ""),
    ],
)
def test_an_address_may_be_written_in_several_ways(written: str, address: str) -> None:
    fields = f"Reporting-MTA: dns; x\n\nFinal-Recipient: {written}\nAction: failed\nStatus: 5.1.1\n"
    assert found(report(TO, fields)).recipient == address


def test_both_addresses_of_a_mail_that_was_forwarded_are_known() -> None:
    what = found(dsn(TO, "ana@home.example", original=GONE))
    assert (what.recipient, what.original) == ("ana@home.example", GONE)
    assert what.speaks_of(GONE)
    assert what.speaks_of("Ana@home.example")
    assert not what.speaks_of("bo@example.org")
    assert not what.speaks_of("")


BOTH = "Reporting-MTA: dns; x\n\n{}\n\n{}\n"
NOBODY = f"Original-Recipient: rfc822;{GONE}\nFinal-Recipient: rfc822;a@b.example\n" + (
    "Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 No such user"
)
FULL = NOBODY.replace("a@b", "c@d").replace("5.1.1 No such user", "5.2.2 full")
TAKEN = NOBODY.replace("a@b", "c@d").replace("failed", "relayed")


@pytest.mark.parametrize("other", [FULL, TAKEN])
def test_where_a_copy_went_on_or_may_yet_nobody_is_given_up(other: str) -> None:
    for fields in (BOTH.format(NOBODY, other), BOTH.format(other, NOBODY)):
        what = found(report(TO, fields))
        assert what.speaks_of(GONE)
        assert not gives_up(what)


def test_where_all_copies_failed_alike_it_counts() -> None:
    assert gives_up(found(report(TO, BOTH.format(NOBODY, NOBODY))))


def test_fields_before_the_first_empty_line_may_be_missing() -> None:
    assert gives_up(found(report(TO, NOBODY)))


def test_empty_lines_may_be_many() -> None:
    assert gives_up(found(report(TO, BOTH.format("", f" \n\t\n\n{NOBODY}").replace("\n", "\r\n"))))


@pytest.mark.parametrize("kind", ["message/delivery-status", "message/global-delivery-status"])
@pytest.mark.parametrize("how", READERS)
def test_the_fields_may_be_encoded_and_of_either_type(kind: str, how: Reader) -> None:
    plain = BOTH.format(NOBODY, "")
    assert gives_up(read(report(TO, plain, kind=kind), how))
    encoded = base64.encodebytes(plain.encode()).decode()
    raw = report(TO, encoded, kind=f"{kind}\nContent-Transfer-Encoding: base64")
    assert gives_up(read(raw, how))
    quoted = plain.replace("rfc822;", "rfc822=3B")
    raw = report(TO, quoted, kind=f"{kind}\nContent-Transfer-Encoding: quoted-printable")
    assert gives_up(read(raw, how))


@pytest.mark.parametrize("fields", ["", "nonsense", "Reporting-MTA: dns; x", "Action", ": :\n\n:"])
def test_a_report_without_recipients_is_one_that_says_nothing(fields: str) -> None:
    assert found(report(TO, fields)) == Report("", False, 0, "")


def test_a_report_that_ends_too_early_is_read_as_far_as_it_goes() -> None:
    raw = dsn(TO, GONE)
    assert gives_up(read(raw[: raw.index(b"--4F1/mail\nContent-Description: Undelivered")]))
    assert not gives_up(read(raw[: raw.index(b"Status:")]))


def test_what_cannot_be_shown_or_kept_is_left_out() -> None:
    raw = dsn(TO, GONE, "550 5.1.1 No\x00 such \x1b[31muser \u202e!", status="5.1.1")
    raw = raw.replace(b"No such", b"No\xff such")
    said = found(raw).said
    assert said.isprintable()
    said.encode()


def test_a_mail_of_a_person_is_no_report() -> None:
    assert read(raw_mail(sender=GONE, to=TO, text="draw")) is None


def test_a_person_who_forwards_a_report_reports_nothing() -> None:
    forwarded = f"""\
From: {GONE}
To: {TO}
Content-Type: multipart/mixed; boundary="x"

--x
Content-Type: text/plain

What is this?
--x
Content-Type: message/rfc822

""".encode()
    assert read(forwarded + dsn(TO, GONE) + b"\n--x--\n") is None


def test_fields_in_a_mail_that_is_called_otherwise_count_only_if_a_server_sent_it() -> None:
    raw = dsn(TO, GONE).replace(
        b"multipart/report; report-type=delivery-status", b"multipart/mixed"
    )
    assert gives_up(read(raw))
    raw = raw.replace(b"Return-Path: <>\n", b"").replace(b"MAILER-DAEMON@", b"somebody@")
    assert read(raw) is None


@pytest.mark.parametrize("make", [of_exim, of_qmail])
def test_words_of_a_server_count_only_in_a_mail_of_one(make: Make) -> None:
    raw = make(TO, GONE)
    lines = [line for line in raw.split(b"\n") if not line.lower().startswith(b"return-path")]
    assert gives_up(read(b"\n".join(lines)))
    by_person = [f"From: {GONE}".encode() if line.startswith(b"From:") else line for line in lines]
    assert read(b"\n".join(by_person)) is None


def test_a_read_receipt_is_no_report_of_a_failure() -> None:
    raw = report(TO, NOBODY, kind="message/disposition-notification")
    raw = raw.replace(b"report-type=delivery-status", b"report-type=disposition-notification")
    assert read(raw) is None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            b"Mail delivery failed: returning message to sender",
            b"Warning: message delayed",
        ),
        (b"550 5.1.1 <ana@example.org>: User unknown", b"552 5.2.2 Mailbox full"),
        (b"550 5.1.1 <ana@example.org>: User unknown", b"retry timeout exceeded"),
        (b"550 5.1.1 <ana@example.org>: User unknown", b"554 5.7.1 User unknown: blocked"),
        (b"550 5.1.1 <ana@example.org>: User unknown", b"450 4.1.1 User unknown"),
    ],
)
def test_other_failures_in_plain_words_give_nobody_up(before: bytes, after: bytes) -> None:
    raw = of_exim(TO, GONE)
    assert before in raw
    assert not gives_up(read(raw.replace(before, after)))


def test_an_address_that_leads_nowhere_is_given_up_in_plain_words() -> None:
    raw = of_exim(TO, GONE)
    start = raw.index(b"    host mx.example.org")
    end = raw.index(b"\n\n------")
    assert gives_up(read(raw[:start] + b"    Unrouteable address" + raw[end:]))


def test_qmail_may_tell_of_other_failures() -> None:
    raw = of_qmail(TO, GONE).replace(b"550 5.1.1 User unknown", b"552 5.2.2 over quota")
    assert not gives_up(read(raw))


@given(st.binary(max_size=300), st.integers(0, 2000), st.sampled_from(sorted(MAKES)))
def test_whatever_is_malformed_nothing_is_raised(noise: bytes, at: int, make: str) -> None:
    raw = MAKES[make](TO, GONE)
    for how in READERS:
        what = read(raw[:at] + noise + raw[at:], how)
        assert what is None or what.said.isprintable()
