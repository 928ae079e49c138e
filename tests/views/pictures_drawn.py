"""Counts what is drawn, by the real renderer."""

from __future__ import annotations

import pytest

from games.views.pictures import png


class Drawn:
    """The SVG of each picture that was drawn."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.svgs: list[str] = []
        real = png.renderer()
        assert real is not None

        def draw(svg: str, every_font: bool) -> bytes:
            self.svgs.append(svg)
            return real(svg, every_font)

        monkeypatch.setattr(png, "renderer", lambda: draw)
