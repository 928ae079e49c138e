"""The rules' codes in the reader's language: kinds, Legends, rulesets, categories, refusals."""

from __future__ import annotations

from datetime import datetime

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.play.errors import PlayError
from games.rules.errors import RulesError
from games.rules.legends import LEGENDS
from games.strangers_text import shown
from games.time_words import moment

_KINDS: dict[str, str | Promise] = {
    "P": _("Plain"),
    "F": _("Forest"),
    "M": _("Mountain"),
    "S": _("Marsh"),
    "H": _("Human"),
    "E": _("Elf"),
    "D": _("Dwarf"),
    "G": _("Goblin"),
    "O": _("Portal"),
    "R": _("Dragon"),
}
_LEGENDS: dict[str, str | Promise] = {
    "tribe-human": _("Tribe of Humans"),
    "tribe-elf": _("Tribe of Elves"),
    "tribe-dwarf": _("Tribe of Dwarves"),
    "tribe-goblin": _("Tribe of Goblins"),
    "terrain-plain": _("Land of Plains"),
    "terrain-forest": _("Land of Forests"),
    "terrain-mountain": _("Land of Mountains"),
    "terrain-marsh": _("Land of Marshes"),
    "alliance-human-dwarf": _("Alliance of Humans and Dwarves"),
    "alliance-human-elf": _("Alliance of Humans and Elves"),
    "battle-dwarf-goblin": _("Battle of Dwarves and Goblins"),
    "battle-human-goblin": _("Battle of Humans and Goblins"),
    "battle-elf-goblin": _("Battle of Elves and Goblins"),
    "battle-elf-dwarf": _("Battle of Elves and Dwarves"),
    "four-tribes": _("The Four Tribes"),
}
# By id, or by family where one sentence fits all of it.
_CONDITIONS: dict[str, str | Promise] = {
    "tribe-human": _("2 connected Humans"),
    "tribe-elf": _("2 connected Elves"),
    "tribe-dwarf": _("2 connected Dwarves"),
    "tribe-goblin": _("2 connected Goblins"),
    "terrain-plain": _("3 Plains in one connected group"),
    "terrain-forest": _("3 Forests in one connected group"),
    "terrain-mountain": _("3 Mountains in one connected group"),
    "terrain-marsh": _("3 Marshes in one connected group"),
    "alliance": _("%(one)s and %(other)s, one of each, connected"),
    "battle": _(
        "%(one)s against %(other)s: 2 of one side, each connected to at least one of the other"
    ),
    "four-tribes": _("At least one of each Tribe, connected or not"),
}
_RULESETS: dict[str, str | Promise] = {
    "rulebook": _("Rulebook"),
    "arena": _("Arena"),
    "arena-feud": _("Arena with feuding Goblins"),
    "aetherya": _("Aetherya"),
}
_CATEGORIES: dict[str, str | Promise] = {
    "elves": _("Elves"),
    "dwarves": _("Dwarves"),
    "humans": _("Humans"),
    "goblins": _("Goblins"),
    "dragons": _("Dragons"),
    "legends": _("Legends"),
    "conflicts": _("Conflicts"),
    "total": _("Harmony"),
}
_LEFT: dict[str, str | Promise] = {
    "resigned": _("resigned"),
    "timeout": _("out of time"),
    "removed": _("removed"),
}
_PARTS: dict[str, str | Promise] = {
    "first": _("the first player"),
    "centre": _("the centre cards of the Kingdoms"),
    "face-down": _("the face-down cards of the Kingdoms"),
    "discard": _("the first Discard"),
    "pile": _("the draw pile"),
    "legends": _("the Legends"),
}
_NAMES = {"kind": _KINDS, "legend": _LEGENDS, "category": _CATEGORIES, "part": _PARTS}
_NOT_IN_THIS_PHASE: dict[object, str | Promise] = {
    "arranging": _("The first turn has not begun: the centre cards are being arranged."),
    "action": _("First comes the action: draw a card, or take the Discard."),
    "placing": _("A card is drawn: place it, or put it down and reveal one of your own."),
    "claiming": _("The action is done: claim a Legend or pass."),
}
_REFUSALS: dict[str, str | Promise] = {
    # Seats, turns and phases
    "game-over": _("The game is over."),
    "not-your-turn": _("It is another seat's turn."),
    "no-such-seat": _("There is no such seat: “%(seat)s”. A record counts them from 0."),
    "no-such-move": _("There is no such move: %(act)s."),
    "already-ready": _("You have said that you are ready; your cards lie as they are now."),
    "not-your-cards": _("The four cards on the centre squares must be those you were dealt."),
    "cannot-leave": _("This seat cannot leave: it is out already, or a bot's from the start."),
    "no-such-reason": _("Nobody leaves for this reason: %(reason)s."),
    # Squares and cards
    "no-such-square": _("There is no such square: %(square)s."),
    "already-revealed": _("The card on %(square)s is face up already."),
    "same-kind": _("The card on %(square)s is of the same kind: %(kind)s."),
    "same-kind-drawn": _("The card on %(square)s is of the same kind as the drawn one."),
    "locked": _("The card on %(square)s is locked: a face-up %(kind)s stays where it is."),
    # Legends
    "no-such-legend": _("There is no such Legend: %(legend)s."),
    "one-claim-a-turn": _("Only one Legend can be claimed in a turn."),
    "not-in-river": _("This Legend is not in the River: %(legend)s."),
    "not-fulfilled": _("Your face-up cards do not fulfil this Legend: %(legend)s."),
    # Options of a game
    "players-count": _("The game is for 2, 3 or 4 players, not for %(players)s."),
    "seed-length": _("A seed is 32 bytes: 64 hexadecimal digits."),
    "no-such-ruleset": _("There is no such ruleset: %(ruleset)s."),
    "no-such-leavers": _("Seats that leave are out or taken by a bot, not: %(leavers)s."),
    "turn-limit": _("A turn limit is a number of turns, 0 for none."),
    # Records and Kingdoms read as text
    "not-json": _("This is not JSON."),
    "duplicate-key": _("The key “%(key)s” stands there twice."),
    "not-an-object": _("This is not a JSON object."),
    "missing-key": _("The key “%(key)s” is missing."),
    "wrong-value": _("The key “%(key)s” does not hold what it should."),
    "rules-revision": _(
        "This game was played by revision %(revision)s of the rulings: that needs a later version"
        " of the site."
    ),
    "record-format": _("This is not a record of the format drako-record/1."),
    "kingdom-malformed": _("A Kingdom is four strings of four letters of kinds."),
    "kingdoms-count": _("There is not one Kingdom for each player."),
    "kingdom-at-start": _(
        "The Kingdom of %(player)s cannot be one at the start: four different kinds face up"
        " in the centre, all others face down."
    ),
    "cards-in-play": _("Kingdoms, draw pile and Discard do not hold the cards in play."),
    "legends-in-play": _("The Legends are not the fifteen there are, each once."),
    "legends-owned": _("A Legend cannot be owned twice: %(legend)s."),
    # Turns of a record
    "turn-not-text": _("A turn is written as a string."),
    "no-action": _("A turn needs an action: take, keep or reveal."),
    "one-action-a-turn": _("A turn has only one action."),
    "no-such-action": _("There is no such action: %(action)s."),
    "claim-after-leaving": _("A seat that has left can claim nothing more."),
    "turn-goes-on": _("The turn goes on, so its claim does not stand before another's leaving."),
    # Chance and results of a record
    "wrong-commitment": _("The commitment does not follow from the seed."),
    "wrong-deal": _("The deal does not follow from the seed: %(part)s."),
    "reshuffle-missing": _("The draw pile is empty and reshuffle %(number)s is missing."),
    "reshuffle-cards": _("Reshuffle %(number)s does not hold the cards of the Discard."),
    "reshuffle-chance": _("Reshuffle %(number)s does not follow from the seed."),
    "reshuffles-left-over": _("The game is over before reshuffle %(number)s is needed."),
    "wrong-scores": _("The scores do not follow: %(category)s of %(player)s should be %(right)s."),
    "wrong-places": _("The places do not follow from the scores: they should be %(right)s."),
    # Tables
    "players": _("A table is for 2, 3 or 4 players, not for %(players)s."),
    "ruleset": _("There is no such ruleset."),
    "leavers": _("Seats that leave are out or taken by a bot: choose one of the two."),
    "first-by": _("The first turn is drawn at random or goes to the oldest account."),
    "bot": _("There is no such bot."),
    "guest-lobby": _(
        "Guests play against bots and at tables they have a link to. Sign up to use the lobby."
    ),
    "tables-closed": _(
        "No tables can be opened for now. You can still play against bots, and all games go on."
    ),
    "not-open": _("This table is not open any more."),
    "full": _("Every seat at this table is taken."),
    "no-seat": _("You do not sit at this table."),
    "not-host": _("Only the host of the table can do that."),
    "not-yourself": _("You host this table: leave it instead."),
    "barred": _("You were sent away from this table."),
    "by-invitation": _("Only those who were asked can sit down at this table."),
    "not-asked": _("Nobody has asked you to this table."),
    "seated-already": _("You sit at this table: leave it instead."),
    "not-over": _("Only a game that is over can have a rematch."),
    "rematch-nobody": _(
        "Nobody is left to play a rematch with: the others are not on the site any more."
    ),
    "rematch-begun": _("The rematch of this game has begun without you."),
    "rematch-apart": _(
        "You cannot ask for a rematch: somebody who has played and you are kept apart."
    ),
    "rematch-blocked": _(
        "You cannot ask for a rematch: you have blocked %(name)s, who has played."
    ),
    "apart": _("You cannot join this table: somebody who sits there and you are kept apart."),
    "blocked-here": _("You cannot join this table: you have blocked %(name)s, who sits there."),
    "too-many-seats": _(
        "You sit at %(held)s tables. You may sit at %(allowed)s at once, as you made %(share)s"
        " percent of your latest turns in time: the more in time, the more tables."
    ),
    "too-many-seats-most": _("You sit at %(held)s tables: nobody may sit at more at once."),
    "too-many-seats-new": _(
        "You sit at %(held)s tables. Somebody new may sit at %(allowed)s at once; after %(turns)s"
        " turns in time it will be more."
    ),
    "too-many-seats-guest": _(
        "You sit at %(held)s tables. Guests may sit at %(allowed)s at once; with an account it can"
        " be more."
    ),
    "block-yourself": _("You cannot block yourself."),
    "block-nobody": _("There is nobody of this name to block."),
    "block-busy": _("Too much happens at your tables just now: try again in a moment."),
    "block-too-many": _(
        "You have blocked as many people as one can: %(most)s. Let somebody be first."
    ),
    "without-clock": _("This table has no clock: its host plays against bots alone."),
    "pace-turn": _("The time for a turn is from 5 minutes to 14 days."),
    "pace-bank": _("The time bank is at most 14 days."),
    "time-given": _("Time is given from one second to sixty days."),
    "no-clock": _("No clock runs in this game now."),
    "too-late-to-call-off": _(
        "Everyone has had a first turn: the game can only be ended when all agree."
    ),
    "proposed-lately": _("You have proposed that in this turn already."),
    "proposed-already": _(
        "%(name)s has proposed to end the game already: agree to that or refuse. Your page was an"
        " old one, so nothing was done."
    ),
    "no-proposal": _("Nobody proposes to end the game now."),
    # Moderators
    "decision-on-you": _("This is about yourself: somebody else of the staff sees to it."),
    "decision-own-report": _("You reported this yourself: somebody else of the staff decides it."),
    "decision-own-table": _("You sit at the table that this is about: somebody else decides it."),
    "decision-own-act": _("You imposed or lifted this yourself: somebody else answers."),
    "decision-own-case": _("You were part of what led to this: somebody else answers."),
    "decision-concerned": _(
        "A report on this person is yours, or from a table where you sit: somebody else decides."
    ),
    "decision-opponent": _("You play in a game with this person: somebody else decides."),
    "decision-staff": _("This person is of the staff: only superusers decide about them."),
    "decision-superuser": _("Nothing can be imposed on superusers here."),
    "decision-made": _("Decided already: %(decision)s, by %(name)s. Nothing more was done."),
    "decision-taken": _("%(name)s has taken this. Take it over first if you have to."),
    "decision-unread": _("Nothing was done: more was added since this was shown. Read it again."),
    "decision-not-yours": _("You have not taken this."),
    "decision-gone": _("The person has left the site: nothing can be imposed on them."),
    "decision-appeal": _("This is an appeal: lift the sanction or let it stand."),
    "decision-no-appeal": _("This is no appeal."),
    "decision-not-in-force": _("This sanction is not in force any more: nothing is left to lift."),
    "name-none-free": _("No neutral name was free just now. Try again."),
    "decision-kind": _("There is no such decision."),
    "decision-reason": _("Give a reason: the person is told it."),
    "decision-games": _("Choose what their running games do."),
    "decision-end-missing": _("Choose for how long, or until which day."),
    "decision-end-past": _("The end must be still to come."),
    "decision-end-far": _("That is more than a year: ban the person if it has to be so long."),
    "decision-note": _("Write something to be noted."),
    "not-running": _("This game is not running."),
    # What staff do
    "own-table": _("You sit at this table yourself: let somebody else of the staff see to it."),
    "ended-already": _("This game has ended already."),
    "no-result": _("This game has no result that could be taken back."),
    "not-stuck": _("This game is not stuck: nothing is due in it now."),
    "seat-free": _("Nobody sits there."),
    "bot-seat": _("A bot sits there. Bots are not removed."),
    "out-already": _("This player is out of the game already."),
    "game-broken": _(
        "The rows of this game do not fit together, so nothing was done. The log of the service"
        " says what is wrong; the game can be called off."
    ),
    "seat-out": _("You are out of this game."),
    # Whoever is shut out, and what they answer
    "suspended": _("You are suspended: you cannot take a seat now."),
    "appeal-needs-text": _("Write what you have to say."),
    "appeal-text-long": _("Use at most %(most)s characters."),
    "appeal-none": _("There is nothing that you could answer any more."),
    "appeal-again": _("You can answer once more from %(again)s on."),
    "appeal-last": _("You have answered twice, and the decision stands."),
    # Leaving the site
    "export-lately": _(
        "You have asked for a copy in the last hour: you can ask for another one after that."
    ),
    "leaving-busy": _("Something else happens with your account just now. Try again in a moment."),
    "account-closed": _("This account is deleted."),
    "leaving-suspended": _("You cannot delete your account while you are suspended or banned."),
    "last-superuser": _(
        "You are the only one who can do everything in the admin. Make somebody else superuser"
        " first, then you can go."
    ),
    # Orders in mails
    "turn-ended": _("Your turn was over by then."),
    "nothing-to-pass": _("nothing more could be claimed; your turn has ended by itself."),
    "draw-first": _("No card is drawn yet: draw first, then keep it or reveal a card of your own."),
    "other-card": _(
        "This card is of another kind than %(kind)s. Look at it again, or name no card at all."
    ),
    "not-centre": _("Cards are swapped on b2, c2, b3 and c3 alone, not on %(square)s."),
    "arranged-already": _("The game has begun: the centre cards stay as they were arranged."),
    "resign-again": _(
        "Nobody who resigns can come back. If you are sure, answer with the one word resign and"
        " nothing else; any other answer leaves you in the game."
    ),
    "resign-at-table": _(
        "You can resign at any time at the table; by mail only while it is your turn."
    ),
    "stale": _(
        "The table has changed since your page was made, so nothing was done."
        " This is how it stands now."
    ),
    # Orders in a mail
    "order-unknown": _("There is no such order."),
    "order-doubt": _("It is not clear whether you want this: write the order alone."),
    "order-alone": _("This order stands alone: “%(order)s”."),
    "order-square": _("“%(square)s” is no square: they go from a1, top left, to d4."),
    "order-where": _("Say which square, as in “%(order)s”."),
    "order-one-square": _("Name one square alone, as in “%(order)s”."),
    "order-kind": _("There is no card called “%(name)s”."),
    "order-which": _("Say which Legend, as in “%(order)s”."),
    "order-legend": _("There is no Legend of this name; the answer to help lists them all."),
    "order-ambiguous": _("This could be each of these Legends: %(legends)s."),
    "order-swap": _("Name two of the squares b2, c2, b3 and c3, as in “%(order)s”."),
    "order-arrange": _(
        "Name the four cards that are to lie on b2, c2, b3 and c3, as in “%(order)s”."
    ),
    # Reports
    "report-about": _("Choose what you report."),
    "report-yourself": _("Nobody can report themselves."),
    "report-nobody": _("There is nobody of that name any more."),
    "report-needs-game": _("Choose the game in which it happened."),
    "report-other-table": _("Choose a game that you can see and in which they have a seat."),
    "report-needs-text": _("Tell in a sentence or two what happened."),
    "report-text-long": _("Use at most %(most)s characters."),
    "report-text-full": _(
        "You have reported this already. What you wrote then and now is more than %(most)s"
        " characters together: add less."
    ),
    "report-enough": _(
        "You have %(most)s open reports about %(name)s. Wait until a moderator has decided on one."
    ),
    "report-too-many": _(
        "You have made %(most)s reports within 24 hours. You can make another one from %(again)s"
        " on."
    ),
}


