"""The kinds of mail: each module here has one `KIND`."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from games.mail.kind import Kind

KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in sorted(
        (import_module(f"{__name__}.{module.name}").KIND for module in iter_modules(__path__)),
        key=lambda kind: kind.rank,
    )
}
