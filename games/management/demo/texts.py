"""What people write in reports, answers and reasons."""

from __future__ import annotations

from accounts.models import Sanction
from games.models import Report

from . import roles

REPORTS = {
    Report.About.STALLING: (
        "Waits until the last hour of every single turn, and only since it went badly.",
        "Three days for each card. We all have other things to do, but this is on purpose.",
        "",
    ),
    Report.About.COLLUSION: (
        "These two hand each other every Dragon and never take what the other one needs.",
        "I think both seats are the same person: they always play in the same minute.",
    ),
    Report.About.ABUSE: (
        "Wrote things to me after the game, outside of the site, that I do not want to repeat.",
        "Threatened to find out where I live because I claimed a Legend first.\n\n"
        "Please look at it.",
    ),
    Report.About.NAME: ("", "This name makes fun of somebody who plays here."),
    Report.About.OTHER: (
        "Opens tables and leaves each one as soon as somebody joins.",
        "Is this a program? It plays at four in the morning, within a second, every night.",
    ),
}
"""By what is reported."""
REASONS = {
    Sanction.Kind.WARNING: "Please play your turns when you can, not when the clock forces you to.",
    Sanction.Kind.MUTE: "What you wrote hurt somebody. Take a break from writing.",
    Sanction.Kind.SUSPENSION: "You and another seat played together against the third.",
    Sanction.Kind.BAN: "You were asked to stop threatening people, and went on.",
}
"""What the person is told, by kind."""
DISMISSED = ("Within the rules: the clock is theirs to use.", "", "I see nothing in the moves.")
APPEALS = (
    "We live in the same house and play one after the other. We do not talk about our cards.",
    "That was my brother on my telephone. It will not happen again.",
)
UPHELD = "I have read the whole game again and see it as my colleague did."
LIFTED = "Looked at again: these moves have a better explanation. Sorry for the trouble."
NOTES = {
    roles.WARNED: "Second report of this kind this year; the first was dismissed.",
    roles.BUSIEST: "Writes friendly mails when asked. Plays from a boat, so turns come late.",
    roles.MUTED: "Look at games with the same opponent before the next decision.",
}
"""What moderators note, by the number of the person."""
NAME_TAKEN_AWAY = "The name was an insult in another language."
WHY_GAMES = {
    "time": "The site was slow for this player this morning.",
    "remove": "Has told us that they cannot play any more.",
    "call-off": "All players asked for it: the table was opened with the wrong rules.",
    "void": "Two of the seats were one person.",
}
"""Why staff did something to a game, by what they did."""
