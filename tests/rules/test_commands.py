"""The three commands, run as anybody would, on a machine where no database answers."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.rules.builders import VECTORS, vectors

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {
    **os.environ,
    "DJANGO_SETTINGS_MODULE": "drako_site.settings",
    "DATABASE_URL": "nonsense://nobody:nothing@127.0.0.1:9/nowhere",
    "REDIS_URL": "redis://127.0.0.1:9/0",
}


def manage(*arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        input=given,
        capture_output=True,
        cwd=ROOT,
        env=ENVIRONMENT,
        check=False,
    )


def answers(done: subprocess.CompletedProcess[bytes]) -> list[Any]:
    return [json.loads(line) for line in done.stdout.splitlines()]


def lines(*values: object) -> bytes:
    return "".join(f"{json.dumps(value)}\n" for value in values).encode()


def test_score_kingdoms_answers_every_worked_case_in_order() -> None:
    done = manage("score_kingdoms", given=(VECTORS / "scoring.jsonl").read_bytes())
    expected = [{key: case[key] for key in ("scores", "fulfilled")} for case in vectors("scoring")]
    assert answers(done) == expected
    assert (done.returncode, done.stderr) == (0, b"")


def test_score_kingdoms_goes_on_after_a_malformed_line() -> None:
    case = vectors("scoring")[0]
    bad: list[tuple[object, str]] = [
        ({**case, "kingdom": ["pppp"]}, "kingdom-malformed"),
        ({**case, "ruleset": "house"}, "no-such-ruleset"),
        ({**case, "legends": ["tribe-orc"]}, "no-such-legend"),
        ({**case, "legends": [[]]}, "no-such-legend"),
        ({**case, "legends": ["tribe-elf", "tribe-elf"]}, "legends-owned"),
        ({**case, "legends": None}, "wrong-value"),
        ({**case, "rules": 99}, "rules-revision"),
        ({**case, "rules": "1"}, "wrong-value"),
        ({}, "missing-key"),
        ([], "not-an-object"),
    ]
    given = lines(*(line for line, _ in bad)) + b"\nnonsense\n\xff\n" + lines(case)[:-1]
    done = manage("score_kingdoms", given=given)
    told = answers(done)
    codes = [code for _, code in bad] + ["not-json"] * 3
    assert [answer["code"] for answer in told[:-1]] == codes
    assert all({*answer} == {"code", "error"} and answer["error"] for answer in told[:-1])
    assert told[-1]["scores"] == case["scores"]
    assert (done.returncode, done.stderr) == (1, b"")


def test_check_records_answers_every_worked_case_in_order() -> None:
    done = manage("check_records", given=(VECTORS / "records.jsonl").read_bytes())
    expected = [{key: case[key] for key in ("scores", "places")} for case in vectors("records")]
    assert answers(done) == expected
    assert (done.returncode, done.stderr) == (0, b"")


def test_check_records_tells_the_first_illegal_turn_and_goes_on() -> None:
    legal = vectors("records")[0]
    unfinished = {**legal, "turns": legal["turns"][:-1]}
    cases = vectors("illegal")
    given = lines(*(case["record"] for case in cases), [], unfinished, legal)
    done = manage("check_records", given=given)
    *illegal, malformed, cut_short, last = answers(done)
    assert [answer["turn"] for answer in illegal] == [case["turn"] for case in cases]
    assert all({*answer} == {"turn", "code", "error"} and answer["error"] for answer in illegal)
    assert {*malformed} == {"code", "error"}
    assert cut_short == {"unfinished": True}
    assert last == {"scores": legal["scores"], "places": legal["places"]}
    assert (done.returncode, done.stderr) == (1, b"")


def test_an_unfinished_game_is_no_error() -> None:
    done = manage("check_records", given=lines({**vectors("records")[0], "turns": []}))
    assert answers(done) == [{"unfinished": True}]
    assert done.returncode == 0


def test_deal_from_seed_writes_the_deal_as_one_line() -> None:
    case = vectors("chance")[1]
    done = manage("deal_from_seed", case["seed"], str(case["players"]))
    keys = ("kingdoms", "pile", "discard", "legends", "first")
    assert answers(done) == [{key: case[key] for key in keys}]
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize(
    ("seed", "players", "said"),
    [("ab", "2", b"64 hexadecimal digits"), ("a" * 64, "5", b"2, 3 or 4 players")],
)
def test_deal_from_seed_says_what_is_wrong(seed: str, players: str, said: bytes) -> None:
    done = manage("deal_from_seed", seed, players)
    assert done.returncode != 0
    assert said in done.stderr
    assert b"Traceback" not in done.stderr
    assert done.stdout == b""


def test_deal_from_seed_deals_by_the_revision_it_is_told() -> None:
    case = vectors("chance")[1]
    untold = manage("deal_from_seed", case["seed"], str(case["players"]))
    first = manage("deal_from_seed", case["seed"], str(case["players"]), "--rules", "1")
    assert answers(first) == answers(untold)
    unknown = manage("deal_from_seed", case["seed"], str(case["players"]), "--rules", "99")
    assert unknown.returncode != 0
    assert b"revision 99 of the rulings" in unknown.stderr
    assert b"Traceback" not in unknown.stderr


@pytest.mark.parametrize("players", ["", "two", "2.0", " 2", "-2", "02", "1", "٢"])
def test_players_are_2_3_or_4(players: str) -> None:
    from games.management.commands.deal_from_seed import deal_of
    from games.rules.errors import RulesError

    with pytest.raises(RulesError, match="players-count"):
        deal_of("a" * 64, players, 1)


def test_an_answer_comes_before_the_next_line_is_given() -> None:
    case = vectors("scoring")[0]
    with subprocess.Popen(
        [sys.executable, "manage.py", "score_kingdoms"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env=ENVIRONMENT,
    ) as running:
        assert running.stdin and running.stdout
        for _ in range(2):
            running.stdin.write(lines(case))
            running.stdin.flush()
            assert json.loads(running.stdout.readline())["scores"] == case["scores"]
        running.stdin.close()
        assert running.wait() == 0


def test_a_reader_that_has_enough_is_no_crash() -> None:
    with subprocess.Popen(
        [sys.executable, "manage.py", "score_kingdoms"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env=ENVIRONMENT,
    ) as running:
        assert running.stdin and running.stdout and running.stderr
        running.stdout.close()
        with contextlib.suppress(BrokenPipeError):
            running.stdin.write(lines(*vectors("scoring")))
            running.stdin.close()
        assert b"Traceback" not in running.stderr.read()
