"""Games for the measurements, and drivers that know what may be played in them."""

from __future__ import annotations

import secrets
from random import Random

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone

from accounts.models import User
from games.models import Game
from games.play.lobby import Options, join, open_table
from games.play.storage import load
from games.play.turns import take_turn
from games.rules.cards import SQUARES
from games.rules.engine import play
from games.rules.legality import legal_moves
from games.rules.moves import Move
from games.rules.state import OVER

from .client import request, send, status

CSRF = "c" * 32


def signed_in(name: str) -> tuple[User, str]:
    """Return a member and the cookies of their session."""
    user = User.objects.create_user(name, f"{name.lower()}@example.org")
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return user, f"{settings.SESSION_COOKIE_NAME}={session.session_key}; csrftoken={CSRF}"


class Driver:
    """A running game of so many signed-in people, and its state as the driver knows it."""

    def __init__(self, number: int, *, seats: int, moves: int) -> None:
        people = [signed_in(f"P{number}x{seat}{secrets.token_hex(2)}") for seat in range(seats)]
        self.cookies = [cookie for _user, cookie in people]
        now = timezone.now()
        game = open_table(host=people[0][0], options=Options(players=seats, turn_limit=0), now=now)
        for user, _cookie in people[1:]:
            game = join(game_id=game.pk, user=user, seed=number.to_bytes(32, "big"), now=now)
        for seat in range(seats):
            take_turn(game_id=game.pk, seat=seat, move=Move("ready"), version=None, now=now)
        self.random = Random(number)
        self.state = load(Game.objects.get(pk=game.pk)).state
        for _move in range(moves):
            version = Game.objects.values_list("version", flat=True).get(pk=game.pk)
            seat, move = self.choose()
            take_turn(game_id=game.pk, seat=seat, move=move, version=version, now=now)
            play(self.state, seat, move)
        self.code = game.code
        self.version = Game.objects.values_list("version", flat=True).get(pk=game.pk)

    def choose(self) -> tuple[int, Move]:
        """Return a random decision of the seat to play that does not end the game."""
        seat = self.state.active
        moves = [
            move
            for move in legal_moves(self.state, seat)
            if move.act != "leave" and not self._last(seat, move)
        ]
        return seat, self.random.choice(moves)

    def _last(self, seat: int, move: Move) -> bool:
        down = self.state.kingdoms[seat].down
        return move.square >= 0 and down == 1 << move.square

    def post(self, port: int, *, htmx: bool) -> bool:
        """Make one decision over HTTP; False when the game has come to its end."""
        if self.state.phase == OVER:
            return False
        seat, move = self.choose()
        square = SQUARES[move.square] if move.square >= 0 else ""
        body = f"act={move.act}&square={square}&detail={move.detail}&version={self.version}"
        headers = f"X-CSRFToken: {CSRF}\r\n" + ("HX-Request: true\r\n" if htmx else "")
        answer = send(
            port,
            request(
                "POST",
                f"/g/{self.code}/",
                cookie=self.cookies[seat],
                headers=headers,
                body=body,
            ),
        )
        if status(answer) != (200 if htmx else 303):
            raise RuntimeError(f"{move}: {answer[:300]!r}")
        play(self.state, seat, move)
        self.version += 1
        return True

    def get(self, port: int, path: str, expected: int) -> bool:
        """Ask for an address of the game as its first seat."""
        answer = send(port, request("GET", path, cookie=self.cookies[0]))
        if status(answer) != expected:
            raise RuntimeError(f"{path}: {answer[:300]!r}")
        return True
