"""Rulings decided anew, for tests of the games that were begun before."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.rules.rulings import REVISIONS, Rulings


def rule_anew(monkeypatch: pytest.MonkeyPatch) -> Rulings:
    """Add a revision in which all is worth something else and there are more cards; return it."""
    before = REVISIONS[max(REVISIONS)]
    legends = sorted(before.harmony, reverse=True)
    rulings = replace(
        before,
        revision=before.revision + 1,
        rulesets={
            name: row._replace(
                tamed=(17, 18, 19), wild=(-11, -12, -13), surplus=-20, feud=not row.feud
            )
            for name, row in before.rulesets.items()
        },
        copies={players: copies + 1 for players, copies in before.copies.items()},
        harmony={legend: 40 + number for number, legend in enumerate(legends)},
    )
    monkeypatch.setitem(REVISIONS, rulings.revision, rulings)
    return rulings
