"""Raw messages as people's mail programs send them, and reply addresses of seats in games."""

from __future__ import annotations

from collections.abc import Mapping
from email.message import EmailMessage
from email.policy import SMTP
from itertools import count
from typing import Any

from accounts.models import Notice, User
from games.mail.by_mail import reply_address
from games.mail.incoming.receive import receive
from games.models import Game, ReceivedMail, Seat
from games.play.notices import turn_name
from tests.builders import NOW, make_user

_numbers = count(1)


def player(name: str = "", **fields: object) -> User:
    """A member whose address is proven and who plays by mail."""
    wants: dict[str, object] = {"email_proven_at": NOW, "plays_by_mail_since": NOW}
    return make_user(name, **wants | fields)  # type: ignore[arg-type]


def address_of(game: Game, seat: Seat | int) -> str:
    """The reply address of a seat for the turn that runs now; REPLY_ADDRESS has to be set."""
    number = seat if isinstance(seat, int) else seat.number
    row = Seat.objects.select_related("user").get(game=game, number=number)
    assert row.user is not None
    return reply_address(row, row.user, turn_name(Game.objects.get(pk=game.pk)))


def raw_mail(
    *,
    sender: str,
    to: str | list[str],
    text: str = "",
    html: str = "",
    message_id: str | None = None,
    subject: str = "Re: Your turn",
    headers: Mapping[str, str] | None = None,
    attachment: bytes | None = None,
) -> bytes:
    """One message as it comes from a mail server.

    `message_id` with its angle brackets; None: one of its own, "": none at all. `headers` are set
    last and may stand for those that are there.
    """
    mail = EmailMessage(policy=SMTP)
    mail["From"] = sender
    mail["To"] = to if isinstance(to, str) else ", ".join(to)
    mail["Subject"] = subject
    mail["Date"] = "Sun, 01 Mar 2026 09:00:00 +0100"
    if message_id is None:
        message_id = f"<letter-{next(_numbers)}@mailer.example>"
    if message_id:
        mail["Message-ID"] = message_id
    if text or not html:
        mail.set_content(text)
    if html:
        (mail.add_alternative if text else mail.set_content)(html, subtype="html")
    if attachment is not None:
        mail.add_attachment(
            attachment, maintype="application", subtype="octet-stream", filename="picture.bin"
        )
    for name, value in (headers or {}).items():
        del mail[name]
        mail[name] = value
    return mail.as_bytes()


def reply(game: Game, seat: Seat | int, text: str, *, sender: str = "", **more: object) -> bytes:
    """An answer of the person of a seat to the mail of the turn that runs; see `raw_mail`."""
    number = seat if isinstance(seat, int) else seat.number
    row = Seat.objects.select_related("user").get(game=game, number=number)
    assert row.user is not None
    who = sender or f"{row.user.name} <{row.user.email}>"
    return raw_mail(sender=who, to=address_of(game, row), text=text, **more)  # type: ignore[arg-type]


def come(raw: bytes, **more: Any) -> str:
    """Let a message come in."""
    return receive(raw, now=NOW, **more)


def answers() -> list[Notice]:
    """What was posted to answer mails, in order."""
    return list(Notice.objects.filter(kind="answer").order_by("pk"))


def why() -> str:
    """Why no order was looked at of the one mail that was kept."""
    return ReceivedMail.objects.get().why
