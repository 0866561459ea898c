#!/bin/sh
# Installs this project into a virtual environment, which it makes first unless there is one that works.
#
#     [PYTHON=python3] tools/install.sh .venv '.[dev]' [arguments of pip, for what is wanted besides]
#
# Says in a line what it is doing. What pip and apt-get say is shown only when they fail.
set -eu

python=${PYTHON:-python3}
venv=$1
project=$2
shift 2

said=$(mktemp)
trap 'rm -f "$said"' EXIT

quietly() {
    "$@" >"$said" 2>&1
}

give_up() {
    cat "$said" >&2
    echo "tidebook: $*" >&2
    exit 1
}

check_python() {
    command -v "$python" >/dev/null 2>&1 ||
        give_up "there is no $python here. Install Python 3.11 or newer, or say where one is: make PYTHON=/path/to/python3"
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])') ||
        give_up "$python does not run. Say where a Python 3.11 or newer is: make PYTHON=/path/to/python3"
    case $version in
        3.11 | 3.12 | 3.13 | 3.14) ;;
        *) give_up "$python is Python $version, but tidebook needs 3.11 to 3.14. Say where one is: make PYTHON=/path/to/python3" ;;
    esac
}

make_venv() {
    echo "Making $venv with Python $version"
    rm -rf "$venv"
    quietly "$python" -m venv "$venv" && return
    rm -rf "$venv"
    grep -q ensurepip "$said" || give_up "$python could not make the virtual environment $venv."
    # Debian keeps a part of Python that this needs in a package of its own.
    package=python$version-venv
    if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null 2>&1; then
        : >"$said"
        give_up "$python cannot make virtual environments. On Debian and Ubuntu this helps: sudo apt-get install $package"
    fi
    echo "Installing $package, without which $python makes no virtual environments"
    quietly apt-get update || true # an old list of packages may still do
    quietly env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "$package" ||
        give_up "$package could not be installed, and without it $python makes no virtual environments."
    quietly "$python" -m venv "$venv" || {
        rm -rf "$venv"
        give_up "$python could not make the virtual environment $venv."
    }
}

install() {
    quietly "$venv/bin/python" -m pip --disable-pip-version-check --no-input install "$@" ||
        give_up "pip could not install this: $*"
}

if ! quietly "$venv/bin/python" -m pip --version; then
    : >"$said"
    check_python
    make_venv
fi
echo "Installing tidebook${project#.} into $venv"
# The build backend comes first, in the version that constraints.txt names: pip by itself would build with the newest.
install -c constraints.txt hatchling
if [ $# -gt 0 ]; then install "$@"; fi
install -c constraints.txt --no-build-isolation -e "$project"
