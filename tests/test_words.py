"""The catalogue for translators holds every sentence of the code and the scenes."""

from __future__ import annotations

from tools.words import POT, collect, written


def test_catalogue_is_up_to_date() -> None:
    assert POT.read_text("utf-8") == written(collect()), "run make words"


def test_catalogue_holds_sentences_of_code_and_scenes() -> None:
    catalogue = collect()
    assert "The game is over." in catalogue
    assert any(location[0].endswith("scenes.toml") for message in catalogue for location in message.locations)
