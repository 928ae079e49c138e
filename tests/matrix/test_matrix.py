"""Who may do what: each cell is what comes of one act for one role, at the URL.

A number is the status of the answer; "+" behind it: something was written, so it was done. "in" and
"up": sent to sign in, to sign up. Nothing is written where no "+" stands.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest
import time_machine

from tests.builders import NOW

from . import things
from .acts import Act
from .house import ROLES, build
from .looking import outcome

pytestmark = pytest.mark.django_db

#                                  strg  gst plyr drpd host othr blkd susp  mod smod oper supr
# As in house.ROLES, from stranger to superuser; smod plays at the tables here.
LOOKING = """
running table of the lobby          200  200  200  200  200  200  200  403  200  200  200  200
its poll                            200  200  200  200  200  200  200  403  200  200  200  200
running table by link               404  404  200  200  200  404  404  403  404  200  404  404
its poll, by link                   404  404  200  200  200  404  404  403  404  200  404  404
reported table by link              404  404  404  404  404  404  404  403  200  200  404  200
open table                          200  200  200  200  200  200  200  403  200  200  200  200
open table by invitation            200  200  200  200  200  200  200  403  200  200  200  200
finished table by link              404  404  200  200  200  404  404  403  404  200  404  404
replay of a running game            302  302  302  302  302  302  302  403  302  302  302  302
position of a running game by link  404  404  200  200  200  404  404  403  404  200  404  404
position of a reported game         404  404  404  404  404  404  404  403  200  200  404  200
position of a finished game         404  404  200  200  200  404  404  403  404  200  404  404
replay before the game              404  404  404  404  404  404  404  403  404  404  404  404
record of a running game            404  404  404  404  404  404  404  403  404  404  404  404
record of a finished game           404  404  200  200  200  404  404  403  404  200  404  404
text of a finished game             404  404  200  200  200  404  404  403  404  200  404  404
shuffles of a running game by link  404  404  200  200  200  404  404  403  404  200  404  404
shuffles of a finished game         404  404  200  200  200  404  404  403  404  200  404  404
form for a record                   200  200  200  200  200  200  200  403  200  200  200  200
look at a record                    200  200  200  200  200  200  200  403  200  200  200  200
picture of a running game           200  200  200  200  200  200  200  403  200  200  200  200
picture of a game by link           404  404  404  404  404  404  404  403  404  404  404  404
picture of an open table            200  200  200  200  200  200  200  403  200  200  200  200
picture of a finished game by link  404  404  404  404  404  404  404  403  404  404  404  404
picture of the site                 200  200  200  200  200  200  200  403  200  200  200  200
what staff did at a table           404  404  200  200  200  404  404  403  404  200  404  404
link to the player's turn           200  200  200  200  200  200  200  403  200  200  200  200
link to a turn that is over         410  410  410  410  410  410  410  403  410  410  410  410
link to no turn                     404  404  404  404  404  404  404  403  404  404  404  404
lobby                               200  200  200  200  200  200  200  403  200  200  200  200
rules                               200  200  200  200  200  200  200  200  200  200  200  200
own games                            in  200  200  200  200  200  200  403  200  200  200  200
own history                          in  200  200  200  200  200  200  403  200  200  200  200
history of a member                 200  200  302  200  200  200  200  403  200  200  200  200
history of a guest                  404  302  200  200  200  200  200  403  200  200  200  200
settings                             in  200  200  200  200  200  200  403  200  200  200  200
page of a member                    200  200  200  200  200  200  200  403  200  200  200  200
page of a guest                     404  200  200  200  200  200  200  403  200  200  200  200
leaderboard                         200  200  200  200  200  200  200  403  200  200  200  200
form to report a player              in  200  404  200  200  200  200  403  200  200  200  200
decisions about oneself              in  200  200  200  200  200  200  403  200  200  200  200
blocked people                       in  200  200  200  200  200  200  403  200  200  200  200
own suspension                       in  302  302  302  302  302  302  200  302  302  302  302
name to change                       in   up  200  200  200  200  200  403  200  200  200  200
own data                             in  200  200  200  200  200  200  200  200  200  200  200
file of own data                    404  404  200  404  404  404  404  404  404  404  404  404
page to delete the account           in  200  200  200  200  200  200  403  200  200  200  403
"""
PLAYING = """
keep the drawn card                  in  403 303+  422  422  403  403  403  403  422  403  403
claim                                in  403 303+  422  422  403  403  403  403  422  403  403
pass                                 in  403 303+  422  422  403  403  403  403  422  403  403
resign                               in  403 303+  422 303+  403  403  403  403 303+  403  403
resign by link                       in  404 303+  422 303+  404  404  403  404 303+  404  404
keep the card by the player's link 303+ 303+ 303+ 303+ 303+ 303+ 303+  403 303+ 303+ 303+ 303+
claim by the player's link         303+ 303+ 303+ 303+ 303+ 303+ 303+  403 303+ 303+ 303+ 303+
resign by the player's link         422  422  422  422  422  422  422  403  422  422  422  422
move by a link that is over         410  410  410  410  410  410  410  403  410  410  410  410
move by no link                     404  404  404  404  404  404  404  403  404  404  404  404
call off                             in  422 303+  422 303+  422  422  403  422 303+  422  422
propose to end                       in  422 303+  422 303+  422  422  403  422 303+  422  422
answer a proposal                    in  422 303+  422 303+  422  422  403  422 303+  422  422
move at a reported table             in  404  404  404  404  404  404  403  403  403  404  403
mute the game                        in  404 302+ 302+ 302+  404  404  403  404 302+  404  404
join                                 in  422  303 303+  303 303+  422  403 303+ 303+ 303+ 303+
join by invitation                   in  422 303+ 303+  303  422  422  403  422  422  422  422
decline to come                      in  422 303+ 303+  422  422  422  403  422  422  422  422
let others in                        in  422  422  422 303+  422  422  403  422  422  422  422
ask for a rematch                    in  404 303+ 303+ 303+  404  404  403  404 303+  404  404
leave the open table                 in  422 303+  422 303+  422  422  403  422  422  422  422
start                                in  422  422  422 303+  422  422  403  422  422  422  422
send a player away                   in  422  422  422 303+  422  422  403  422  422  422  422
open a table                         in  422 303+ 303+ 303+ 303+ 303+  403 303+ 303+ 303+ 303+
report a player                      in 303+  404 303+ 303+ 303+ 303+  403 303+ 303+ 303+ 303+
block a player                       in 303+  422 303+ 303+ 303+ 303+  403 303+ 303+ 303+ 303+
rename                               in   up 302+ 302+ 302+ 302+ 302+  403 302+ 302+ 302+ 302+
ask for own data                     in 303+  303 303+ 303+ 303+ 303+ 303+ 303+ 303+ 303+ 303+
delete the account                   in 303+ 303+ 303+ 303+ 303+ 303+  403 303+ 303+ 303+  403
"""
STAFF = """
admin                                in   in   in   in   in   in   in  403  200  200  200  200
games in the admin                   in   in   in   in   in   in   in  403  200  200  200  200
a game in the admin                  in   in   in   in   in   in   in  403  200  200  200  200
give time                            in   in   in   in   in   in   in  403 302+  403 302+ 302+
free                                 in   in   in   in   in   in   in  403 302+ 302+ 302+ 302+
remove a player                      in   in   in   in   in   in   in  403 302+  403  403 302+
call a game off                      in   in   in   in   in   in   in  403 302+  403  403 302+
void a result                        in   in   in   in   in   in   in  403 302+  403  403 302+
void a result elsewhere              in   in   in   in   in   in   in  403 302+ 302+  403 302+
give time to all                     in   in   in   in   in   in   in  403  403  403 302+ 302+
queue                                in   in   in   in   in   in   in  403  200  200  403  200
read a report                        in   in   in   in   in   in   in  403  200  403  403  200
take a report                        in   in   in   in   in   in   in  403 302+  403  403 302+
decide a report                      in   in   in   in   in   in   in  403 302+  403  403 302+
give a report back                   in   in   in   in   in   in   in  403  422  403  403  422
dismiss a report on a moderator      in   in   in   in   in   in   in  403  403 302+  403 302+
warn a moderator who was reported    in   in   in   in   in   in   in  403  403  403  403 302+
dismiss a report on a superuser      in   in   in   in   in   in   in  403 302+ 302+  403  403
read an appeal                       in   in   in   in   in   in   in  403  200  200  403  200
answer an appeal                     in   in   in   in   in   in   in  403 302+ 302+  403  403
people                               in   in   in   in   in   in   in  403  200  200  200  200
a person in the admin                in   in   in   in   in   in   in  403  200  200  200  200
suspend a person                     in   in   in   in   in   in   in  403 302+ 302+  403 302+
warn a player of the own table       in   in   in   in   in   in   in  403 302+  403  403 302+
warn a moderator                     in   in   in   in   in   in   in  403  403  403  403 302+
take a name away                     in   in   in   in   in   in   in  403 302+ 302+  403 302+
make somebody staff                  in   in   in   in   in   in   in  403  403  403  403 302+
note on a person                     in   in   in   in   in   in   in  403 302+ 302+  403 302+
lift a suspension                    in   in   in   in   in   in   in  403 302+ 302+  403 302+
audit log                            in   in   in   in   in   in   in  403  200  200  200  200
mails                                in   in   in   in   in   in   in  403  403  403  200  200
send a mail again                    in   in   in   in   in   in   in  403  403  403 302+ 302+
state of the service                 in   in   in   in   in   in   in  403  403  403  200  200
numbers by week                      in   in   in   in   in   in   in  403  200  200  200  200
switches                             in   in   in   in   in   in   in  403  403  403  200  200
set a switch                         in   in   in   in   in   in   in  403  403  403 302+ 302+
groups                               in   in   in   in   in   in   in  403  403  403  403  200
"""
METHODS = """
PUT table                           405  405  405  405  405  405  405  403  405  405  405  405
PUT turn-by-mail                    405  405  405  405  405  405  405  403  405  405  405  405
PUT report                           in  405  405  405  405  405  405  403  405  405  405  405
PUT delete-account                   in  405  405  405  405  405  405  405  405  405  405  405
DELETE table                        405  405  405  405  405  405  405  403  405  405  405  405
DELETE turn-by-mail                 405  405  405  405  405  405  405  403  405  405  405  405
DELETE report                        in  405  405  405  405  405  405  403  405  405  405  405
DELETE delete-account                in  405  405  405  405  405  405  405  405  405  405  405
GET of deciding a report             in   in   in   in   in   in   in  403  302  302  302  302
GET of giving time                   in   in   in   in   in   in   in  403  200  403  200  200
GET of calling off                   in  302  302  302  302  302  302  403  302  302  302  302
GET of resigning                    200  200  200  200  200  200  200  403  200  200  200  200
GET of moving by link               200  200  200  200  200  200  200  403  200  200  200  200
GET of blocking                      in  302  302  302  302  302  302  403  302  302  302  302
POST to the audit log                in   in   in   in   in   in   in  403  200  200  200  200
adding to the audit log              in   in   in   in   in   in   in  403  403  403  403  403
adding a game                        in   in   in   in   in   in   in  403  403  403  403  403
deleting a game                      in   in   in   in   in   in   in  403  403  403  403  403
deleting a person                    in   in   in   in   in   in   in  403  403  403  403  403
changing a report                    in   in   in   in   in   in   in  403  403  403  403  403
"""


@pytest.mark.parametrize("part", ["LOOKING", "PLAYING", "STAFF", "METHODS"])
def test_the_matrix(part: str) -> None:
    acts: Mapping[str, Act] = getattr(things, part)
    with time_machine.travel(NOW, tick=False):
        house = build()
        browsers = {role: house.browser(role) for role in ROLES}
        found = {
            name: [outcome(act, browsers[role], house) for role in ROLES]
            for name, act in acts.items()
        }
    assert _drawn(found) == globals()[part].strip().splitlines()


def _drawn(found: Mapping[str, list[str]]) -> list[str]:
    return [f"{name:34}" + "".join(f"{cell:>5}" for cell in cells) for name, cells in found.items()]
