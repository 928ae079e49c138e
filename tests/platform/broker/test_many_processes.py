from __future__ import annotations

from collections import Counter
from contextlib import ExitStack
from pathlib import Path

from drako_site.embedded_broker.folder import MessageFolder
from tests.processes import eventually, python, started

PUBLISHERS, MESSAGES = 4, 250

PUBLISH = """
import sys
from pathlib import Path
from drako_site.embedded_broker.folder import MessageFolder
folder = MessageFolder(Path(sys.argv[1]))
for number in range(int(sys.argv[3])):
    folder.put("turns", f"{sys.argv[2]}-{number}")
"""

CONSUME = """
import sys
from pathlib import Path
from drako_site.embedded_broker.folder import MessageFolder
folder = MessageFolder(Path(sys.argv[1]))
with open(sys.argv[2], "a", buffering=1) as notes:
    while True:
        taken = folder.take("turns")
        if taken:
            notes.write(taken[1] + "\\n")
            folder.done(taken[0])
"""


def test_many_publishers_and_consumers_lose_and_double_nothing(tmp_path: Path) -> None:
    broker, notes = tmp_path / "broker", [tmp_path / "notes0", tmp_path / "notes1"]

    def consumed() -> list[str]:
        return [
            line for path in notes if path.exists() for line in path.read_text().split("\n")[:-1]
        ]

    with ExitStack() as stack:
        for path in notes:
            command = python("-c", CONSUME, str(broker), str(path))
            stack.enter_context(started(command, log=tmp_path / "consumer.log", env={}))
        publishers = [
            stack.enter_context(
                started(
                    python("-c", PUBLISH, str(broker), str(number), str(MESSAGES)),
                    log=tmp_path / "publisher.log",
                    env={},
                )
            )
            for number in range(PUBLISHERS)
        ]
        assert [publisher.ends() for publisher in publishers] == [0] * PUBLISHERS
        eventually(lambda: len(consumed()) >= PUBLISHERS * MESSAGES, what="all are consumed")
    assert (tmp_path / "consumer.log").read_text() == ""
    expected = {f"{sender}-{number}" for sender in range(PUBLISHERS) for number in range(MESSAGES)}
    assert Counter(consumed()) == Counter(expected)
    assert MessageFolder(broker).size("turns") == 0
