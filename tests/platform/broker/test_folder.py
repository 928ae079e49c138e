from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from drako_site.embedded_broker.folder import MessageFolder


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "not" / "yet" / "there"


def taken(folder: MessageFolder, queue: str = "turns") -> list[str]:
    texts = []
    while (message := folder.take(queue)) is not None:
        texts.append(message[1])
    return texts


def claim(folder: MessageFolder, queue: str = "turns") -> str:
    message = folder.take(queue)
    assert message is not None
    return message[0]


def test_messages_come_in_the_order_of_arrival_whoever_sent_them(root: Path) -> None:
    senders = [MessageFolder(root), MessageFolder(root), MessageFolder(root)]
    for number in range(30):
        senders[number % 3].put("turns", str(number))
    assert taken(MessageFolder(root)) == [str(number) for number in range(30)]


def test_queues_are_apart(root: Path) -> None:
    folder = MessageFolder(root)
    folder.put("a.b/../c@d", "one")
    folder.put("turns", "two")
    assert folder.size("a.b/../c@d") == folder.size("turns") == 1
    assert taken(folder, "a.b/../c@d") == ["one"]
    assert {path.name for path in root.iterdir()} <= {"queues", "claims", "drafts"}


def test_a_message_is_given_to_one_consumer(root: Path) -> None:
    first, second = MessageFolder(root), MessageFolder(root)
    first.put("turns", "text")
    assert first.take("turns") is not None
    assert second.take("turns") is None


def test_a_message_seen_but_taken_by_another_is_passed_over(root: Path) -> None:
    first, second = MessageFolder(root), MessageFolder(root)
    for text in "abc":
        first.put("turns", text)
    assert claim(first)
    assert claim(second)
    assert taken(first) == ["c"]


def test_a_message_given_back_is_first_again(root: Path) -> None:
    folder, other = MessageFolder(root), MessageFolder(root)
    for text in "abc":
        folder.put("turns", text)
    folder.give_back(claim(folder))
    assert taken(other) == ["a", "b", "c"]


def test_an_acknowledged_message_is_gone(root: Path) -> None:
    folder = MessageFolder(root)
    folder.put("turns", "text")
    folder.done(claim(folder))
    folder.close()
    assert MessageFolder(root).recover() == 0
    assert [path for path in root.rglob("*") if path.is_file()] == []


def test_leaving_gives_back_what_was_not_acknowledged(root: Path) -> None:
    folder = MessageFolder(root)
    folder.put("turns", "text")
    assert claim(folder)
    folder.close()
    assert taken(MessageFolder(root)) == ["text"]


def test_what_a_living_consumer_holds_stays_with_it(root: Path) -> None:
    folder, other = MessageFolder(root), MessageFolder(root)
    folder.put("turns", "text")
    held = claim(folder)
    assert other.recover() == 0
    assert taken(other) == []
    folder.done(held)


def test_a_late_acknowledgement_after_leaving_harms_nobody(root: Path) -> None:
    folder, other = MessageFolder(root), MessageFolder(root)
    folder.put("turns", "text")
    held = claim(folder)
    folder.close()
    assert claim(other)
    folder.done(held)
    folder.give_back(held)
    other.close()
    assert taken(MessageFolder(root)) == ["text"]


def test_clearing_the_folder_under_a_living_consumer_does_not_stop_it(root: Path) -> None:
    folder = MessageFolder(root)
    folder.put("turns", "before")
    assert claim(folder)
    shutil.rmtree(root)
    assert folder.take("turns") is None
    folder.put("turns", "after")
    assert taken(folder) == ["after"]


def test_purging_throws_away_what_waits_and_nothing_else(root: Path) -> None:
    folder = MessageFolder(root)
    for text in "abc":
        folder.put("turns", text)
    folder.put("mail", "other")
    held = claim(folder)
    assert folder.purge("turns") == 2
    folder.give_back(held)
    assert taken(folder) == ["a"]
    assert taken(folder, "mail") == ["other"]


def test_an_exchange_knows_the_queues_bound_to_it(root: Path) -> None:
    folder, other = MessageFolder(root), MessageFolder(root)
    assert folder.bindings("all") == []
    for queue in ("a", "b", "a"):
        folder.bind("all", ("key", "", queue))
    other.unbind("all", ("key", "", "b"))
    assert other.bindings("all") == [("key", "", "a")]


def test_a_full_disk_leaves_no_half_message(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = MessageFolder(root)
    folder.put("turns", "before")

    def fail(path: Path, text: str) -> None:
        with path.open("w") as file:
            file.write(text[:1])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", fail)
    with pytest.raises(OSError, match="No space"):
        folder.put("turns", "text")
    monkeypatch.undo()
    assert list((root / "drafts").iterdir()) == []
    assert taken(folder) == ["before"]
