"""The head of an answer to a mail: its subject, its thread, and that no program is to answer it."""

from __future__ import annotations

from games.models import Game, ReceivedMail
from games.play.by_mail.noting import TOLD_ONCE

from .message_ids import can_be_repeated, thread_id
from .reply_marks import answering


def own_subject(received: ReceivedMail) -> str:
    """Return the subject that answers that of its reader's own mail; "" if that had none."""
    return answering(received.subject) if _is_own(received) else ""


def headers(game: Game, received: ReceivedMail) -> dict[str, str]:
    """Return what threads the answer, and keeps programs from answering it.

    The mail of a stranger is not named: it is not in its reader's mailbox.
    """
    thread = answers = thread_id(game.code, received.user_id)
    if _is_own(received) and can_be_repeated(received.message_id):
        answers = received.message_id
    return {
        "In-Reply-To": answers,
        "References": thread if answers == thread else f"{thread} {answers}",
        "Auto-Submitted": "auto-replied",
        "X-Auto-Response-Suppress": "All",
    }


def _is_own(received: ReceivedMail) -> bool:
    """Return whether its reader is known to have sent the mail."""
    return received.why not in TOLD_ONCE or received.why == ReceivedMail.Why.TOO_LARGE
