"""A raw message to what counts of it."""

from __future__ import annotations

from collections.abc import Sequence

from .author import sender_of
from .automatic import is_automatic
from .head import (
    answers_of,
    checks_of,
    digest_of,
    message_id_of,
    recipients_of,
    shown_subject_of,
    subject_of,
)
from .letter import MOST_BYTES, IncomingMail
from .mime import Part, parse, parse_head, split_head, without_mailbox_line
from .parameters import kind_of
from .parts import Form, body_of, strikes_out
from .quoting import written
from .reports import report_of


def read_mail(raw: bytes, *, recipients: Sequence[str] = (), cut: bool = False) -> IncomingMail:
    """Return what a message says, whatever its bytes are; it never raises.

    `recipients` are those of the envelope, where the inlet knows them. `cut`: `raw` is but the
    beginning of a larger message. Of one larger than MOST_BYTES only the head is read, unless it is
    a delivery report: what that says stands before the message that it returns. Time and memory
    are bounded.
    """
    too_large = cut or len(raw) > MOST_BYTES
    raw = without_mailbox_line(raw[:MOST_BYTES])
    message = parse_head(raw)
    automatic = is_automatic(message, subject_of(message))
    if automatic or not too_large:
        message = parse(raw)
    report = report_of(message)
    return IncomingMail(
        senders=_senders(raw, too_large=too_large),
        recipients=recipients_of(message, recipients),
        message_id=message_id_of(message),
        answers=answers_of(message),
        subject=shown_subject_of(message),
        digest=digest_of(message, split_head(raw)[0] if too_large else raw),
        automatic=automatic or report is not None,
        too_large=too_large,
        text="" if too_large else _text(message),
        checks=checks_of(message),
        report=report,
    )


def recipients_in(raw: bytes, envelope: Sequence[str]) -> tuple[str, ...]:
    """Return where a message may have come to: by its envelope and its head, and nothing more."""
    return recipients_of(parse_head(without_mailbox_line(raw[:MOST_BYTES])), envelope)


def _senders(raw: bytes, *, too_large: bool) -> tuple[str, ...]:
    """Return who wrote it, as far as its head came in whole."""
    head, body = split_head(raw)
    sender = sender_of(head, is_whole=body != b"" or not too_large)
    return (sender,) if sender else ()


def _text(message: Part) -> str:
    """Return what the author wrote: from the HTML only where plain text has nothing of it.

    But first from that if it strikes something out; and last from its signatures, as some programs
    let people write within them.
    """
    kinds = {kind_of(part) for part in message.walk()}
    if "text/html" not in kinds:
        return written(body_of(message, "plain"))
    forms: list[Form] = ["html"] if strikes_out(message) else ["plain", "html"]
    if "text/plain" not in kinds:
        forms = ["html"]
    for form in forms:
        if text := written(body_of(message, form)):
            return text
    return written(body_of(message, "html", signatures=True))
