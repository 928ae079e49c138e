"""Pages whose address is a key: whoever has it may do what it is for."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.cache import add_never_cache_headers


def kept_secret(response: HttpResponse) -> HttpResponse:
    """Keep the address out of caches, search engines and other sites' logs."""
    add_never_cache_headers(response)
    response["X-Robots-Tag"] = "noindex, nofollow"
    response["Referrer-Policy"] = "no-referrer"
    return response
