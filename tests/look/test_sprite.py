"""The one sprite holds a picture for everything a page may show, and stays small."""

from __future__ import annotations

import gzip
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.conf import settings

from games.rules.cards import KINDS
from games.rules.legends import LEGEND_IDS

SPRITE = Path(settings.BASE_DIR) / "static" / "sprite.svg"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def drawing() -> ElementTree.Element:
    return ElementTree.fromstring(SPRITE.read_bytes())


def ids(drawing: ElementTree.Element) -> list[str]:
    return [part.attrib["id"] for part in drawing.iter() if "id" in part.attrib]


def test_every_kind_has_a_picture_and_an_emblem(drawing: ElementTree.Element) -> None:
    wanted = {f"kind-{kind}" for kind in KINDS} | {f"emblem-{kind}" for kind in KINDS}
    assert wanted <= set(ids(drawing))


def test_every_legend_has_a_picture(drawing: ElementTree.Element) -> None:
    assert {f"legend-{legend}" for legend in LEGEND_IDS} <= set(ids(drawing))


def test_all_face_down_cards_share_one_back(drawing: ElementTree.Element) -> None:
    backs = [name for name in ids(drawing) if name.endswith("-back")]
    assert sorted(backs) == ["card-back", "legend-back"]


def test_no_two_pictures_look_the_same(drawing: ElementTree.Element) -> None:
    shapes = ["".join(ElementTree.tostring(part, "unicode").split(">")[1:]) for part in drawing]
    assert len(set(shapes)) == len(shapes)


def test_pictures_are_made_of_parts_that_exist(drawing: ElementTree.Element) -> None:
    names = ids(drawing)
    assert len(set(names)) == len(names)
    used = {part.attrib["href"] for part in drawing.iter(f"{SVG}use")}
    assert used <= {f"#{name}" for name in names}


def test_nothing_in_it_that_the_content_policy_refuses(drawing: ElementTree.Element) -> None:
    assert not [part.tag for part in drawing.iter() if part.tag in {f"{SVG}style", f"{SVG}script"}]
    assert not [part for part in drawing.iter() if "style" in part.attrib]


def test_it_weighs_little_on_a_phone() -> None:
    assert len(gzip.compress(SPRITE.read_bytes())) < 9_000
