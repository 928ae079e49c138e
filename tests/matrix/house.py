"""One small world with everybody and everything in it that rights are about."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.test import Client
from django.utils import timezone

from accounts import sanctions
from accounts.blocks import block
from accounts.models import DataExport, Notice, Sanction, User
from games.models import Game, Report, Seat
from games.play.ending import propose
from games.play.invitations import ask
from games.play.lobby import Options, join, open_table
from games.play.moderation.appeals import appeal
from games.play.moderation.reports import report
from games.rules.moves import Move
from tests.builders import (
    NOW,
    SEED,
    act,
    lay_kingdom,
    lay_river,
    make_game,
    make_staff,
    make_user,
    play_some,
)
from tests.views.link_holder import mail_player
from tests.views.visitors import browser_of

ROLES = (
    "stranger",
    "guest",
    "player",
    "dropped",
    "host",
    "other",
    "blocked",
    "suspended",
    "moderator",
    "seated-mod",
    "operator",
    "superuser",
)
"""`seated-mod`: a moderator who plays at the tables here; `blocked`: by the host."""


@dataclass(frozen=True, slots=True)
class House:
    """People by role, and what they may or may not get at."""

    people: dict[str, User | None]
    public: Game  # running; the player's turn, who holds a drawn card
    by_link: Game  # the same, by link
    reported: Game  # by link, too; of two others, one of whom has reported the other
    open: Game  # public, two seats free
    asked: Game  # open, the host's; the player and the dropped were asked to a rematch
    over: Game  # by link, with its score sheet
    elsewhere: Game  # the same, of others
    claiming: Game  # running, the player's turn, whose action is done; the host proposes to end it
    stuck: Game  # running, of the same people; a sweep failed on it
    chair: Seat  # the player's at the open table
    report: Report  # by the host, on the player
    appeal: Report  # of the suspended person, whom the superuser has suspended
    on_staff: Report  # by the host, on the moderator
    on_boss: Report  # by the host, on the superuser
    sanction: Sanction  # the suspension
    export: DataExport  # the player's
    failed: Notice

    def browser(self, role: str) -> Client:
        """Return the browser of somebody, a fresh one."""
        user = self.people[role]
        return Client() if user is None else browser_of(user)


def build() -> House:
    """Build it, as things stand at NOW."""
    now = timezone.now()
    people = _people(now)
    boss = people["superuser"]
    player, host = _member(people, "player"), _member(people, "host")
    seated = [host, player, _member(people, "dropped"), _member(people, "seated-mod")]
    public, by_link, stuck = (_running(seated, public=public) for public in (True, False, True))
    claiming = _running(seated, public=True)
    lay_kingdom(claiming, 1, "EEHH", "DDGG", "eehh", "ddgg")
    lay_river(claiming, "four-tribes")
    act(claiming, 1, Move("keep", 12), now=NOW)
    assert Game.objects.get(pk=claiming.pk).phase == "claiming"
    propose(game_id=claiming.pk, user=host, now=NOW)
    Game.objects.filter(pk=stuck.pk).update(stuck_until=now + timedelta(minutes=5))
    over, elsewhere = make_game(*seated, public=False), make_game(make_user("Else"), players=2)
    for game in (over, elsewhere):
        play_some(game)
        game.refresh_from_db()
    opened = open_table(host=host, options=Options(players=4), now=now)
    join(game_id=opened.pk, user=player, seed=SEED, now=now)
    asked = open_table(host=host, options=Options(players=4), now=now)
    Game.objects.filter(pk=asked.pk).update(by_invitation=True)
    ask(asked, [host, player, _member(people, "dropped")], now, declined={})
    told = report(
        reporter=host, person_id=player.pk, about="stalling", game_id=public.pk, text="", now=now
    )
    on_staff, on_boss = (
        report(
            reporter=host,
            person_id=_member(people, role).pk,
            about="abuse",
            game_id=None,
            text="Rude.",
            now=now,
        )
        for role in ("moderator", "superuser")
    )
    block(by=host, person_id=_member(people, "blocked").pk, now=now)
    assert boss is not None
    suspension = sanctions.impose(
        user_id=_member(people, "suspended").pk,
        by=boss,
        kind="suspension",
        reason="Insults",
        until=now + timedelta(days=7),
        games="pause",
        now=now,
    )
    cy, dee = make_user("Cy"), make_user("Dee")
    reported = make_game(cy, dee, public=False)
    report(
        reporter=cy,
        person_id=dee.pk,
        about="collusion",
        game_id=reported.pk,
        text="With a friend.",
        now=now,
    )
    answer = appeal(
        user=_member(people, "suspended"), sanction_id=suspension.pk, text="It was a joke.", now=now
    )
    export = DataExport.objects.create(user=player, asked_at=now, made_at=now, content=b"PK")
    failed = Notice.objects.create(
        key="failed", user=player, kind="turn", state="failed", created_at=now, not_before=now
    )
    return House(
        people=people,
        public=public,
        by_link=by_link,
        reported=reported,
        open=opened,
        asked=asked,
        over=over,
        elsewhere=elsewhere,
        claiming=claiming,
        stuck=stuck,
        chair=opened.seats.get(user=player),
        report=told,
        appeal=answer,
        on_staff=on_staff,
        on_boss=on_boss,
        sanction=suspension,
        export=export,
        failed=failed,
    )


def _people(now: datetime) -> dict[str, User | None]:
    people: dict[str, User | None] = dict.fromkeys(ROLES)
    people["player"] = mail_player("Pia", date_joined=now - timedelta(days=9))  # has the first turn
    people["superuser"] = User.objects.create_superuser("Zoe", "zoe@example.org", "secret-word")
    people["guest"] = User.objects.create_user("Guest-2345", is_guest=True, date_joined=now)
    for role in ("host", "dropped", "other", "blocked", "suspended"):
        people[role] = make_user(f"{role.title()} One")
    people["moderator"] = make_staff("moderator", "Mo")
    people["seated-mod"] = make_staff("moderator", "Mona")
    people["operator"] = make_staff("operator", "Opal")
    return people


def _member(people: dict[str, User | None], role: str) -> User:
    user = people[role]
    assert user is not None
    return user


def _running(seated: list[User], *, public: bool) -> Game:
    game = make_game(*seated, public=public, first_by=Game.FirstBy.ACCOUNT)
    act(game, 2, Move("leave", detail="resigned"), now=NOW)
    act(game, 1, Move("draw"), now=NOW)
    game.refresh_from_db()
    assert (game.active_seat, game.phase) == (1, "placing")
    return game
