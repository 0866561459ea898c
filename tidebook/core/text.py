"""Sentences that can be said in any language.

What a person reads is written in English where it belongs and marked with `_` or `ngettext`. The mark keeps the
sentence and the values for its named places apart, so that it can be put into words later, in the language of
whoever reads it. There is no current language anywhere: it is passed in.

    >>> from tidebook.core.text import _
    >>> sentence = _("{who} draws {count} cards.", who="Ann", count=2)
    >>> str(sentence)
    'Ann draws 2 cards.'
"""

from __future__ import annotations

import gettext as _gettext
from pathlib import Path
from typing import TYPE_CHECKING

from tidebook.core.errors import TidebookError

if TYPE_CHECKING:
    from collections.abc import Iterable

LOCALE = Path(__file__).parent.parent / "locale"
DOMAIN = "tidebook"


class Text:
    """A sentence with named places, put into words by `say`."""

    __slots__ = ("message", "number", "plural", "values")

    def __init__(
        self, message: str, values: dict[str, object] | None = None, plural: str = "", number: int = 0
    ) -> None:
        self.message = message
        self.plural = plural
        self.number = number
        self.values = values or {}

    def say(self, language: Language | None = None) -> str:
        """Put the sentence into words, in English unless a language is given."""
        if not self.message:
            return ""  # a catalogue keeps its header under the empty message
        tongue = language or ENGLISH
        if self.plural:
            template = tongue.catalogue.ngettext(self.message, self.plural, self.number)
        else:
            template = tongue.catalogue.gettext(self.message)
        if not self.values:
            return template
        return template.format_map({name: _said(value, tongue) for name, value in self.values.items()})

    def __str__(self) -> str:
        return self.say()

    def __repr__(self) -> str:
        return f"Text({self.say()!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Text):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.message, self.plural, self.number, frozenset(self.values)))

    def _key(self) -> tuple[object, ...]:
        return self.message, self.plural, self.number, self.values


class Several:
    """Things named one after the other: "17, 4 and 9"."""

    __slots__ = ("items",)

    def __init__(self, items: Iterable[object]) -> None:
        self.items = tuple(items)

    def say(self, language: Language | None = None) -> str:
        """Put the list into words."""
        tongue = language or ENGLISH
        said = [_said(item, tongue) for item in self.items]
        if not said:
            return _("nothing").say(tongue)
        whole = said[0]
        for item in said[1:-1]:
            whole = _("{first}, {next}", first=whole, next=item).say(tongue)
        return _("{first} and {last}", first=whole, last=said[-1]).say(tongue) if len(said) > 1 else whole

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Several) and self.items == other.items

    def __hash__(self) -> int:
        return hash(self.items)


class Language:
    """A person's language: where the words come from. Extra folders hold the catalogues of other people's games."""

    __slots__ = ("catalogue", "code")

    def __init__(self, code: str = "en", folders: Iterable[Path] = ()) -> None:
        folders = tuple(folders)
        tongue, _dash, region = code.replace("-", "_").partition("_")
        self.code = f"{tongue.lower()}_{region.upper()}" if region else tongue.lower()
        self.catalogue = _gettext.NullTranslations()
        if tongue.lower() == "en":
            return
        found = [
            _gettext.translation(DOMAIN, folder, [self.code])
            for folder in (*folders, LOCALE)
            if _gettext.find(DOMAIN, folder, [self.code])
        ]
        if not found:
            raise TidebookError(
                _(
                    "There is no catalogue for the language {code}; there are {known}.",
                    code=code[:20],
                    known=Several(languages(folders)),
                )
            )
        self.catalogue = found[0]
        for more in found[1:]:
            self.catalogue.add_fallback(more)

    def __repr__(self) -> str:
        return f"Language({self.code!r})"


def languages(folders: Iterable[Path] = ()) -> list[str]:
    """Codes of the languages that can be asked for."""
    places = [path for folder in (*folders, LOCALE) for path in folder.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")]
    return sorted({"en", *(path.parent.parent.name for path in places)})


def _(message: str, **values: object) -> Text:
    """Mark a sentence for translation, with the values for its named places."""
    return Text(message, values)


def ngettext(one: str, many: str, number: int, **values: object) -> Text:
    """Mark a sentence that depends on a number; the number is also its place {n}."""
    return Text(one, {"n": number, **values}, many, number)


def _said(value: object, language: Language) -> str:
    """Put one value into words: a sentence inside a sentence follows the same language."""
    if isinstance(value, Text | Several):
        return value.say(language)
    return str(value)


Name = str | Text  # a person's name, or what somebody without one is called
ENGLISH = Language()
