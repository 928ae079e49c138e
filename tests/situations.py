"""Games of three in which something is hidden."""

from __future__ import annotations

from accounts.models import User
from games.models import Game
from games.rules.moves import Move
from games.rules.visibility import Legal, view_for
from tests.builders import act, make_game, make_user, play_some


def arranging(people: list[User]) -> Game:
    game = make_game(*people, arranged=False)
    for seat in range(3):
        dealt = game.seats.get(number=seat).dealt
        act(game, seat, Move("arrange", detail=dealt[1:] + dealt[0]))
    act(game, 1, Move("ready"))
    return game


def in_action(people: list[User]) -> Game:
    game = make_game(*people)
    table = play_some(game, 25)
    while table.state.phase != "action":
        table = play_some(game, 1)
    return game


def with_a_card_in_hand(people: list[User]) -> Game:
    game = in_action(people)
    game.refresh_from_db()
    act(game, game.active_seat, Move("draw"))
    return game


def after_a_card_was_given_back(people: list[User]) -> Game:
    people.append(make_user("Dora"))
    game = with_a_card_in_hand(people)
    game.refresh_from_db()
    act(game, game.active_seat, Move("leave", detail="resigned"))
    return game


def after_a_reshuffle(people: list[User]) -> Game:
    game = make_game(*people)
    while not (game := Game.objects.get(pk=game.pk)).reshuffles:
        seat = game.active_seat
        table = act(game, seat, Move("draw"))
        legal = view_for(table.state, seat).legal
        face_up = [square for square in legal.keep if square not in legal.reveal]
        act(game, seat, Move("keep", face_up[0]) if face_up else legal_reveal(legal))
        if Game.objects.get(pk=game.pk).phase == "claiming":
            act(game, seat, Move("pass"))
    return game


def legal_reveal(legal: Legal) -> Move:
    return Move("reveal", legal.reveal[0])
