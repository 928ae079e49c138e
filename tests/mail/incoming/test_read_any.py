"""Whatever bytes come: a mail is read, its text is bounded, and what it quotes orders nothing."""

from __future__ import annotations

import base64
import quopri
import re
from pathlib import Path

from hypothesis import example, given, settings
from hypothesis import strategies as st

from games.mail.incoming.head import values
from games.mail.incoming.letter import IncomingMail
from games.mail.incoming.mime import parse
from games.mail.incoming.orders import read_orders
from games.mail.incoming.quoting import LONGEST_TEXT
from games.mail.incoming.read import read_mail
from games.mail.message_ids import can_be_repeated
from games.play.by_mail.order import MOST_ORDERS
from tests.mail.incoming.mutations import MESSAGES, mutated
from tests.mail.incoming.test_messages import ORDERS, notation

CHARSETS = ["utf-8", "utf-16", "iso-2022-jp", "shift_jis", "gb18030", "koi8-r", "utf-7", "zip", "?"]
ENCODINGS = ["7bit", "8bit", "base64", "quoted-printable", "x-uuencode", "?"]
AUTHORS = [message for message in MESSAGES if ORDERS[message.stem]]

HEADS = [
    "On 2 Mar 2026, at 10:00, Drako <play@drako.example> wrote:",
    "On Mon, 2 Mar 2026 at 10:00, Drako\n<play@drako.example> wrote:",
    "Am 02.03.26 um 10:00 schrieb Drako:",
    "Le 02/03/2026 à 10:00, Drako a écrit :",
    "Il giorno 2 mar 2026 alle ore 10:00 Drako ha scritto:",
    "2026年3月2日(月) 10:00 Drako <play@drako.example>:",
    "-----Original Message-----\nFrom: Drako\nSent: Monday, 2 March 2026 10:00\nTo: Bo",
    "Von: Drako\nGesendet: Montag, 2. März 2026 10:00\nAn: Bo\nBetreff: Your turn",
    "De : Drako\nEnvoyé : lundi 2 mars 2026 10:00\nÀ : Bo\nObjet : Your turn",
    "Da: Drako\nInviato: lunedì 2 marzo 2026 10:00\nA: Bo\nOggetto: Your turn",
    "差出人: Drako\n送信日時: 2026年3月2日 10:00\n宛先: Bo\n件名: Your turn",
]
_THEIRS = st.lists(
    st.sampled_from(
        ["keep a1", "take d4", "- keep a1", "You can write:", "", "Hello Bo,", "resign", "pass."]
        + ["claim four-tribes", "Discard: Marsh", "     a  b  c  d", "help"]
    ),
    min_size=1,
    max_size=12,
)
_SMALL_TALK = st.sampled_from(["", "Hello,\n\n", "Good game so far!\n\n", "\n\n"])
_ENDS = st.sampled_from(
    ["", "\n\nBo", "\n\nSent from my iPhone", "\n-- \nBo\nkeep a1", "\n\nThanks,"]
)


def check(mail: IncomingMail) -> None:
    """It can be worked with: short, of signs that can be stored, and orders can be read from it."""
    assert len(mail.text) <= LONGEST_TEXT
    assert "\0" not in mail.text
    "".join((mail.text, *mail.senders, *mail.recipients, *mail.checks)).encode()
    assert re.fullmatch("[0-9a-f]{64}", mail.digest)
    assert len(mail.message_id) <= 250 and mail.message_id.isascii()
    assert not any(sign in mail.message_id for sign in "\r\n ")
    assert len(mail.answers) <= 5 and all(map(can_be_repeated, mail.answers))
    assert len(read_orders(mail.text).orders) <= MOST_ORDERS


@settings(max_examples=100)
@given(mutated(), st.booleans())
def test_a_mail_made_wrong_by_chance_is_read(raw: bytes, cut: bool) -> None:
    check(read_mail(raw, cut=cut))


