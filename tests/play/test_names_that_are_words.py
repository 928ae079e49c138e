"""A deleted name is taken out of what was written of its person, and out of nothing else.

A name can be any word, and be chosen for the harm of its deletion.
"""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.contrib.admin.models import CHANGE, LogEntry
from time_machine import TimeMachineFixture

from accounts import sanctions
from accounts.audit import log
from accounts.models import Act, HeldName, PersonNote, Sanction, SiteSwitches, User
from accounts.renaming import rename, take_name_away
from games.models import ClockShift, ReceivedMail, Report
from games.play.people.closing import close_account
from games.play.people.written import FORMER
from tests.builders import NOW, make_game, make_report, make_staff, make_user
from tests.play.clockwork import DAY, SECOND

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def today(time_machine: TimeMachineFixture) -> None:
    time_machine.move_to(NOW, tick=False)


def close(user: User) -> None:
    close_account(user_id=user.pk, now=NOW)


def write(why: str, *, on: User | None = None, game: str = "", **detail: object) -> Act:
    by = User.objects.filter(is_staff=True).first() or make_staff("moderator", "Mo")
    what = Act.What.REMOVE if game else Act.What.SWITCH
    return log(by=by, what=what, person=on, game=game, why=why, detail=detail, now=NOW)


def texts() -> list[str]:
    return list(Act.objects.order_by("pk").values_list("why", flat=True))


@pytest.mark.parametrize("name", ["Insults", "insults", "report", "2026", "fields", "Maintenance"])
def test_no_name_changes_what_has_nothing_to_do_with_its_person(name: str) -> None:
    why = f"{name} in 2026."
    word, bo, mo = make_user(name, email="w@example.org"), make_user("Bo"), make_staff("moderator")
    sanctions.impose(user_id=bo.pk, by=mo, kind="warning", reason=why, now=NOW)
    make_report(bo, text=why)
    PersonNote.objects.create(person=bo, at=NOW, text=why)
    ClockShift.objects.create(kind="gift", began=NOW, ended=NOW, seconds=1, why=why)
    SiteSwitches.objects.create(banner=why)
    message = [{"changed": {"name": "user", "object": name, "fields": [name]}}]
    LogEntry.objects.log_actions(mo.pk, [bo], CHANGE, change_message=message)
    Act.objects.create(by=mo, what=Act.What.SWITCH, at=NOW, why=why, detail={name: name})
    close(word)
    assert texts() == [why, why]
    assert Act.objects.latest("pk").detail == {name: name}
    assert Sanction.objects.get().reason == why
    assert Report.objects.get().text == why
    assert PersonNote.objects.get().text == why
    assert ClockShift.objects.get().why == why
    assert SiteSwitches.objects.get().banner == why
    assert json.loads(LogEntry.objects.get().change_message) == message


def test_what_is_connected_has_it_in_any_case_however_common() -> None:
    word, bo, cy = make_user("the"), make_user("Bo"), make_user("Cy")
    game = make_game(word, bo)
    make_report(word, reporter=cy, text="THE did it.")
    on_them = write("The left.", on=word, the="the")
    at_table = write("The left.", game=game.code)
    notes = [PersonNote.objects.create(person=each, at=NOW, text="The.") for each in (bo, cy)]
    mo = User.objects.get(name="Mo")
    warned = sanctions.impose(user_id=bo.pk, by=mo, kind="warning", reason="THE.", now=NOW)
    from_table = make_report(cy, game=game, text="The knows.")
    LogEntry.objects.log_actions(mo.pk, [word], CHANGE, change_message=[{"added": {"the": "The"}}])
    close(word)
    for row in (on_them, at_table, *notes, warned, from_table):
        row.refresh_from_db()
    assert {on_them.why, at_table.why} == {f"{FORMER} left."}
    assert on_them.detail == {"the": "the"}
    assert [note.text for note in notes] == [f"{FORMER}."] * 2
    assert warned.reason == f"{FORMER}."
    assert from_table.text == f"{FORMER} knows."
    assert Report.objects.get(person=word).text == f"{FORMER} did it."
    told = LogEntry.objects.get()
    assert (told.object_repr, told.change_message, told.object_id) == (FORMER, "", None)


