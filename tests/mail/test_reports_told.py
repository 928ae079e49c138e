"""What the mails about reports tell, and to whom."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core.mail import EmailMultiAlternatives

from accounts.models import Notice, User
from accounts.outbox import post
from games.mail.kinds import KINDS
from games.models import Report
from tests.builders import NOW, make_game, make_report, make_user
from tests.mail.telling import html_of, is_told, is_untrue, mail, text

# What mails say does not depend on the database; outbox and sender are tested on both.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
MEASURES = ["warning", "mute", "suspension", "ban"]


@pytest.fixture
def ana() -> User:
    return make_user("Ana")


@pytest.fixture
def bo() -> User:
    return make_user("Bo")


@pytest.fixture
def report(ana: User, bo: User) -> Report:
    """By Ana about Bo."""
    game = make_game(ana, bo)
    return make_report(bo, reporter=ana, about="stalling", game=game, text="So slow.")


def decide(report: Report, decision: str) -> None:
    Report.objects.filter(pk=report.pk).update(
        decision=decision, closed_at=NOW + timedelta(days=2), closed_by=make_user("Moda")
    )


def notice(kind: str, user: User, report: Report) -> Notice:
    key = f"{kind}:{report.pk}"
    post(key=key, user_id=user.pk, kind=kind, payload={"report": report.pk}, now=NOW)
    return Notice.objects.get(key=key)


def whole(message: EmailMultiAlternatives) -> str:
    """All of a mail: headers, text and HTML."""
    return f"{message.message().as_string()}\n{message.body}\n{html_of(message)}"


def test_both_always_come() -> None:
    assert not KINDS["report-decided"].label
    assert not KINDS["report-dismissed"].label


class TestTheReporter:
    @pytest.mark.parametrize("decision", MEASURES)
    def test_is_told_that_something_was_done(
        self, ana: User, report: Report, decision: str
    ) -> None:
        decide(report, decision)
        told = notice("report-decided", ana, report)
        message = mail(told, now=NOW)
        assert message.subject == "Your report about Bo"
        line = "decided on your report about Bo of Sun 1 Mar 2026: a measure was taken."
        assert line in text(told)
        assert line in html_of(message)
        assert "Thank you" in text(told)
        assert "/settings/conduct/" in str(message.body)
        assert "/settings/conduct/" in html_of(message)

    def test_is_told_not_which_measure(self, ana: User, report: Report) -> None:
        told = notice("report-decided", ana, report)
        mails = set()
        for decision in MEASURES:
            Report.objects.update(decision=decision, closed_at=NOW)
            mails.add(text(told) + html_of(mail(told, now=NOW)))
        assert len(mails) == 1

    def test_is_told_that_nothing_was_found(self, ana: User, report: Report) -> None:
        decide(report, "dismissed")
        told = text(notice("report-decided", ana, report))
        assert (
            "A moderator has looked at your report about Bo of Sun 1 Mar 2026 and found nothing to"
            " act on."
        ) in told

    def test_is_told_of_somebody_who_has_left(self, ana: User, bo: User, report: Report) -> None:
        decide(report, "ban")
        bo.delete()
        told = notice("report-decided", ana, report)
        assert mail(told, now=NOW).subject == "Your report about somebody who has left the site"

    def test_is_told_by_no_name_of_staff(self, ana: User, report: Report) -> None:
        decide(report, "ban")
        assert "Moda" not in whole(mail(notice("report-decided", ana, report), now=NOW))

    @pytest.mark.parametrize("decision", ["", "gone"])
    def test_is_told_of_nothing_that_nobody_decided(
        self, ana: User, report: Report, decision: str
    ) -> None:
        if decision:
            decide(report, decision)
        assert is_untrue(notice("report-decided", ana, report))

    def test_is_told_of_nothing_that_is_gone_or_another_s(
        self, ana: User, bo: User, report: Report
    ) -> None:
        decide(report, "ban")
        assert is_untrue(notice("report-decided", bo, report))
        gone = notice("report-decided", ana, make_report(bo, reporter=ana))
        Report.objects.update(decision="ban", closed_at=NOW)
        assert is_told(gone)
        Report.objects.all().delete()
        assert is_untrue(gone)


class TestTheReported:
    def test_is_told_that_it_came_to_nothing(self, bo: User, report: Report) -> None:
        decide(report, "dismissed")
        told = notice("report-dismissed", bo, report)
        message = mail(told, now=NOW)
        assert message.subject == "A report about you was looked at"
        line = "A moderator has looked at a report about you and found nothing to act on."
        assert line in text(told)
        assert line in html_of(message)
        assert "/settings/conduct/" in str(message.body)

    def test_is_told_nothing_else(self, bo: User, report: Report) -> None:
        decide(report, "dismissed")
        message = whole(mail(notice("report-dismissed", bo, report), now=NOW))
        assert report.game is not None
        for private in ("Ana", "So slow", "slowly", "stalling", report.game.code, "Moda"):
            assert private not in message
        assert not re.search(r"Sun 1 Mar", message)

    def test_gets_the_same_mail_whoever_it_was_and_for_what(self, bo: User, report: Report) -> None:
        decide(report, "dismissed")
        told = notice("report-dismissed", bo, report)
        before = fixed(mail(told, now=NOW))
        Report.objects.update(
            reporter=make_user("Cy"), about="abuse", game=None, text="A goblin!", at=NOW
        )
        assert fixed(mail(told, now=NOW)) == before

    @pytest.mark.parametrize("decision", ["", "warning", "ban", "gone"])
    def test_is_told_of_no_other_end(self, bo: User, report: Report, decision: str) -> None:
        if decision:
            decide(report, decision)
        assert is_untrue(notice("report-dismissed", bo, report))

    def test_is_told_of_nothing_that_is_gone_or_another_s(self, ana: User, report: Report) -> None:
        decide(report, "dismissed")
        other = notice("report-dismissed", ana, report)
        assert is_untrue(other)
        Report.objects.update(person=ana)
        assert is_told(other)
        Notice.objects.update(user=None)
        Report.objects.update(person=None)
        other.refresh_from_db()
        assert is_untrue(other)
        report.delete()
        assert is_untrue(other)


def fixed(message: EmailMultiAlternatives) -> str:
    """All of a mail but the lines between its parts, which are random."""
    return re.sub(r"=+\d+==", "", whole(message))
