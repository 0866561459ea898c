"""What a person gets who installs Tidebook, and what must not be in the repository."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

# Brackets keep these patterns from finding themselves.
REGISTRIES = re.compile(
    r"pypi[.]org|pythonhosted[.]org|registry[.]npmjs|npmjs[.]org|anaconda[.]org|(?:index|registry)[-_]url\s*=|"
    r"--(?:extra-)?index[-]url|--find[-]links",
    re.IGNORECASE,
)
# Pyodide's home is the same folder everywhere, in a file system that exists in memory only.
MACHINES = re.compile(r"(?<![\w.~$})])/(?:root|home(?!/pyodide\b)|Users|work|opt)/\w|[A-Z]:\\Users\\")

IMPORT_ALL = """
import importlib, json, pkgutil, sys
sys.path.insert(0, sys.argv[1])
before = set(sys.modules)
import tidebook
face = set(sys.modules) - before
for name in ("core", "draw", "games", "bots", "sessions"):
    if importlib.util.find_spec(f"tidebook.{name}"):
        package = importlib.import_module(f"tidebook.{name}")
        for module in pkgutil.walk_packages(package.__path__, f"tidebook.{name}."):
            importlib.import_module(module.name)
print(json.dumps([sorted(face), sorted(set(sys.modules) - before)]))
"""


def run(*command: str | Path) -> str:
    """Run a command in the repository and return what it prints; one that fails fails the test."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603 our own words
    assert done.returncode == 0, f"{done.stdout}{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def contents(wheel: Path) -> set[str]:
    """List the files of the wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_wheel_contains_every_file_of_the_package(contents: set[str]) -> None:
    files = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "tidebook").rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    files = {name for name in files if "/." not in name}  # what starts with a dot is an editor's or a tool's
    assert "tidebook/py.typed" in files
    assert files - contents == set()


def test_wheel_contains_nothing_but_the_package(contents: set[str]) -> None:
    assert {name.partition("/")[0] for name in contents} == {"tidebook", "tidebook-0.1.0.dist-info"}
    assert [name for name in contents if name.endswith(".pyc") or "tests" in name.split("/")] == []


def test_wheel_needs_nothing_and_brings_the_command_and_the_licence(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        metadata = archive.read("tidebook-0.1.0.dist-info/METADATA").decode()
        commands = archive.read("tidebook-0.1.0.dist-info/entry_points.txt").decode()
        licence = archive.read("tidebook-0.1.0.dist-info/licenses/LICENSE").decode()
    required = re.findall(r"^Requires-Dist: (.*)$", metadata, re.MULTILINE)
    assert [each for each in required if "extra ==" not in each] == []
    assert commands.split() == ["[console_scripts]", "tidebook", "=", "tidebook.cli:main"]
    assert licence.startswith("BSD 3-Clause License")


def test_import_needs_the_standard_library_only(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    # -I and -S: neither the environment nor site-packages can help.
    printed = run(sys.executable, "-I", "-S", "-c", IMPORT_ALL, tmp_path)
    face, everything = json.loads(printed)
    ours_and_standard = sys.stdlib_module_names | {"tidebook"}
    assert "tidebook" in face
    assert {name for name in everything if name.partition(".")[0] not in ours_and_standard} == set()


def test_repository_names_no_package_host_and_no_folder_of_a_machine() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("not a git repository")
    # Also where the clone belongs to somebody else than who tests it.
    git = ("git", "-c", f"safe.directory={ROOT}")
    names = run(*git, "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0")
    found: list[str] = []
    for name in filter(None, names):
        path = ROOT / name
        if not path.is_file():
            continue
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # not text
        for number, line in enumerate(text.splitlines(), start=1):
            hits = (REGISTRIES.search(line), MACHINES.search(line))
            found += [f"{name}:{number}: {hit[0]}" for hit in hits if hit]
    assert found == []
