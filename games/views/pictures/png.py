"""SVG to PNG, one picture at a time in each process."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import lru_cache
from importlib.resources import files
from threading import Lock

logger = logging.getLogger(__name__)

WIDTH, HEIGHT = 1200, 630  # pixels, as those who show previews like them
FAMILY = "Noto Sans"
PATIENCE = 10.0  # seconds until somebody who waits for the pictures of others is told to come again
_FONT = ("fontpkg_noto_sans", "files", "NotoSans[wdth,wght].ttf")
_one_at_a_time = Lock()
Draw = Callable[[str, bool], bytes]


class BusyError(Exception):
    """So many pictures are asked for that this one has to wait."""


@lru_cache(maxsize=1)
def renderer() -> Draw | None:
    """Return what draws an SVG, with the system's fonts or without; None where nothing can."""
    try:
        from resvg_py import svg_to_bytes

        font = str(files(_FONT[0]).joinpath(*_FONT[1:]))
    except ImportError as error:
        logger.warning("Link previews show no pictures: %s", error)
        return None

    def draw(svg: str, every_font: bool) -> bytes:
        return svg_to_bytes(
            svg_string=svg,
            width=WIDTH,
            height=HEIGHT,
            font_files=[font],
            font_family=FAMILY,
            skip_system_fonts=not every_font,
        )

    return draw


def png_of(
    make_svg: Callable[[], str], *, every_font: bool, unless: Callable[[], bytes | None]
) -> bytes:
    """Return the picture of an SVG, which is made only when it is its turn.

    `every_font`: look for letters in the system's fonts, too, which takes a moment. `unless` is
    asked then whether somebody else has drawn the same meanwhile. Raises BusyError, and ValueError
    for what is no SVG.
    """
    draw = renderer()
    if draw is None:
        raise ValueError("nothing here draws pictures")
    if not _one_at_a_time.acquire(timeout=PATIENCE):
        raise BusyError
    try:
        return unless() or draw(make_svg(), every_font)
    finally:
        _one_at_a_time.release()
