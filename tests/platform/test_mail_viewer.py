"""On a laptop the mails of the site can be read in the browser, in the site's own pages."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core import mail
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.utils.html import escape
from django_mail_viewer.backends.locmem import EmailBackend
from django_mail_viewer.templatetags.mail_viewer_tags import message_lookup_id

from drako_site.templatetags.sent_mails import answered_by, decoded


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


@pytest.fixture
def told(client: Client, monkeypatch: pytest.MonkeyPatch) -> Client:
    """A browser of this machine; two mails are kept, the second of a quarter of an hour before."""
    monkeypatch.setattr(mail, "outbox", [])
    monkeypatch.setattr(mail, "get_connection", EmailBackend)
    monkeypatch.setattr("drako_site.mail_pages.get_connection", EmailBackend)
    for minute, subject in ((30, "Ödön’s table"), (15, "Your turn")):
        headers = {
            "Message-ID": f"<{minute}@localhost>",
            "Date": f"Sun, 01 Mar 2026 08:{minute}:00 +0000",
        }
        kept = EmailMultiAlternatives(subject, "In letters", to=["a@b.example"], headers=headers)
        kept.attach_alternative('<p style="color:red">In colours</p>', "text/html")
        EmailBackend().send_messages([kept])
    return client


@pytest.mark.django_db
def test_subjects_are_readable_and_the_newest_comes_first(told: Client) -> None:
    page = told.get("/mails/").content.decode()
    assert "=?" not in page
    assert page.index("Ödön’s table") < page.index("Your turn")
    assert "Sun 1 Mar 2026, 08:30 UTC" in page
    mail_page = told.get("/mails/message/30@localhost/").content.decode()
    assert "<h1>Ödön’s table</h1>" in mail_page
    assert 'href="/mails/message/30@localhost/html/"' in mail_page


@pytest.mark.django_db
def test_a_mail_shows_how_it_is_answered_and_its_text_as_it_is(told: Client) -> None:
    headers = {
        "Message-ID": "<45@localhost>",
        "Reply-To": "play+r-1@drako.example",
        "In-Reply-To": "<30@localhost>",
        "References": "<1@localhost> <30@localhost>",
    }
    board = "    a  b\n 1  ·  ·\n\n 2  E  ·"
    EmailBackend().send_messages([EmailMessage("Re", board, to=["a@b.example"], headers=headers)])
    page = told.get("/mails/message/45@localhost/").content.decode()
    assert f">{board}</pre>" in page
    for name, value in headers.items():
        assert f"<dt>{name}</dt><dd>{escape(value)}</dd>" in page
    assert "<dt>In-Reply-To" not in told.get("/mails/message/30@localhost/").content.decode()


def test_of_a_mail_kept_as_a_row_headers_are_asked_for_alone() -> None:
    class Kept:
        """What the rows on a laptop have in common with messages."""

        def get(self, name: str) -> str | None:
            return {"Message-ID": "<1@localhost>"}.get(name)

    assert answered_by(Kept()) == [("Message-ID", "<1@localhost>")]


@pytest.mark.django_db
def test_the_html_part_is_a_page_of_its_own_in_which_nothing_runs(told: Client) -> None:
    answer = told.get("/mails/message/30@localhost/html/")
    assert "In colours" in answer.content.decode()
    policy = answer["Content-Security-Policy"]
    assert policy.startswith("sandbox")
    assert "default-src 'none'" in policy
    assert "script" not in policy
    assert told.get("/mails/message/31@localhost/html/").status_code == 404


@pytest.mark.django_db
def test_deleting_is_asked_for_in_the_site_s_own_page(told: Client) -> None:
    page = told.get("/mails/message/30@localhost/delete/").content.decode()
    assert "unpkg" not in page
    assert "style=" not in page
    told.post("/mails/message/30@localhost/delete/")
    assert "Ödön" not in told.get("/mails/").content.decode()


@pytest.mark.parametrize(
    ("header", "shown"),
    [
        ("\n =?utf-8?q?=C3=86var?=\n =?utf-8?q?_moves?=", "Ævar moves"),
        ("=?nonsense?q?x?=", "=?nonsense?q?x?="),
        ("=?utf-8?b?x?=", "=?utf-8?b?x?="),
        (None, ""),
    ],
)
def test_a_header_is_decoded_or_stays_as_it_came(header: str | None, shown: str) -> None:
    assert decoded(header) == shown
