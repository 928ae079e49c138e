"""Pages whose address is a key: whoever has it may do what it is for."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import add_never_cache_headers

SECRET = "/mail/"
"""What the paths of all such pages begin with, and of no others."""
Respond = Callable[[HttpRequest], HttpResponseBase]


def keep_addresses_secret(get_response: Respond) -> Respond:
    """Keep these addresses out of caches, search engines and other sites' logs.

    Whatever is answered there: refusals and redirects come from before any view.
    """

    def respond(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if request.path_info.startswith(SECRET):
            add_never_cache_headers(response)
            response["X-Robots-Tag"] = "noindex, nofollow"
            response["Referrer-Policy"] = "no-referrer"
        return response

    return respond
