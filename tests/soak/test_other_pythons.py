"""The golden games come out the same on the other Pythons we promise: 3.12, 3.13 and 3.14.

They are CPython compiled to WebAssembly (npm's `pyodide`), run by Node.js. The first run installs them, some
40 MB, into `build/pythons/`; later runs need no network.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.soak

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests" / "golden"
PYTHONS = Path(__file__).resolve().parent / "pythons"
INSTALL_SECONDS = 300
REPLAY_SECONDS = 1800


def program(name: str) -> str:
    """Find a program; a machine without it fails, because a skip would pass for a comparison."""
    found = shutil.which(name)
    if found is None:
        pytest.fail(
            f"{name} is not on the PATH; install Node.js 18 or newer, with npm, to run the other Pythons",
            pytrace=False,
        )
    return found


def run(command: list[str], folder: Path, seconds: int) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, keeping what it prints; one that takes too long fails the test."""
    try:
        return subprocess.run(  # noqa: S603 - every word of the command is ours
            command,
            cwd=folder,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
            timeout=seconds,
        )
    except subprocess.TimeoutExpired:
        pytest.fail(f"{' '.join(command)} was not done after {seconds} seconds", pytrace=False)


def installed(npm: str) -> Path:
    """Install the Pythons, unless they are there: the folder is named after its package.json."""
    wanted = (PYTHONS / "package.json").read_bytes()
    home = ROOT / "build" / "pythons"
    folder = home / hashlib.sha256(wanted).hexdigest()[:12]
    if folder.exists():
        return folder
    home.mkdir(parents=True, exist_ok=True)
    (home / ".gitignore").write_text("*\n", encoding="utf-8")
    # Made under another name and then renamed: what stands in `folder` is always complete.
    with tempfile.TemporaryDirectory(dir=home) as parent:
        draft = Path(parent) / "draft"
        draft.mkdir()
        (draft / "package.json").write_bytes(wanted)
        options = ["--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"]
        done = run([npm, "install", *options], draft, INSTALL_SECONDS)
        if done.returncode != 0:
            pytest.fail(
                f"npm install of {PYTHONS / 'package.json'} failed:\n{done.stdout}{done.stderr}",
                pytrace=False,
            )
        try:
            draft.rename(folder)
        except OSError:
            if not folder.exists():  # otherwise another test process was quicker, with the same contents
                raise
    return folder


@pytest.mark.parametrize("python", ["3.12", "3.13", "3.14"])
def test_golden_games_are_the_same_on_python(python: str) -> None:
    node, npm = program("node"), program("npm")
    games = len(list(GOLDEN.glob("*.txt")))
    assert games > 0, f"there are no golden games in {GOLDEN}"

    alias = f"pyodide-{python.replace('.', '')}"
    done = run([node, str(PYTHONS / "run.mjs"), str(installed(npm)), alias, str(ROOT)], ROOT, REPLAY_SECONDS)

    printed = f"{done.stdout}{done.stderr}"
    assert done.returncode == 0, printed
    assert re.match(rf"Python {re.escape(python)}\.\d+\n", done.stdout), printed
    compared = re.findall(r"^(\d+) games? compared$", done.stdout, re.MULTILINE)
    assert compared == [str(games)], printed
