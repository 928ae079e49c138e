"""What every page owes to its readers: room, large targets, and what axe-core looks for."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

HEIGHT = 800
WIDTHS = (320, 390, 1280)  # a small phone, a phone, a desktop
TARGET = 44  # pixels, at the table

# In the page, by a function: the policy on scripts stays as it is.
RUN_AXE = """async runOnly => {
  const found = await axe.run(document, {runOnly, resultTypes: ["violations"]});
  return found.violations;
}"""
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}

BEYOND_THE_EDGE = """() => {
  const page = document.scrollingElement;
  if (page.scrollWidth <= page.clientWidth) return [];
  return Array.from(document.querySelectorAll("body *"))
    .filter(element => element.getBoundingClientRect().right > page.clientWidth + 1)
    .map(element => element.outerHTML.slice(0, 120));
}"""

SMALL_TARGETS = """least => Array.from(
    document.querySelectorAll(
      ":is(#table, #position, .playing) :is(button, a.button, summary, select), "
      + ".lines a, .tools label"
    )
  )
  .filter(element => element.checkVisibility())
  .map(element => [element.getBoundingClientRect(), element])
  .filter(([box]) => Math.min(box.width, box.height) < least - 0.5)
  .map(([box, element]) => `${box.width}×${box.height} ${element.outerHTML.slice(0, 120)}`)
"""


def layout_faults(page: Page) -> list[str]:
    """Return what sticks out sideways, and what at a table is too small to hit, by width."""
    page.wait_for_load_state()  # a link that was followed may have brought no style yet
    faults = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": HEIGHT})
        wide = page.evaluate(BEYOND_THE_EDGE)
        small = page.evaluate(SMALL_TARGETS, TARGET)
        faults += [f"{width}: too wide: {element}" for element in wide]
        faults += [f"{width}: too small: {element}" for element in small]
    return faults


def axe_faults(page: Page) -> list[str]:
    """Return the violations of WCAG 2.2 A and AA that axe-core finds; in the dark, of colours."""
    page.evaluate(AXE_SCRIPT)
    page.emulate_media(color_scheme="light")
    in_the_light = page.evaluate(RUN_AXE, WCAG)
    page.emulate_media(color_scheme="dark")
    in_the_dark = page.evaluate(RUN_AXE, COLOURS)
    return [
        *(f"light: {_told(violation)}" for violation in in_the_light),
        *(f"dark: {_told(violation)}" for violation in in_the_dark),
    ]


def _told(violation: dict[str, Any]) -> str:
    places = [f"{node['target']} {node['failureSummary']}" for node in violation["nodes"]]
    return "\n".join([violation["id"], *places])
