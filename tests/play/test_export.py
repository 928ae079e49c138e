"""A copy of one's data: asked for, made by a sweep, told by mail, deleted when it is old."""

from __future__ import annotations

import json
import logging
from datetime import datetime
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.db import OperationalError

from accounts import sanctions
from accounts.audit import log
from accounts.models import Act, Block, DataExport, HeldName, MailChoice, Notice, PersonNote, User
from accounts.services import make_guest
from games.mail.kind import Told, Untrue
from games.mail.kinds import KINDS
from games.models import ReceivedMail, Report
from games.play import agreement, safely
from games.play.invitations import decline
from games.play.people import export, sweep
from games.play.people.about_person import ACCOUNT
from games.play.people.archive import archive_of
from games.play.people.export import ask_for_data, delete_old, make_exports
from games.play.ratings.counting import count_results
from games.play.rematch import offer
from games.rules.moves import Move
from tests.builders import NOW, SEED, act, make_game, make_staff, make_user, play_some
from tests.play.clockwork import DAY, HOUR, MINUTE, SECOND, refused
from tests.side_by_side import side_by_side

pytestmark = pytest.mark.django_db
LEFT_OUT = {"id", "name_key", "password", "is_active", "closing_at", "games_behind", "to_read"}
"""Columns of a person that tell nothing about them, or that nobody is told."""


@pytest.fixture(autouse=True)
def nothing_rests() -> None:
    cache.clear()


@pytest.fixture
def ana(db: None) -> User:
    return make_user("Ana", email_proven_at=NOW)


def ask(user: User, now: datetime = NOW) -> None:
    ask_for_data(user_id=user.pk, now=now)


def files(user: User) -> dict[str, Any]:
    """What the archive of a person holds now: text, or what JSON says, by file."""
    with ZipFile(BytesIO(archive_of(user, NOW))) as archive:
        texts = {name: archive.read(name).decode() for name in archive.namelist()}
    return {
        name: json.loads(text) if name.endswith(".json") else text for name, text in texts.items()
    }


def the_copy() -> tuple[Any, bool]:
    """When the only copy was made, and whether it is there."""
    row = DataExport.objects.get()
    return row.made_at, row.content is not None


def test_it_is_made_by_the_sweep_and_told_by_mail(ana: User) -> None:
    ask(ana)
    assert the_copy() == (None, False)
    assert sweep(NOW + MINUTE)["exports made"] == 1
    assert the_copy() == (NOW + MINUTE, True)
    notice = Notice.objects.get(kind="export-ready")
    assert notice.user == ana
    told = KINDS["export-ready"].look(notice, NOW + HOUR)
    assert isinstance(told, Told)
    assert told.link == "/settings/data/"
    assert sweep(NOW + HOUR)["exports made"] == 0
    assert Notice.objects.count() == 1


def test_the_mail_comes_whatever_was_chosen() -> None:
    assert not KINDS["export-ready"].label


def test_guests_get_no_mail() -> None:
    guest = make_guest(NOW)
    ask(guest)
    assert make_exports(NOW) == 1
    assert not Notice.objects.exists()


def test_asking_again_while_it_is_being_made_changes_nothing(ana: User) -> None:
    ask(ana)
    ask(ana, NOW + 2 * HOUR)
    assert DataExport.objects.get().asked_at == NOW


def test_another_one_after_an_hour_takes_its_place(ana: User) -> None:
    ask(ana)
    make_exports(NOW + MINUTE)
    with refused("export-lately"):
        ask(ana, NOW + HOUR - SECOND)
    assert the_copy() == (NOW + MINUTE, True)
    ask(ana, NOW + HOUR)
    assert the_copy() == (None, False)
    first = Notice.objects.get()
    assert isinstance(KINDS["export-ready"].look(first, NOW + HOUR), Untrue)
    make_exports(NOW + HOUR)
    assert Notice.objects.count() == 2


def test_it_is_deleted_after_seven_days(ana: User) -> None:
    ask(ana)
    make_exports(NOW)
    notice = Notice.objects.get()
    assert delete_old(NOW + 7 * DAY - SECOND) == 0
    assert sweep(NOW + 7 * DAY)["exports deleted"] == 1
    assert not DataExport.objects.exists()
    assert isinstance(KINDS["export-ready"].look(notice, NOW + 7 * DAY), Untrue)
    ask(ana, NOW + 7 * DAY)


