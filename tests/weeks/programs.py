"""Mail programs: how each writes an answer, with what it answers quoted in its own manner."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage, MIMEPart
from email.policy import SMTP
from email.utils import format_datetime
from html import escape

WIDE = str.maketrans({sign: chr(ord(sign) + 0xFEE0) for sign in "abcdefghijklmnopqrstuvwxyz1234"})


@dataclass(frozen=True)
class Draft:
    """An answer before a program makes a message of it."""

    name: str
    sender: str
    to: str
    lines: list[str]  # what its author has written
    answered: EmailMessage
    message_id: str
    at: datetime


Program = Callable[[Draft], bytes]


def thunderbird_in_german(draft: Draft) -> bytes:
    """Above the quotation, quoted-printable, with a signature."""
    quoted = _marked(draft.answered)
    said = f"Am {draft.at:%d.%m.%y} um {draft.at:%H:%M} schrieb {draft.answered['From']}:"
    text = [*draft.lines, "", said, *quoted, "", "-- ", draft.name, "Grüße aus Köln"]
    mail = _mail(draft, "AW: ")
    mail["User-Agent"] = "Mozilla Thunderbird"
    mail.set_content("\n".join(text) + "\n", cte="quoted-printable")
    return mail.as_bytes()


def gmail_in_french(draft: Draft) -> bytes:
    """HTML alone, base64, the quotation in a block of its own."""
    lines = "".join(f"<div>{escape(line) or '<br>'}</div>" for line in draft.lines)
    days = ("lun.", "mar.", "mer.", "jeu.", "ven.", "sam.", "dim.")
    months = ("mars", "avr.", "mai")
    month = months[draft.at.month - 3]
    day = f"{days[draft.at.weekday()]} {draft.at.day} {month} {draft.at.year} à {draft.at:%H:%M}"
    html = (
        f'<div dir="ltr">{lines}</div><br>'
        '<div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">'
        f"Le&nbsp;{day}, {escape(str(draft.answered['From']))} a écrit&nbsp;:<br></div>"
        '<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;'
        'border-left:1px solid rgb(204,204,204);padding-left:1ex">'
        f"{_text_as_html(draft.answered)}</blockquote></div>"
    )
    mail = _mail(draft, "Re: ")
    mail.set_content(html, subtype="html", cte="base64")
    return mail.as_bytes()


def mutt_below(draft: Draft) -> bytes:
    """Below the quotation, format=flowed."""
    said = f"On {draft.at:%a, %b %d, %Y at %H:%M}, {draft.answered['From']} wrote:"
    lines = [line.replace(", ", ", \n", 1) for line in draft.lines]  # flows on in the next line
    text = "\n".join([said, *_marked(draft.answered), "", *lines, ""])
    mail = _mail(draft, "Re: ")
    mail["User-Agent"] = "Mutt/2.2"
    mail.set_content(text, cte="8bit")
    mail.set_param("format", "flowed")
    return mail.as_bytes()


def outlook_in_japanese(draft: Draft) -> bytes:
    """Above, in ISO-2022-JP, what it answers below a line and not marked at all."""
    sent = f"{draft.at.year}年{draft.at.month}月{draft.at.day}日 {draft.at:%H:%M}"
    text = [
        *draft.lines,
        "",
        "-----元のメッセージ-----",
        f"差出人: {draft.answered['From']}",
        f"送信日時: {sent}",
        f"宛先: {draft.name} <{draft.sender}>",
        f"件名: {draft.answered['Subject']}",
        "",
        *_lines(draft.answered),
    ]
    known = "\n".join(text).encode("iso-2022-jp", "replace").decode("iso-2022-jp")
    mail = _mail(draft, "RE: ")
    mail["X-Mailer"] = "Microsoft Outlook 16.0"
    mail.set_content(known + "\n", charset="iso-2022-jp", cte="7bit")
    return mail.as_bytes()


def out_of_office(draft: Draft) -> bytes:
    """What answers by itself while its owner is away."""
    mail = _mail(draft, "Abwesend: ")
    mail["Auto-Submitted"] = "auto-replied"
    mail.set_content("\n".join([*draft.lines, ""]))
    return mail.as_bytes()


def _mail(draft: Draft, before: str) -> EmailMessage:
    """Return an empty answer, whose subject has `before` once, for the Re of what it answers."""
    subject = str(draft.answered["Subject"]).removeprefix("Re: ").removeprefix(before)
    mail = EmailMessage(policy=SMTP)
    mail["From"] = f"{draft.name} <{draft.sender}>"
    mail["To"] = draft.to
    mail["Subject"] = before + subject
    mail["Date"] = format_datetime(draft.at)
    mail["Message-ID"] = draft.message_id
    name = str(draft.answered["Message-ID"])
    mail["In-Reply-To"] = name
    mail["References"] = f"{draft.answered['References'] or ''} {name}".strip()
    return mail


def _lines(mail: EmailMessage) -> list[str]:
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content()).splitlines()


def _marked(mail: EmailMessage) -> list[str]:
    return [f"> {line}".rstrip() for line in _lines(mail)]


def _text_as_html(mail: EmailMessage) -> str:
    body: MIMEPart | None = mail.get_body(("html",))
    assert body is not None
    _head, _tag, inner = str(body.get_content()).partition("<body")
    return inner.partition(">")[2].partition("</body>")[0]
