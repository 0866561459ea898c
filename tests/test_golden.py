"""Golden games are played again and must be the same to the letter."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parent / "golden"
FILES = sorted(GOLDEN.glob("*.txt"))
_spec = importlib.util.spec_from_file_location("compare", GOLDEN / "compare.py")
assert _spec is not None
assert _spec.loader is not None
compare = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(compare)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_golden_game_is_played_the_same(file: Path) -> None:
    stored = file.read_text("utf-8")
    assert compare.playthrough(json.loads(stored.partition("\n")[0])) == stored


def test_golden_games_cover_every_number_of_players() -> None:
    abouts = [json.loads(file.read_text("utf-8").partition("\n")[0]) for file in FILES]
    published = {about["players"] for about in abouts if not about["rules"]}
    assert published == {1, 2, 3, 4, 5}
    assert len(abouts) >= 20


def test_a_changed_golden_game_is_noticed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    changed = tmp_path / "changed.txt"
    changed.write_text(FILES[0].read_text("utf-8").replace("seat 0", "seat 9", 1), "utf-8")
    assert compare.main([str(changed)]) == 1
    assert "1 differ" in capsys.readouterr().out
