"""On a laptop the mails of the site can be read in the browser, in the site's own pages."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.mail import EmailMessage
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.test import RequestFactory
from django_mail_viewer.templatetags.mail_viewer_tags import message_lookup_id


@pytest.fixture
def visit(rf: RequestFactory) -> HttpRequest:
    request = rf.get("/mails/")
    request.user = AnonymousUser()
    return request


@pytest.fixture
def message() -> EmailMessage:
    return EmailMessage("Welcome", "See https://example.org/in", "drako@localhost", ["a@b.example"])


def test_the_list_leads_to_each_mail(message: EmailMessage, visit: HttpRequest) -> None:
    sent = message.message()
    html = render_to_string("mail_viewer/email_list.html", {"outbox": [sent]}, visit)
    assert "Welcome" in html
    assert f'href="/mails/message/{message_lookup_id(sent)}/"' in html
    assert "<style" not in html
    assert "unpkg" not in html


def test_a_mail_shows_its_text_with_links_that_can_be_followed(visit: HttpRequest) -> None:
    shown = {
        "subject": "Welcome",
        "sender": "drako@localhost",
        "to": "a@b.example",
        "text_body": "See https://example.org/in <now>",
        "lookup_id": "1@localhost",
    }
    html = render_to_string("mail_viewer/email_detail.html", shown, visit)
    assert 'href="https://example.org/in"' in html
    assert "&lt;now&gt;" in html
