"""All that is tried in the matrix, by name."""

from __future__ import annotations

import json

from tests.rules.builders import vectors

from .acts import (
    Act,
    asked,
    by,
    by_link,
    called,
    claiming,
    first,
    get,
    link,
    no_link,
    opened,
    over,
    person,
    pk,
    public,
    reported,
    seen,
    send,
    version_of,
)

_GAME = "admin:games_game"
_REASON = {"why": "So it is.", "sure": "1"}
_LOOKED_AT = {"moment": "0"}
_DECISION = {"kind": "warning", "reason": "Play on in time, please.", **_LOOKED_AT}

LOOKING: dict[str, Act] = {
    "running table of the lobby": get("table", public),
    "its poll": get("table-poll", public, query="?page=table&v=1"),
    "running table by link": get("table", by_link),
    "its poll, by link": get("table-poll", by_link, query="?page=table"),
    "reported table by link": get("table", reported),
    "open table": get("table", opened),
    "open table by invitation": get("table", asked),
    "finished table by link": get("table", over),
    "replay of a running game": get("replay", public),
    "position of a running game by link": get("position", by_link, first),
    "position of a reported game": get("position", reported, first),
    "position of a finished game": get("position", over, first, query="?open=1"),
    "replay before the game": get("replay", opened),
    "record of a running game": get("record-json", public),
    "record of a finished game": get("record-json", over),
    "text of a finished game": get("record-text", over),
    "shuffles of a running game by link": get("shuffle", by_link),
    "shuffles of a finished game": get("shuffle", over),
    "form for a record": get("records"),
    "look at a record": send("records", text=json.dumps(vectors("records")[0])),
    "picture of a running game": get("picture", public),
    "picture of a game by link": get("picture", by_link),
    "picture of an open table": get("picture", opened),
    "picture of a finished game by link": get("picture", over),
    "picture of the site": get("site-picture"),
    "what staff did at a table": get("table-acts", public),
    "link to the player's turn": get("turn-by-mail", link("by_link")),
    "link to a turn that is over": get("turn-by-mail", link("by_link", "arranging")),
    "link to no turn": get("turn-by-mail", no_link),
    "lobby": get("lobby"),
    "rules": get("rules"),
    "own games": get("my-games"),
    "own history": get("my-history"),
    "history of a member": get("person-history", called("player")),
    "history of a guest": get("person-history", called("guest")),
    "settings": get("settings"),
    "page of a member": get("person", called("player")),
    "page of a guest": get("person", called("guest")),
    "leaderboard": get("leaderboard"),
    "form to report a player": get("report", query="?person=Pia"),
    "decisions about oneself": get("conduct"),
    "blocked people": get("blocked"),
    "own suspension": get("suspended"),
    "name to change": get("account_name"),
    "own data": get("my-data"),
    "file of own data": get("my-data-file"),
    "page to delete the account": get("delete-account"),
}

PLAYING: dict[str, Act] = {
    "keep the drawn card": send(
        "table", public, act="keep", square="a1", version=version_of("public")
    ),
    "claim": send(
        "table", claiming, act="claim", detail="four-tribes", version=version_of("claiming")
    ),
    "pass": send("table", claiming, act="pass", version=version_of("claiming")),
    "resign": send("table", public, act="leave", detail="resigned", version=version_of("public")),
    "resign by link": send("table", by_link, act="leave", detail="resigned"),
    "keep the card by the player's link": send(
        "turn-by-mail", link("by_link"), act="keep", square="a1", version=version_of("by_link")
    ),
    "claim by the player's link": send(
        "turn-by-mail",
        link("claiming"),
        act="claim",
        detail="four-tribes",
        version=version_of("claiming"),
    ),
    "resign by the player's link": send("turn-by-mail", link("public"), act="leave"),
    "move by a link that is over": send(
        "turn-by-mail",
        link("public", "arranging"),
        act="keep",
        square="a1",
        version=version_of("public"),
    ),
    "move by no link": send(
        "turn-by-mail", no_link, act="keep", square="a1", version=version_of("public")
    ),
    "call off": send("call-off", public),
    "propose to end": send("propose", public),
    "answer a proposal": send("answer", claiming, answer="refuse"),
    "move at a reported table": send("table", reported, act="leave", detail="resigned"),
    "mute the game": send("mute-game", public, muted="1"),
    "join": send("join", opened),
    "join by invitation": send("join", asked),
    "decline to come": send("decline", asked),
    "let others in": send("let-others-in", asked),
    "ask for a rematch": send("rematch", over),
    "leave the open table": send("leave-table", opened),
    "start": send("start", opened, bot="random"),
    "send a player away": send("remove", opened, seat=lambda house: house.chair.pk),
    "open a table": send(
        "new-table",
        players="2",
        ruleset="rulebook",
        turn_limit="40",
        leavers="out",
        first_by="seed",
        seen_by="lobby",
        pace="daily",
    ),
    "report a player": send("report", person=called("player"), about="other", text="Rude."),
    "block a player": send("block", person=called("player"), act="block", sure="1"),
    "rename": send("account_name", name="Quite Another"),
    "ask for own data": send("my-data"),
    "delete the account": send("delete-account", password="secret-word", sure="on"),
}

