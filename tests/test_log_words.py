"""Everything that happens has a sentence, and none tells what was blanked."""

from __future__ import annotations

import pytest

from games.log_words import end_sentence, event_sentence
from games.rules.log import visible_events
from games.rules.moves import Event

NAMES = ("Ana", "Bo")


def told(event: Event, seat: int | None = None) -> str:
    return event_sentence(visible_events([event], seat)[0], NAMES, str.format)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Event("readied", 1), "Bo is ready."),
        (
            Event("began", 0, kind="E"),
            "All are ready: Ana has the first turn, the first Discard is Elf.",
        ),
        (Event("drew", 0, kind="E"), "Ana drew a card."),
        (
            Event("placed", 0, 6, "E", "S", "take"),
            "Ana took Elf from the Discard to c2; Marsh came off.",
        ),
        (Event("placed", 0, 6, "E", "S", "keep"), "Ana drew and kept Elf on c2; Marsh came off."),
        (
            Event("revealed", 0, 0, "E", "S"),
            "Ana drew and discarded Marsh, and turned a1 over: Elf.",
        ),
        (Event("claimed", 1, detail="four-tribes"), "Bo claimed The Four Tribes."),
        (Event("offered", detail="four-tribes"), "New in the River: The Four Tribes."),
        (
            Event("reshuffled", kind="PFM", detail="1"),
            "The draw pile ran out: the Discard was shuffled to make it anew.",
        ),
        (Event("passed", 1), "Bo passed."),
        (Event("left", 1, kind="R", detail="resigned"), "Bo resigned."),
        (Event("left", 1, detail="timeout"), "Bo ran out of time and is out."),
        (Event("left", 1, detail="removed"), "Bo was removed from the table."),
        (Event("turn", 1), ""),
        (Event("arranged", 1, detail="PFHE"), ""),
        (
            Event("ended", detail="explored"),
            "No face-down card is left in a Kingdom: the game is over.",
        ),
        (Event("ended", detail="limit"), "All have had their last turn: the game is over."),
        (Event("ended", detail="alone"), "Only one player is left: the game is over."),
        (Event("ended", detail="bots"), "Only bots are left: the game is over."),
    ],
)
def test_a_watcher_is_told(event: Event, sentence: str) -> None:
    assert told(event) == sentence


def test_ones_own_secrets_are_told_to_oneself() -> None:
    assert told(Event("drew", 0, kind="E"), 0) == "Ana drew Elf."
    arranged = told(Event("arranged", 1, detail="PFHE"), 1)
    assert arranged == "Bo laid out the centre: b2 Plain, c2 Forest, b3 Human, c3 Elf."


def test_pages_get_names_escaped() -> None:
    assert event_sentence(Event("passed", 0), ["<b>"]) == "&lt;b&gt; passed."


def test_every_end_has_its_sentence() -> None:
    for why in ("explored", "limit", "alone", "bots"):
        assert end_sentence(why).endswith("the game is over.")


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            Event("arranged", 0, detail="PFHE"),
            "You laid out the centre: b2 Plain, c2 Forest, b3 Human, c3 Elf.",
        ),
        (Event("readied", 0), "You are ready."),
        (Event("drew", 0, kind="E"), "You drew Elf."),
        (
            Event("placed", 0, 6, "E", "S", "take"),
            "You took Elf from the Discard to c2; Marsh came off.",
        ),
        (Event("placed", 0, 6, "E", "S", "keep"), "You kept Elf on c2; Marsh came off."),
        (Event("revealed", 0, 0, "E", "S"), "You discarded Marsh and turned a1 over: Elf."),
        (Event("claimed", 0, detail="four-tribes"), "You claimed The Four Tribes."),
        (Event("passed", 0), "You passed."),
        (Event("left", 0, detail="resigned"), "You resigned."),
        (Event("left", 0, detail="timeout"), "Ana ran out of time and is out."),
        (Event("passed", 1), "Bo passed."),
        (Event("drew", 1, kind="E"), "Bo drew a card."),
    ],
)
def test_a_seat_is_told_what_it_did_itself(event: Event, sentence: str) -> None:
    [known] = visible_events([event], 0)
    assert event_sentence(known, NAMES, str.format, you=0) == sentence
