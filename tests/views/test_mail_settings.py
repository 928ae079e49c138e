from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import MailChoice, Notice, User
from accounts.services import make_guest
from games.mail.kinds import KINDS
from games.mail.stop import stop
from games.models import Seat
from tests.builders import NOW, make_game, make_user
from tests.views.visitors import browser_of, fields_of, words

pytestmark = pytest.mark.django_db
PAGE = "/settings/mail/"


@pytest.fixture
def ana() -> User:
    return make_user("Ana", email_proven_at=NOW)


@pytest.fixture
def as_ana(ana: User) -> Client:
    return browser_of(ana)


def choices(**chosen: str) -> dict[str, str]:
    ways = {f"way_{name}": kind.way for name, kind in KINDS.items() if kind.label}
    return {**ways, "digest_hour": "8", "quiet_from": "", "quiet_until": "", **chosen}


def ways(user: User) -> dict[str, str]:
    return dict(MailChoice.objects.filter(user=user).values_list("kind", "way"))


def held_back(user: User) -> Notice:
    later = NOW + timedelta(days=999)
    return Notice.objects.create(
        key="over:1:0",
        user=user,
        kind="over",
        created_at=NOW,
        not_before=later,
        held_since=NOW,
    )


def test_each_kind_people_have_a_choice_about_has_a_field(as_ana: Client) -> None:
    page = as_ana.get(PAGE).content.decode()
    for name, kind in KINDS.items():
        assert (f'name="way_{name}"' in page) is bool(kind.label)


def test_choices_are_kept_and_shown(as_ana: Client, ana: User) -> None:
    sent = choices(
        way_turn="digest", digest_hour="7", quiet_from="22", quiet_until="6", time_zone="Asia/Tokyo"
    )
    assert as_ana.post(PAGE, sent)["Location"] == PAGE
    ana.refresh_from_db()
    assert ways(ana) == {"turn": "digest"}
    assert (ana.digest_hour, ana.quiet_from, ana.quiet_until) == (7, 22, 6)
    assert ana.time_zone == "Asia/Tokyo"
    page = as_ana.get(PAGE)
    assert "Your mail settings are saved." in page.content.decode()
    assert page.context["form"]["way_turn"].value() == "digest"
    assert page.context["form"]["quiet_from"].value() == 22


def test_hours_can_be_taken_back_and_midnight_is_an_hour(as_ana: Client, ana: User) -> None:
    as_ana.post(PAGE, choices(digest_hour="0", quiet_from="0", quiet_until="8"))
    ana.refresh_from_db()
    assert (ana.digest_hour, ana.quiet_from, ana.quiet_until) == (0, 0, 8)
    as_ana.post(PAGE, choices())
    ana.refresh_from_db()
    assert (ana.quiet_from, ana.quiet_until) == (None, None)


def test_what_is_about_a_moment_that_is_near_comes_at_once_or_not(
    as_ana: Client, ana: User
) -> None:
    MailChoice.objects.create(user=ana, kind="reminder", way="digest")
    form = as_ana.get(PAGE).context["form"]
    for kind in ("reminder", "proposal", "table-expiring", "vacation-ending"):
        field = form.fields[f"way_{kind}"]
        assert [value for value, _label in field.choices] == ["at-once", "off"]
    assert len(form.fields["way_turn"].choices) == 4
    assert form["way_reminder"].value() == "at-once"
    assert "valid choice" in as_ana.post(PAGE, choices(way_reminder="bundled")).content.decode()
    as_ana.post(PAGE, choices())
    assert ways(ana) == {}
    as_ana.post(PAGE, choices(way_reminder="off"))
    assert ways(ana) == {"reminder": "off"}


def test_it_says_that_quiet_hours_hold_reminders(as_ana: Client) -> None:
    assert "you may not be reminded in time" in words(as_ana.get(PAGE).content.decode())