STAFF: dict[str, Act] = {
    "admin": get("admin:index"),
    "games in the admin": get(f"{_GAME}_changelist"),
    "a game in the admin": get(f"{_GAME}_change", pk("public")),
    "give time": send(f"{_GAME}_give_time", pk("public"), hours="2", **_REASON),
    "free": send(f"{_GAME}_free", pk("stuck"), **_REASON),
    "remove a player": send(f"{_GAME}_remove", pk("public"), seat="1", **_REASON),
    "call a game off": send(f"{_GAME}_call_off", pk("public"), **_REASON),
    "void a result": send(f"{_GAME}_void", pk("over"), **_REASON),
    "void a result elsewhere": send(f"{_GAME}_void", pk("elsewhere"), **_REASON),
    "give time to all": send("admin:games_clockshift_give_time", hours="2", **_REASON),
    "queue": get("admin:games_report_changelist"),
    "read a report": get("admin:games_report_change", pk("report")),
    "take a report": send("admin:games_report_take", pk("report")),
    "decide a report": send(
        "admin:games_report_decide", pk("report"), seen=seen("report"), **_DECISION
    ),
    "give a report back": send("admin:games_report_give_back", pk("report")),
    "dismiss a report on a moderator": send(
        "admin:games_report_decide",
        pk("on_staff"),
        seen=seen("on_staff"),
        kind="dismiss",
        **_LOOKED_AT,
    ),
    "warn a moderator who was reported": send(
        "admin:games_report_decide", pk("on_staff"), seen=seen("on_staff"), **_DECISION
    ),
    "dismiss a report on a superuser": send(
        "admin:games_report_decide",
        pk("on_boss"),
        seen=seen("on_boss"),
        kind="dismiss",
        **_LOOKED_AT,
    ),
    "read an appeal": get("admin:games_report_change", pk("appeal")),
    "answer an appeal": send(
        "admin:games_report_answer", pk("appeal"), answer="stands", reason="It was read twice."
    ),
    "people": get("admin:accounts_user_changelist"),
    "a person in the admin": get("admin:accounts_user_change", person("other")),
    "suspend a person": send(
        "admin:accounts_user_act",
        person("other"),
        kind="suspension",
        reason="Insults.",
        days="7",
        games="pause",
    ),
    "warn a player of the own table": send(
        "admin:accounts_user_act", person("player"), **_DECISION
    ),
    "warn a moderator": send("admin:accounts_user_act", person("moderator"), **_DECISION),
    "take a name away": send(
        "admin:accounts_user_name",
        person("other"),
        name=called("other"),
        why="An insult.",
        sure="1",
    ),
    "make somebody staff": send(
        "admin:accounts_user_change", person("other"), is_staff="on", is_active="on"
    ),
    "note on a person": send("admin:accounts_user_note", person("other"), text="Second time."),
    "lift a suspension": send(
        "admin:accounts_user_lift", person("suspended"), pk("sanction"), reason="Well said."
    ),
    "audit log": get("admin:accounts_act_changelist"),
    "mails": get("admin:accounts_notice_changelist"),
    "send a mail again": send(
        "admin:accounts_notice_changelist",
        action="send_again",
        _selected_action=lambda house: house.failed.pk,
    ),
    "state of the service": get("admin:games_heartbeat_changelist"),
    "numbers by week": get("admin:games_heartbeat_numbers"),
    "switches": get("admin:accounts_siteswitches_change", lambda house: 1),
    "set a switch": send(
        "admin:accounts_siteswitches_change",
        lambda house: 1,
        banner="Hello",
        tables_closed="on",
        why="A trial.",
    ),
    "groups": get("admin:auth_group_changelist"),
}

METHODS: dict[str, Act] = {
    **{
        f"{method} {name}": by(method, name, *args)
        for method in ("PUT", "DELETE")
        for name, args in {
            "table": (public,),
            "turn-by-mail": (link("public"),),
            "report": (),
            "delete-account": (),
        }.items()
    },
    "GET of deciding a report": get("admin:games_report_decide", pk("report")),
    "GET of giving time": get(f"{_GAME}_give_time", pk("public")),
    "GET of calling off": get("call-off", public),
    "GET of resigning": get("table", public, query="?act=leave&detail=resigned"),
    "GET of moving by link": get(
        "turn-by-mail", link("public"), query="?act=keep&square=a1&version=1"
    ),
    "GET of blocking": get("block", query="?person=Pia&act=block&sure=1"),
    "POST to the audit log": send("admin:accounts_act_changelist", action="delete_selected"),
    "adding to the audit log": send("admin:accounts_act_add", what="person-warn"),
    "adding a game": send("admin:games_game_add", code="abc"),
    "deleting a game": send("admin:games_game_delete", pk("public"), post="yes"),
    "deleting a person": send("admin:accounts_user_delete", person("other"), post="yes"),
    "changing a report": send("admin:games_report_change", pk("report"), decision="dismissed"),
}
