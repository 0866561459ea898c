#!/bin/sh
# Prints a new constraints.txt: the newest versions that all extras agree on, on the oldest Python we promise.
# Installs everything into a virtual environment that it throws away afterwards.
set -eu

python=${PYTHON:-python3}
"$python" -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' || {
    echo "tidebook: versions are chosen on Python 3.11, so that they suit every newer one: make constraints PYTHON=python3.11" >&2
    exit 1
}

extras=$("$python" -c '
import tomllib
with open("pyproject.toml", "rb") as file:
    print(",".join(tomllib.load(file)["project"]["optional-dependencies"]))
')

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$python" -m venv "$scratch"
pip() {
    "$scratch/bin/python" -m pip --disable-pip-version-check --no-input "$@"
}
pip install --upgrade setuptools ".[$extras]" >"$scratch/said" 2>&1 || {
    cat "$scratch/said" >&2
    exit 1
}
pip check >&2
pip freeze --all --exclude pip --exclude tidebook >"$scratch/versions"
if grep -vE '^[A-Za-z0-9._-]+==[^ ]+$' "$scratch/versions" >&2; then
    echo "tidebook: these are not versions" >&2
    exit 1
fi

cat <<'HEADER'
# The versions we test with: all that the extras pull in, resolved on Python 3.11. Versions only, no addresses.
# Renew with `make constraints`, then `make test`.
HEADER
cat "$scratch/versions"
