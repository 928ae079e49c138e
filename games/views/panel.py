"""The turn panel: one sentence of what the reader can do now, and the buttons for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.state import ACTION, ARRANGING, OVER, PLACING
from games.rules.visibility import FACE_DOWN, View
from games.verdict import verdict
from games.words import kind_name, legend_name

from .choice import AT_ONCE, Choice


class Act(NamedTuple):
    """A button that makes a move."""

    act: str
    label: str
    look: str = ""
    detail: str = ""  # what it is made with: the Legend to claim


@dataclass(frozen=True, slots=True)
class Panel:
    """What the panel says and offers."""

    says: str
    effect: str = ""  # what the chosen act would come to, or what can be claimed
    acts: tuple[Act, ...] = ()
    cancel: bool = False  # something is chosen and can be let go
    grave: bool = False  # better let go than pressed by mistake


def panel_of(view: View, *, names: Sequence[str], choice: Choice, resigning: bool) -> Panel:
    """Return the panel for the reader of `view`; `resigning`: they are about to give up."""
    if view.phase == OVER:
        return Panel(verdict(view, names))
    if resigning and view.legal.leave:
        return _resigning()
    if view.phase == ARRANGING:
        return _arranging(view, names, choice)
    if view.seat is None or view.seat != view.active:
        return Panel(_others_turn(view, names))
    if view.phase == ACTION:
        return _action(view, choice)
    if view.phase == PLACING:
        return _placing(view, choice)
    return _claiming(view)


def waits_for_reader(view: View) -> bool:
    """Return whether the reader has something to decide now."""
    legal = view.legal
    return legal.arrange or legal.draw or legal.may_pass or bool(legal.keep)


def _resigning() -> Panel:
    return Panel(
        _("Resign? You are out at once and rank below all who stay. There is no return."),
        acts=(Act("leave", _("Resign this game"), "danger"),),
        cancel=True,
        grave=True,
    )


def _arranging(view: View, names: Sequence[str], choice: Choice) -> Panel:
    if not view.legal.arrange:
        waiting = [
            names[kingdom.seat]
            for kingdom in view.kingdoms
            if not kingdom.ready and not kingdom.left
        ]
        return Panel(_("Waiting until all are ready: %(names)s.") % {"names": ", ".join(waiting)})
    ready = Act("ready", _("Ready"), "primary")
    if choice.square >= 0:
        assert view.seat is not None
        kind = kind_name(view.kingdoms[view.seat].cells[choice.square])
        says = _("%(kind)s on %(square)s is chosen: choose the card it trades places with.")
        return Panel(says % {"kind": kind, "square": choice.name}, acts=(ready,), cancel=True)
    return Panel(
        _(
            "Lay out your four centre cards: choose one, then the one it trades places with."
            " Say ready when they lie well."
        ),
        acts=(ready,),
    )


def _others_turn(view: View, names: Sequence[str]) -> str:
    told = {"name": names[view.active]}
    if view.phase == ACTION:
        return _("%(name)s is to play.") % told
    if view.phase == PLACING:
        return _("%(name)s is to play and has drawn a card.") % told
    return _("%(name)s is to play and may claim a Legend.") % told


def _action(view: View, choice: Choice) -> Panel:
    card = {"kind": kind_name(view.discard_top), "square": choice.name}
    if choice.square >= 0:
        return Panel(
            _("%(kind)s from the Discard to %(square)s?") % card,
            effect=_what_comes_off(view, choice),
            acts=(Act("take", _("Place %(kind)s on %(square)s") % card, "primary"),),
            cancel=True,
        )
    if AT_ONCE in choice.forms.values():
        says = _("Your turn: draw a card, or press a square to place the Discard there: %(kind)s.")
    else:
        says = _("Your turn: draw a card, or choose a square for the Discard: %(kind)s.")
    return Panel(
        says % card, effect=_claims(view), acts=(Act("draw", _("Draw a card"), "primary"),)
    )


def _placing(view: View, choice: Choice) -> Panel:
    card = {"kind": kind_name(view.drawn), "square": choice.name}
    if choice.square < 0:
        says = _(
            "You drew %(kind)s. Choose the square to place it on; on a face-down card you may also"
            " discard it and turn that card over."
        )
        return Panel(says % card, effect=_claims(view))
    keep = Act("keep", _("Place %(kind)s on %(square)s") % card, "primary")
    if "reveal" not in choice.acts:
        return Panel(
            _("%(kind)s to %(square)s?") % card,
            effect=_what_comes_off(view, choice),
            acts=(keep,),
            cancel=True,
        )
    return Panel(
        _("%(kind)s to %(square)s, or to the Discard and turn over %(square)s?") % card,
        effect=_either(view),
        acts=(
            keep,
            Act("reveal", _("Discard %(kind)s, turn over %(square)s") % card),
        ),
        cancel=True,
    )


def _claiming(view: View) -> Panel:
    claims = [
        Act("claim", _("Claim %(name)s") % {"name": legend_name(legend)}, "primary", legend)
        for legend in view.legal.claims
    ]
    return Panel(
        _("You can claim a Legend of the River now, or pass."),
        acts=(*claims, Act("pass", _("Pass"), "quiet")),
    )


def _what_comes_off(view: View, choice: Choice) -> str:
    assert view.seat is not None
    cells = view.kingdoms[view.seat].cells
    there = cells[choice.square]
    if there != FACE_DOWN:
        return _("%(kind)s comes off and is the next Discard.") % {"kind": kind_name(there)}
    told = _("The face-down card comes off and is the next Discard, whatever it is.")
    return told + _last_one(cells)


def _either(view: View) -> str:
    assert view.seat is not None
    told = _(
        "Placed, it frees the face-down card, whatever that is, for the Discard; discarded, it is"
        " the next Discard itself."
    )
    return told + _last_one(view.kingdoms[view.seat].cells)


def _last_one(cells: Sequence[str]) -> str:
    return " " + _("It is your last one: the game ends.") if cells.count(FACE_DOWN) == 1 else ""


def _claims(view: View) -> str:
    claims = view.legal.claims
    if not claims:
        return ""
    told = ngettext("You can claim: {names}.", "You can claim one of: {names}.", len(claims))
    links = format_html_join(
        ", ", '<a href="#legend-{}">{}</a>', ((each, legend_name(each)) for each in claims)
    )
    return format_html(told, names=links)
