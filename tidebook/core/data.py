"""Plain data, as JSON and TOML hold it: texts, numbers, switches, nothing, lists and tables."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

DEEPEST = 24  # tables inside tables; what is deeper comes from nobody who means well


def canonical(data: object) -> str:
    """Write plain data as JSON in one certain way: equal data, equal bytes."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def plain(value: object) -> Any:
    """Copy data, turning tuples and mappings into what JSON knows."""
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, Mapping):
        if any(not isinstance(key, str | int) for key in value):
            raise TypeError(value)
        return {str(key): plain(item) for key, item in value.items()}
    return value


def too_deep(value: object, most: int = DEEPEST) -> bool:
    """Whether lists and tables are nested deeper than any game needs; such data is not worked on."""
    level = [value]
    for _depth in range(most):
        level = [
            item
            for holder in level
            if isinstance(holder, list | tuple | Mapping)
            for item in (holder.values() if isinstance(holder, Mapping) else holder)
        ]
        if not level:
            return False
    return True


def shown(value: object, most: int = 60) -> str:
    """Show a value as it is written in a variant file, shortened, whatever it is."""
    try:
        written = str(value).lower() if isinstance(value, bool) else "null" if value is None else str(value)
    except (ValueError, RecursionError):  # Python refuses numbers of thousands of digits, and lists too deep
        return "…"
    return written if len(written) <= most else written[: most - 1] + "…"


def holder(data: Any, path: str) -> tuple[Any, Any]:
    """Give the list or table that holds what lies at a path such as "hands.0.2", and the key in it.

    A path that leads nowhere is a LookupError, ValueError or TypeError.
    """
    *keys, last = path.split(".")
    for key in keys:
        data = data[int(key)] if isinstance(data, list) else data[key]
    found = int(last) if isinstance(data, list) else last
    data[found]
    return data, found
