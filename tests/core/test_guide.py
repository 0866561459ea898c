from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tidebook.core.errors import GuideError
from tidebook.core.guide import Clause, Guide, parse_guide, read_guide
from tidebook.core.text import Language
from tidebook.games.shifting_stones import ShiftingStones

if TYPE_CHECKING:
    from pathlib import Path

TEXT = """
# Toy

Words before any clause.

## Turns {#T.turn}

You do **one** thing.

- or another

### Skip your turn {#T.turn.skip}
Draw two.
#notaheading {#T.no}

## A heading without a clause

Words that belong to none.

## The end   {#T.end-2}<spaces>
""".replace("<spaces>", "  ")


def test_clauses_carry_id_title_text_and_depth() -> None:
    guide = parse_guide(TEXT)
    assert guide.title == "Toy"
    assert guide.clauses == (
        Clause("T.turn", "Turns", "You do **one** thing.\n\n- or another", 2),
        Clause("T.turn.skip", "Skip your turn", "Draw two.\n#notaheading {#T.no}", 3),
        Clause("T.end-2", "The end", "", 2),
    )
    assert list(guide) == list(guide.clauses)


def test_words_before_the_first_clause_are_the_preface() -> None:
    assert parse_guide(TEXT).preface == "Words before any clause."
    assert parse_guide("# A {#A}\nx\n# B\ny").preface == ""
    assert parse_guide("one\n# A\ntwo\n# B\nthree\n# C {#C}\nfour").preface == "one\n\ntwo\n\nthree"


def test_headings_inside_of_code_are_no_headings() -> None:
    guide = parse_guide("# A {#A}\n```\n# B {#B}\n```\n## C {#C}\n  ```text\n# D {#D}\n")
    assert [clause.id for clause in guide] == ["A", "C"]
    assert guide["A"].text == "```\n# B {#B}\n```"


def test_clause_is_found_by_its_id() -> None:
    guide = parse_guide(TEXT)
    assert guide["T.turn.skip"].title == "Skip your turn"
    assert "T.turn.skip" in guide
    assert "T.turn.jump" not in guide
    assert 7 not in guide


def test_title_may_be_a_clause_itself() -> None:
    assert parse_guide("# Toy {#T}\nAll of it.").clauses == (Clause("T", "Toy", "All of it.", 1),)


def test_text_of_the_last_clause_is_not_lost() -> None:
    assert parse_guide("## One {#A}\nlast line")["A"].text == "last line"


def test_empty_text_is_an_empty_guide() -> None:
    assert parse_guide("") == Guide("", ())


def test_clause_is_written_with_its_title() -> None:
    guide = parse_guide(TEXT)
    assert str(guide["T.turn.skip"]) == "Skip your turn [T.turn.skip]\n\nDraw two.\n#notaheading {#T.no}"
    assert str(guide["T.end-2"]) == "The end [T.end-2]"


def test_unknown_clause_suggests_those_near_it() -> None:
    with pytest.raises(GuideError) as caught:
        parse_guide(TEXT)["T.turn.skp"]
    assert str(caught.value) == "The guide of Toy has no clause T.turn.skp; near it are T.turn.skip and T.turn."


def test_clause_that_is_near_to_none_gets_the_first_five() -> None:
    guide = parse_guide("\n".join(f"# {n} {{#A.{n}}}" for n in range(9)))
    with pytest.raises(GuideError) as caught:
        guide["zzzz" * 100]
    assert str(caught.value) == (f"The guide of 0 has no clause {'z' * 100}; near it are A.0, A.1, A.2, A.3 and A.4.")


def test_clause_that_stands_there_twice_is_an_error() -> None:
    with pytest.raises(GuideError) as caught:
        parse_guide("# B {#B}\n# A {#A}\n# C {#C}\n# A again {#A}\n# B {#B}\n# B {#B}")
    assert str(caught.value) == "The guide has the clauses A and B twice."


def write(folder: Path, **guides: str) -> None:
    """Write guides by their language."""
    for language, title in guides.items():
        (folder / f"guide.{language}.md").write_text(f"# {title}\n## x {{#A}}\nñ", "utf-8")


def test_guide_is_read_in_a_language_and_in_english_where_there_is_none(tmp_path: Path) -> None:
    write(tmp_path, en="Stones", es="Piedras")
    assert read_guide(tmp_path).title == "Stones"
    assert read_guide(tmp_path, "es").title == "Piedras"
    assert read_guide(tmp_path, "de").title == "Stones"
    assert read_guide(tmp_path, "es")["A"].text == "ñ"


def test_game_gives_its_guide_in_the_language_of_the_reader(tmp_path: Path) -> None:
    class Here(ShiftingStones):
        folder = tmp_path

    language = Language()
    language.code = "es"
    write(tmp_path, en="Stones", es="Piedras")
    assert Here.of().guide().title == "Stones"
    assert Here.of().guide(language).title == "Piedras"


def test_regional_language_takes_the_guide_of_its_language_as_words_do(tmp_path: Path) -> None:
    # gettext answers es_MX with the catalogue es; the guide must not be English beside Spanish words.
    write(tmp_path, en="Stones", es="Piedras")
    assert read_guide(tmp_path, "es_MX").title == "Piedras"


def test_guide_that_is_not_there_is_an_error_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(GuideError):
        read_guide(tmp_path / "nowhere")
