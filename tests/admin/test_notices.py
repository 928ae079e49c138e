from __future__ import annotations

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client

from accounts.models import Notice, User
from tests.builders import NOW, make_user
from tests.views.visitors import BACKEND, browser_of, words

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
LIST = "/admin/accounts/notice/"
LINK = "https://drako.example/accounts/password/reset/key/let-me-in/"


@pytest.fixture
def as_boss(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("Boss", "boss@example.org"), backend=BACKEND)
    return client


def notice(key: str, state: str = "failed", kind: str = "turn", **columns: object) -> Notice:
    user = User.objects.filter(name="Ana").first() or make_user("Ana")
    return Notice.objects.create(
        **{"key": key, "user": user, "state": state, "kind": kind}
        | {"created_at": NOW, "not_before": NOW, "error": "550 no", "tries": 3}
        | {"claimed_at": NOW if state == "sending" else None}
        | columns
    )


def act(client: Client, action: str, *notices: Notice) -> str:
    sent = {"action": action, "_selected_action": [each.pk for each in notices]}
    return words(client.post(LIST, sent, follow=True).content.decode())


def states() -> dict[str, str]:
    return dict(Notice.objects.values_list("key", "state"))


def staff(*permissions: str) -> Client:
    user = make_user("Staff", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    return browser_of(user)


def test_failed_mails_are_found(as_boss: Client) -> None:
    notice("turn:1", "failed")
    notice("turn:2", "sent")
    page = words(as_boss.get(LIST, {"state__exact": "failed"}).content.decode())
    assert "turn:1" in page
    assert "550 no" in page
    assert "turn:2" not in page


def test_a_failed_mail_is_sent_again_as_if_for_the_first_time(as_boss: Client) -> None:
    failed = notice("turn:1")
    assert "1 mail will be tried again." in act(as_boss, "send_again", failed)
    failed.refresh_from_db()
    assert (failed.state, failed.tries, failed.error) == ("waiting", 0, "")
    assert LogEntry.objects.get().object_id == str(failed.pk)


def test_only_failed_mails_are_sent_again(as_boss: Client) -> None:
    others = [notice(state, state) for state in ("waiting", "sending", "sent", "dropped")]
    gone = notice("account", kind="account")
    assert "5 could not" in act(as_boss, "send_again", *others, gone)
    assert states() == {key: "failed" if key == "account" else key for key in states()}
    assert not LogEntry.objects.exists()


def test_waiting_and_failed_mails_are_cancelled_and_no_others(as_boss: Client) -> None:
    kinds = [notice(state, state) for state in ("waiting", "failed", "sending", "sent", "dropped")]
    text = act(as_boss, "cancel", *kinds)
    assert "2 mails are cancelled." in text
    assert "3 could not" in text
    assert states() == {
        **dict.fromkeys(["waiting", "failed", "dropped"], "dropped"),
        **dict.fromkeys(["sending"], "sending"),
        **dict.fromkeys(["sent"], "sent"),
    }


def test_a_cancelled_account_mail_leaves_no_link_behind(as_boss: Client) -> None:
    mail = notice("account:1", "waiting", "account", payload={"text": LINK})
    act(as_boss, "cancel", mail)
    mail.refresh_from_db()
    assert (mail.state, mail.payload) == ("dropped", {})


def test_what_stands_in_a_mail_is_shown_nowhere(as_boss: Client) -> None:
    mail = notice("account:1", "waiting", "account", payload={"text": LINK})
    act(as_boss, "send_again", mail)
    for way in (LIST, f"{LIST}?q=account", f"{LIST}{mail.pk}/change/", f"{LIST}{mail.pk}/history/"):
        page = as_boss.get(way).content.decode()
        assert "let-me-in" not in page
        assert "payload" not in page


@pytest.mark.parametrize("lookup", ["payload__icontains", "payload__text__startswith", "payload"])
def test_nor_can_it_be_asked_for(as_boss: Client, lookup: str) -> None:
    assert as_boss.get(LIST, {lookup: "h"}).status_code == 400


def test_nothing_else_can_be_changed(as_boss: Client) -> None:
    mail = notice("turn:1")
    as_boss.post(f"{LIST}{mail.pk}/change/", {"state": "sent", "error": "", "kind": "over"})
    mail.refresh_from_db()
    assert (mail.state, mail.kind, mail.error) == ("failed", "turn", "550 no")
    assert as_boss.get(f"{LIST}add/").status_code == 403
    assert as_boss.post(f"{LIST}{mail.pk}/delete/", {"post": "yes"}).status_code == 403


def test_who_may_only_look_can_do_neither() -> None:
    mail = notice("turn:1")
    looking = staff("view_notice")
    assert looking.get(LIST).status_code == 200
    for action in ("send_again", "cancel"):
        act(looking, action, mail)
    assert states() == {"turn:1": "failed"}


def test_who_may_change_them_can_do_both() -> None:
    mail = notice("turn:1")
    assert "1 mail will be tried again." in act(
        staff("view_notice", "change_notice"), "send_again", mail
    )
