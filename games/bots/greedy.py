"""A bot that takes what looks best now."""

from __future__ import annotations

from random import Random

from games.rules.moves import Move
from games.rules.visibility import View

from .arranging import arrange
from .decisions import nothing_to_decide
from .plans import Plan, Plans


def choose(view: View, random: Random) -> Move:
    """Weigh score, claims, the cards still unseen, the Discard handed on and the end of the game.

    Lots are drawn only between squares that look alike. Raises ValueError when there is nothing to
    decide.
    """
    legal = view.legal
    if view.seat is None or not (legal.arrange or legal.draw or legal.reveal or legal.may_pass):
        raise nothing_to_decide(view)
    if legal.arrange:
        return arrange(view, view.seat)
    plans = Plans(view, view.seat)
    if legal.draw:
        return _action(plans, view, random)
    if legal.reveal:
        return _placing(plans, view, random)
    claim = plans.claim_with(plans.kingdom).legend
    return Move("claim", detail=claim) if claim else Move("pass")


def _action(plans: Plans, view: View, random: Random) -> Move:
    placed = plans.placements(view.discard_top, _mixed(view.legal.take, random))
    if not placed or plans.draw() >= placed[0].value:
        return Move("draw")
    return _claim_or("take", plans.best_of(placed))


def _placing(plans: Plans, view: View, random: Random) -> Move:
    reveal = plans.best_reveal(view.drawn, plans.reveals(_mixed(view.legal.reveal, random)))
    placed = plans.placements(view.drawn, _mixed(view.legal.keep, random))
    if not placed or reveal.value > placed[0].value:
        return _claim_or("reveal", reveal)
    return _claim_or("keep", plans.best_of(placed))


def _claim_or(act: str, plan: Plan) -> Move:
    """Make the claim that the action would spoil, or else act: the rest can be claimed after it."""
    if plan.claim_first:
        return Move("claim", detail=plan.claim_first)
    return Move(act, plan.square)


def _mixed(squares: tuple[int, ...], random: Random) -> list[int]:
    return random.sample(squares, len(squares))
