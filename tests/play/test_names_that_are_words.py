"""A deleted name is taken out of what was written, but not the word that it is as well."""

from __future__ import annotations

import pytest
from django.contrib.admin.models import CHANGE, LogEntry

from accounts import sanctions
from accounts.audit import log
from accounts.models import Act, HeldName, PersonNote, SiteSwitches, User
from games.models import ClockShift, Report
from games.play.people.closing import close_account
from games.play.people.written import FORMER
from tests.builders import NOW, make_game, make_report, make_staff, make_user

pytestmark = pytest.mark.django_db


def close(user: User) -> None:
    close_account(user_id=user.pk, now=NOW)


def write(why: str, *, on: User | None = None, game: str = "", **detail: object) -> Act:
    by = User.objects.filter(is_staff=True).first() or make_staff("moderator", "Mo")
    what = Act.What.REMOVE if game else Act.What.SWITCH
    return log(by=by, what=what, person=on, game=game, why=why, detail=detail, now=NOW)


def texts() -> list[str]:
    return list(Act.objects.order_by("pk").values_list("why", flat=True))


def often(why: str, times: int) -> None:
    for _time in range(times):
        write(why, on=make_user())


SENTENCES = [
    ("the", "Sent away: the table was empty, The host and THE guests too."),
    ("Will", "Will not stop, and will be shut out. Will knows."),
    ("Re", "Re: the report. re-opened, RE 12."),
    ("C++ (x)", "He wrote C++ (x) and c++ (X) there."),
    (".*", "All of it: .* and [a-z]+."),
]


@pytest.mark.parametrize(("name", "why"), SENTENCES)
def test_a_word_stays_where_nothing_points_to_its_person(name: str, why: str) -> None:
    word = make_user(name, email="w@example.org")
    often(why, 11)
    close(word)
    assert texts() == [why] * 11


@pytest.mark.parametrize(("name", "why"), SENTENCES)
def test_it_goes_in_its_spelling_where_it_is_seldom(name: str, why: str) -> None:
    word = make_user(name, email="w@example.org")
    often(why, 10)
    close(word)
    assert name in why
    assert texts() == [why.replace(name, FORMER)] * 10


def test_only_whole_names_are_meant() -> None:
    word = make_user("Ana")
    why = "Anabel, Banana, Ana2, ana, ANA"
    write(why)
    close(word)
    assert texts() == [why]


def test_other_spellings_stay_where_nothing_points_to_its_person() -> None:
    word = make_user("the")
    ClockShift.objects.create(kind="gift", began=NOW, ended=NOW, seconds=1, why="The disk.")
    SiteSwitches.objects.create(banner="THE SITE SLEEPS")
    LogEntry.objects.create(
        user=make_staff("operator"), action_flag=CHANGE, object_repr="The outage"
    )
    close(word)
    assert ClockShift.objects.get().why == "The disk."
    assert SiteSwitches.objects.get().banner == "THE SITE SLEEPS"
    assert LogEntry.objects.get().object_repr == "The outage"


def test_a_row_counts_once_whatever_stands_in_it() -> None:
    word = make_user("Will")
    for _time in range(10):
        write("Will and Will", was="Will")
    close(word)
    assert texts() == [f"{FORMER} and {FORMER}"] * 10
    assert Act.objects.filter(detail={"was": FORMER}).count() == 10


def test_each_name_is_judged_by_itself() -> None:
    word = make_user("Will")
    for name in ("Will Power", "Zaubernuss"):
        HeldName.objects.create(
            user=word, name=name, name_key=name.casefold(), skeleton=name, until=NOW
        )
    often("Will it be?", 11)
    write("Will Power will, Will will, Zaubernuss has.")
    close(word)
    assert texts()[-1] == f"{FORMER} will, Will will, {FORMER} has."


def test_what_is_connected_has_it_in_any_case_however_common() -> None:
    word, bo, cy = make_user("the"), make_user("Bo"), make_user("Cy")
    game = make_game(word, bo)
    make_report(word, reporter=cy, text="THE did it.")
    often("the end", 11)
    on_them = write("The left.", on=word)
    at_table = write("The left.", game=game.code)
    notes = [PersonNote.objects.create(person=each, at=NOW, text="The.") for each in (bo, cy)]
    mo = User.objects.get(name="Mo")
    warned = sanctions.impose(user_id=bo.pk, by=mo, kind="warning", reason="THE.", now=NOW)
    from_table = make_report(cy, game=game, text="The knows.")
    LogEntry.objects.log_actions(mo.pk, [word], CHANGE, change_message="The")
    close(word)
    for row in (on_them, at_table, *notes, warned, from_table):
        row.refresh_from_db()
    assert {on_them.why, at_table.why} == {f"{FORMER} left."}
    assert [note.text for note in notes] == [f"{FORMER}."] * 2
    assert warned.reason == f"{FORMER}."
    assert from_table.text == f"{FORMER} knows."
    assert Report.objects.get(person=word).text == f"{FORMER} did it."
    told = LogEntry.objects.get()
    assert (told.object_repr, told.change_message, told.object_id) == (FORMER, FORMER, None)
    assert texts().count("the end") == 11


def test_somebody_they_never_met_is_not_connected() -> None:
    word = make_user("the")
    make_game(make_user("Bo"), make_user("Cy"))
    note = PersonNote.objects.create(person=User.objects.get(name="Bo"), at=NOW, text="The.")
    close(word)
    note.refresh_from_db()
    assert note.text == "The."


def test_an_address_is_no_word() -> None:
    word = make_user("Will", email="will@example.org")
    often("Will writes from WILL@example.org", 11)
    close(word)
    assert texts() == [f"Will writes from {FORMER}"] * 11


@pytest.mark.parametrize("name", ["Player", "former", "a former"])
def test_what_stands_for_a_name_is_not_replaced_again(name: str) -> None:
    word = make_user(name, email="w@example.org", pk=4711)
    HeldName.objects.create(user=word, name="Zaz", name_key="zaz", skeleton="zaz", until=NOW)
    write("A former player left; Zaz did.", on=word)
    close(word)
    assert texts() == [f"A former player left; {FORMER} did."]


def test_what_gets_too_long_by_it_is_cut() -> None:
    word = make_user("Al")
    ClockShift.objects.create(kind="gift", began=NOW, ended=NOW, seconds=1, why="Al " * 60)
    close(word)
    assert len(ClockShift.objects.get().why) == 200


@pytest.mark.parametrize("name", ["changed", "report"])
def test_the_keys_of_json_are_no_names(name: str) -> None:
    word = make_user(name)
    act = write("Hm.", on=word, report=12)
    message = [{"changed": {"name": "user", "fields": ["report"]}}]
    LogEntry.objects.log_actions(make_staff("operator").pk, [word], CHANGE, change_message=message)
    close(word)
    act.refresh_from_db()
    assert act.detail == {"report": 12}
    assert '"changed"' in LogEntry.objects.get().change_message
