"""Somebody at a table in a browser, who does what the page offers and knows what it says."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from games.models import Game
from tests.processes import eventually

A_WHILE = 10_000  # milliseconds of the page's clock after which it has asked what is new


class Player:
    """A person with a mouse; the page follows the game by itself."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.table = page.locator("#table")
        self.says = page.locator("#says")
        self.refusal = page.locator("#table .refusal")
        self.drawn = page.locator(".pile.drawn")
        self.draw_button = page.locator("#do-draw")
        self.ready_button = page.locator("#do-ready")
        self.face_down = page.locator("button.square[data-kind='?']")
        self.claims = page.locator("button[form='claim']")
        self.owned = page.locator(".kingdom.own .owned button")
        self.turns = 0
        self.claimed = 0
        self.prepare()

    def prepare(self) -> None:
        """Have the page's clock in hand, so that nobody waits for it to ask what is new."""
        self.page.clock.install()

    def press(self, button: Locator) -> None:
        """Use a button or link."""
        button.click()

    def look(self) -> None:
        """See what the others did."""
        self.page.clock.fast_forward(A_WHILE)

    def settled(self) -> None:
        """Notice what became of the page by one's own doing."""

    # What there is

    @property
    def code(self) -> str:
        """The code of the table's game, from the address."""
        return self.page.url.split("/g/")[1].split("/")[0]

    @property
    def is_over(self) -> bool:
        """Whether the page shows a game that has ended."""
        return "over" in self.looks

    @property
    def is_mine(self) -> bool:
        """Whether the page shows that it is this player's turn."""
        return "mine" in self.looks

    @property
    def looks(self) -> list[str]:
        """The classes of the table."""
        return (self.table.get_attribute("class") or "").split()

    def square(self, name: str) -> Locator:
        """A square of the own Kingdom."""
        return self.page.locator(f"#sq-{name}")

    def kind(self, name: str) -> str:
        """The name of the card on a square of the own Kingdom."""
        return (self.square(name).get_attribute("aria-label") or "").split(", ")[1]

    # What one does

    def swap(self, one: str, other: str) -> None:
        """Let two cards trade places before the game."""
        kinds = self.kind(one), self.kind(other)
        self.press(self.square(one))
        expect(self.square(one)).to_have_attribute("aria-pressed", "true")
        self.settled()
        self.press(self.square(other))
        expect(self.square(other)).to_have_attribute("aria-label", f"{other}, {kinds[0]}, face up")
        expect(self.square(one)).to_have_attribute("aria-label", f"{one}, {kinds[1]}, face up")
        self.settled()

    def say_ready(self) -> None:
        self.press(self.ready_button)
        expect(self.ready_button).to_be_hidden()
        self.settled()

    def draw(self) -> None:
        self.press(self.draw_button)
        expect(self.drawn).to_be_visible()
        self.settled()

    def reveal(self) -> None:
        """Put the drawn card down and turn over the first face-down card."""
        self.press(self.face_down.first)
        reveal = self.page.locator("#do-reveal")
        expect(reveal).to_be_visible()
        self.settled()
        self.press(reveal)
        expect(self.drawn).to_be_hidden()
        self.settled()

    def claim(self) -> None:
        """Claim the first Legend on offer."""
        self.press(self.claims.first)
        self.claimed += 1
        expect(self.owned).to_have_count(self.claimed)
        self.settled()

    def take(self) -> None:
        """Place the Discard on the first face-down card."""
        square = self.face_down.first
        covered = self.page.locator(f"#{square.get_attribute('id')}[data-kind='?']")
        at_once = square.get_attribute("form") == "at-once"
        self.press(square)
        if not at_once:
            take = self.page.locator("#do-take")
            expect(take).to_be_visible()
            self.settled()
            self.press(take)
        # Not the button to draw: it is back already when the bots are quick.
        expect(covered).to_have_count(0)
        expect(self.page.locator("#do-take")).to_be_hidden()
        self.settled()

    def take_turn(self) -> None:
        """Uncover one more card, in one way or the other; claim a Legend if one is on offer."""
        self.turns += 1
        if self.turns % 3 == 1:
            self.draw()
            self.reveal()
        else:
            self.take()
        if self.claims.count():
            self.claim()

    # What one waits for

    def wait_for_turn(self) -> None:
        """Look until it is this player's turn, or the game is over."""
        self.look()
        expect(self.page.locator("#table.mine, #table.over")).to_be_visible()

    def wait_for_bots(self) -> None:
        """Leave the bots the time they need, then look."""
        game = Game.objects.filter(code=self.code, bot_due=False)
        eventually(game.exists, what="the bots have played")
        self.wait_for_turn()

    def play_against_bots(self) -> None:
        """Take turns until the game is over."""
        self.wait_for_bots()
        while not self.is_over:
            self.take_turn()
            self.wait_for_bots()


class PlainPlayer(Player):
    """A person whose browser runs no scripts: they load the page again to see what is new."""

    def prepare(self) -> None:
        pass

    def look(self) -> None:
        self.page.reload()


# In the page: the key that leads from where the focus is towards an element.
WAY = """target => {
  const here = document.activeElement;
  if (here === target) return "";
  const after = here.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING;
  return after ? "Tab" : "Shift+Tab";
}"""
FAR = 100  # stops; nothing on a page is so far away


class KeyboardPlayer(Player):
    """A person who uses the keys Tab, Shift-Tab, Enter and Space, and must know where they are."""

    def prepare(self) -> None:
        super().prepare()
        self.presses = 0

    def press(self, button: Locator) -> None:
        """Go there and press Enter, on buttons every other time Space."""
        expect(button).to_be_visible()
        self.go_to(button)
        self.presses += 1
        by_space = self.presses % 2 and button.evaluate("element => element.matches('button')")
        self.page.keyboard.press("Space" if by_space else "Enter")

    def go_to(self, target: Locator) -> None:
        """Move the focus to an element."""
        for _stop in range(FAR):
            way = target.evaluate(WAY)
            if not way:
                return
            self.page.keyboard.press(way)
        raise AssertionError(f"the keys do not lead to {target}")

    def settled(self) -> None:
        """See the focus somewhere at the table, not lost."""
        expect(self.table.locator(":focus")).to_be_visible()
