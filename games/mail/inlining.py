"""Styles into the elements they are for: many mail programs read them nowhere else."""

from __future__ import annotations

from css_inline import CSSInliner

_INLINER = CSSInliner(
    keep_at_rules=True,  # dark mode, for programs that know it
    resolve_css_variables=True,
    load_remote_stylesheets=False,
)


def inlined(html: str) -> str:
    """Return a page with its stylesheet in the elements' style attributes."""
    return _INLINER.inline(html)
