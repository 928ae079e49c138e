"""However large, deep or malformed a mail is: it is read, and what is read of it is bounded."""

from __future__ import annotations

import base64

import pytest

from games.mail.incoming import charsets, mime
from games.mail.incoming.letter import MOST_BYTES
from games.mail.incoming.quoting import LONGEST_TEXT
from games.mail.incoming.read import read_mail

HEAD = b"From: bo@example.org\r\nTo: play+r-1@drako.example\r\nMessage-ID: <a@b>\r\n"


def multipart(kind: str, *parts: bytes, boundary: str = "b") -> bytes:
    delimiter = b"--" + boundary.encode()
    pieces = b"".join(delimiter + b"\r\n" + part + b"\r\n" for part in parts)
    head = f'Content-Type: multipart/{kind}; boundary="{boundary}"\r\n\r\n'.encode()
    return head + pieces + delimiter + b"--\r\n"


def nested(depth: int) -> bytes:
    part = b"Content-Type: text/plain\r\n\r\ndraw"
    for number in range(depth):
        part = multipart("mixed", part, boundary=f"b{number}")
    return HEAD + part


def text(raw: bytes) -> str:
    return read_mail(raw).text


@pytest.mark.parametrize(("length", "too_large"), [(MOST_BYTES, False), (MOST_BYTES + 1, True)])
def test_of_a_larger_mail_only_the_head_is_read(length: int, too_large: bool) -> None:
    raw = HEAD + b"\r\ndraw\r\n"
    mail = read_mail(raw + b"\n" * (length - len(raw)))
    assert (mail.too_large, mail.text) == (too_large, "" if too_large else "draw")
    assert mail.senders == ("bo@example.org",) and mail.message_id == "<a@b>"
    assert mail.recipients == ("play+r-1@drako.example",)


def test_of_one_that_was_cut_only_the_head_is_read() -> None:
    mail = read_mail(HEAD + b"\r\ndraw\r\n", cut=True)
    assert (mail.too_large, mail.text, mail.senders) == (True, "", ("bo@example.org",))


def test_a_large_one_without_a_message_id_is_known_again_wherever_it_was_cut() -> None:
    raw = b"From: bo@example.org\r\nDate: Mon, 2 Mar 2026\r\n\r\n"
    assert read_mail(raw + b"a" * 100, cut=True).digest == read_mail(raw + b"a", cut=True).digest


def test_a_report_counts_however_large_the_mail_is_that_it_returns() -> None:
    status = (
        b"Reporting-MTA: dns; mx.example.org\r\n\r\nFinal-Recipient: rfc822; bo@example.org\r\n"
        b"Action: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 5.1.1 no such user\r\n"
    )
    raw = b"From: mailer-daemon@mx.example.org\r\n" + multipart(
        "report; report-type=delivery-status",
        b"Content-Type: text/plain\r\n\r\nIt did not arrive.",
        b"Content-Type: message/delivery-status\r\n\r\n" + status,
        b"Content-Type: message/rfc822\r\n\r\nSubject: Your turn\r\n\r\n" + b"a" * MOST_BYTES,
    )
    mail = read_mail(raw)
    assert mail.too_large and mail.automatic
    assert mail.report is not None
    assert (mail.report.recipient, mail.report.failed) == ("bo@example.org", True)


def test_parts_are_read_to_a_depth_that_people_never_reach() -> None:
    assert text(nested(12)) == "draw"
    assert text(nested(1_000)) == ""


def test_parts_are_read_up_to_a_number() -> None:
    parts = [b"Content-Type: text/plain\r\n\r\npass"] * 5_000
    assert text(HEAD + multipart("mixed", *parts)).count("pass") <= 200


def test_html_is_read_up_to_a_length_however_many_parts_it_has() -> None:
    parts = [b"Content-Type: text/html\r\n\r\npass" + b"<br>" * 20_000] * 20
    assert 1 <= text(HEAD + multipart("mixed", *parts)).count("pass") < 10


def test_a_part_that_never_ends_is_read() -> None:
    assert text(HEAD + multipart("mixed", b"\r\ndraw").partition(b"--b--")[0]) == "draw"


def test_a_multipart_without_boundary_or_parts_is_read_as_text() -> None:
    assert text(HEAD + b"Content-Type: multipart/mixed\r\n\r\ndraw") == "draw"
    assert text(HEAD + b"Content-Type: multipart/mixed; boundary=x\r\n\r\ndraw") == "draw"