def test_what_was_written_on_others_before_they_came_means_somebody_else() -> None:
    bo, mo = make_user("Bo"), make_staff("moderator", "Mo")
    earlier = sanctions.impose(
        user_id=bo.pk, by=mo, kind="warning", reason="Insults.", now=NOW - SECOND
    )
    word = make_user("Insults", date_joined=NOW)
    make_report(bo, reporter=word)
    make_game(word, bo)
    later = sanctions.impose(user_id=bo.pk, by=mo, kind="warning", reason="Insults.", now=NOW)
    close(word)
    earlier.refresh_from_db()
    later.refresh_from_db()
    assert (earlier.reason, later.reason) == ("Insults.", f"{FORMER}.")


def test_nor_what_was_written_before_they_had_that_name() -> None:
    bo, zara = make_user("Bo"), make_user("Zara", date_joined=NOW - DAY)
    make_report(bo, reporter=zara)
    at = NOW - SECOND
    note = PersonNote.objects.create(person=bo, at=at, text="Insults to Zara.")
    rename(user=zara, name="Insults", now=NOW)
    close(zara)
    note.refresh_from_db()
    assert note.text == f"Insults to {FORMER}."


def test_somebody_they_never_met_is_not_connected() -> None:
    word = make_user("the")
    make_game(make_user("Bo"), make_user("Cy"))
    note = PersonNote.objects.create(person=User.objects.get(name="Bo"), at=NOW, text="The.")
    close(word)
    note.refresh_from_db()
    assert note.text == "The."


@pytest.mark.parametrize(
    ("name", "why", "after"),
    [
        ("Ana", "Anabel, Banana, Ana2, ana, ANA", "Anabel, Banana, Ana2, #, #"),
        ("Zara Doe", "zara-doe, ZARA_DOE, Zara.Doe, ZaraDoe, Zara  Doe", "#, #, #, #, #"),
        ("Mary-Ann", "Mary Ann and Maryann, Rosemary Ann", "# and #, Rosemary Ann"),
        ("Zaubernuß", "ZAUBERNUSS", "#"),
        ("C++ (x)", "He wrote C++ (x) and c++ (X) there.", "He wrote # and # there."),
        (".*", "All of it: .* and [a-z]+.", "All of it: # and [a-z]+."),
        ("山田花子", "山田花子が悪口を言った", "#が悪口を言った"),
        ("みどり", "昨日みどりさんは", "昨日#さんは"),
        ("김민준", "김민준이 욕했다", "#이 욕했다"),
        ("สมชาย", "คุณสมชายด่า", "คุณ#ด่า"),
        ("Ярослава", "ЯРОСЛАВА и ярослава", "# и #"),
    ],
)
def test_a_name_is_found_whole_as_its_script_has_it(name: str, why: str, after: str) -> None:
    word = make_user(name, email="w@example.org")
    write(why, on=word)
    close(word)
    assert texts() == [after.replace("#", FORMER)]


def test_one_that_a_moderator_took_away_goes_too() -> None:
    mo, rude = make_staff("moderator", "Mo"), make_user("Johnathan Doewell")
    cy = make_user("Cy")
    report = make_report(
        rude, reporter=cy, about="name", text="JOHNATHAN DOEWELL is a real person."
    )
    take_name_away(user=rude, by=mo, why="Johnathan Doewell is a real name.", now=NOW)
    note = PersonNote.objects.create(person=cy, at=NOW, text="Met Johnathan Doewell.")
    close(rude)
    report.refresh_from_db()
    note.refresh_from_db()
    assert texts() == [f"{FORMER} is a real name."]
    assert report.text == f"{FORMER} is a real person."
    assert note.text == f"Met {FORMER}."


