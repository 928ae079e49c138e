"""Whether an answer to a mail is threaded, and says what came of it and what is so now."""

from __future__ import annotations

import re
from datetime import datetime

from django.db import transaction

from accounts.models import Notice
from games.mail.board_text import kingdom_text
from games.models import Game, ReceivedMail
from games.play.due import people_due
from games.play.storage import Table, read
from games.rules.cards import SQUARES
from games.rules.visibility import Legal, view_for
from games.words import kind_name
from tests.exchange import exchange_hidden
from tests.fixtures.mail_server import Taken
from tests.mail.telling import html_of
from tests.mail.telling import mail as made_again

_KINGDOM = re.compile(r"^ +a +b +c +d\n(?: +[1-4].*\n?){4}", re.MULTILINE)


def check_answer(taken: Taken, notice: Notice) -> ReceivedMail:
    """Assert that the answer that a notice posted is as it should be; return what it answers."""
    received = ReceivedMail.objects.get(pk=notice.payload["received"])
    head, text = taken.message, _plain(taken)
    assert received.user_id == notice.user_id
    if received.why == ReceivedMail.Why.STRANGER:  # whose Message-ID stands in no head of ours
        assert received.message_id == received.subject == ""
        assert str(head["Subject"]).startswith("Re: ")
    else:
        assert str(head["Subject"]) == received.subject != ""  # their program has marked it
        assert head["In-Reply-To"] == received.message_id
        assert str(head["References"]).split()[-1] == received.message_id
    assert head["Auto-Submitted"] == "auto-replied"
    assert str(head["Reply-To"]).startswith("play+r-")
    for order in received.orders:
        assert " ".join(order["text"].split()) in " ".join(text.split())
    table = read(Game.objects.get(pk=notice.payload["game"]))
    number = notice.payload["seat"]
    view = view_for(table.state, number)
    if number in people_due(table.state):
        assert not view.drawn or kind_name(view.drawn) in text
        assert _offered(text) == _legal(view.legal)
    return received


def check_nothing_hidden(taken: Taken, notices: list[Notice], now: datetime) -> None:
    """Assert that a mail shows Kingdoms as its reader sees them, and depends on nothing hidden."""
    if "game" not in notices[0].payload:
        return
    table = read(Game.objects.get(pk=notices[0].payload["game"]))
    number = notices[0].payload["seat"]
    shown = _KINGDOM.findall(_plain(taken))
    assert shown == [] or sorted(map(str.rstrip, shown)) == _kingdoms(table, number)
    if not table.game.is_running:
        return
    with transaction.atomic():
        exchange_hidden(Game.objects.get(pk=table.game.pk), number)
        again = made_again(*notices, now=now)
        transaction.set_rollback(True)
    html = taken.message.get_body(("html",))
    assert html is not None
    assert str(again.body).split() == _plain(taken).split()
    assert html_of(again).split() == str(html.get_content()).split()


def _offered(text: str) -> set[str]:
    """Return the orders that a mail says can be given now; of arranging, that one can get ready."""
    flat = " ".join(text.split()).partition("above the quoted text counts: ")[2]
    flat = flat.partition("- To be told all that can be written")[0].rstrip()
    offered = set(re.findall("“(draw|pass|ready)”", flat))
    offered |= {f"claim {each}" for each in re.findall(r"“claim ([a-z-]+)” \(", flat)}
    for verb, first, others in re.findall(
        r"“(take|keep|reveal) ([a-d][1-4])”(?: \(or ([^)]*)\))?", flat
    ):
        offered |= {f"{verb} {square}" for square in [first, *others.split(", ")] if square}
    return offered


def _legal(legal: Legal) -> set[str]:
    on_squares = {"take": legal.take, "keep": legal.keep, "reveal": legal.reveal}
    orders = {
        f"{verb} {SQUARES[square]}" for verb, squares in on_squares.items() for square in squares
    }
    orders |= {f"claim {legend}" for legend in legal.claims}
    alone = {"draw": legal.draw, "pass": legal.may_pass, "ready": legal.arrange}
    return orders | {order for order, can in alone.items() if can}


def _kingdoms(table: Table, number: int) -> list[str]:
    view = view_for(table.state, number)
    return sorted(kingdom_text(kingdom.cells).rstrip() for kingdom in view.kingdoms)


def _plain(taken: Taken) -> str:
    body = taken.message.get_body(("plain",))
    assert body is not None
    return str(body.get_content())
