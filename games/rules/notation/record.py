"""A record read from JSON: its shape, and whether its cards can be a game's at all."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from games.rules.cards import CENTRE, KINDS, OUTER
from games.rules.chance import SEED_BYTES
from games.rules.errors import RulesError
from games.rules.kingdom import Kingdom
from games.rules.legends import LEGEND_IDS, known_legend
from games.rules.rulings import Rulings

from .shape import (
    a_list,
    an_object,
    cards,
    hex_bytes,
    one_of,
    required,
    rulings_named,
    texts,
    whole_number,
)

FORMAT = "drako-record/1"


class Record(NamedTuple):
    """What a record says; `turns` and `results` are as found, still to be checked."""

    rulings: Rulings
    ruleset: str  # one of theirs
    players: list[str]
    first: int
    kingdoms: list[Kingdom]
    pile: str  # top card first, as the two below
    discard: str
    legends: list[str]
    reshuffles: list[str]
    turns: list[object]
    turn_limit: int
    leavers: str
    bots: frozenset[int]
    first_by: str
    seed: bytes | None
    commitment: bytes | None
    results: dict[str, object]  # `scores` and `places`, if the record tells them


def read_record(value: object) -> Record:
    """Read a record's JSON value, keys it does not know ignored; raises RulesError."""
    found = an_object(value)
    if required(found, "format") != FORMAT:
        raise RulesError("record-format")
    players = texts(found, "players")
    rulings = rulings_named(found)
    if len(players) not in rulings.copies:
        raise RulesError("players-count", players=len(players))
    record = Record(
        rulings=rulings,
        ruleset=rulings.ruleset(required(found, "ruleset")).id,
        players=players,
        first=whole_number(found, "first"),
        kingdoms=[Kingdom.parse(rows) for rows in a_list(found, "kingdoms")],
        pile=cards(found, "pile"),
        discard=cards(found, "discard"),
        legends=[known_legend(name) for name in a_list(found, "legends")],
        reshuffles=texts(found, "reshuffles"),
        turns=a_list(found, "turns"),
        turn_limit=whole_number(found, "turn_limit", 0),
        leavers=one_of(found, "leavers", ("out", "bot")),
        bots=_seats(found, "bots", len(players)),
        first_by=one_of(found, "first_by", ("seed", "account")),
        seed=hex_bytes(found, "seed", SEED_BYTES),
        commitment=hex_bytes(found, "commitment", SEED_BYTES),
        results={key: found[key] for key in ("scores", "places") if key in found},
    )
    _check_start(record)
    return record


def _seats(found: dict[str, object], key: str, players: int) -> frozenset[int]:
    seats = a_list(found, key) if key in found else []
    numbers = [seat for seat in seats if type(seat) is int and 0 <= seat < players]
    if len({*numbers}) < len(seats):
        raise RulesError("wrong-value", key=key)
    return frozenset(numbers)


def _check_start(record: Record) -> None:
    """Raise what keeps these cards from being the start of a game."""
    seats = range(len(record.players))
    if record.first not in seats:
        raise RulesError("no-such-seat", seat=record.first)
    if len(record.kingdoms) != len(seats):
        raise RulesError("kingdoms-count")
    for seat, kingdom in enumerate(record.kingdoms):
        face_up = {kingdom.cells[square] for square in CENTRE}
        hidden = "".join(kingdom.cells[square] for square in OUTER)
        if not ({*face_up} <= {*KINDS} and len(face_up) == len(CENTRE) and hidden.islower()):
            raise RulesError("kingdom-at-start", player=record.players[seat].strip() or seat)
    in_play = Counter(record.pile + record.discard)
    for kingdom in record.kingdoms:
        in_play.update("".join(kingdom.cells).upper())
    copies = record.rulings.copies[len(seats)]
    if len(record.discard) != 1 or in_play != dict.fromkeys(KINDS, copies):
        raise RulesError("cards-in-play")
    if sorted(record.legends) != list(LEGEND_IDS):
        raise RulesError("legends-in-play")
