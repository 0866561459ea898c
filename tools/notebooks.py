"""Runs notebooks from top to bottom and stores what they show.

    .venv/bin/python tools/notebooks.py [NOTEBOOK ...]

Without names, all of notebooks/. What differs from machine to machine (versions, times) is not stored.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import nbformat
from nbclient import NotebookClient

if TYPE_CHECKING:
    from collections.abc import Sequence

TOP = Path(__file__).resolve().parent.parent
PATIENCE = 600  # seconds for one cell
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}


def run(path: Path) -> None:
    """Run one notebook and write it back, tidy."""
    notebook: Any = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    NotebookClient(
        notebook, timeout=PATIENCE, kernel_name="python3", resources={"metadata": {"path": str(path.parent)}}
    ).execute()
    notebook.metadata = {"kernelspec": KERNEL, "language_info": {"name": "python"}}
    for number, cell in enumerate(notebook.cells, 1):
        cell.id = f"cell-{number}"
        cell.metadata = {"tags": cell.metadata.tags} if "tags" in cell.metadata else {}
    path.write_text(nbformat.writes(notebook) + "\n", encoding="utf-8")  # type: ignore[no-untyped-call]


def main(arguments: Sequence[str]) -> int:
    """Run the notebooks that are named, or all."""
    for path in [Path(name).resolve() for name in arguments] or sorted((TOP / "notebooks").rglob("*.ipynb")):
        print(path.relative_to(TOP))
        run(path)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