def test_an_address_that_was_proven_goes_everywhere() -> None:
    word = make_user("Will", email="will@example.org", email_proven_at=NOW)
    EmailAddress.objects.create(user=word, email="second@example.org", verified=True)
    SiteSwitches.objects.create(banner="Ask WILL@example.org, not good.will@example.org.")
    write("Will writes from Will@example.org or second@example.org.")
    close(word)
    assert texts() == [f"Will writes from {FORMER} or {FORMER}."]
    assert SiteSwitches.objects.get().banner == f"Ask {FORMER}, not good.will@example.org."


def test_one_that_was_only_claimed_goes_where_its_person_is_meant() -> None:
    word = make_user("Will", email="help@example.org")
    EmailAddress.objects.create(user=word, email="root@example.org", verified=False)
    why = "Ask help@example.org or root@example.org."
    write(why)
    write(why, on=word)
    close(word)
    assert texts() == [why, f"Ask {FORMER} or {FORMER}."]


@pytest.mark.parametrize("name", ["Player", "former", "a former"])
def test_what_stands_for_a_name_is_not_replaced_again(name: str) -> None:
    word = make_user(name, email="w@example.org", pk=4711)
    until = NOW + timedelta(days=1)
    HeldName.objects.create(user=word, name="Zaz", name_key="zaz", skeleton="zaz", until=until)
    write("A former player left; Zaz did.", on=word)
    close(word)
    assert texts() == [f"A former player left; {FORMER} did."]


def test_what_gets_too_long_by_it_is_cut() -> None:
    word = make_user("Al", email="a@b.de", email_proven_at=NOW)
    ClockShift.objects.create(kind="gift", began=NOW, ended=NOW, seconds=1, why="a@b.de " * 28)
    close(word)
    assert len(ClockShift.objects.get().why) == 200


def test_the_history_of_others_in_the_admin_can_still_be_read() -> None:
    bo, root = make_user("Bo"), User.objects.create_superuser("Root", "root@example.org", "secret")
    message = [{"changed": {"fields": ["Fields"]}}]
    LogEntry.objects.log_actions(root.pk, [bo], CHANGE, change_message=message)
    word = make_user("fields")
    make_report(bo, reporter=word)
    close(word)
    assert "Fields" in LogEntry.objects.get().get_change_message()


def order_of(person: User, text: str) -> ReceivedMail:
    """A mail of theirs about their only game, with one order that could not be read."""
    seat = person.seats.get()
    told = {"text": text, "move": None, "code": "order-legend", "params": {"name": text}}
    return ReceivedMail.objects.create(
        seat=seat,
        user=person,
        turn="0",
        digest=text.rjust(64),
        subject=f"Re: {text}",
        at=NOW,
        orders=[told],
    )


def told_in(*mails: ReceivedMail) -> list[str]:
    """What the order of each says now, three times the same."""
    texts = []
    for mail in mails:
        mail.refresh_from_db()
        [told] = mail.orders
        assert told["code"] == "order-legend" and told["params"] == {"name": told["text"]}
        assert mail.subject == f"Re: {told['text']}"
        texts.append(told["text"])
    return texts


def test_orders_by_mail_lose_it_where_they_met_and_keep_their_codes() -> None:
    order, bo, cy, di = (make_user(name) for name in ("Order", "Bo", "Cy", "Di"))
    User.objects.filter(pk=order.pk).update(email_proven_at=NOW)
    make_game(order, bo)
    make_game(cy, di)
    met = [order_of(bo, "claim Order, now"), order_of(bo, f"pass {order.email}")]
    stranger = [order_of(cy, "claim Order"), order_of(di, f"draw {order.email.upper()}")]
    close(order)
    assert told_in(*met) == [f"claim {FORMER}, now", f"pass {FORMER}"]
    assert told_in(*stranger) == ["claim Order", f"draw {FORMER}"]