def test_one_that_a_killed_worker_left_is_made_by_the_next(
    ana: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(user: User, now: datetime) -> bytes:
        raise KeyboardInterrupt

    ask(ana)
    with monkeypatch.context() as patch:
        patch.setattr(export, "archive_of", killed)
        with pytest.raises(KeyboardInterrupt):
            make_exports(NOW)
    assert make_exports(NOW) == 1


def test_the_failure_of_one_keeps_no_other_back(
    ana: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails_for_ana(user: User, now: datetime) -> bytes:
        if user == ana:
            raise ZeroDivisionError
        return archive_of(user, now)

    bo = make_user("Bo")
    ask(ana)
    ask(bo, NOW + SECOND)
    with caplog.at_level(logging.CRITICAL), monkeypatch.context() as patch:
        patch.setattr(export, "archive_of", fails_for_ana)
        assert make_exports(NOW) == 1
    assert DataExport.objects.get(user=bo).made_at == NOW
    assert make_exports(NOW) == 0  # it rests
    cache.clear()
    assert make_exports(NOW) == 1


def test_a_database_that_is_away_is_no_fault_of_the_person(
    ana: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(user: User, now: datetime) -> bytes:
        raise OperationalError

    ask(ana)
    monkeypatch.setattr(export, "archive_of", away)
    monkeypatch.setattr(safely, "is_database_away", lambda fault: True)
    with pytest.raises(OperationalError):
        make_exports(NOW)


@pytest.mark.django_db(transaction=True)
def test_two_workers_make_one() -> None:
    ana = make_user("Ana", email_proven_at=NOW)
    ask(ana)
    assert sorted(side_by_side([lambda: make_exports(NOW)] * 2)) == [0, 1]
    assert Notice.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_asking_twice_at_once_asks_once() -> None:
    ana = make_user("Ana")
    side_by_side([lambda: ask(ana)] * 2)
    assert DataExport.objects.count() == 1


def test_every_column_of_a_person_is_told_or_left_out_for_a_reason() -> None:
    columns = {field.name for field in User._meta.concrete_fields}
    assert columns == {*ACCOUNT} | LEFT_OUT


def test_what_is_in_it(ana: User) -> None:
    bo, cy = make_user("Bo"), make_user("Cy")
    moderator = make_staff("moderator", "Mo")
    HeldName.objects.create(user=ana, name="Anna", name_key="anna", skeleton="anna!", until=NOW)
    EmailAddress.objects.create(user=ana, email=ana.email, verified=True, primary=True)
    MailChoice.objects.create(user=ana, kind="turn", way="off")
    Block.objects.create(blocker=ana, blocked=bo, at=NOW)
    Block.objects.create(blocker=cy, blocked=ana, at=NOW)
    Report.objects.create(reporter=ana, person=bo, about="abuse", text="He swears.", at=NOW)
    Report.objects.create(reporter=cy, person=ana, about="abuse", text="She shouts.", at=NOW)
    PersonNote.objects.create(person=ana, by=moderator, at=NOW, text="Keep an eye on her.")
    sanctions.impose(user_id=ana.pk, by=moderator, kind="warning", reason="Be kind.", now=NOW)
    log(by=moderator, what=Act.What.NOTE, person=ana, why="Kept quiet.", now=NOW)
    found = files(ana)
    told = {name.removesuffix(".json") for name in found if name.endswith(".json")}
    readme = found.pop("README.txt")
    assert all(name in readme for name in found)
    assert found["account.json"]["name"] == "Ana"
    assert found["account.json"]["email"] == "ana@example.org"
    assert "Anna" in [name["name"] for name in found["names.json"]]
    assert found["addresses.json"][0]["email"] == "ana@example.org"
    assert found["mail-choices.json"] == [{"kind": "turn", "way": "off"}]
    assert [block["name"] for block in found["blocked.json"]] == ["Bo"]
    assert [report["text"] for report in found["reports.json"]] == ["He swears."]
    assert [each["reason"] for each in found["decisions.json"]["sanctions"]] == ["Be kind."]
    assert [each["what"] for each in found["decisions.json"]["acts"]] == ["person-warn"]
    assert {"vacations", "mails", "exports", "orders", "invitations"} <= told
    whole = str(found)
    for kept in ("She shouts", "Keep an eye", "Kept quiet", "Cy", "Mo", "bo@", "cy@", "mo@"):
        assert kept not in whole


def test_a_game_that_is_over_is_in_it_whole(ana: User) -> None:
    game = make_game(ana, make_user("Bo"))
    play_some(game)
    game.refresh_from_db()
    content = files(ana)[f"games/{game.code}.json"]
    assert content["record"] == game.record
    assert [seat["name"] for seat in content["seats"]] == ["Ana", "Bo"]
    assert content["seats"][0]["total"] == game.seats.get(number=0).total
    mine = [move["number"] for move in content["moves"]]
    assert mine == sorted(mine)
    assert "seen" not in content


def test_orders_by_mail_are_in_it_as_they_were_written(ana: User) -> None:
    bo = make_user("Bo", plays_by_mail_since=NOW)
    User.objects.filter(pk=ana.pk).update(plays_by_mail_since=NOW)
    game = make_game(ana, bo)
    for number, person in enumerate((ana, bo)):
        ReceivedMail.objects.create(
            seat=game.seats.get(number=number),
            user=person,
            turn="0",
            digest="0" * 64,
            message_id=f"<{person.name}@example.org>",
            subject="Re: Your turn against Bo",
            at=NOW,
            orders=[{"text": f"Draw, {person.name}", "move": 9, "code": "", "params": {}}],
        )
    found = files(ana)
    assert found["account.json"]["plays_by_mail_since"] == "2026-03-01T08:00:00Z"
    assert found["orders.json"] == [
        {
            "game": game.code,
            "turn": "0",
            "at": "2026-03-01T08:00:00Z",
            "message_id": "<Ana@example.org>",
            "subject": "Re: Your turn against Bo",
            "orders": [{"text": "Draw, Ana", "move": 9, "code": "", "params": {}}],
            "why": "",
            "wants": "",
            "asks_to_resign": False,
            "is_last": False,
        }
    ]


def test_to_which_tables_one_was_asked_is_in_it(ana: User) -> None:
    bo = make_user("Bo")
    game = make_game(ana, bo, make_user("Cy"))
    act(game, 0, Move("leave", detail="resigned"))
    act(game, 1, Move("leave", detail="resigned"))
    table = offer(game_id=game.pk, user=bo, seed=SEED, now=NOW)
    decline(game_id=table.pk, user=ana, now=NOW + HOUR)
    asked = {"table": table.code, "at": "2026-03-01T08:00:00Z"}
    assert files(ana)["invitations.json"] == [{**asked, "declined_at": "2026-03-01T09:00:00Z"}]


def test_the_own_rating_is_in_it_and_nobody_elses(ana: User) -> None:
    game = make_game(ana, make_user("Bo"), rated=True)
    act(game, 1, Move("leave", detail="resigned"))
    count_results(NOW, most=1)
    mine = game.seats.get(number=0)
    found = files(ana)
    assert found["rating.json"] == [{"mu": mine.mu, "sigma": mine.sigma, "games": 1}]
    content = found[f"games/{game.code}.json"]
    assert (content["game"]["rated"], content["game"]["rated_number"]) == (True, 1)
    assert (content["mine"]["mu_before"], content["mine"]["mu"]) == (25.0, mine.mu)
    assert not any("mu" in seat for seat in content["seats"])


def test_games_that_have_no_result_are_told_without_cards(ana: User) -> None:
    game = make_game(ana, make_user("Bo"))
    agreement.close(game, "agreed", NOW)
    content = files(ana)[f"games/{game.code}.json"]
    assert not {"seen", "record"} & content.keys()


def test_who_left_a_running_game_reads_what_a_watcher_sees(ana: User) -> None:
    game = make_game(ana, make_user("Bo"), make_user("Cy"))
    act(game, 0, Move("leave", detail="resigned"))
    assert files(ana)[f"games/{game.code}.json"]["seen"]["seat"] is None
