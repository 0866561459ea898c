from __future__ import annotations

import copy
import pickle
from typing import TYPE_CHECKING, Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from tidebook.core.errors import TidebookError
from tidebook.core.text import ENGLISH, LOCALE, Language, Several, Text, _, languages, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


def compiled(folder: Path, code: str, messages: dict[Any, Any], locale: str | None = None) -> None:
    """Compile a catalogue."""
    catalogue = Catalog(locale=locale)
    for message, said in messages.items():
        catalogue.add(message, said)
    place = folder / code / "LC_MESSAGES"
    place.mkdir(parents=True)
    with (place / "tidebook.mo").open("wb") as file:
        write_mo(file, catalogue)


# Sentences.


def test_sentence_fills_its_named_places() -> None:
    assert str(_("{who} draws {count} cards.", who="Ann", count=2)) == "Ann draws 2 cards."


def test_sentence_without_values_is_said_as_it_stands() -> None:
    assert str(_("Braces {like these} stay.")) == "Braces {like these} stay."


def test_values_are_never_read_as_places_themselves() -> None:
    assert str(_("{who} wins.", who="{who} {0} {")) == "{who} {0} { wins."


@pytest.mark.parametrize(("number", "said"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards"), (21, "21 cards")])
def test_english_plural_follows_the_number(number: int, said: str) -> None:
    assert ngettext("{n} card", "{n} cards", number).say() == said


def test_plural_has_further_places() -> None:
    assert str(ngettext("{who} has {n} card", "{who} has {n} cards", 3, who="Ann")) == "Ann has 3 cards"


@pytest.mark.parametrize(
    ("items", "said"),
    [([], "nothing"), ([17], "17"), ([17, 4], "17 and 4"), ([17, 4, 9], "17, 4 and 9"), ("abcd", "a, b, c and d")],
)
def test_several_things_are_named_one_after_the_other(items: Iterable[object], said: str) -> None:
    assert Several(items).say() == said


def test_sentence_inside_a_sentence_is_put_into_words_too() -> None:
    inner = _("a {face}", face=_("moon"))
    assert str(_("It is {what}: {list}.", what=inner, list=Several([inner, 3]))) == "It is a moon: a moon and 3."


def test_texts_are_equal_when_they_say_the_same_thing_of_the_same_values() -> None:
    assert _("{a}", a=1) == _("{a}", a=1)
    assert _("{a}", a=1) != _("{a}", a=2)
    assert _("{a}", a=1) != _("{b}", b=1)
    assert ngettext("{n} card", "{n} cards", 1) != ngettext("{n} card", "{n} cards", 2)
    assert ngettext("{n} card", "{n} cards", 1) != _("{n} card", n=1)
    assert _("cards") != "cards"
    assert Several([1, 2]) == Several((1, 2))
    assert Several([1, 2]) != Several([2, 1])
    assert Several(["a"]) != ("a",)


def test_equal_texts_have_equal_hashes() -> None:
    one, other = _("{a}{b}", a=1, b=2), _("{a}{b}", b=2, a=1)
    assert one == other
    assert hash(one) == hash(other)
    assert hash(Several([1, 2])) == hash(Several((1, 2)))


def test_texts_tell_what_they_say_when_shown() -> None:
    assert repr(_("{n} stones", n=9)) == "Text('9 stones')"


@pytest.mark.parametrize("text", [_("{who} wins: {n}", who=Several([_("sun"), 2]), n=1), ngettext("a", "{n}", 4)])
def test_texts_survive_pickling_and_copying(text: Text) -> None:
    for again in (pickle.loads(pickle.dumps(text)), copy.copy(text), copy.deepcopy(text)):  # noqa: S301
        assert again == text
        assert str(again) == str(text)


# Languages.


def test_english_needs_no_catalogue() -> None:
    assert Language("en").code == "en"
    assert _("Nothing has been played yet.").say(Language()) == "Nothing has been played yet."
    assert repr(Language("en")) == "Language('en')"


@pytest.mark.parametrize("code", ["en_GB", "en_US"])
def test_english_of_any_country_is_english(code: str) -> None:
    # As es_MX finds the catalogue es.
    assert _("Nothing has been played yet.").say(Language(code)) == "Nothing has been played yet."


def test_language_of_a_country_finds_the_catalogue_of_the_language(tmp_path: Path) -> None:
    compiled(tmp_path, "es", {"sun": "sol"})
    assert _("sun").say(Language("es_MX", [tmp_path])) == "sol"


def test_unknown_language_is_an_error_that_names_those_there_are(tmp_path: Path) -> None:
    compiled(tmp_path / "one", "tlh", {"Nothing has been played yet.": "Qapla'"})
    known = Several(sorted({"en", "tlh", *languages()}))
    with pytest.raises(TidebookError) as caught:
        Language("quenya", [tmp_path / "one"])
    assert str(caught.value) == f"There is no catalogue for the language quenya; there are {known.say()}."


def test_folders_may_be_given_one_by_one(tmp_path: Path) -> None:
    compiled(tmp_path, "tlh", {"Nothing has been played yet.": "Qapla'"})
    with pytest.raises(TidebookError, match="tlh"):
        Language("quenya", iter([tmp_path]))


def test_languages_lists_english_and_every_catalogue_found(tmp_path: Path) -> None:
    assert languages() == sorted({"en", *(path.name for path in LOCALE.glob("*") if path.is_dir())})
    compiled(tmp_path, "tlh", {})
    assert languages([tmp_path]) == sorted({*languages(), "tlh"})


def test_catalogues_of_several_folders_complete_each_other(tmp_path: Path) -> None:
    compiled(tmp_path / "one", "tlh", {"sun": "jul", "moon": "first wins"})
    compiled(tmp_path / "two", "tlh", {"moon": "maS", "fish": "ghotI'"})
    language = Language("tlh", [tmp_path / "one", tmp_path / "two"])
    assert [_("sun").say(language), _("moon").say(language)] == ["jul", "first wins"]
    assert _("fish").say(language) == "ghotI'"
    assert _("tree").say(language) == "tree"  # what nobody has translated stays English
    assert _("fish").say(Language("tlh", [tmp_path / "one", tmp_path / "two"])) == "ghotI'"
    assert _("fish").say(Language("tlh", [tmp_path / "one"])) == "fish"


def test_plural_forms_are_those_of_the_language(tmp_path: Path) -> None:
    forms = {("{n} card", "{n} cards"): ("{n} карта", "{n} карты", "{n} карт")}
    compiled(tmp_path, "ru", forms, locale="ru")
    language = Language("ru", [tmp_path])
    said = [ngettext("{n} card", "{n} cards", number).say(language) for number in (1, 2, 5, 11, 21)]
    assert said == ["1 карта", "2 карты", "5 карт", "11 карт", "21 карта"]


def test_one_person_s_language_does_not_change_another_s(tmp_path: Path) -> None:
    compiled(tmp_path, "tlh", {"{first} and {last}": "{first} {last} je"})
    text = _("{cards}", cards=Several([17, 4]))
    assert text.say(Language("tlh", [tmp_path])) == "17 4 je"
    assert text.say() == text.say(ENGLISH) == "17 and 4"


def test_empty_sentence_stays_empty_in_every_language(tmp_path: Path) -> None:
    # gettext keeps a catalogue's header under the empty message.
    compiled(tmp_path, "tlh", {})
    assert Text("").say(Language("tlh", [tmp_path])) == ""
