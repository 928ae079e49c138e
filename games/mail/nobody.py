"""Whether a mail server says that there is nobody at an address, by the words of its answer.

Much else is refused with the same codes: senders that are not trusted, mailboxes that are full. Who
has none of the blame must not lose their mail, so that in doubt an answer does not say it.
"""

from __future__ import annotations

import re

# RFC 3463, RFC 7505: no such mailbox, no such system, … The one in the form of qmail ends a line.
_ENHANCED = re.compile(r"#?([245]\.\d{1,3}\.\d{1,3})\b|.*\(#([245]\.\d{1,3}\.\d{1,3})\)")
_NO_MAILBOX = re.compile(r"5\.1\.\d+|5\.2\.1")
_OF_SENDER = {"5.1.7", "5.1.8"}
_GENERAL = {"5.0.0", "5.1.0"}
_CODES = {550, 551, 553, 554}

_QUOTED = re.compile(r"\S+@\S+|https?://\S+")
_SOMEBODY = re.compile(
    r"\b(users?|(mail|in)?box(es)?|mailbox(es)?|recipients?|accounts?|address(es|ees?)?|person)\b",
    re.IGNORECASE,
)
_GONE = re.compile(
    r"\bunknown\b|\bno (such|mailbox)\b|\bnot? (a )?(valid|known|found|exist\w*|local)\b"
    r"|n[o']t (exist|have|found)|\bnon-?existent\b|\binvalid\b|\b(un|not )rout(e?able)\b"
    r"|\b(disabled|deactivated|inactive|suspended|closed|terminated)\b|\bno longer\b",
    re.IGNORECASE,
)
_ABOUT_US = re.compile(
    r"\b(relay\w*|(anti)?-?spam\w*|polic(y|ies)|block\w*|black\w*|denied|den(y|ies)|spf|dkim|dmarc"
    r"|senders?|send(ing)?|sent from|from address|reputation|listed|\w*bls?|auth\w*|helo|ehlo|hello"
    r"|reverse|ptr|dns|ip|client|host|rate|limit\w*|quota|full|temporar\w+|later|too many|virus"
    r"|content|banned|sign in|log ?in|password)\b",
    re.IGNORECASE,
)


# Beside an enhanced code of a missing mailbox fewer words speak against it: "host" may be theirs.
_SURELY_ABOUT_US = re.compile(
    r"(?<![\w-])(spam\w*|polic(y|ies)|block\w*|black\w*|listed|senders?|send(ing)?|reputation"
    r"|rate|receiving|limit\w*|your (ip|host)|not owned)\b",
    re.IGNORECASE,
)


def says_nobody(code: int, answer: str) -> bool:
    """Return whether this refusal of a recipient says that the address has nobody behind it."""
    enhanced = enhanced_code(answer)
    words = _QUOTED.sub(" ", answer)
    if enhanced not in ("", *_GENERAL):
        missing = code >= 500 and _NO_MAILBOX.fullmatch(enhanced) and enhanced not in _OF_SENDER
        return bool(missing) and not _SURELY_ABOUT_US.search(words)
    if code not in _CODES or _ABOUT_US.search(words):
        return False
    return enhanced == "5.1.0" or bool(_SOMEBODY.search(words) and _GONE.search(words))


def is_about_us(answer: str) -> bool:
    """Return whether a refusal speaks of who sends, or of what is full or barred for now."""
    return bool(_ABOUT_US.search(_QUOTED.sub(" ", answer)))


def enhanced_code(answer: str) -> str:
    """Return the enhanced status code of an answer; empty if it has none."""
    found = _ENHANCED.match(answer)
    return (found[1] or found[2]) if found else ""
