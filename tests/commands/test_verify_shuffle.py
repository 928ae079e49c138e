"""`manage.py verify_shuffle`: the chance in a game, checked on the terminal."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from games.models import Game
from games.play import ending
from games.play.lobby import Options, open_table
from tests.builders import NOW, make_game, make_user, play_some

pytestmark = pytest.mark.django_db


@pytest.fixture
def over() -> Game:
    game = make_game(make_user("Ana"), make_user("Bo"), turn_limit=1)
    play_some(game)
    return Game.objects.get(pk=game.pk)


def test_all_parts_of_a_game_are_right(over: Game, capsys: pytest.CaptureFixture[str]) -> None:
    with translation.override("de"):
        call_command("verify_shuffle", over.code)
    *checks, verdict = capsys.readouterr().out.splitlines()
    assert {line.split()[0] for line in checks} == {"right"}
    assert len(checks) >= 9
    assert verdict == "All chance in this game is what its commitment said."


def test_what_is_wrong_is_told_and_the_exit_status_is_1(
    over: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    assert over.record is not None
    over.record["legends"].reverse()
    over.save(update_fields=["record"])
    with pytest.raises(SystemExit) as stopped:
        call_command("verify_shuffle", over.code)
    assert stopped.value.code == 1
    *checks, verdict = capsys.readouterr().out.splitlines()
    wrong = [line for line in checks if line.startswith("WRONG")]
    assert any("Legends" in line for line in wrong)
    assert verdict == "The chance in this game is not what its commitment said."


def test_a_commitment_that_was_exchanged_is_wrong(over: Game) -> None:
    Game.objects.filter(pk=over.pk).update(commitment="0" * 64)
    with pytest.raises(SystemExit):
        call_command("verify_shuffle", over.code)


def test_a_record_that_cannot_be_read_is_an_error_of_one_line(over: Game) -> None:
    Game.objects.filter(pk=over.pk).update(record={"format": "drako-record/1"})
    with pytest.raises(CommandError, match="cannot be checked: The key .players. is missing"):
        call_command("verify_shuffle", over.code)


def test_a_game_that_there_is_not() -> None:
    with pytest.raises(CommandError, match="There is no game nonsense."):
        call_command("verify_shuffle", "nonsense")


def test_a_game_that_is_not_over_keeps_its_seed() -> None:
    ana = make_user("Ana")
    running, opened = make_game(ana), open_table(host=ana, options=Options(), now=NOW)
    for game in (running, opened):
        with pytest.raises(CommandError, match="is not over"):
            call_command("verify_shuffle", game.code)


def test_a_game_without_a_result_keeps_its_seed() -> None:
    ana = make_user("Ana")
    game = make_game(ana, make_user("Bo"))
    ending.call_off(game_id=game.pk, user=ana, now=NOW)
    with pytest.raises(CommandError, match="without a result"):
        call_command("verify_shuffle", game.code)
