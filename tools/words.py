"""Collects every sentence that a person may read, for translators: from the code and from the scenes.

`make words` writes them to tidebook/locale/tidebook.pot.
"""

from __future__ import annotations

import io
import tomllib
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

TOP = Path(__file__).resolve().parent.parent
PACKAGE = TOP / "tidebook"
POT = PACKAGE / "locale" / "tidebook.pot"
KEYWORDS = {"_": None, "ngettext": (1, 2)}
PASSING = ('"POT-Creation-Date', '"PO-Revision-Date', '"Generated-By')
SCENE_TEXTS = ("title", "say", "ask")


def collect() -> Catalog:
    """Collect the sentences in a certain order: by file, then as they stand."""
    catalogue = Catalog(project="tidebook", header_comment="# The sentences of Tidebook, to be translated.")
    found = extract_from_dir(PACKAGE, [("**.py", "python")], keywords=KEYWORDS, comment_tags=["Translators:"])
    for name, _line, message, comments, _context in sorted(found, key=lambda entry: (entry[0], entry[1])):
        catalogue.add(message, locations=[(f"tidebook/{name}", 0)], auto_comments=comments)
    for path in sorted(PACKAGE.glob("games/*/scenes*.toml")):
        place = str(path.relative_to(TOP))
        for scene in tomllib.loads(path.read_text("utf-8")).get("scene", []):
            for entry in (scene, *scene["step"]):
                for text in (entry[key] for key in SCENE_TEXTS if key in entry):
                    catalogue.add(text, locations=[(place, 0)])
    return catalogue


def written(catalogue: Catalog) -> str:
    """Write a catalogue without the lines that change by the calendar: the same sentences, the same file."""
    file = io.BytesIO()
    write_po(file, catalogue, width=120, sort_output=False, include_lineno=False)
    lines = file.getvalue().decode().splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith(PASSING))


if __name__ == "__main__":
    POT.parent.mkdir(exist_ok=True)
    POT.write_text(written(collect()), "utf-8")