def test_the_way_of_everybody_is_not_kept_as_a_choice(as_ana: Client, ana: User) -> None:
    as_ana.post(PAGE, choices(way_turn="off"))
    as_ana.post(PAGE, choices())
    assert ways(ana) == {}


def test_a_saving_lets_waiting_mails_go_by_it(as_ana: Client, ana: User) -> None:
    notice = held_back(ana)
    before = notice.not_before
    as_ana.post(PAGE, choices(way_turn="bundled"))
    notice.refresh_from_db()
    assert notice.not_before < before


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        ({"quiet_from": "22"}, "need both"),
        ({"quiet_until": "6"}, "need both"),
        ({"quiet_from": "6", "quiet_until": "6"}, "same hour"),
        ({"quiet_from": "24", "quiet_until": "6"}, "valid choice"),
        ({"digest_hour": "-1"}, "valid choice"),
        ({"way_turn": "by-pigeon"}, "valid choice"),
        ({"time_zone": "Moon/Tycho"}, "valid choice"),
    ],
)
def test_what_cannot_be_is_refused(
    as_ana: Client, ana: User, sent: dict[str, str], why: str
) -> None:
    answer = as_ana.post(PAGE, choices(**sent))
    assert answer.status_code == 422
    assert why in words(answer.content.decode())
    ana.refresh_from_db()
    assert (ways(ana), ana.quiet_from, ana.digest_hour, ana.time_zone) == ({}, None, 8, "")


def test_nothing_else_of_the_person_can_be_changed(as_ana: Client, ana: User) -> None:
    as_ana.post(PAGE, choices(email="eve@example.org", is_staff="on"))
    ana.refresh_from_db()
    assert (ana.email, ana.is_staff) == ("ana@example.org", False)


def test_what_a_link_stopped_is_marked_with_its_date(as_ana: Client, ana: User) -> None:
    stop(ana.pk, ["turn"], NOW)
    mark = "Stopped by a link in a mail on Sun 1 Mar 2026."
    assert mark in words(as_ana.get(PAGE).content.decode())
    as_ana.post(PAGE, choices(way_turn="off", way_over="off"))
    assert words(as_ana.get(PAGE).content.decode()).count(mark) == 1
    as_ana.post(PAGE, choices())
    as_ana.post(PAGE, choices(way_turn="off"))
    assert mark not in words(as_ana.get(PAGE).content.decode())


def test_an_address_that_works_is_shown(as_ana: Client) -> None:
    text = words(as_ana.get(PAGE).content.decode())
    assert "They go to ana@example.org, which you have confirmed." in text
    assert "Send the confirmation again" not in text


def test_an_address_not_confirmed_can_be_confirmed(as_ana: Client, ana: User) -> None:
    User.objects.update(email_proven_at=None)
    page = as_ana.get(PAGE).content.decode()
    assert "ana@example.org is not confirmed yet." in page
    assert 'action="/accounts/email/"' in page
    assert 'name="action_send"' in page


def test_an_address_that_was_refused_says_why(as_ana: Client, ana: User) -> None:
    User.objects.update(refused_address=ana.email, refused_why="550 no such mailbox")
    text = words(as_ana.get(PAGE).content.decode())
    assert "No more mails go to ana@example.org" in text
    assert "It said: “550 no such mailbox”" in text
    assert "Send the confirmation again" in text


def test_who_has_no_address_is_asked_for_one(as_ana: Client) -> None:
    User.objects.update(email="", email_proven_at=None)
    text = words(as_ana.get(PAGE).content.decode())
    assert "You have no mail address here" in text
    assert "Enter a mail address" in text
    assert "Send the confirmation again" not in text


