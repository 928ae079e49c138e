"""Every state that a game can be in, as small plays: each opens a table and lets people act."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from games.management.demo.stage import Stage

from . import again, before, over, running, staff, void

Scene = Callable[[Stage], None]

# The first games are one of each, those first from which people are known to be reliable: so many
# tables may they sit at.
SCENES: dict[Scene, int] = {
    over.explored: 22,
    over.of_former: 1,
    over.limited: 28,
    over.with_bots: 4,
    void.agreed: 4,
    over.one_left: 4,
    running.waits_for_suspended: 4,
    before.alone: 18,
    running.acting: 26,
    over.resigned: 18,
    running.waits_for_banned: 2,
    over.timed_out: 18,
    running.placing: 8,
    before.nearly_full: 10,
    running.claiming: 6,
    before.expired: 6,
    before.half_arranged: 4,
    void.called_off: 5,
    running.seat_out: 4,
    over.guest_with_bots: 5,
    running.guest_with_bots: 5,
    void.idle_guest: 0,
    running.proposed: 4,
    before.by_link: 6,
    running.away: 4,
    over.bots_alone: 4,
    staff.voided: 2,
    staff.called_off: 2,
    running.with_former: 1,
    running.nearly_overdue: 3,
    running.with_bots: 6,
    before.guest_by_link: 2,
    void.agreed_by_silence: 3,
    running.in_the_bank: 4,
    running.stuck: 1,
    running.stand_in: 6,
    over.all_but_one_left: 8,
    over.bot_stood_in: 3,
    before.arranging: 4,
    running.long_log: 1,
    staff.given_time: 2,
    staff.removed: 2,
    before.sent_away: 2,
    before.handed_on: 2,
    before.given_up: 2,
    before.arranging_away: 1,
    running.timed_out: 4,
    over.well_played: 5,
    over.left_while_arranging: 3,
    over.late_to_arrange: 4,
    over.late_to_claim: 4,
    void.refused: 3,
    again.asked: 4,
}
"""How often each comes when one of each is there."""


def scene_of(number: int, *, seed: int) -> Scene:
    """Return the scene of game `number`; the same seed and number give the same."""
    scenes = list(SCENES)
    if number < len(scenes):
        return scenes[number]
    return Random(f"scene {seed} {number}").choices(scenes, list(SCENES.values()))[0]
