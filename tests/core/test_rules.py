from __future__ import annotations

import dataclasses
import json
import math
import pickle
import sys
import tomllib
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tidebook.core.errors import PartsError, RulesError, TidebookError
from tidebook.core.rules import BIGGEST_FILE, Choice, Dial, Rules, Ruling, choice, dial, ruling
from tidebook.core.text import Several, _
from tidebook.games.shifting_stones.rules import StonesRules

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

PACKAGE = "tidebook_test_tides"
PARTS = """
[boards.small]
size = 3
rocks = ["a1", "b2"]

[boards.large]
size = 5
rocks = []
"""


@dataclass(frozen=True)
class TideRules(Rules):
    """The rules of a small made-up game."""

    game: ClassVar[str] = "tides"
    package: ClassVar[str] = PACKAGE

    board: str = choice("small", table="boards", help=_("The board."), clause="T.board")
    shells: int = dial(4, low=1, high=8, unit=_("shells"), help=_("Shells in a hand."), clause="T.shells")
    swell: float = dial(0.5, low=0.25, high=2, step=0.25, unit=_("metres"), help=_("The swell."), clause="T.swell")
    ties: str = ruling(
        default="share",
        id="T-01",
        question=_("Who wins a tie?"),
        readings={"share": _("All of them."), "first": _("The first."), "none": _("Nobody.")},
        why=_("It is kind."),
        clause="T.ties",
    )
    spill: bool = ruling(
        default=True,
        id="T-02",
        question=_("Does a full pool spill?"),
        readings={True: _("Yes."), False: _("No.")},
        why=_("Water does."),
        clause="T.spill",
    )

    def check(self, tables: Mapping[str, Any]) -> None:
        """Check that the shells fit on the board."""
        size = tables["boards"][self.board]["size"]
        if self.shells > size + 3:
            raise RulesError(_("{shells} shells do not fit on a board of {size}.", shells=self.shells, size=size))


@dataclass(frozen=True)
class BareRules(Rules):
    """The rules of a game that has no dials."""

    game: ClassVar[str] = "bare"