def test_muted_games_are_listed_and_can_be_heard_again(as_ana: Client, ana: User) -> None:
    bo, cy = make_user("Bo"), make_user("Cy")
    mine, others, _loud = make_game(ana, bo), make_game(ana, cy), make_game(ana, make_user("Di"))
    Seat.objects.filter(game=mine, user=ana).update(muted=True)
    Seat.objects.filter(game=others, user=cy).update(muted=True)
    assert [row.others for row in as_ana.get(PAGE).context["muted"]] == ["Bo"]
    assert as_ana.post(f"/g/{mine.code}/mute/", {"back": "settings"})["Location"] == PAGE
    assert as_ana.get(PAGE).context["muted"] == []


def test_guests_read_that_they_get_no_mails() -> None:
    as_guest = browser_of(make_guest(NOW))
    for answer in (as_guest.get(PAGE), as_guest.post(PAGE, choices())):
        assert "Guests have no mail address, so they get no mails" in answer.content.decode()
    assert not MailChoice.objects.exists()


def test_strangers_sign_in_first(client: Client) -> None:
    assert client.get(PAGE)["Location"] == f"/accounts/login/?next={PAGE}"


def test_the_settings_lead_here(as_ana: Client) -> None:
    assert f'href="{PAGE}"' in as_ana.get("/accounts/settings/").content.decode()


def test_queries_do_not_grow_with_what_is_muted(
    as_ana: Client, ana: User, django_assert_num_queries: object
) -> None:
    def count() -> int:
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        with CaptureQueriesContext(connection) as queries:
            as_ana.get(PAGE)
        return len(queries)

    make_game(ana, make_user())
    Seat.objects.filter(user=ana).update(muted=True)
    as_ana.get(PAGE)
    one = count()
    for _game in range(3):
        make_game(ana, make_user())
    Seat.objects.filter(user=ana).update(muted=True)
    assert count() == one


def shown(client: Client) -> dict[str, str]:
    """What a tab that is open now would send."""
    return fields_of(client.get(PAGE).content.decode())


def test_an_old_tab_does_not_undo_a_stop_link(as_ana: Client, ana: User) -> None:
    old = shown(as_ana)
    stop(ana.pk, ["turn"], NOW)
    as_ana.post(PAGE, old | {"digest_hour": "9", "way_over": "digest"})
    ana.refresh_from_db()
    assert ways(ana) == {"turn": "off", "over": "digest"}
    assert ana.digest_hour == 9


def test_two_tabs_change_one_thing_each(as_ana: Client, ana: User) -> None:
    one, other = shown(as_ana), shown(as_ana)
    as_ana.post(PAGE, one | {"time_zone": "Asia/Tokyo", "quiet_from": "22", "quiet_until": "6"})
    as_ana.post(PAGE, other | {"way_turn": "digest"})
    ana.refresh_from_db()
    assert (ana.time_zone, ana.quiet_from, ana.quiet_until) == ("Asia/Tokyo", 22, 6)
    assert ways(ana) == {"turn": "digest"}


def test_quiet_hours_stay_a_pair_whatever_an_old_tab_changes(as_ana: Client, ana: User) -> None:
    as_ana.post(PAGE, shown(as_ana) | {"quiet_from": "22", "quiet_until": "6"})
    old = shown(as_ana)
    as_ana.post(PAGE, shown(as_ana) | {"quiet_from": "", "quiet_until": ""})
    as_ana.post(PAGE, old | {"quiet_from": "23"})
    ana.refresh_from_db()
    assert (ana.quiet_from, ana.quiet_until) == (23, 6)


def test_what_a_refused_page_showed_counts_when_it_is_sent_again(as_ana: Client, ana: User) -> None:
    old = shown(as_ana)
    stop(ana.pk, ["turn"], NOW)
    refused = as_ana.post(PAGE, old | {"quiet_from": "22"})
    assert refused.status_code == 422
    as_ana.post(PAGE, fields_of(refused.content.decode()) | {"quiet_until": "6"})
    ana.refresh_from_db()
    assert (ana.quiet_from, ana.quiet_until) == (22, 6)
    assert ways(ana) == {"turn": "off"}
