"""What has happened since the reader's last turn, as plain sentences."""

from __future__ import annotations

from games.log_words import event_sentence
from games.models import Game
from games.story import happenings, recent


def since_last_turn(game: Game, *, eyes: int, names: tuple[str, ...]) -> list[str]:
    """Return what the seat `eyes` may know of it, a decision each, the oldest first: one query."""
    rows = recent(game, whole=False)
    told = [
        " ".join(filter(None, (event_sentence(event, names, str.format) for event in each.events)))
        for each in happenings(rows, eyes=eyes, turn=game.turn_number)
        if each.fresh
    ]
    return [sentence for sentence in reversed(told) if sentence]