@settings(max_examples=60)
@given(st.binary(max_size=2_000))
@example(b"From: \xed\xa0\x80@example.org\r\nMessage-ID: \xff\r\n\r\n\xed\xa0\x80")
def test_any_bytes_are_read(raw: bytes) -> None:
    check(read_mail(raw))
    check(read_mail(b"From: bo@example.org\r\nContent-Type: text/html\r\n\r\n" + raw))


@settings(max_examples=60)
@given(st.sampled_from(MESSAGES), st.sampled_from(CHARSETS), st.sampled_from(ENCODINGS))
def test_a_mail_that_names_another_encoding_is_read(
    message: Path, charset: str, encoding: str
) -> None:
    raw = re.sub(rb"charset=\S+", b"charset=" + charset.encode(), message.read_bytes())
    raw = re.sub(rb"(?i)(transfer-encoding:) \S+", rb"\1 " + encoding.encode(), raw)
    check(read_mail(raw))


@settings(max_examples=40)
@given(
    st.sampled_from(AUTHORS),
    st.lists(st.sampled_from(["mixed", "alternative", "related"]), max_size=10),
)
def test_parts_within_parts_hold_the_same_orders(message: Path, kinds: list[str]) -> None:
    raw = message.read_bytes()
    head, _, body = raw.replace(b"\r\n", b"\n").partition(b"\n\n")
    fields = head.split(b"\nMIME-Version: 1.0\n")
    part = fields[-1] + b"\n\n" + body if len(fields) > 1 else b"\n" + body
    for number, kind in enumerate(kinds):
        edge = b"nest%d" % number
        part = b'Content-Type: multipart/%s; boundary="%s"\n\n--%s\n%s\n--%s--\n' % (
            kind.encode(),
            edge,
            edge,
            part,
            edge,
        )
    mail = read_mail(fields[0] + b"\n" + part)
    orders = [notation(order) for order in read_orders(mail.text).orders]
    assert orders == ORDERS[message.stem]


@settings(max_examples=100)
@given(
    _SMALL_TALK,
    _ENDS,
    st.sampled_from(HEADS),
    _THEIRS,
    st.sampled_from(["marked above", "marked below", "bare"]),
    st.sampled_from(ENCODINGS[1:4]),
)
def test_what_is_quoted_orders_nothing(
    before: str, after: str, head: str, theirs: list[str], way: str, encoding: str
) -> None:
    mine = f"{before}draw{after}"
    quoted = "\n".join(theirs if way == "bare" else [f"> {line}".rstrip() for line in theirs])
    text = f"{head}\n{quoted}\n\n{mine}" if way == "marked below" else f"{mine}\n\n{head}\n{quoted}"
    mail = read_mail(_letter(text.encode(), encoding))
    reading = read_orders(mail.text)
    assert [order.verb for order in reading.orders] == ["draw"]
    assert reading.wants == ""


@settings(max_examples=60)
@given(st.sampled_from(HEADS), _THEIRS, st.booleans())
def test_a_mail_that_only_quotes_orders_nothing(head: str, theirs: list[str], marked: bool) -> None:
    quoted = "\n".join([f"> {line}" for line in theirs] if marked else theirs)
    reading = read_orders(read_mail(_letter(f"{head}\n\n{quoted}\n".encode(), "8bit")).text)
    assert (reading.orders, reading.wants) == ((), "")


@settings(max_examples=40)
@given(st.binary(max_size=400), st.binary(max_size=60))
def test_a_body_stands_in_its_parts_byte_for_byte(body: bytes, value: bytes) -> None:
    field = value.replace(b"\r", b"").replace(b"\n", b"")
    message = parse(b"X-Field: " + field + b"\r\n\r\n" + body)
    assert message.body == body
    text = field.decode("utf-8", "replace")
    assert [each.split() for each in values(message, "X-Field")] == [text.split()]


def _letter(text: bytes, encoding: str) -> bytes:
    if encoding == "base64":
        text = base64.encodebytes(text)
    elif encoding == "quoted-printable":
        text = quopri.encodestring(text)
    return (
        b"From: bo@example.org\nContent-Type: text/plain; charset=utf-8\n"
        b"Content-Transfer-Encoding: " + encoding.encode() + b"\n\n" + text
    )
