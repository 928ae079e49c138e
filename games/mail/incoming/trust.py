"""Whether a mail is by whom it says, as far as the mail server that took it in could check."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

import idna
from django.conf import settings
from publicsuffixlist import PublicSuffixList

from .authentication_results import Result, results_of

_LONGEST = 253
_DOMAIN = re.compile(r"[!-\-/-~]{1,63}(?:\.[!-\-/-~]{1,63})*")  # ASCII that can be seen, but dots


def is_vouched_for(checks: Sequence[str], address: str) -> bool:
    """Return whether MAIL_AUTHSERV_ID vouches for the domain of `address`; True if none is set.

    `checks`: the Authentication-Results of the mail, the latest first. What counts is a passed
    DMARC, or a passed DKIM or SPF of that domain or one above it (RFC 7489, 3.1); after a failed
    DMARC nothing does, as a domain may want more than that. It never raises.

    The server has to write one at each mail, with all that it checked. It should remove those that
    came with the mail and bear its name (RFC 8601, 5): nothing else helps if it ever writes none.
    """
    if not settings.MAIL_AUTHSERV_ID:
        return True
    domain = _domain(address)
    results = results_of(settings.MAIL_AUTHSERV_ID, checks)
    if not domain or any(each.method == "dmarc" and each.result == "fail" for each in results):
        return False
    return any(each.result == "pass" and _speaks_for(each, domain) for each in results)


def _speaks_for(passed: Result, domain: str) -> bool:
    found = passed.properties
    match passed.method:
        case "dmarc":
            return _domain(found.get("header.from", "")) == domain
        case "dkim":
            signer = found.get("header.d") or found.get("header.i", "")
            return _is_or_is_above(_domain(signer), domain)
        case "spf":
            return _is_or_is_above(_domain(found.get("smtp.mailfrom", "")), domain)
    return False


def _is_or_is_above(other: str, domain: str) -> bool:
    """Return whether `other` may speak for `domain`: everybody has a share in "com" or "co.uk"."""
    if other == domain:
        return True
    return other != "" and domain.endswith(f".{other}") and not _suffixes().is_public(other)


def _domain(address: str) -> str:
    """Return the domain of an address, or a domain itself, as it stands in the DNS."""
    domain = address.rpartition("@")[2].strip().rstrip(".").lower()
    if len(domain) > _LONGEST:
        return ""
    if domain.isascii():
        return domain if _DOMAIN.fullmatch(domain) else ""
    try:
        # By IDNA 2008: by that of 2003, Python's own, straße.de would be strasse.de.
        return idna.encode(domain, uts46=True).decode()
    except UnicodeError:  # it is no domain
        return ""


@cache
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList()