def kind_name(letter: str) -> str:
    """The name of a kind, given its letter."""
    return str(_KINDS[letter])


def legend_name(legend: str) -> str:
    """The name of a Legend, given its id."""
    return str(_LEGENDS[legend])


def legend_condition(legend: str) -> str:
    """What fulfils a Legend, given its id."""
    family, kinds = LEGENDS[legend].family, LEGENDS[legend].kinds
    return str(_CONDITIONS.get(legend) or _CONDITIONS[family]) % {
        "one": kind_name(kinds[0]),
        "other": kind_name(kinds[-1]),
    }


def ruleset_name(ruleset: str) -> str:
    """The name of a ruleset, given its id."""
    return str(_RULESETS[ruleset])


def category_name(category: str) -> str:
    """The name of a category of the score, or of their total."""
    return str(_CATEGORIES[category])


def left_word(why: str) -> str:
    """Why a seat is out, in a word or two."""
    return str(_LEFT[why])


def bot_name(name: str) -> str:
    """A bot's name so that nobody takes it for a person."""
    return gettext("%(name)s (bot)") % {"name": name}


def sentence(error: RulesError | PlayError) -> str:
    """Why the rules or the table refuse, as a sentence."""
    if error.code == "wrong-phase":
        return str(_NOT_IN_THIS_PHASE[error.params["phase"]])
    told = {name: _told(name, value) for name, value in error.params.items()}
    return str(_REFUSALS[error.code]) % told


def _told(name: str, value: object) -> str:
    """A parameter of a refusal in words; what a file brought along is cut short."""
    if isinstance(value, datetime):
        return moment(value)
    if name == "legends":
        return ", ".join(legend_name(legend) for legend in str(value).split())
    if name == "player" and isinstance(value, int):  # without a name
        return gettext("seat %(number)d") % {"number": value + 1}
    names = _NAMES.get(name, {})
    known = names.get(value) if isinstance(value, str) else None
    return shown(str(value), most=60) if known is None else str(known)
