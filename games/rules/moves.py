"""What a seat may decide, in one form for pages, log, bots and records."""

from __future__ import annotations

from typing import NamedTuple


class Move(NamedTuple):
    """One decision of a seat.

    act      square                    detail
    -------  ------------------------  -----------------------------------------
    arrange                            four letters: the kinds on b2 c2 b3 c3
    ready                              timeout when the time to arrange is up
    draw
    take     where the Discard goes
    keep     where the drawn card goes
    reveal   face-down card turned up
    claim                              id of the Legend
    pass
    leave                              why: resigned, timeout or removed
    """

    act: str
    square: int = -1
    detail: str = ""


class Event(NamedTuple):
    """Something that happened by a move, in order.

    code        seat        square  kind                   other              detail
    ----------  ----------  ------  ---------------------  -----------------  --------------------
    arranged    who                                                           kinds on b2 c2 b3 c3
    readied     who                                                           timeout or nothing
    began       first seat          the first Discard
    drew        who                 the card (hidden)
    placed      who         where   the card placed        the card it freed  take or keep
    revealed    who         where   the card turned up     the card put down
    claimed     who                                                           id of the Legend
    offered                                                                   id of its successor
    reshuffled                      pile, top 1st (hidden)                    its number, from 1
    passed      who
    left        who                 drawn card given back                     why
                                    to the pile (hidden)
    turn        who is next
    ended                                                                     explored, limit,
                                                                              alone or bots
    """

    code: str
    seat: int = -1
    square: int = -1
    kind: str = ""
    other: str = ""
    detail: str = ""
