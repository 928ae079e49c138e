"""The lines over a Kingdom add up to its points."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games.rules.kingdom import Kingdom
from games.rules.rulings import latest
from games.rules.scoring import score
from games.rules.visibility import FACE_DOWN
from games.views.links import links

RULEBOOK, FEUD = latest().rulesets["rulebook"], latest().rulesets["arena-feud"]

cells = st.lists(st.sampled_from("PFMSHEDGOR" + FACE_DOWN), min_size=16, max_size=16).map(tuple)


@given(cells, st.sampled_from(sorted(latest().rulesets)))
def test_the_numbers_are_the_points_of_tribes_and_conflicts(
    cells: tuple[str, ...], ruleset: str
) -> None:
    scores = score(
        Kingdom(["p" if cell == FACE_DOWN else cell for cell in cells]), latest(), ruleset
    )
    points = sum(link.points or 0 for link in links(cells, latest().rulesets[ruleset]))
    assert points == scores.total - scores.dragons


@given(cells)
def test_no_line_touches_a_face_down_card(cells: tuple[str, ...]) -> None:
    for link in links(cells, RULEBOOK):
        assert FACE_DOWN not in (cells[link.a], cells[link.b])


def kingdom(*rows: str) -> tuple[str, ...]:
    return tuple("".join(rows))


def test_a_line_through_a_portal_is_marked() -> None:
    through = links(kingdom("EOF?", "????", "????", "????"), RULEBOOK)
    assert [(link.look, link.text) for link in through] == [
        ("portal", ""),
        ("portal", ""),
        ("gain via", "+2"),
    ]


def test_a_loss_has_a_true_minus() -> None:
    (link,) = links(kingdom("ES??", "????", "????", "????"), RULEBOOK)
    assert (link.look, link.text, link.ends, link.middle) == ("loss", "−1", (5, 5, 15, 5), (10, 5))


def test_a_tamed_dragon_is_joined_to_its_tamers() -> None:
    tamed = links(kingdom("HRH?", "????", "????", "????"), RULEBOOK)
    assert [(link.look, link.text) for link in tamed] == [("gain", ""), ("gain", "")]
    assert links(kingdom("HRE?", "????", "????", "????"), RULEBOOK) == ()


def test_goblins_side_by_side_feud_in_one_ruleset() -> None:
    goblins = kingdom("GG??", "????", "????", "????")
    assert links(goblins, RULEBOOK) == ()
    assert [link.points for link in links(goblins, FEUD)] == [-2]
