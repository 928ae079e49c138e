"""What a sanction needs, checked before it is imposed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from accounts.models import Sanction
from games.play.errors import PlayError

LONGEST = timedelta(days=366)
"""Of a mute or suspension; beyond it there is the ban."""
TIMED = (Sanction.Kind.MUTE, Sanction.Kind.SUSPENSION)
"""The kinds that end by themselves."""
GAMES: dict[str, tuple[str, ...]] = {
    Sanction.Kind.WARNING: ("",),
    Sanction.Kind.MUTE: ("",),
    Sanction.Kind.SUSPENSION: tuple(Sanction.Games.values),
    Sanction.Kind.BAN: (Sanction.Games.LEAVE, Sanction.Games.BOT),
}
"""By kind, what may become of the running games."""


@dataclass(frozen=True, slots=True)
class Terms:
    """One sanction to be imposed, with what its kind asks for and nothing else.

    Raises PlayError: `decision-kind`, `decision-reason`, `decision-games`, `decision-end-missing`,
    `decision-end-past`, `decision-end-far`.
    """

    kind: str
    reason: str
    until: datetime | None
    games: str
    now: datetime

    def __post_init__(self) -> None:
        if self.kind not in GAMES:
            raise PlayError("decision-kind")
        check_reason(self.reason)
        if self.games not in GAMES[self.kind]:
            raise PlayError("decision-games")
        if self.kind in TIMED:
            self._check_end()
        elif self.until is not None:
            raise PlayError("decision-kind")

    def _check_end(self) -> None:
        if self.until is None:
            raise PlayError("decision-end-missing")
        if self.until <= self.now:
            raise PlayError("decision-end-past")
        if self.until > self.now + LONGEST:
            raise PlayError("decision-end-far")


def check_reason(reason: str) -> None:
    """Raise PlayError `decision-reason` where none is given."""
    if not reason.strip():
        raise PlayError("decision-reason")
