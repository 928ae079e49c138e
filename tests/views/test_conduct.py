"""What people read of their reports and of decisions about them, and never who reported them."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import audit
from accounts.models import Act, Sanction, User
from accounts.renaming import take_name_away
from accounts.sanctions import impose, lift
from accounts.services import make_guest
from games.models import Report
from games.time_words import day, moment
from tests.builders import NOW, make_game, make_report, make_staff, make_user
from tests.views.visitors import browser_of, words

pytestmark = pytest.mark.django_db
CONDUCT = "/settings/conduct/"
DAY = timedelta(days=1)


@pytest.fixture
def ana() -> User:
    return make_user("Ana")


@pytest.fixture
def moda() -> User:
    return make_staff("moderator", "Moda")


def html(user: User, address: str = CONDUCT) -> str:
    answer = browser_of(user).get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def read(user: User) -> str:
    return words(html(user))


def warn(user: User, by: User) -> Sanction:
    return impose(user_id=user.pk, by=by, kind="warning", reason="Be kind.", now=timezone.now())


def close(report: Report, decision: str, by: User) -> None:
    Report.objects.filter(pk=report.pk).update(
        decision=decision, closed_at=NOW + 3 * DAY, closed_by=by
    )


def test_strangers_are_sent_to_sign_in(client: Client) -> None:
    for answer in (client.get(CONDUCT), client.post(CONDUCT)):
        assert answer["Location"] == f"/accounts/login/?next={CONDUCT}"


def test_without_anything_it_says_so(ana: User) -> None:
    for reader in (ana, make_guest(NOW)):
        text = read(reader)
        assert "None: all is well." in text
        assert "Nothing. You can report somebody" in text


def test_the_settings_lead_there(ana: User) -> None:
    for reader in (ana, make_guest(NOW)):
        assert f'href="{CONDUCT}"' in html(reader, "/accounts/settings/")


class TestMyReports:
    def test_an_open_one(self, ana: User) -> None:
        bo = make_user("Bo")
        game = make_game(ana, bo)
        make_report(bo, reporter=ana, about="stalling", game=game, text="So slow.")
        page = html(ana)
        assert 'href="/people/Bo/"' in page
        assert game.get_absolute_url() in page
        text = words(page)
        assert "plays slowly on purpose: open: a moderator will look at it" in text
        assert "reported Sun 1 Mar 2026" in text
        assert "So slow." in text

    def test_who_took_it_is_not_told(self, ana: User, moda: User) -> None:
        make_report(make_user("Bo"), reporter=ana)
        before = read(ana)
        Report.objects.update(taken_by=moda)
        assert read(ana) == before

    @pytest.mark.parametrize(
        ("decision", "told"),
        [
            ("warning", "a measure was taken"),
            ("mute", "a measure was taken"),
            ("suspension", "a measure was taken"),
            ("ban", "a measure was taken"),
            ("renamed", "a measure was taken"),
            ("dismissed", "nothing was found to act on"),
            ("gone", "the person has left the site"),
        ],
    )
    def test_a_decided_one_says_not_which_measure(
        self, ana: User, moda: User, decision: str, told: str
    ) -> None:
        bo = make_user("Bo")
        report = make_report(bo, reporter=ana)
        close(report, decision, moda)
        Report.objects.update(led_to=warn(bo, moda))
        text = read(ana)
        assert told in text
        assert "decided Wed 4 Mar 2026" in text
        assert not re.search(r"warn|mute|suspen|\bban|Moda|Be kind", text)

    def test_whoever_is_gone_has_no_name(self, ana: User, moda: User) -> None:
        bo = make_user("Bo")
        close(make_report(bo, reporter=ana), "gone", moda)
        bo.delete()
        text = read(ana)
        assert "Somebody who has left the site" in text

    def test_those_of_others_are_not_there(self, ana: User) -> None:
        make_report(make_user("Bo"), reporter=make_user("Cyprian"))
        assert "Bo" not in read(ana)

    def test_many_cost_no_query_more(self, ana: User, moda: User) -> None:
        counts, browser = set(), browser_of(ana)
        for number in range(3):
            bo = make_user()
            make_report(bo, reporter=ana, game=make_game(ana, bo))
            sanction = warn(ana, moda)
            make_report(ana, reporter=bo, about="abuse" if number else "other")
            appeal(sanction)
            with CaptureQueriesContext(connection) as queries:
                browser.get(CONDUCT)
            counts.add(len(queries))
        assert len(counts) == 1


def appeal(sanction: Sanction, **fields: object) -> Report:
    return Report.objects.create(
        about="appeal",
        reporter=sanction.user,
        person=sanction.user,
        sanction=sanction,
        at=NOW,
        text="I was hacked.",
        **fields,
    )


class TestDecisionsAboutMe:
    def test_a_warning_stands_there_until_it_is_read(self, ana: User, moda: User) -> None:
        sanction = warn(ana, moda)
        page = html(ana)
        assert "<h3>Warning</h3>" in page and "Be kind." in page
        assert "Moda" not in page
        browser = browser_of(ana)
        for _time in range(2):
            answer = browser.post(CONDUCT, {"read": str(sanction.pk)})
            assert (answer.status_code, answer["Location"]) == (303, CONDUCT)
        sanction.refresh_from_db()
        assert sanction.read_at is not None
        text = read(ana)
        assert "I have read it" not in text
        assert f"read {day(sanction.read_at)}" in text

    def test_reading_it_again_keeps_the_first_moment(self, ana: User, moda: User) -> None:
        sanction = warn(ana, moda)
        Sanction.objects.update(read_at=NOW)
        browser_of(ana).post(CONDUCT, {"read": str(sanction.pk)})
        assert Sanction.objects.get().read_at == NOW

    @pytest.mark.parametrize("number", ["", "x", "-1", "9" * 40, "\x00", "٣"])
    def test_nonsense_changes_nothing(self, ana: User, moda: User, number: str) -> None:
        warn(ana, moda)
        assert browser_of(ana).post(CONDUCT, {"read": number}).status_code == 303
        assert Sanction.objects.get().read_at is None

    def test_nobody_reads_the_warning_of_another(self, ana: User, moda: User) -> None:
        sanction = warn(ana, moda)
        browser_of(make_user("Eve")).post(CONDUCT, {"read": str(sanction.pk)})
        browser_of(ana).get(CONDUCT)
        assert Sanction.objects.get().read_at is None

    def test_a_mute_tells_until_when(self, ana: User, moda: User) -> None:
        now = timezone.now()
        sanction = impose(
            user_id=ana.pk, by=moda, kind="mute", reason="Loud.", until=now + DAY, now=now
        )
        assert f"until {moment(now + DAY)}" in read(ana)
        Sanction.objects.update(until=now - DAY)
        assert f"over since {moment(now - DAY)}" in read(ana)
        Sanction.objects.update(until=now + DAY)
        lift(sanction_id=sanction.pk, by=moda, why="A mistake.", now=now)
        text = read(ana)
        assert f"lifted {day(now)}" in text
        assert "Why it was lifted: A mistake." in text
        assert "Moda" not in text

    def test_what_became_of_an_answer(self, ana: User, moda: User) -> None:
        sanction = warn(ana, moda)
        report = appeal(sanction)
        text = read(ana)
        assert "You answered Sun 1 Mar 2026: open: a moderator will look at it" in text
        assert "Nothing. You can report somebody" in text  # it is no report
        close(report, "upheld", moda)
        assert "You answered Sun 1 Mar 2026: the decision stands" in read(ana)


class TestReportsOnMe:
    def test_a_dismissed_one_is_told_by_its_day_alone(self, ana: User, moda: User) -> None:
        cy = make_user("Cyprian")
        game = make_game(cy, ana)
        report = make_report(ana, reporter=cy, game=game, text="So slow.", about="stalling")
        assert "came to nothing" not in read(ana)
        close(report, "dismissed", moda)
        page = html(ana)
        text = words(page)
        assert "Reports about you that came to nothing" in text
        assert "Wed 4 Mar 2026" in text
        assert "Sun 1 Mar 2026" not in text
        for private in ("Cyprian", "So slow", "slowly", game.code, "Moda"):
            assert private not in page

    def test_open_ones_and_those_that_led_to_something_are_not_told(
        self, ana: User, moda: User
    ) -> None:
        before = read(ana)
        make_report(ana, text="A text.")
        close(make_report(ana, about="other"), "warning", moda)
        close(make_report(ana, about="name"), "gone", moda)
        assert read(ana) == before

    @pytest.mark.parametrize("decision", ["", "dismissed", "warning"])
    def test_no_page_differs_by_who_it_was(self, ana: User, moda: User, decision: str) -> None:
        cy, di = make_user("Cyprian"), make_user("Di")
        report = make_report(ana, reporter=cy, game=make_game(ana, cy, di), text="A text.")
        if decision:
            close(report, decision, moda)
        browser = browser_of(ana)
        pages = [
            CONDUCT,
            "/people/Cyprian/",
            "/people/Di/",
            "/people/Ana/",
            "/games/",
            "/accounts/settings/",
        ]
        before = [seen(browser, page) for page in pages]
        Report.objects.update(reporter=di)
        assert [seen(browser, page) for page in pages] == before
        Report.objects.update(reporter=None)
        assert [seen(browser, page) for page in pages] == before


def seen(browser: Client, address: str) -> tuple[str, dict[str, str]]:
    """A page with its headers, but for the tokens of its forms and the seconds of its clocks."""
    answer = browser.get(address)
    headers = {name: value for name, value in answer.items() if name != "Expires"}
    return re.sub(r'\w{64}|data-left="-?\d+"', "", answer.content.decode()), headers


class TestTheLog:
    def test_acts_on_me_are_told_with_why_but_not_by_whom(self, ana: User, moda: User) -> None:
        game = make_game(ana, make_user())
        for what, why in [
            (Act.What.RENAME, "A bad name."),
            (Act.What.REMOVE, "A bad game."),
            (Act.What.GIVE_TIME, "A bad day."),
        ]:
            audit.log(by=moda, what=what, person=ana, game=game.code, why=why, now=NOW)
        page = html(ana)
        text = words(page)
        for told in ("Your name was taken away.", "You were removed from a game.", "gave time"):
            assert told in text
        for why in ("A bad name.", "A bad game.", "A bad day.", moment(NOW)):
            assert why in text
        assert game.get_absolute_url() in page
        assert "Moda" not in page

    def test_a_name_taken_away_leads_to_choosing_another(self, ana: User, moda: User) -> None:
        before = html(ana)
        take_name_away(user=ana, by=moda, why="A bad name.", now=NOW)
        page = html(ana)
        ana.refresh_from_db()
        assert f"You are called {ana.name} now." in words(page)
        assert 'href="/accounts/name/"' in page and 'href="/accounts/name/"' not in before

    def test_the_reason_of_a_sanction_stands_there_once(self, ana: User, moda: User) -> None:
        warn(ana, moda)
        text = read(ana)
        assert "You were warned." in text
        assert text.count("Be kind.") == 1

    @pytest.mark.parametrize("what", [*Act.FOR_STAFF, Act.What.DISMISS])
    def test_what_is_for_staff_is_not(self, ana: User, moda: User, what: str) -> None:
        before = read(ana)
        audit.log(by=moda, what=what, person=ana, why="Cyprian is wrong.", now=NOW)
        assert read(ana) == before

    def test_acts_on_others_and_by_me_are_not(self, ana: User, moda: User) -> None:
        before = read(moda)
        audit.log(by=moda, what=Act.What.RENAME, person=ana, why="A bad name.", now=NOW)
        assert read(moda) == before
