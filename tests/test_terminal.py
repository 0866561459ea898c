"""The terminal game, line by line."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import pytest

import tidebook
from tests.seated import GAME, SHORT, answer, played, spanish, table, winning_turn
from tidebook.core.text import Language
from tidebook.screen import Screen, tell_result
from tidebook.terminal import Terminal

if TYPE_CHECKING:
    from pathlib import Path


# What is shown.


def test_each_turn_shows_the_table_whose_turn_it_is_and_an_example_of_each_kind() -> None:
    match = tidebook.new(GAME, seed=7, names=["", "Random"])
    shown = played("")
    assert match.picture(0) in shown
    assert shown.partition("Your turn, ")[2].splitlines() == [
        "Player 1. Type a number or the words:",
        "  1 end (no undo) · 2 skip (no undo)",
        "  3–50 shift, such as “shift a1-b1 with 64” (“legal shift” lists them)",
        "  51–86 flip, such as “flip a1 with 64” (“legal flip” lists them)",
        "Player 1> ",
    ]


def test_game_begins_with_what_can_be_typed_and_where_to_read_what_it_is_about() -> None:
    assert played("").startswith(
        "Type what you want to do, “hint” for advice, “help” for more, “quit” to stop.\n"
        "New to Shifting Stones? “rules SS.idea” says what it is about.\n"
    )
    match = tidebook.new(GAME, seed=7, bots={1: "random"})
    match.play("flip a1 with 64")
    assert "New to Shifting Stones?" not in played("", match), "who goes on with a game knows it"


def test_moves_of_bots_are_told_in_words_through_the_eyes_of_the_person() -> None:
    match = tidebook.new(GAME, seed=7, bots={1: "random"}, names=["", "Random"])
    shown = answer("end", match)
    assert len(match.history) > 1
    for ply in range(len(match.history)):
        for sentence in match.words(0, ply):
            assert f"- {sentence}\n" in shown
    assert "Random ends the turn" in shown or "Random skips the turn" in shown


def test_nothing_that_steers_a_terminal_gets_through() -> None:
    shown = played("\x1b[2Jdance\x07\nend\n", names=["\x1b]0;gotcha\x07", "Random"])
    assert "\x1b" not in shown
    assert "\x07" not in shown


def test_game_of_bots_alone_is_told_to_a_spectator_up_to_its_end() -> None:
    shown = played("undo\n", bots={0: "random", 1: "random"}, rules=SHORT, names=["Ann", "Bob"])
    assert "- The game is over" in shown
    assert "You " not in shown.replace("“", "").partition("quit")[0]
    assert "Only bots play here" in shown


def test_action_that_passes_the_turn_on_is_shown_as_one_without_undo() -> None:
    shown = played("end\nundo\n")
    assert "end (no undo)" in shown.partition("> ")[0]
    assert "The last action was Random's; only your own can be taken back." in shown
    assert "end (no undo)" in played("\n", bots={}, names=[]), "the next person would have to take it back"


def test_what_can_be_taken_back_is_not_shown_as_one_without_undo() -> None:
    alone: dict[str, Any] = {"players": 1, "bots": {}, "names": []}
    shown = played("end\nundo\n", **alone)
    assert "end (no undo)" not in shown
    assert "skip (no undo)" in shown
    assert "Taken back: end\n" in shown
    match = tidebook.new(GAME, seed=7, bots={1: "random"})
    match.agree(0)
    assert "no undo" not in played("", match), "in open analysis everything can be taken back"


# Another language.


def test_table_speaks_the_language_of_its_screen(tmp_path: Path) -> None:
    language = Language("es", [spanish(tmp_path)])
    shown = played("score\nquit\n", language=language)
    assert (
        "Te toca, Jugador 1. Escribe un número o las palabras:\n  1 end (sin vuelta) · 2 skip (sin vuelta)\n" in shown
    )
    assert "\nJugador 1> score\nJugador 1: 0 en total\nRandom: 0 en total\n" in shown
    assert "Player" not in shown


def test_curtain_and_end_speak_the_language_of_the_screen(tmp_path: Path) -> None:
    language = Language("es", [spanish(tmp_path)])
    assert "Pasa el teclado a Jugador 1. Jugador 1, pulsa Intro. " in played("", language=language, bots={}, names=[])
    shown = played("end\n", language=language, players=1, bots={}, rules={"solo_strikes": 1}, names=[])
    assert "Jugador 1: 0 en total\n" in shown
    assert "Player" not in shown


# Actions and refusals.


def test_illegal_action_is_answered_with_the_sentence_and_its_clause() -> None:
    shown = answer("flip a1 with 64\nskip")
    assert "You have already done something this turn" in shown
    assert "(rule SS.turn.skip; “why” shows it)" in shown


def test_synonyms_and_capitals_are_understood() -> None:
    assert "You shift the" in answer("SWAP b1 a1 with 64")


def test_score_alone_shows_points_and_score_with_a_card_is_an_action() -> None:
    assert "Player 1: 0\nRandom: 0\n" in answer("score")
    assert "(rule SS.score.match;" in answer("score 64")
    assert "“score 998” is not an action" in answer("score 998")


def test_slash_makes_a_command_of_what_could_be_an_action() -> None:
    assert "Player 1: 0" in answer("/score")
    assert "“/score 64” is not an action" in answer("/score 64")


def test_score_lists_the_reasons() -> None:
    seed, flip, score = winning_turn()
    shown = answer(f"{flip}\n{score}\nscore", seed=seed, rules=SHORT)
    card = score.removeprefix("score ")
    assert f"  Card {card}, " in shown
    assert "[SS.score.points]" in shown


# Commands.


def test_help_lists_every_command() -> None:
    shown = answer("help")
    for word in Terminal.commands:
        assert f"\n  {word} " in shown


def test_why_gives_the_refusal_and_the_clause_or_says_that_it_is_allowed() -> None:
    shown = answer("why shift a1-b2 with 64")
    assert "only touch at a corner" in shown
    assert "Shift two stones  [SS.turn.shift]" in shown
    assert "cannot be taken back" in answer("why skip")
    assert "That is allowed now. It passes the turn on, so it cannot be taken back." in answer("why end")
    assert answer("why flip a1 with 64").startswith("That is allowed now, and you could take it back.\n")
    assert "is not an action" in answer("why not")


def test_why_takes_what_actions_take() -> None:
    assert answer("why 1").startswith("That is: end\nThat is allowed now. It passes the turn on")
    assert answer("why 2").startswith("That is: skip\nThat is allowed now. You draw cards")
    assert answer("why fl a1 64").startswith("That is: flip a1 with 64\nThat is allowed now, and")
    assert answer("why 87").startswith("There is no number 87; the numbers are 1 to 86.")
    assert answer("why shift a1 b2").startswith("The seed on a1 and the boat on b2 only touch at a corner")


def test_why_alone_explains_the_last_refusal() -> None:
    assert "When a card matches  [SS.score.match]" in answer("score 64\nwhy")
    assert "Nothing was refused yet" in answer("why")


def test_undo_takes_back_and_redo_does_again() -> None:
    match = tidebook.new(GAME, seed=7, names=["", "Random"])
    shown = answer("flip a1 with 64\nundo")
    assert "Taken back: flip a1 with 64" in shown
    assert match.picture(0) in shown
    assert "- You flip the" in answer("flip a1 with 64\nundo\nredo")
    assert "Nothing was taken back" in answer("redo")


def test_undo_says_why_not() -> None:
    assert "Nothing has been played yet." in answer("undo")
    assert "The last action was Random's" in answer("end\nundo")
    assert "This showed you something new" in answer("skip\nundo", players=1, bots={})


def test_finished_game_can_be_undone_back_to_the_own_last_action_and_ends_again_alike() -> None:
    seed, flip, score = winning_turn()
    options: dict[str, Any] = {"seed": seed, "rules": SHORT}
    shown = played(f"{flip}\n{score}\nend\nundo\nundo\nundo\nredo\nredo\nend\n", **options)
    assert "Taken back: end\n" in shown
    assert f"Taken back: {score}\n" in shown
    assert f"Taken back: {flip}\n" in shown
    first, second = shown.split("- The game is over")[1:]
    assert first.partition("\n> ")[0] == second.partition("\n> ")[0]


def test_rules_lists_the_clauses_or_shows_one_with_those_below() -> None:
    assert "SS.turn.skip           Skip your turn" in answer("rules")
    one = answer("rules ss.turn.skip")
    assert "Skip your turn  [SS.turn.skip]" in one
    assert "Flip a stone" not in one
    assert "Flip a stone  [SS.turn.flip]" in answer("rules SS.turn")
    assert "has no clause SS.trn; near it are SS.turn" in answer("rules SS.trn")


def test_rules_are_found_by_the_end_of_an_id_and_by_words_of_the_title() -> None:
    assert answer("rules turn") == answer("rules SS.turn")
    one = answer("rules SS.turn.skip")
    assert answer("rules skip") == answer("rules turn.skip") == answer("rules your Skip") == one
    assert "Grey squares  [SS.score.grey]" in answer("rules squares")
    assert "has no clause" in answer("rules .")


def test_log_tells_what_the_person_saw() -> None:
    match = tidebook.new(GAME, seed=7)
    assert "".join(f"- {sentence}\n" for sentence in match.log(0)).replace("Player 2", "Random") in answer("log")


def test_save_does_not_replace_a_file_of_somebody_else(tmp_path: Path) -> None:
    precious = tmp_path / "precious.txt"
    precious.write_text("mine")
    assert f"is there already. To replace it: save! {precious}" in answer(f"save {precious}")
    assert precious.read_text() == "mine"
    assert "Saved in" in answer(f"save! {precious}")
    assert tidebook.load(precious).history == []


def test_save_may_replace_what_this_game_was_saved_to(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    assert "Saved in" in answer(f"save {path}\nflip a1 with 64\nsave {path}")
    assert len(tidebook.load(path).history) == 1


@pytest.mark.parametrize("where", ["/nowhere/at/all.json", "~nobody-of-this-name/x.json", "x" * 5000, "a\0b/c"])
def test_save_and_load_where_it_cannot_be_are_answered_in_a_sentence(where: str) -> None:
    assert "could not be saved" in played(f"save {where}\n")
    assert "cannot be read" in played(f"load {where}\n")


def test_save_and_load_ask_for_a_file() -> None:
    assert "Say what: save FILE" in answer("save")
    assert "Say what: load FILE" in answer("load")


def test_load_goes_on_with_another_game(tmp_path: Path) -> None:
    other = tidebook.new(GAME, players=1, seed=3)
    other.play("end")
    other.save(tmp_path / "other.json")
    shown = answer(f"load {tmp_path}/other.json")
    assert other.picture(0) in shown


def test_load_that_fails_leaves_the_game_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_bytes(b"\xff\xfe")
    seated = table(tidebook.new(GAME, seed=7, bots={1: "random"}), f"flip a1 with 64\nload {tmp_path}/bad.json\n")
    assert seated.run() == 0
    assert len(seated.match.history) == 1
    assert isinstance(seated.screen.stdout, io.StringIO)
    assert "bad.json is not a game record: it is not text." in seated.screen.stdout.getvalue()


def test_quit_stops_at_once() -> None:
    shown = played("quit\nend\n")
    assert shown.endswith("Player 1> quit\n")


# How it ends.


def test_end_shows_the_ranking_and_the_account_and_how_to_save() -> None:
    seed, flip, score = winning_turn()
    shown = played(f"{flip}\n{score}\nend\nlegal\nend\n", seed=seed, rules=SHORT)
    assert "  1. Player 1: " in shown
    assert ", winner" in shown
    assert "  2. Random: " in shown
    assert "“save FILE” keeps this game" in shown
    assert "The game is over; there is nothing to do." in shown
    assert "The game is over. (rule SS.end.winner; “why” shows it)" in shown


def test_shared_places_have_the_same_rank() -> None:
    game = tidebook.game(GAME, {"trigger_3": 1, "bonus": 0})
    position = tidebook.new(game, seed=7, players=3).state.to_dict()
    position |= {"scored": [[], [position["deck"].pop()], []], "to_move": None, "ending": True}
    screen = Screen(io.StringIO(), io.StringIO(), io.StringIO())
    tell_result(tidebook.new(game, position=position), screen)
    assert isinstance(screen.stdout, io.StringIO)
    first, second, third, *_account = screen.stdout.getvalue().splitlines()
    assert first.startswith("  1. Player 2: ")
    assert first.endswith(", winner")
    assert [second, third] == ["  2. Player 1: 0", "  2. Player 3: 0"]


def test_lost_solo_game_has_an_account_and_no_ranking() -> None:
    shown = played("end\n", players=1, bots={}, rules={"solo_strikes": 1}, names=[])
    assert "the game is lost" in shown
    assert "1. Player 1" not in shown
    assert "Player 1: 0\n" in shown


def test_end_of_input_ends_the_game_without_a_loop() -> None:
    shown = played("")
    assert shown.count("Player 1> ") == 1
    assert shown.endswith("Player 1> \n")


def test_every_change_is_kept_at_once() -> None:
    kept: list[int] = []
    table(tidebook.new(GAME, seed=7, bots={1: "random"}), "flip a1 with 64\nundo\nhelp\n", kept).run()
    assert kept == [1, 0]


# Several people at one keyboard.


def test_curtain_hides_one_hand_before_the_other_is_shown() -> None:
    match = tidebook.new(GAME, seed=7)
    first, second = (list(match.state.to_dict()["hands"][seat]) for seat in (0, 1))
    shown = played("\nflip a1 with 64\nend\n\n\n", match)
    assert "Pass the keyboard to Player 1. Player 1, press Enter." in shown
    before, hidden, after = shown.partition("Press Enter to hide this.")
    assert hidden
    assert "- You end your turn and draw" in before
    curtain, passed, theirs = after.partition("Pass the keyboard to Player 2. Player 2, press Enter.")
    assert passed
    assert curtain.count("\n") >= 24
    assert "- You flip" not in theirs
    assert "- Player 1 flips" in theirs
    assert "- Player 1 ends the turn and draws 1 card." in theirs
    assert all(f"card {card:>3}  " in theirs for card in second)
    assert not any(f"card {card:>3}  " in curtain + theirs for card in first)


def test_curtain_waits_once_when_nothing_new_was_seen() -> None:
    shown = played("\nend\n\n", bots={}, names=[])
    assert "Press Enter to hide this." not in shown
    assert "Pass the keyboard to Player 2." in shown


def test_what_was_refused_to_one_person_is_not_told_to_the_next() -> None:
    shown = played("\nscore 64\nwhy\nend\n\nwhy\n", bots={}, names=[])
    first, _passed, second = shown.partition("Pass the keyboard to Player 2.")
    assert first.count("of card 64") == 2
    assert "card 64" not in second
    assert "Nothing was refused yet." in second


def test_end_of_input_at_the_curtain_shows_nobodys_hand() -> None:
    shown = played("", bots={}, names=[])
    assert "card " not in shown
