"""Looking at a record that somebody has, which the site does not keep."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.forms_records import MOST
from games.rules.cards import CENTRE, SQUARES
from games.rules.errors import RulesError
from games.rules.notation.checking import start
from games.rules.notation.record import read_record
from games.rules.notation.turns import Turn, play_turn
from games.rules.state import State
from tests.rules.builders import vectors
from tests.views.sitting import HTMX
from tests.views.table_reader import TablePage
from tests.views.visitors import hidden_value, words

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
ADDRESS = "/records/"
RECORD = next(case for case in vectors("records") if "seed" in case and case["reshuffles"])
LAST = len(RECORD["turns"])


FORM = "application/x-www-form-urlencoded"


def endless_record(turns: int) -> str:
    """The text of a game without turn limit in which all take and nobody reveals anything."""
    left_out = ("scores", "places", "seed", "commitment", "turn_limit")
    record = {key: value for key, value in RECORD.items() if key not in left_out}
    record |= {"reshuffles": [], "turns": []}
    state = start(read_record(record))
    for _number in range(turns):
        square = next(square for square in CENTRE if takes(state, square))
        record["turns"].append(f"take {SQUARES[square]}")
    return json.dumps(record)


def takes(state: State, square: int) -> bool:
    try:
        play_turn(state, Turn("take", square))
    except RulesError:
        return False
    return True


def post(text: str, at: str = "", *, htmx: bool = False, **fields: str) -> TablePage:
    headers = HTMX if htmx else {}
    sent = {"text": text, **({"at": at} if at else {}), **fields}
    return TablePage(Client().post(ADDRESS, sent, headers=headers))


def upload(content: bytes) -> TablePage:
    file = SimpleUploadedFile("my record.json", content)
    return TablePage(Client().post(ADDRESS, {"file": file, "text": ""}))


def errors(page: TablePage) -> str:
    """What the page says is wrong."""
    assert page.status == 422
    assert page.all(id="position") == []
    return " ".join(element.words for element in page.all("ul", class_="errorlist"))


def with_(**changes: Any) -> str:
    return json.dumps({**RECORD, **changes})


def test_the_form_is_there_for_strangers() -> None:
    assert reverse("records") == ADDRESS
    page = TablePage(Client().get(ADDRESS))
    assert [field["name"] for field in page.all("input", type="file")] == ["file"]
    assert page.one("form", enctype="multipart/form-data")["action"] == ADDRESS


@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
def test_a_file_is_shown_from_its_first_position(bom: bytes) -> None:
    page = upload(bom + json.dumps(RECORD).encode())
    assert page.status == 200
    assert page.one(id="position")["data-at"] == "0"
    assert page.one(id="position")["data-last"] == str(LAST)


def test_a_pasted_record_is_shown_too() -> None:
    assert post(json.dumps(RECORD, indent=1)).one(id="position")["data-at"] == "0"


def test_it_says_what_was_checked() -> None:
    told = post(json.dumps(RECORD)).one(id="remark").words
    assert "every turn is legal, and scores and places follow" in told
    assert "follow from the seed that it names" in told
    bare = {key: value for key, value in RECORD.items() if key not in ("seed", "commitment")}
    assert "It names no seed" in post(json.dumps(bare)).one(id="remark").words


def test_a_game_that_is_not_over_is_shown_as_far_as_it_goes() -> None:
    page = post(with_(turns=RECORD["turns"][:3], reshuffles=[]), "3")
    assert "Its game is not over." in page.one(id="remark").words
    assert page.one(id="position")["data-last"] == "3"
    assert page.all("table", class_="sheet") == []


def test_what_a_game_that_is_not_over_claims_is_said_to_follow_from_nothing() -> None:
    cut = {**RECORD, "turns": RECORD["turns"][:3], "reshuffles": []}
    told = "The scores and places that it names follow from nothing yet."
    assert told in post(json.dumps(cut)).one(id="remark").words
    bare = {key: value for key, value in cut.items() if key not in ("scores", "places")}
    assert told not in post(json.dumps(bare)).one(id="remark").words
    assert told not in post(json.dumps(RECORD)).one(id="remark").words


def test_a_game_of_ten_thousand_turns_is_stepped_through() -> None:
    record = endless_record(10_000)
    for htmx in (False, True):
        page = post(record, "5000", htmx=htmx)
        assert page.status == 200
        assert page.one(id="position")["data-last"] == "10000"
    sent = Client().post(ADDRESS, urlencode({"text": record}), content_type=FORM)
    assert sent.status_code == 200


def test_the_longest_text_fits_into_a_form_whatever_its_signs() -> None:
    body = urlencode({"text": "\N{DRAGON}" * MOST, "at": "5-open"})
    answer = Client().post(ADDRESS, body, content_type=FORM)
    assert "This is not JSON." in errors(TablePage(answer))


def test_each_step_is_a_button_that_takes_the_record_along() -> None:
    page = post(json.dumps(RECORD), "5")
    text = hidden_value(page.html, "text")
    assert json.loads(text.replace("&quot;", '"')) == RECORD
    assert page.one("button", id="to-next")["value"] == "6"
    assert (
        page.one("button", id="to-previous")["form"]
        == page.one("form", method="post", id="steps")["id"]
    )
    assert [
        button["value"] for button in page.all("button", name="at") if "step-" in button["id"]
    ] == [str(number) for number in range(LAST + 1)]


def test_a_record_with_lines_of_any_kind_does_not_grow_from_step_to_step() -> None:
    text = json.dumps(RECORD, indent=1).replace("\n", "\r\n")
    assert hidden_value(post(text).html, "text") == hidden_value(
        post(text.replace("\r\n", "\n")).html, "text"
    )


def test_the_last_position_has_the_score_sheet() -> None:
    page = post(json.dumps(RECORD), str(LAST))
    assert [cell.words for cell in page.all("tr", class_="place")[0:1]]
    assert page.one("button", id=f"step-{LAST}")["aria-current"] == "step"


def test_all_cards_can_be_opened_and_stay_so_from_step_to_step() -> None:
    shut, opened = (post(json.dumps(RECORD), at) for at in ("2", "2-open"))
    assert "face down" in " ".join(shut.kingdom(0))
    assert shut.one("button", id="open")["value"] == "2-open"
    assert opened.one("button", id="to-next")["value"] == "3-open"
    assert opened.one("button", id="open")["value"] == "2"


@pytest.mark.parametrize(
    ("at", "shown"),
    [
        ("", 0),
        ("nonsense", 0),
        ("-1", 0),
        ("9" * 40, 0),
        (str(10**17), LAST),
        ("slide", 7),
        ("slide-open", 7),
        ("3\0", 0),
    ],
)
def test_any_step_that_is_asked_for_leads_somewhere(at: str, shown: int) -> None:
    page = post(json.dumps(RECORD), at, slide="7")
    assert page.one(id="position")["data-at"] == str(shown)


def test_htmx_gets_the_position_alone() -> None:
    page = post(json.dumps(RECORD), "4", htmx=True)
    assert page.one(id="position")["data-at"] == "4"
    assert page.all("form", id="steps") == []


def illegal_at(number: int, turn: object) -> str:
    turns = [*RECORD["turns"]]
    turns[number - 1] = turn
    return with_(turns=turns)


def in_its_place(change: Callable[[dict[str, Any]], object], *, named: bool = True) -> str:
    record = json.loads(json.dumps(RECORD))
    if not named:
        record["players"] = [""] * len(record["players"])
    change(record)
    return json.dumps(record)


BAD = {
    "nothing": ("", "Choose a file, or paste the text of a record."),
    "no JSON": ("drako", "This is not JSON."),
    "half of it": (json.dumps(RECORD)[:-20], "This is not JSON."),
    "not a number": ('{"format": NaN}', "This is not JSON."),
    "deep": ("[" * 15_000 + "]" * 15_000, "This is not JSON."),
    "long number": ("9" * 10_000, "This is not JSON."),
    "a list": ("[]", "This is not a JSON object."),
    "empty": ("{}", "The key “format” is missing."),
    "a key twice": ('{"a": 1, "a": 2}', "The key “a” stands there twice."),
    "another format": (with_(format="drako-record/2"), "not a record of the format"),
    "later rulings": (with_(rules=99), "revision 99"),
    "wrong shape": (with_(pile=7), "The key “pile” does not hold what it should."),
    "no players": (with_(players=[]), "The game is for 2, 3 or 4 players, not for 0."),
    "other cards": (with_(pile=RECORD["pile"][1:]), "do not hold the cards in play"),
    "other Kingdoms": (with_(kingdoms=RECORD["kingdoms"][:1]), "one Kingdom for each player"),
    "no ruleset": (with_(ruleset="house"), "There is no such ruleset: house."),
    "another seed": (with_(seed="0" * 64), "The commitment does not follow from the seed."),
    "another deal": (
        in_its_place(lambda record: record["legends"].reverse()),
        "The deal does not follow from the seed: the Legends.",
    ),
    "other points": (
        in_its_place(lambda record: record["scores"][0].update(total=999)),
        f"Harmony of {RECORD['players'][0]} should be {RECORD['scores'][0]['total']}.",
    ),
    "other points of somebody without a name": (
        in_its_place(lambda record: record["scores"][1].pop("elves"), named=False),
        f"Elves of seat 2 should be {RECORD['scores'][1]['elves']}.",
    ),
    "other places": (
        with_(places=[9] * len(RECORD["players"])),
        f"The places do not follow from the scores: they should be {RECORD['places']}.",
    ),
    "another first player": (with_(first=4), "no such seat: “4”. A record counts them from 0."),
    "rows mixed up": (
        in_its_place(lambda record: record["kingdoms"][1].sort()),
        f"The Kingdom of {RECORD['players'][1]} cannot be one at the start",
    ),
    "rows mixed up, without a name": (
        in_its_place(lambda record: record["kingdoms"][1].sort(), named=False),
        "The Kingdom of seat 2 cannot be one at the start",
    ),
    "nobody to resign": (
        illegal_at(1, "resign 7"),
        "Turn 1, “resign 7”: There is no such seat: “7”. A record counts them from 0.",
    ),
    "one more shuffle": (
        with_(reshuffles=[*RECORD["reshuffles"], "PF"]),
        "The game is over before reshuffle",
    ),
    "no such act": (illegal_at(3, "eat a1"), "Turn 3, “eat a1”: There is no such action: eat a1."),
    "no text": (illegal_at(2, 7), "Turn 2: A turn is written as a string."),
    "no such square": (illegal_at(1, "take z9"), "Turn 1, “take z9”: There is no such square: z9."),
    "after the end": (
        with_(turns=[*RECORD["turns"], "resign 0"]),
        f"Turn {LAST + 1}, “resign 0”: The game is over.",
    ),
    "no shuffle": (with_(reshuffles=[]), "reshuffle 1 is missing."),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_wrong_is_told_with_the_turn(name: str) -> None:
    text, told = BAD[name]
    assert told in errors(post(text))


def test_pasted_text_that_is_wrong_can_be_mended() -> None:
    page = post('{"format": 7}')
    assert page.one("textarea")["aria-invalid"] == "true"
    assert page.one("textarea").words == '{"format": 7}'
    assert page.one("title").words.startswith("Error: ")
    assert "autofocus" in page.one("textarea").attributes


def test_after_a_refusal_the_field_that_was_wrong_is_led_to() -> None:
    assert "autofocus" in upload(b"{").one("input", type="file").attributes
    assert "autofocus" in upload(b"x" * 3_000_000).one("textarea").attributes
    fresh = TablePage(Client().get(ADDRESS))
    assert all("autofocus" not in element.attributes for element in fresh.elements)


@pytest.mark.parametrize("content", [b"\xff\xfe{", b"\0", b"", b"PK\x03\x04" * 99])
def test_a_file_that_is_no_record_is_refused(content: bytes) -> None:
    assert errors(upload(content))


@pytest.mark.parametrize("text", ["\0", '{"format": "\0"}'])
def test_signs_that_are_none_are_refused(text: str) -> None:
    assert errors(post(text))


@pytest.mark.parametrize("size", [MOST + 1, 4 * MOST + 1, 3_000_000])
def test_what_is_too_long_is_not_read(size: int) -> None:
    told = f"at most {MOST:,} characters"
    assert told in errors(upload(b"x" * size))
    assert told in errors(post("x" * size))


def test_names_are_strangers_text() -> None:
    players = ["<script>alert(1)</script>", "\ud800\u202eevil\0", ""]
    record = {**RECORD, "players": (players + ["x" * 500])[: len(RECORD["players"])]}
    for at in ("0", str(LAST)):
        page = post(json.dumps(record), at)
        assert page.status == 200
        assert "<script>alert" not in page.html
        assert "\u202e" not in page.html and "\0" not in page.html


def test_what_a_record_says_wrongly_is_strangers_text_too() -> None:
    page = post(illegal_at(1, "<b>\ud800\u202e" + "x" * 999))
    told = errors(page)
    assert len(told) < 320
    assert "<b>" not in page.html.split("errorlist")[1].split("</ul>")[0]


def test_nothing_of_it_is_kept(caplog: pytest.LogCaptureFixture) -> None:
    client = Client()
    record = json.dumps({**RECORD, "players": [*RECORD["players"][:-1], "Nobody Special"]})
    before = dict(getattr(cache, "_cache", {}))
    with caplog.at_level(logging.DEBUG), CaptureQueriesContext(connection) as asked:
        client.post(ADDRESS, {"text": record, "at": "9"})
        client.post(ADDRESS, {"text": record.replace("take", "eat")})
    assert [query["sql"] for query in asked if not query["sql"].startswith("SELECT")] == []
    assert Session.objects.count() == 0
    kept = {key: value for key, value in getattr(cache, "_cache", {}).items() if key not in before}
    assert [key for key in kept if ":rl:allauth.account:record:" not in key] == []
    assert "Nobody" not in str(kept)
    assert "Nobody Special" not in caplog.text


def test_files_never_touch_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_anything: object, **_more: object) -> None:
        raise AssertionError("a file was written")

    monkeypatch.setattr("django.core.files.uploadedfile.TemporaryUploadedFile.__init__", refuse)
    assert errors(upload(b"x" * (settings.FILE_UPLOAD_MAX_MEMORY_SIZE + 1)))


def test_only_pages_of_the_site_send_records() -> None:
    client = Client(enforce_csrf_checks=True)
    answer = client.post(ADDRESS, {"text": json.dumps(RECORD)})
    assert answer.status_code == 403
    assert client.put(ADDRESS).status_code == 405


def test_a_step_of_a_record_that_was_broken_on_the_way_is_no_page_for_htmx() -> None:
    assert Client().post(ADDRESS, {"text": "{", "at": "1"}, headers=HTMX).status_code == 400


def test_who_sends_a_file_and_a_text_is_shown_the_file() -> None:
    file = SimpleUploadedFile("a.json", json.dumps(RECORD).encode())
    page = TablePage(Client().post(ADDRESS, {"file": file, "text": "{"}))
    assert page.status == 200


def test_rules_lead_there() -> None:
    assert f'href="{ADDRESS}"' in Client().get(reverse("rules")).content.decode()
    assert "Look at a record" in words(Client().get(ADDRESS).content.decode())
