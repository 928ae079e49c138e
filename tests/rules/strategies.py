"""What Hypothesis draws from."""

from __future__ import annotations

from hypothesis import strategies as st

from games.rules.cards import KINDS
from games.rules.rulings import latest

letters = st.sampled_from(KINDS + KINDS.lower())
portals_among_few_kinds = st.sampled_from("OOOGHEDFMPSR")
sixteen = st.one_of(
    st.text(letters, min_size=16, max_size=16),
    st.text(portals_among_few_kinds, min_size=16, max_size=16),
)
rulesets = st.sampled_from([*latest().rulesets])
seeds = st.integers(0, 2**32)
"""For `random.Random`, where a whole game is drawn at once."""
