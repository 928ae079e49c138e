"""How much work strangers can ask for by looking: records that are checked, pictures drawn."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from games.models import Game
from games.rules.moves import Move
from games.views.uploaded import LONG
from tests.builders import act, make_game, make_user
from tests.rules.builders import vectors
from tests.views.pictures_drawn import Drawn
from tests.views.sitting import HTMX

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
RECORD = json.dumps(next(case for case in vectors("records") if "seed" in case))


@pytest.fixture
def rates(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The limits, to be made small."""
    changed = dict(settings.ACCOUNT_RATE_LIMITS)
    monkeypatch.setattr(settings, "ACCOUNT_RATE_LIMITS", changed)
    return changed


def send(text: str, address: str = "192.0.2.1", **headers: str) -> Any:
    return Client().post("/records/", {"text": text}, REMOTE_ADDR=address, headers=headers)


def test_records_are_counted_by_network_address(rates: dict[str, str]) -> None:
    rates["record"] = "2/m/ip"
    answers = [send(text).status_code for text in (RECORD, "{", RECORD)]
    assert answers == [200, 422, 429]
    assert send(RECORD, "192.0.2.2").status_code == 200
    assert Client().get("/records/").status_code == 200


def test_long_records_are_counted_apart_and_not_even_read(rates: dict[str, str]) -> None:
    rates["long_record"] = "1/m/ip"
    long = RECORD + " " * LONG
    assert [send(long).status_code for _ in range(2)] == [200, 429]
    assert send(RECORD).status_code == 200


def test_a_step_too_many_says_when_to_go_on(rates: dict[str, str]) -> None:
    rates["record"] = "1/m/ip"
    send(RECORD)
    answer = send(RECORD, **HTMX)
    assert answer.status_code == 429
    assert 0 < int(answer["Retry-After"]) <= 60


def test_a_hand_that_rests_on_an_arrow_meets_no_limit() -> None:
    assert all(send("{").status_code == 422 for _ in range(200))


def picture(game: Game, address: str = "192.0.2.1", **headers: str) -> Any:
    return Client().get(f"/g/{game.code}/picture.png", REMOTE_ADDR=address, headers=headers)


def over() -> Game:
    game = make_game(make_user(), make_user(), public=True)
    act(game, 0, Move("leave", detail="resigned"))
    return game


def test_only_pictures_that_are_drawn_count(
    rates: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rates["picture"] = "1/m/ip"
    drawn, one, other = Drawn(monkeypatch), over(), over()
    got = [picture(one) for _ in range(3)]
    assert [answer.status_code for answer in got] == [200] * 3
    assert picture(one, **{"If-None-Match": got[0]["ETag"]}).status_code == 304
    refused = picture(other)
    assert refused.status_code == 429
    assert 0 < int(refused["Retry-After"]) <= 60
    assert "public" not in refused.get("Cache-Control", "")
    assert picture(other, "192.0.2.2").status_code == 200
    assert picture(other).status_code == 200
    assert len(drawn.svgs) == 2
