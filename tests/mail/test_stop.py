from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import MailChoice, Notice, User
from games.mail.stop import read_stop_token, stop, stop_token, stopped_by_link
from tests.builders import NOW, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> User:
    return make_user("Ana")


def ways(user: User) -> dict[str, str]:
    return dict(MailChoice.objects.filter(user=user).values_list("kind", "way"))


def test_a_token_tells_whose_mails_of_which_kinds(ana: User) -> None:
    assert read_stop_token(stop_token(ana, ["turn", "over"])) == (ana.pk, ("turn", "over"))


def test_a_token_fits_into_an_address_and_a_header_line(ana: User) -> None:
    token = stop_token(ana, ["turn"])
    assert token.replace(".", "").replace("-", "").replace("_", "").isalnum()
    assert len(token) < 80


@pytest.mark.parametrize("change", [("", "x"), (".", ""), (".", "!")])
def test_a_token_that_was_changed_is_none(ana: User, change: tuple[str, str]) -> None:
    token = stop_token(ana, ["turn"])
    assert read_stop_token(token.replace(*change, 1)) is None
    assert read_stop_token(token[:-1]) is None
    assert read_stop_token("") is None


def test_kinds_that_cannot_be_stopped_are_left_out(ana: User) -> None:
    token = stop_token(ana, ["turn", "account", "gone-since"])
    assert read_stop_token(token) == (ana.pk, ("turn",))
    assert stop(ana.pk, ["account", "gone-since"], NOW) == ()
    assert ways(ana) == {}


def test_stopping_stops_those_kinds_of_that_person_only(ana: User) -> None:
    bo = make_user("Bo")
    MailChoice.objects.create(user=ana, kind="over", way="digest")
    assert stop(ana.pk, ["turn"], NOW) == ("turn",)
    assert (ways(ana), ways(bo)) == ({"turn": "off", "over": "digest"}, {})


def test_stopping_overrules_an_earlier_choice(ana: User) -> None:
    MailChoice.objects.create(user=ana, kind="turn", way="digest")
    stop(ana.pk, ["turn"], NOW)
    assert ways(ana) == {"turn": "off"}


def test_stopping_twice_stops_once(ana: User) -> None:
    stop(ana.pk, ["turn"], NOW)
    assert stop(ana.pk, ["turn"], NOW + timedelta(days=1)) == ()
    assert stopped_by_link(ana) == {"turn": NOW}


def test_what_waits_is_looked_at_at_once(ana: User) -> None:
    later = NOW + timedelta(hours=5)
    notice = Notice.objects.create(
        key="turn:1:0:1",
        user=ana,
        kind="turn",
        created_at=NOW,
        not_before=later,
        held_since=NOW,
    )
    stop(ana.pk, ["turn"], NOW)
    notice.refresh_from_db()
    assert notice.not_before == NOW


def test_what_a_link_stopped_is_told_until_they_choose_again(ana: User) -> None:
    MailChoice.objects.create(user=ana, kind="over", way="off")
    stop(ana.pk, ["turn", "over"], NOW)
    assert stopped_by_link(ana) == {"turn": NOW}
    MailChoice.objects.filter(user=ana, kind="turn").delete()
    MailChoice.objects.create(user=ana, kind="turn", way="off")
    assert stopped_by_link(ana) == {}
    assert stopped_by_link(make_user("Bo")) == {}