def test_the_parts_within_a_part_end_with_it() -> None:
    inner = multipart("alternative", b"Content-Type: text/plain\r\n\r\ndraw", boundary="i")
    outer = multipart("mixed", inner.replace(b"--i--\r\n", b""), b"\r\npass", boundary="o")
    assert text(HEAD + outer).split() == ["draw", "pass"]


@pytest.mark.parametrize(
    "fields",
    [
        b"X-Field: a\r\n" * 100_000,
        b"X-Field: " + b"a\r\n " * 200_000 + b"\r\n",
        b"Content-Type: text/plain" + b'; a="b' * 100_000 + b"\r\n",
        b"Content-Type: text/plain" + b"; charset*%d=utf-8''x" * 50_000 + b"\r\n",
        b"Cc: " + b"ana@example.org, " * 100_000 + b"\r\n",
        b"From: " + b"(" * 100_000 + b"\r\n",
        b"Subject: " + b"=?utf-8?q?a?= " * 50_000 + b"\r\n",
        b"no field at all\r\n: \r\n\x00\x00: a\r\n\xff: b\r\n",
        b"Content-Type: \xff\xfe/\x00; charset=\xff\r\nContent-Transfer-Encoding: \xff\r\n",
        b"Content-Type: text/plain; charset*=bogus'en'%FF\r\n",
    ],
    ids=lambda fields: repr(fields[:36]),
)
def test_heads_that_nobody_writes_are_read(fields: bytes) -> None:
    assert read_mail(HEAD + fields + b"\r\ndraw\r\n").text in ("draw", "")


def test_fields_are_read_up_to_a_number() -> None:
    message = mime.parse_head(b"X: a\r\n" * 100_000 + b"\r\n")
    assert len(list(message.raw_items())) <= mime.MOST_FIELDS


@pytest.mark.parametrize(
    "line",
    [b"a", b">", b"-", b"_", b"On ", b"Am schrieb ", b"Le a \xc3\xa9crit ", b"De : ", b"\x00\xff"],
)
def test_lines_without_end_are_cut(line: bytes) -> None:
    assert len(text(HEAD + b"\r\n" + line * (1_900_000 // len(line)))) <= LONGEST_TEXT


@pytest.mark.parametrize(
    "line",
    [b"", b"a", b">", b"From: a", b"On 2026 a wrote:", b"Hello Bo,", b"-- ", b"a:", b" \t "],
)
def test_lines_without_number_are_cut(line: bytes) -> None:
    line += b"\n"
    assert len(text(HEAD + b"\r\n" + line * (1_900_000 // len(line)))) <= LONGEST_TEXT


@pytest.mark.parametrize(
    "piece",
    [b"<div>", b"<p>", b"<blockquote>", b"<br>", b"<", b"&#x", b"<!--", b"<a href='", b"</p>"]
    + [b"<div class=gmail_quote>", b"<table><tr><td>", b"<b><p>", b"<svg><math>", b"\x00"],
)
def test_html_without_end_is_cut(piece: bytes) -> None:
    raw = HEAD + b"Content-Type: text/html\r\n\r\n<p>draw</p>" + piece * (400_000 // len(piece))
    assert text(raw)[:4] == "draw"


def test_base64_is_read_as_far_as_it_is_some() -> None:
    whole = base64.b64encode(b"draw\r\npass\r\n")
    head = HEAD + b"Content-Transfer-Encoding: base64\r\n\r\n"
    assert text(head + whole) == "draw\npass"
    assert (
        text(head + b"\r\n*\x00".join(whole[at : at + 3] for at in range(0, 16, 3))) == "draw\npass"
    )
    assert text(head + whole[:7]) == "draw"
    assert text(head + b"!?*") == ""


@pytest.mark.parametrize(
    "charset",
    [
        "",
        "\0",
        "zip",
        "rot13",
        "base64",
        "punycode",
        "idna",
        "undefined",
        "unicode_escape",
        "x" * 300,
    ]
    + ["utf-8", "utf-7", "us-ascii", "iso-2022-jp", "hz", "big5", "euc-jp", "mbcs", "../utf-8"],
)
def test_a_charset_is_no_way_to_fail(charset: str) -> None:
    assert charsets.decoded(b"draw", charset) == "draw"
    assert isinstance(charsets.decoded(bytes(range(256)) * 3, charset), str)


@pytest.mark.parametrize(
    "raw", [b"", b"\n", b"\r\n\r\n", b"\0", b"draw", b":", b"--", b"\xff" * 99]
)
def test_what_is_no_mail_says_nothing(raw: bytes) -> None:
    mail = read_mail(raw)
    assert (mail.senders, mail.recipients, mail.message_id) == ((), (), "")
    assert len(mail.digest) == 64
