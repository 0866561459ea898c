"""What a drawing is made of: its elements, its parts, and whatever in it would run or reach outside."""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from tidebook.core.errors import TidebookError
from tidebook.core.text import _

if TYPE_CHECKING:
    from tidebook.core.text import Text

SPACE = "{http://www.w3.org/2000/svg}"
RUNNING = ("script", "foreignobject", "handler", "listener")  # elements that can hold a program
POINTING = ("href", "src", "base")  # attributes that name another place
SPOKEN = ("aria-", "data-")  # attributes that nobody takes for a style
# A style fetches something by these; a backslash can hide any of them.
_FETCHING = re.compile(r"""url\(\s*["']?\s*[^#"'\s]|@import|image-set\(|\\""", re.IGNORECASE)
_OWN = re.compile(r"""url\(\s*["']?\s*#([^"')\s]+)""")


class BrokenDrawingError(TidebookError):
    """A drawing that is not well-formed."""


def parsed(svg: str, *, whole: bool = False) -> ET.Element:
    """Read a whole picture, or the elements of a drawing, which get a frame around them."""
    # Where XML sees a comment, CDATA or a declaration, a page may see elements: a drawing needs none of them.
    if "<!" in svg or "<?" in svg:
        raise BrokenDrawingError(_("it has <! or <? in it, not only elements and text"))
    try:
        root = ET.fromstring(svg if whole else f'<svg xmlns="{SPACE[1:-1]}">{svg}</svg>')  # noqa: S314 no doctype: see above
    except (ET.ParseError, UnicodeError) as error:
        raise BrokenDrawingError(str(error)) from error
    if root.tag != f"{SPACE}svg":
        raise BrokenDrawingError(_("it is no svg element of {space}", space=SPACE[1:-1]))
    return root


def parts(root: ET.Element) -> list[str]:
    """List the parts that can be pointed at."""
    return [element.attrib["data-part"] for element in root.iter() if "data-part" in element.attrib]


def shape(root: ET.Element) -> Counter[str]:
    """Count the elements and attributes by their names."""
    return Counter(
        chain((element.tag for element in root.iter()), (name for element in root.iter() for name in element.attrib))
    )


def local(name: str) -> str:
    """Give the name of an element or attribute without its namespace, as a page reads it."""
    return name.rpartition("}")[2].lower()


def words(root: ET.Element) -> str:
    """Give all texts and attributes, as they are read."""
    return "\n".join(chain(root.itertext(), (value for element in root.iter() for value in element.attrib.values())))


def outside(root: ET.Element) -> Text | None:
    """Name the first thing in a drawing that runs a program or reaches outside; None if nothing does."""
    styles = []
    for element in root.iter():
        name = local(element.tag)
        if name in RUNNING or not element.tag.startswith(SPACE):
            return _("the element {name}", name=name)
        if name == "style":
            styles.append("".join(element.itertext()))
        for key, value in element.attrib.items():
            short = local(key)
            changed = local(value).rpartition(":")[2] if short == "attributename" else short  # of an animation
            if changed.startswith("on") or (changed != short and changed in POINTING):
                return _("the attribute {name}", name=changed)
            if short in POINTING and not value.startswith("#"):
                return _("{name} to {value}", name=short, value=ascii(value[:60]))
            if not short.startswith(SPOKEN):
                styles.append(value)
    found = _FETCHING.search("\n".join(styles))
    return _("a style with {value}", value=ascii(found[0])) if found else None


def missing(root: ET.Element) -> str | None:
    """Name the first thing that a picture refers to and does not have, or has twice; None if there is none."""
    known = Counter(element.attrib["id"] for element in root.iter() if "id" in element.attrib)
    values = [(local(key), value) for element in root.iter() for key, value in element.attrib.items() if "#" in value]
    wanted = {value[1:] for key, value in values if key == "href"}
    wanted.update(name for _key, value in values for name in _OWN.findall(value))
    return next((f"#{name}" for name in sorted(wanted | set(known)) if known[name] != 1), None)
