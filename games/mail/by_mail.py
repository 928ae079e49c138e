"""Links and reply addresses with which one seat plays one turn from the mail.

A token names seat and turn and bears a code that only this site can make: nothing is stored. The
code goes by the address and the moment when its person switched playing by mail on, so that it is
void with another address, and once that is switched off. Signs are those that no mail server
changes: small letters, digits, hyphens; 64 at most with what stands around them.
"""

from __future__ import annotations

import base64
from dataclasses import dataclass
from email.utils import parseaddr

from django.conf import settings
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import User
from games.models import Game, Seat
from games.play.notices import turn_name

LINK = "games.by_mail.link"
REPLY = "games.by_mail.reply"
BOUNCE = "games.by_mail.bounce"
_CODE_SIGNS = 24  # of base32: 120 bits
_LONGEST = 60
_ARRANGING = "a"


@dataclass(frozen=True, slots=True)
class Ways:
    """How one seat plays its running turn from the mail."""

    link: str  # whole address of the page with just this turn
    reply_to: str  # mail address; "" where no mail comes in


@dataclass(frozen=True, slots=True)
class Held:
    """What a token is for; whether that turn still runs is for `games.play.by_mail` to say."""

    seat: Seat  # with its game and user
    user: User
    turn: str  # as `turn_name`


def ways_for(game: Game, seat: Seat) -> Ways | None:
    """Return how the person of `seat` plays the running turn of `game`; None if they do not."""
    user = seat.user
    if user is None or user.plays_by_mail_since is None or not user.gets_mail:
        return None
    turn = turn_name(game)
    return Ways(link=_link(seat, user, turn), reply_to=reply_address(seat, user, turn))


def reply_address(seat: Seat, user: User, turn: str) -> str:
    """Return where orders for one turn go; "" where no mail comes in."""
    return _address(f"r-{_token(REPLY, seat, user, turn)}")


def bounce_address(user: User) -> str:
    """Return where reports go that mail to the address of `user` could not be delivered."""
    number = _base36(user.pk)
    return _address(f"b-{number}-{_code(BOUNCE, f'{number}:{user.email.lower()}')}")


def held_by_link(token: str) -> Held | None:
    """Return what a link's token is for: one query; None if it is none of ours, or void."""
    return _held(LINK, token)


def held_by_reply(address: str) -> Held | None:
    """Return what a reply address is for: one query; None if it is none of ours, or void."""
    name = own_part(address)
    return _held(REPLY, name.removeprefix("r-")) if name.startswith("r-") else None


def bounced_by(address: str) -> User | None:
    """Return whose mail comes back to this address: one query; None if it is none of ours.

    It is void once they have another address.
    """
    letter, _, rest = own_part(address).partition("-")
    number, _, code = rest.partition("-")
    pk = _number(number)
    if letter != "b" or pk is None:
        return None
    user = User.objects.filter(pk=pk).first()
    if user is None:
        return None
    made = _code(BOUNCE, f"{number}:{user.email.lower()}")
    return user if constant_time_compare(code, made) else None


def own_part(address: str) -> str:
    """Return what stands for the * of REPLY_ADDRESS in a mail address; "" if it is not of them."""
    before, star, after = settings.REPLY_ADDRESS.lower().partition("*")
    plain = parseaddr(address)[1].lower()
    if not star or len(plain) > len(before) + _LONGEST + len(after):
        return ""
    if not plain.startswith(before) or not plain.endswith(after):
        return ""
    return plain[len(before) : len(plain) - len(after)]


def _held(purpose: str, token: str) -> Held | None:
    number, _, rest = token.lower().partition("-")
    turn = rest.partition("-")[0]
    pk = _number(number)
    if pk is None or len(token) > _LONGEST:
        return None
    seat = Seat.objects.select_related("game", "user").defer("game__record").filter(pk=pk).first()
    if seat is None or seat.user is None or seat.user.plays_by_mail_since is None:
        return None
    name = "arranging" if turn == _ARRANGING else turn
    if not constant_time_compare(_token(purpose, seat, seat.user, name), token.lower()):
        return None
    return Held(seat, seat.user, name)


def _link(seat: Seat, user: User, turn: str) -> str:
    return settings.SITE_URL + reverse("turn-by-mail", args=[_token(LINK, seat, user, turn)])


def _token(purpose: str, seat: Seat, user: User, turn: str) -> str:
    name = f"{_base36(seat.pk)}-{_ARRANGING if turn == 'arranging' else turn}"
    since = user.plays_by_mail_since
    signed = f"{name}:{user.pk}:{user.email.lower()}:{since and since.timestamp()}"
    return f"{name}-{_code(purpose, signed)}"


def _code(purpose: str, signed: str) -> str:
    digest = salted_hmac(purpose, signed, algorithm="sha256").digest()
    return base64.b32encode(digest).decode().lower()[:_CODE_SIGNS]


def _address(own: str) -> str:
    before, star, after = settings.REPLY_ADDRESS.partition("*")
    return f"{before}{own}{after}" if star else ""


_SIGNS = "0123456789abcdefghijklmnopqrstuvwxyz"


def _base36(number: int) -> str:
    signs = ""
    while number:
        number, rest = divmod(number, 36)
        signs = _SIGNS[rest] + signs
    return signs or "0"


def _number(text: str) -> int | None:
    """Return what `_base36` made into `text`; None if that is nothing it makes."""
    if not 0 < len(text) <= 12 or not set(text) <= set(_SIGNS):
        return None
    return int(text, 36)
