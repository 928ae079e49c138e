"""HEAD is answered as GET, without the body."""

from __future__ import annotations

import http.client
import socket
from pathlib import Path

import pytest
from django.http import FileResponse, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.test import RequestFactory

from drako_site.head import without_body
from drako_site.launch import answers
from tests.fixtures.site import site_environment
from tests.processes import eventually, python, started

PAGES = ["/", "/healthz", "/readyz", "/accounts/login/", "/mail/turn/x/", "/none/", "/robots.txt"]


def answered(method: str, response: HttpResponseBase) -> HttpResponseBase:
    def respond(request: HttpRequest) -> HttpResponseBase:
        return response

    return without_body(respond)(RequestFactory().generic(method, "/"))


def test_the_length_is_told_and_nothing_more() -> None:
    answer = answered("HEAD", HttpResponse("Grüße"))
    assert isinstance(answer, HttpResponse)
    assert (answer.content, answer["Content-Length"]) == (b"", "7")


@pytest.mark.parametrize("length", ["7", "70"])
def test_a_length_that_is_known_stays(length: str) -> None:
    answer = answered("HEAD", HttpResponse("Grüße", headers={"Content-Length": length}))
    assert answer["Content-Length"] == length


def test_what_streams_is_not_begun(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"a" * 9)
    file = (tmp_path / "file").open("rb")
    for response in (StreamingHttpResponse(b"a" for _ in range(9)), FileResponse(file)):
        answer = answered("HEAD", response)
        assert isinstance(answer, StreamingHttpResponse)
        assert b"".join(answer) == b""
        answer.close()
    assert file.closed
    assert answer["Content-Length"] == "9"


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_other_answers_stay_whole(method: str) -> None:
    answer = answered(method, HttpResponse("ok"))
    assert isinstance(answer, HttpResponse)
    assert answer.content == b"ok"


@pytest.mark.django_db(transaction=True)
def test_the_web_server_has_nothing_to_say_about_it(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    server = python(*("-m", "gunicorn", "drako_site.wsgi", "--bind", f"127.0.0.1:{port}"))
    environment = {**site_environment(), "DEBUG": "yes"}
    with started(server, log=tmp_path / "web.log", env=environment) as web:
        eventually(lambda: answers("127.0.0.1", port), what="the server answers")
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        for page in PAGES:
            told = {}
            for method in ("GET", "HEAD"):
                connection.request(method, page)
                answer = connection.getresponse()
                told[method] = answer.status, bool(answer.read()), answer.headers["Content-Type"]
            assert told["HEAD"] == (told["GET"][0], False, told["GET"][2]), page
        connection.close()
        assert "no-body" not in web.output()
