"""`manage.py` at another moment: python -m tests.weeks.at_moment MOMENT COMMAND …"""

from __future__ import annotations

import sys
from datetime import datetime

import time_machine
from django.core.management import execute_from_command_line

if __name__ == "__main__":
    with time_machine.travel(datetime.fromisoformat(sys.argv[1]), tick=False):
        execute_from_command_line(["manage.py", *sys.argv[2:]])
