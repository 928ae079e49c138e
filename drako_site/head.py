"""Answers to HEAD go without their body."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse

Respond = Callable[[HttpRequest], HttpResponseBase]


def without_body(get_response: Respond) -> Respond:
    """Leave out the body where HEAD is answered, and keep its length.

    Django leaves that to web servers. Gunicorn does it as well, but warns of each as a mistake.
    """

    def respond(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if request.method == "HEAD":
            if isinstance(response, HttpResponse):
                response.setdefault("Content-Length", str(len(response.content)))
                response.content = b""
            elif isinstance(response, StreamingHttpResponse):
                response.streaming_content = []
        return response

    return respond
