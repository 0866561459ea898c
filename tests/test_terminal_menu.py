"""The numbers of the menu, hints, and answers to what is no action: as a person types them, and for any game."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import tidebook
from tests.example.four_shells.game import FourShells
from tests.seated import GAME, SHORT, answer, played, table, winning_turn
from tidebook.core.player import Decision
from tidebook.core.text import _
from tidebook.games.shifting_stones import ShiftingStones
from tidebook.menu import FEW, Menu

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tidebook.core.game import Action, View
    from tidebook.core.match import Match

LAST = 86  # so many things can be done first in the game of seed 7


def match(**options: Any) -> Match:
    """Begin the game that `answer` plays."""
    return tidebook.new(GAME, **{"seed": 7, "bots": {1: "random"}, "names": ["", "Random"], **options})


# Numbers.


def test_every_action_has_a_number_and_kinds_with_few_actions_come_first() -> None:
    for seed in range(5):
        one, random = match(seed=seed), Random(seed)  # noqa: S311 a game
        for _turn in range(40):
            menu = Menu(one)
            assert sorted(map(str, menu.actions)) == sorted(map(str, one.legal()))
            assert [menu.number(action) for action in menu.actions] == list(range(1, len(menu.actions) + 1))
            sizes = [len(actions) > FEW for actions in menu.kinds.values()]
            assert sizes == sorted(sizes)
            for number, action in enumerate(menu.actions, 1):
                assert menu.read(str(number)) == (action, True)
            one.play(random.choice(menu.actions))
            one.advance()
            if one.to_move is None:
                break


def test_numbers_stay_what_they_are_until_the_position_changes() -> None:
    one = match()
    before = [str(action) for action in Menu(one).actions]
    seated = table(one, "dance\nskip skip\nscore 64\nflip a1 with 64\nundo\nlegal\n")
    seated.run()
    assert [str(action) for action in Menu(one).actions] == before


def test_number_plays_its_action_and_says_what_it_was() -> None:
    assert answer("51").startswith("That is: flip a1 with 64\n- You flip the seed on a1: it is a tree now.")
    assert answer("1").startswith("That is: end\n- You end your turn")


def test_number_of_the_menu_comes_before_a_game_s_own_reading_of_numbers() -> None:
    assert match().game.read("3") is match().game.parse("score 3")
    assert answer("3").startswith("That is: shift a1-b1 with 64\n")


@pytest.mark.parametrize("typed", ["1", " 1 ", "01", "#1", "# 1", "1.", "1)", "1:", "#1.", "１", "١", "१"])
def test_numbers_are_understood_as_people_write_them(typed: str) -> None:
    assert "That is: end\n- You end your turn" in played(f"{typed}\n")


@pytest.mark.parametrize("typed", ["0", "00", "87", "#87", "-1", "−1", "٨٧", "999999999999", "9" * 5000])
def test_number_that_is_not_there_is_answered_with_those_that_are(typed: str) -> None:
    shown = answer(typed)
    assert re.match(f"There is no number .{{1,40}}; the numbers are 1 to {LAST}. “legal” shows what they stand", shown)
    assert "\nYour turn" not in shown


@pytest.mark.parametrize("typed", ["²", "½", "Ⅳ", "1.5", "1,2", "1-2", "1 2", "+1", "1e1", "0x1", "#", "."])
def test_what_only_looks_like_a_number_is_no_action(typed: str) -> None:
    assert f"“{typed}” is not an action of Shifting Stones." in answer(typed)


def test_number_after_the_end_is_answered_in_a_sentence() -> None:
    solo: dict[str, Any] = {"players": 1, "bots": {}, "rules": {"solo_strikes": 1}, "names": []}
    assert answer("end\n1", **solo).startswith("The game is over; there is nothing to do.\n")


def test_only_number_is_named() -> None:
    position = {"hands": [[], []], "acted": True, "grid": "BHO/EST/EBH"}
    one = tidebook.new(GAME, seed=7, bots={1: "random"}, position=position)
    assert answer("2", one).startswith("There is no number 2; the only one is 1.\n")


def test_legal_gives_the_numbers_of_each_kind_and_a_kind_lists_all_of_it() -> None:
    assert answer("legal").splitlines()[:-1] == [
        "  end            1   end",
        "  skip           2   skip",
        "  shift       3–50   shift a1-b1 with 64, shift c1-c2 with 31, shift b2-b3 with 34 …",
        "  flip       51–86   flip a1 with 64, flip a2 with 31, flip a3 with 34 …",
        "“legal flip” shows all of a kind with their numbers.",
    ]
    menu, every = Menu(match()), answer("legal flip")
    listed = re.findall(r"(\d+) (flip \w\d with \d+)", every)
    assert listed == [(str(menu.number(action)), action.text) for action in menu.kinds["flip"]]
    assert max(map(len, every.splitlines())) < 80
    assert "There is no jump now; there are end, skip, shift and flip." in answer("legal jump")


def test_legal_with_words_lists_what_has_them() -> None:
    listed = re.findall(r"\d+ (\w+ [\w-]+ with \d+)", answer("legal a1 31"))
    assert listed == ["shift a1-b1 with 31", "shift a1-a2 with 31", "flip a1 with 31"]
    assert answer("legal LEGAL" + "x" * 5000).startswith("There is no LEGALxxx")


# What cannot be taken back.


def test_kind_of_which_nothing_can_be_taken_back_says_so() -> None:
    menu = Menu(match())
    kinds = menu.kinds
    assert menu.final(kinds["flip"]) is None
    assert menu.final([*kinds["end"], *kinds["skip"]])
    assert menu.final([*kinds["end"], *kinds["flip"]]) is None
    menu.kinds = {"end": kinds["end"] * (FEW + 1)}
    assert [str(text) for text in menu.many()] == ["1–1 end, such as “end” (no undo; “legal end” lists them)"]


def test_looking_whose_turn_comes_next_changes_nothing_and_uses_no_luck() -> None:
    one = match()
    before, mark = one.state.fingerprint(), one.chance.mark()
    menu = Menu(one)
    assert menu.few()
    assert menu.many()
    assert (one.state.fingerprint(), one.chance.mark(), one.history) == (before, mark, [])


# What is no action, but nearly.


@pytest.mark.parametrize(
    ("typed", "missing", "some", "words"),
    [
        ("shift a1-b1", "with 64", "“shift a1-b1 with 64”, “shift a1-b1 with 31” and ", "shift a1 b1"),
        ("shift a1 b1", "with 64", "“shift a1-b1 with 64”, “shift a1-b1 with 31” and ", "shift a1 b1"),
        ("SHIFT  b1 a1 ", "with 64", "“shift a1-b1 with 64”, “shift a1-b1 with 31” and ", "shift"),
        ("swap a1 and b1 with", "64", "“shift a1-b1 with 64”, “shift a1-b1 with 31” and ", "shift"),
        ("flip a1", "with 64", "“flip a1 with 64”, “flip a1 with 31” and ", "flip a1"),
        ("turn a1", "with 64", "“flip a1 with 64”, “flip a1 with 31” and ", "flip"),
        ("flip", "a1 with 64", "“flip a1 with 64”, “flip b1 with 64” and ", "flip"),
        ("why flip a1", "with 64", "“flip a1 with 64”, “flip a1 with 31” and ", "flip a1"),
    ],
)
def test_what_is_cut_short_is_answered_with_what_is_missing(typed: str, missing: str, some: str, words: str) -> None:
    shown = answer(typed.strip())
    said = typed.strip().removeprefix("why ")
    assert shown.startswith(f"Something is missing after “{said}”, such as “{missing}”. You may do {some}")
    assert f"for instance; “legal {words}” lists them all.\n" in shown
    assert "There is no" not in answer(f"legal {words}")


def test_what_is_forbidden_however_it_goes_on_is_answered_with_the_rule() -> None:
    shown = answer("shift a1 b2")
    assert shown.startswith("The seed on a1 and the boat on b2 only touch at a corner;")
    assert "(rule SS.turn.shift; “why” shows it)" in shown
    assert "Shift two stones  [SS.turn.shift]" in answer("shift a1 b2\nwhy")


@pytest.mark.parametrize("typed", ["f a1 64", "fl A1 64", "flip a1/64", "flip a1 w 64", "flip: a1 (64)"])
def test_so_much_that_only_one_action_fits_is_enough(typed: str) -> None:
    assert answer(typed).startswith("That is: flip a1 with 64\n- You flip the seed on a1")


@pytest.mark.parametrize("typed", ["e", "en", "sk"])
def test_what_cannot_be_taken_back_is_not_done_on_a_guess(typed: str) -> None:
    action = "skip" if typed == "sk" else "end"
    shown = answer(typed)
    assert shown.startswith(f"“{typed}” could be “{action}”. Type that in full, since it cannot be taken back.\n")
    assert answer(f"{action}.").startswith(f"That is: {action}\n- You {action}"), "only the full stop is too much"


@pytest.mark.parametrize(
    "typed", ["flp a1 with 64", "use 64 to flip a1", "s a1 64", "dance", "why not", "x" * 5000, "flip d4 with 64"]
)
def test_only_what_the_person_may_do_now_is_suggested(typed: str) -> None:
    legal = {action.text for action in match().legal()}
    shown = answer(typed)
    named = re.findall("“([^”]+)”", shown.partition(" is not an action of Shifting Stones. ")[2])
    suggested = named[: named.index("legal")]
    assert suggested
    assert legal.issuperset(suggested)
    assert "“legal” shows what you may do, “help” what else you can type.\n" in shown
    if "a1" in typed:
        assert suggested[0] == ("shift a1-b1 with 64" if typed == "s a1 64" else "flip a1 with 64")


@pytest.mark.parametrize(
    ("typed", "command"), [("udno", "undo"), ("quit now", "quit"), ("hint please", "hint"), ("rulse", "rules")]
)
def test_command_with_a_slip_in_it_is_found(typed: str, command: str) -> None:
    assert answer(typed).startswith(f"“{typed}” is not an action of Shifting Stones. Did you mean “{command}”?\n")


def test_word_that_begins_actions_is_not_taken_for_a_command() -> None:
    assert "You may do “end”" in answer("score 998")
    assert "Did you mean" not in answer("scoer 64")


def test_other_words_for_help_and_for_leaving() -> None:
    assert answer("?") == answer("h") == answer("help")
    for word in ("q", "exit", "EXIT"):
        assert played(f"{word}\nend\n").endswith(f"Player 1> {word}\n")


def test_after_the_end_what_is_no_action_is_still_answered() -> None:
    shown = answer("end\ndance", players=1, bots={}, rules={"solo_strikes": 1}, names=[])
    assert shown.startswith("“dance” is not an action of Shifting Stones, and the game is over. “help” lists")


@pytest.mark.parametrize(
    "typed",
    [
        *(
            "x" * 100_000,
            "1" * 100_000,
            "flip " * 50_000,
            "“" * 500,
            "flip a1 with " + "6" * 5000,
            "shift " + "a1 " * 90,
        ),
        *("\x1b[2J", "\x9b31m", "\x1b]0;gotcha\x07", "a\0b", "\x08\x7f", "\u202egnol", "\ud800", "flip\ta1\twith\t64x"),
        *("why " + "\x1b[2J", "legal \x1b[31m", "rules \x1b[31m", "{text}", "{0}", "%s", "why {who}", "/", "//", "/ "),
    ],
)
def test_hostile_lines_are_answered_in_a_few_harmless_words(typed: str) -> None:
    shown = answer(f"{typed}\nscore").partition("Player 1: 0")[2]
    assert shown
    told = played(f"{typed}\n").rpartition("Player 1> ")[0].partition("Player 1> ")[2].replace(typed, "")
    for line in told.splitlines()[1:]:
        assert len(line) < 500
        assert not re.search("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", line)


# Hints.


def test_hint_names_the_action_its_number_the_reason_and_what_comes_after(monkeypatch: pytest.MonkeyPatch) -> None:
    seed, flip, score = winning_turn()
    asked: list[View] = []

    def hint(game: ShiftingStones, view: View, legal: Sequence[Action]) -> Decision:
        asked.append(view)
        assert game.parse(flip) in legal
        after = game.parse(score), game.parse("end")
        return Decision(game.parse(flip), _("It brings card {card} onto the board.", card=17), after)

    monkeypatch.setattr(ShiftingStones, "hint", hint)
    one = match(seed=seed, rules=SHORT)
    number = Menu(one).number(one.game.parse(flip))
    assert answer("hint", one).startswith(
        f"Hint: {flip} (number {number}).\n  It brings card 17 onto the board.\n  After that: “{score}” and “end”.\n"
    )
    assert [view.seat for view in asked] == [0], "it is the mover's own view"
    assert one.history == []
    assert answer(f"hint\n{number}", match(seed=seed, rules=SHORT)).startswith(f"That is: {flip}\n")


def test_hint_without_a_line_says_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        ShiftingStones, "hint", lambda game, _view, _legal: Decision(game.end, _("Nothing is to be had."))
    )
    assert answer("hint") == "Hint: end (number 1).\n  Nothing is to be had.\nPlayer 1> \n"


def test_hint_is_for_whoever_is_to_move(monkeypatch: pytest.MonkeyPatch) -> None:
    def hint(game: ShiftingStones, view: View, _legal: object) -> Decision:
        return Decision(game.end, _("Seat {seat} should.", seat=view.seat))

    monkeypatch.setattr(ShiftingStones, "hint", hint)
    shown = played("\nhint\nend\n\nhint\n", bots={}, names=[])
    assert re.findall(r"Seat \d should", shown) == ["Seat 0 should", "Seat 1 should"]


def test_no_hint_is_said_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ShiftingStones, "hint", lambda *_asked: None)
    assert answer("hint").startswith("There is no hint: Shifting Stones gives no advice here.\n")
    solo: dict[str, Any] = {"players": 1, "bots": {}, "rules": {"solo_strikes": 1}, "names": []}
    assert answer("end\nhint", **solo).startswith("There is no hint: the game is over.\n")


def test_reasons_of_bots_are_not_told_as_they_may_give_their_hands_away() -> None:
    decision = match(bots={0: "random", 1: "random"}).step()
    assert decision
    shown = played("end\nlog\nwhy\nend\nlog\n")
    assert str(decision.reason) not in shown


# Another game.


def test_any_game_gets_numbers_abbreviations_and_answers() -> None:
    def one() -> Match:
        return tidebook.new(FourShells.of(), seed=7, bots={1: "random"}, names=["", "Random"])

    menu = Menu(one())
    assert menu.actions
    first = menu.actions[0].text
    assert answer("1", one()).startswith(f"That is: {first}\n- ")
    assert f"There is no number 99; the numbers are 1 to {len(menu.actions)}." in answer("99", one())
    assert "“dance” is not an action of Four Shells. You may do " in answer("dance", one())
    assert "New to Four Shells? “rules FS." in played("", one())
    assert re.match(
        r"Hint: \w+ \(number \d\)\.\n  |There is no hint: Four Shells gives no advice", answer("hint", one())
    )
    assert answer("mark", one()).startswith(("Something is missing after “mark”", "“mark” is not an action"))


def test_whole_game_of_another_kind_can_be_played_by_numbers() -> None:
    one = tidebook.new(FourShells.of(), seed=7, bots={1: "random"}, names=["", "Random"])
    shown = played("1\n" * 50, one)
    assert one.over
    assert "The shells are turned over" in shown
