"""All that somebody may not know of a game, exchanged: what they are told must stay the same."""

from __future__ import annotations

from random import Random

from games.models import Game, KingdomCell, LegendCard, Move, Seat


def exchange_hidden(game: Game, reader: int | None) -> None:
    """Shuffle among each other all cards of `game` that `reader` may not know."""
    random = Random(7)
    others_hand = game.drawn_kind and game.active_seat != reader
    down = list(KingdomCell.objects.filter(game=game, face_up=False).order_by("pk"))
    kinds = [cell.kind for cell in down] + list(game.pile)
    if others_hand:
        kinds.append(game.drawn_kind)
    before = kinds[:]
    random.shuffle(kinds)
    assert kinds != before
    for cell in down:
        cell.kind = kinds.pop()
        cell.save(update_fields=["kind"])
    if others_hand:
        game.drawn_kind = kinds.pop()
    game.pile = "".join(kinds)
    game.seed = bytes(range(100, 132))
    game.save()
    _exchange_legends(game)
    _exchange_events(game, reader, random)
    if game.status == Game.Status.ARRANGING:
        _exchange_arrangements(game, reader)


def _exchange_legends(game: Game) -> None:
    pile = list(LegendCard.objects.filter(game=game, zone="pile").order_by("place"))
    for place, card in enumerate(reversed(pile)):
        card.place = place
        card.save(update_fields=["place"])


def _exchange_events(game: Game, reader: int | None, random: Random) -> None:
    for row in Move.objects.filter(game=game):
        for event in row.events:
            code, seat, kind = event[0], event[1], event[3]
            if code in ("reshuffled", "left") and kind:
                event[3] = "".join(random.choices("PFMS", k=len(kind)))
            if seat != reader and code == "drew":
                event[3] = random.choice("PFMSHEDGOR".replace(kind, ""))
            if seat != reader and code == "arranged":
                event[5] = event[5][::-1]
        if row.act == "arrange" and row.seat != reader:
            row.detail = row.detail[::-1]
        row.save(update_fields=["events", "detail"])


def _exchange_arrangements(game: Game, reader: int | None) -> None:
    for seat in Seat.objects.filter(game=game):
        if seat.number == reader:
            continue
        centre = list(seat.cells.filter(face_up=True).order_by("pk"))
        kinds = [cell.kind for cell in centre]
        for cell, kind in zip(centre, reversed(kinds), strict=True):
            cell.kind = kind
            cell.save(update_fields=["kind"])
