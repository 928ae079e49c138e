"""From which network address a request comes, proxies in front or not."""

from __future__ import annotations

import logging
from functools import cache
from ipaddress import IPv6Address, ip_address

from allauth.core.internal import httpkit
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest

logger = logging.getLogger(__name__)

NOWHERE = "nowhere"
"""Where a request comes from that tells no address: from a socket of the same machine, say."""


def network_address(request: HttpRequest) -> str:
    """Return the address of the browser: of the connection, or what a trusted proxy wrote.

    `ALLAUTH_TRUSTED_PROXY_COUNT` proxies are believed what they added at the end of
    X-Forwarded-For; what was there before anybody may have made up. Settings that do not fit the
    proxies are logged once and limit more people together, never nobody.
    """
    proxies = settings.ALLAUTH_TRUSTED_PROXY_COUNT
    forwarded = request.headers.get("x-forwarded-for", "")
    if forwarded and not proxies:
        _hint("X-Forwarded-For comes with requests: behind a proxy set BEHIND_PROXY=yes.")
    if proxies and not forwarded:
        _hint("No X-Forwarded-For comes with requests: limits count all people as one.")
    try:
        found = httpkit.get_client_ip(request)
    except ImproperlyConfigured:
        _hint("Fewer proxies than PROXY_COUNT have written X-Forwarded-For.")
        found = httpkit.clean_client_ip(forwarded.split(",")[0])
    return _plain(found or httpkit.clean_client_ip(request.META.get("REMOTE_ADDR") or ""))


def _plain(address: str | None) -> str:
    """The address without a zone, and as IPv4 if it is one."""
    if not address:
        return NOWHERE
    read = ip_address(address.partition("%")[0])
    mapped = read.ipv4_mapped if isinstance(read, IPv6Address) else None
    return str(mapped or read)


@cache
def _hint(sentence: str) -> None:
    """Log it once in this process: a stranger can bring any header along."""
    logger.warning("Network addresses: %s", sentence)
