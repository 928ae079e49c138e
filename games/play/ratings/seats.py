"""What a counted game did to a rating, as its seats keep it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.models import Seat

from .skill import BEGINNER, Skill, after_game
from .standing import ratings_of

COLUMNS = ("mu_before", "sigma_before", "mu", "sigma")
UNCOUNTED = dict.fromkeys(COLUMNS)
"""The columns of a seat whose game counts for nothing."""


def count_seats(seats: Sequence[Seat], known: Mapping[int, Skill]) -> dict[int, Skill]:
    """Set what one game does to the ratings on its `seats`; return the new skills by person.

    `known` are the skills before it, by person; who is not there begins. Whoever leaves the site
    enters with what is kept on the seat, and has no skill after it. The seats come with their
    people. Raises ValueError for a seat without a place.
    """
    before = [_skill_before(seat, known) for seat in seats]
    places = [seat.place for seat in seats if seat.place is not None]
    if len(places) < len(seats):
        raise ValueError(f"A seat of game {seats[0].game_id} has no place")
    skills = {}
    for seat, old, now in zip(seats, before, after_game(before, places), strict=True):
        seat.mu_before, seat.sigma_before = old
        seat.mu, seat.sigma = now
        if (person := person_of(seat)) is not None:
            skills[person] = now
    return skills


def person_of(seat: Seat) -> int | None:
    """Return the key of whoever sits there; None for somebody who is leaving the site, or has."""
    stays = seat.user is not None and seat.user.closing_at is None
    return seat.user_id if stays else None


def keep_skill(seat: Seat) -> None:
    """Set on a `seat` what its person's skill is, who leaves the site before the game is counted.

    The others' result still depends on it.
    """
    known = {user: there.skill for user, there in ratings_of([seat.user_id or 0]).items()}
    seat.rated = True
    seat.mu_before, seat.sigma_before = seat.mu, seat.sigma = _skill_before(seat, known)


def _skill_before(seat: Seat, known: Mapping[int, Skill]) -> Skill:
    kept = _kept(seat)
    if kept is not None and person_of(seat) is None:
        return kept
    return known.get(seat.user_id or 0, BEGINNER)


def _kept(seat: Seat) -> Skill | None:
    if seat.mu_before is None or seat.sigma_before is None:
        return None
    return Skill(seat.mu_before, seat.sigma_before)