@pytest.fixture(autouse=True, scope="module")
def _package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Put a package with a file of parts where Python finds it."""
    top = tmp_path_factory.mktemp("packages")
    (top / PACKAGE).mkdir()
    (top / PACKAGE / "__init__.py").touch()
    (top / PACKAGE / "parts.toml").write_text(PARTS, "utf-8")
    sys.path.insert(0, str(top))
    yield
    sys.path.remove(str(top))


def refused(values: object, kind: type[RulesError] = RulesError) -> str:
    """Give the sentence with which values are refused."""
    with pytest.raises(kind) as caught:
        TideRules.of(values)  # type: ignore[arg-type]
    return str(caught.value)


# Fields.


def test_fields_are_listed_as_they_were_declared_and_know_their_names() -> None:
    fields = TideRules.fields()
    assert [field.name for field in fields] == ["board", "shells", "swell", "ties", "spill"]
    assert [type(field) for field in fields] == [Choice, Dial, Dial, Ruling, Ruling]
    assert fields[1] == Dial(4, 1, 8, 1, _("shells"), _("Shells in a hand."), "T.shells", "shells")
    ties = fields[3]
    assert isinstance(ties, Ruling)
    assert (ties.id, ties.clause, str(ties.question), str(ties.why)) == (
        "T-01",
        "T.ties",
        "Who wins a tie?",
        "It is kind.",
    )


def test_published_rules_are_the_defaults() -> None:
    rules = TideRules()
    assert (rules.board, rules.shells, rules.swell, rules.ties, rules.spill) == ("small", 4, 0.5, "share", True)
    assert rules == TideRules.of() == TideRules.of({}) == TideRules.of(None)
    assert rules.changed() == rules.to_dict() == {}


def test_rules_are_values() -> None:
    rules = TideRules.of({"shells": 5})
    assert rules == TideRules(shells=5)
    assert hash(rules) == hash(TideRules(shells=5))
    assert rules != TideRules(shells=6)
    assert pickle.loads(pickle.dumps(rules)) == rules  # noqa: S301
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules.shells = 6  # type: ignore[misc]


def test_changed_names_only_what_differs() -> None:
    assert TideRules(shells=5, swell=0.5, spill=False).changed() == {"shells": 5, "spill": False}


@pytest.mark.parametrize("values", [{"shells": 1}, {"shells": 6}, {"swell": 0.25}, {"swell": 2}, {"swell": 1.1}])
def test_dial_may_stand_anywhere_between_its_ends(values: dict[str, Any]) -> None:
    assert TideRules.of(values).changed() == values


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"shells": 0}, "shells must be 1 to 8, not 0."),
        ({"shells": 9}, "shells must be 1 to 8, not 9."),
        ({"shells": 4.0}, "shells must be 1 to 8, not 4.0."),
        ({"shells": True}, "shells must be 1 to 8, not true."),
        ({"shells": "4"}, "shells must be 1 to 8, not 4."),
        ({"shells": None}, "shells must be 1 to 8, not null."),
        ({"shells": [4]}, "shells must be 1 to 8, not [4]."),
        ({"shells": 10**100}, f"shells must be 1 to 8, not 1{'0' * 58}…."),
        ({"swell": 0.2}, "swell must be 0.25 to 2, not 0.2."),
        ({"swell": 2.01}, "swell must be 0.25 to 2, not 2.01."),
        ({"swell": math.nan}, "swell must be 0.25 to 2, not nan."),
        ({"swell": math.inf}, "swell must be 0.25 to 2, not inf."),
        ({"swell": False}, "swell must be 0.25 to 2, not false."),
        ({"ties": "last"}, "ties must be one of share, first and none, not last."),
        ({"ties": True}, "ties must be one of share, first and none, not true."),
        ({"ties": ["share"]}, "ties must be one of share, first and none, not ['share']."),
        ({"spill": "true"}, "spill must be one of true and false, not true."),
        ({"spill": 1}, "spill must be one of true and false, not 1."),
        ({"spill": 0}, "spill must be one of true and false, not 0."),
        ({"board": 3}, "board must be a name, not 3."),
        ({"board": "huge"}, "board must be one of small and large, not huge."),
        ({"shells": 7}, "7 shells do not fit on a board of 3."),
        ({"shelves": 4}, "tides has no dial or ruling shelves; near it are shells and swell."),
        ({"qqq": 4}, "tides has no dial or ruling qqq; near it are board, shells, swell, ties and spill."),
        ({7: 4}, "tides has no dial or ruling 7; near it are board, shells, swell, ties and spill."),
        ({"game": "x"}, "tides has no dial or ruling game; near it are board, shells, swell, ties and spill."),
    ],
)
def test_bad_values_name_the_field_the_value_and_what_is_allowed(values: dict[str, Any], sentence: str) -> None:
    assert refused(values) == sentence


def test_constructor_checks_as_strictly() -> None:
    with pytest.raises(RulesError) as caught:
        TideRules(shells=0)
    assert str(caught.value) == "shells must be 1 to 8, not 0."


def test_number_too_long_to_be_written_is_a_bad_value_like_others() -> None:
    with pytest.raises(RulesError, match=r"^shells must be 1 to 8, not "):
        TideRules(shells=10**5000)


def test_rules_of_another_game_are_refused() -> None:
    assert refused(BareRules()) == "These are rules of bare, not of tides."
    rules = TideRules()
    assert TideRules.of(rules) is rules


# Parts.


def test_parts_are_those_of_the_package() -> None:
    assert TideRules().tables() == tomllib.loads(PARTS)
    assert BareRules().tables() == {}


def test_parts_may_be_added_to_and_replaced_piece_by_piece() -> None:
    parts = {"boards": {"huge": {"size": 9}, "small": {"size": 4}}, "extra": [1]}
    rules = TideRules.of({"board": "huge", "parts": parts})
    assert rules.tables() == {
        "boards": {"small": {"size": 4, "rocks": ["a1", "b2"]}, "large": {"size": 5, "rocks": []}, "huge": {"size": 9}},
        "extra": [1],
    }
    assert rules.to_dict() == {"board": "huge", "parts": parts}
    assert rules.changed() == {"board": "huge"}
    assert TideRules().tables() == tomllib.loads(PARTS)  # the published parts are untouched


def test_same_parts_in_another_order_are_the_same_rules() -> None:
    one = TideRules.of({"parts": {"boards": {"b": {"size": 1}, "a": {"size": 2}}}})
    other = TideRules.of({"parts": {"boards": {"a": {"size": 2}, "b": {"size": 1}}}})
    assert one == other
    assert hash(one) == hash(other)


def test_no_parts_are_no_change() -> None:
    assert TideRules.of({"parts": {}}) == TideRules.of({"parts": None}) == TideRules()


def test_parts_are_checked_with_what_they_replace() -> None:
    assert refused({"shells": 6, "parts": {"boards": {"small": {"size": 2}}}}) == "6 shells do not fit on a board of 2."


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        (7, "parts must be a table of tables, not 7."),
        ([], "parts must be a table of tables, not []."),
        ("boards", "parts must be a table of tables, not boards."),
        ({"x": {1, 2}}, "parts may hold texts, numbers, lists and tables only."),
        ({"x": math.nan}, "parts may hold texts, numbers, lists and tables only."),
        ({"x": Path("x")}, "parts may hold texts, numbers, lists and tables only."),
        ({(1, 2): 3}, "parts may hold texts, numbers, lists and tables only."),
    ],
)
def test_parts_that_are_no_tables_are_refused(parts: object, sentence: str) -> None:
    assert refused({"parts": parts}, PartsError) == sentence


@pytest.mark.parametrize("boards", [7, "small", ["small"], None, True, 1.5])
def test_table_replaced_by_something_else_is_refused_in_a_sentence(boards: object) -> None:
    with pytest.raises(RulesError):
        TideRules.of({"parts": {"boards": boards}})
    with pytest.raises(RulesError):
        StonesRules.of({"parts": {"decks": boards}})


def nested(depth: int) -> dict[str, Any]:
    """Give tables inside tables."""
    data: dict[str, Any] = {}
    for _each in range(depth):
        data = {"a": data}
    return data


@pytest.mark.parametrize("depth", [100, 5000])
def test_tables_inside_tables_are_taken_or_refused_in_a_sentence(depth: int) -> None:
    try:
        rules = TideRules.of({"parts": nested(depth)})
    except RulesError:
        return
    assert "a" in rules.tables()


# Variant files.

CHANGES: list[dict[str, Any]] = [
    {},
    {"shells": 6},
    {"swell": 0.75, "ties": "none", "spill": False},
    {"board": "huge one", "parts": {"boards": {"huge one": {"size": 9, "rocks": ["ü", 'a"b']}}}},
    {"parts": {"note": "a\nb", "list": [1, 2.5, True, [], {"a": 1}], "deep": {"er": {"est": {}}}}},
]


@pytest.mark.parametrize("values", CHANGES)
def test_variant_file_gives_the_same_rules_again(values: dict[str, Any], tmp_path: Path) -> None:
    rules = TideRules.of(values)
    text = rules.to_toml()
    assert tomllib.loads(text)["game"] == "tides"
    assert TideRules.from_toml(text) == rules
    path = tmp_path / "variant.toml"
    path.write_text(text, "utf-8")
    assert TideRules.of(path) == TideRules.of(str(path)) == rules


@pytest.mark.parametrize("values", CHANGES)
def test_plain_data_gives_the_same_rules_again(values: dict[str, Any]) -> None:
    rules = TideRules.of(values)
    assert TideRules.of(json.loads(json.dumps(rules.to_dict()))) == rules


def test_variant_file_with_letters_beyond_the_basic_plane_gives_the_same_rules_again() -> None:
    rules = TideRules.of({"board": "🐚", "parts": {"boards": {"🐚": {"size": 9}}}})
    assert TideRules.from_toml(rules.to_toml()) == rules


def test_variant_file_reads_as_a_person_would_write_it() -> None:
    rules = TideRules.of({"shells": 6, "spill": False, "parts": {"boards": {"small": {"size": 4}}}})
    assert rules.to_toml() == (
        'game = "tides"\n\n[rules]\nshells = 6\nspill = false\n\n[parts.boards.small]\nsize = 4\n'
    )


def test_variant_file_needs_no_more_than_it_changes() -> None:
    assert TideRules.from_toml("") == TideRules()
    assert TideRules.from_toml("[rules]\nshells = 5") == TideRules(shells=5)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("]", "x.toml is not TOML: Invalid statement (at line 1, column 1)."),
        ('game = "stones"', "x.toml is a variant of stones, not of tides."),
        ("game = 7", "x.toml is a variant of 7, not of tides."),
        ("shells = 4", "x.toml has shells; a variant has game, [rules] and [parts] only."),
        ("a = 1\nb = 2", "x.toml has a and b; a variant has game, [rules] and [parts] only."),
        ("rules = 4", "x.toml: rules must be a table."),
        ("rules = []", "x.toml: rules must be a table."),
        ("parts = 4", "parts must be a table of tables, not 4."),
        ("[[parts]]\na = 1", "parts must be a table of tables, not [{'a': 1}]."),
        ("[parts]\nday = 1979-05-27", "parts may hold texts, numbers, lists and tables only."),
        ("[rules]\nshells = 0", "shells must be 1 to 8, not 0."),
        ("[rules]\nshells = 1979-05-27", "shells must be 1 to 8, not 1979-05-27."),
        ("[rules]\nshell = 4", "tides has no dial or ruling shell; near it are shells, swell and spill."),
    ],
)
def test_variant_file_that_is_not_right_says_so(text: str, sentence: str) -> None:
    with pytest.raises(RulesError) as caught:
        TideRules.from_toml(text, "x.toml")
    assert str(caught.value) == sentence


@pytest.mark.parametrize("parts", ["false", "0", '""', "[]"])
def test_parts_of_a_variant_file_must_be_a_table_even_when_empty(parts: str) -> None:
    with pytest.raises(PartsError, match="parts must be a table of tables"):
        TideRules.from_toml(f"parts = {parts}")


@pytest.mark.parametrize(
    "text", [f"[rules]\nshells = {'9' * 5000}", f"parts = {'[' * 20_000}", f"[parts]\na = {'[' * 900}{']' * 900}"]
)
def test_variant_file_that_python_chokes_on_is_refused_in_a_sentence(text: str) -> None:
    # Each of these made Python's reader or writer give up with an error of its own.
    with suppress(RulesError):
        TideRules.from_toml(text)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=40) | st.binary(max_size=40).map(lambda data: data.decode("latin-1")))
def test_any_text_is_a_variant_or_an_error_in_a_sentence(text: str) -> None:
    with suppress(TidebookError):
        TideRules.from_toml(text)


def test_file_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    assert refused(tmp_path / "gone.toml") == "gone.toml cannot be read: No such file or directory."
    assert refused(str(tmp_path / "gone.toml")) == "gone.toml cannot be read: No such file or directory."
    assert refused(tmp_path) == f"{tmp_path.name} cannot be read: Is a directory."
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    assert refused(tmp_path / "binary.toml") == "binary.toml cannot be read: it is not UTF-8 text."


def test_file_name_that_no_system_knows_is_an_error_in_a_sentence() -> None:
    assert refused("a\0b").endswith(".")


def test_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.toml"
    path.write_text("#" * BIGGEST_FILE, "utf-8")
    assert TideRules.of(path) == TideRules()
    path.write_text("#" * (BIGGEST_FILE + 1), "utf-8")
    assert refused(path) == "large.toml is too large for a variant file."


# Samples.


def test_samples_of_a_dial_are_its_ends_and_the_steps_beside_its_default() -> None:
    shells, swell = TideRules.fields()[1:3]
    assert shells.samples() == [1, 3, 5, 8]
    assert swell.samples() == [0.25, 0.75, 2]


def test_samples_of_a_dial_stay_inside_its_ends() -> None:
    edge = Dial(1, 1, 3, 2, _("x"), _("x"), "X", "edge")
    assert edge.samples() == [1, 3]


def test_samples_of_a_ruling_are_its_other_readings() -> None:
    ties, spill = TideRules.fields()[3:]
    assert ties.samples() == ["first", "none"]
    assert spill.samples() == [False]
    assert TideRules.fields()[0].samples() == []


def test_sampled_rules_turn_one_or_two_fields_and_reach_all_of_them() -> None:
    random = Random(3)  # noqa: S311
    turned: set[str] = set()
    for _each in range(200):
        rules = TideRules.sample(random)
        assert len(rules.changed()) <= 2
        assert not (rules.shells == 8 and rules.board == "small")  # does not go together
        turned |= set(rules.changed())
    assert turned == {"shells", "swell", "ties", "spill"}


def test_same_source_gives_the_same_sample() -> None:
    assert TideRules.sample(Random(5)) == TideRules.sample(Random(5))  # noqa: S311
    assert len({TideRules.sample(Random(seed)) for seed in range(30)}) > 5  # noqa: S311


def test_rules_of_which_no_sample_goes_together_give_the_published_ones() -> None:
    @dataclass(frozen=True)
    class Stubborn(TideRules):
        def check(self, tables: Mapping[str, Any]) -> None:  # noqa: ARG002
            if self.changed():
                raise RulesError(_("Never."))

    assert Stubborn.sample(Random(1)) == Stubborn()  # noqa: S311


def test_game_without_dials_samples_its_published_rules() -> None:
    assert BareRules.sample(Random(1)) == BareRules()  # noqa: S311


def test_shifting_stones_suggests_what_was_meant() -> None:
    with pytest.raises(RulesError) as caught:
        StonesRules.of({"skipcap": True})
    assert "skip_cap" in str(caught.value)
    known = Several(StonesRules().tables()["decks"]).say()
    with pytest.raises(RulesError) as caught:
        StonesRules(deck="x")
    assert str(caught.value) == f"deck must be one of {known}, not x."
