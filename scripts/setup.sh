# shellcheck shell=sh
# Sourced by scripts/demo, test, notebooks and .ci/run: `setup core|test|ci` makes .venv from a lock file.
#
# A stamp, removed first and written last, says what .venv was made from: without it .venv is half made, with another one
# it is stale, and both are made anew. With the right one neither the network nor the system's Python is asked.

oldest=11 # Python 3.x: requires-python of pyproject.toml ...
newest=15 # ... and the last one that every locked package has wheels for
stamp=.venv/simcards-stamp

say() { printf '%s\n' "$*" >&2; }

failed() {
    say "$0: $* failed, see above."
    exit 1
}

version_of() { "$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null; }

usable() { # usable PYTHON: is it of the right age and able to make virtual environments? `why` says what is wrong.
    version=$(version_of "$1") || return 1
    case $version in 3.*) minor=${version#3.} ;; *) minor=0 ;; esac
    if [ "$minor" -lt $oldest ] || [ "$minor" -gt $newest ]; then
        why="$1 is Python $version; $needed."
    elif ! "$1" -c 'import ensurepip, venv' 2>/dev/null; then
        why="$1 (Python $version) lacks the venv module: install it (Debian, Ubuntu: apt install python$version-venv)"
        why="$why or name another Python as PYTHON=/path/to/python3 $0."
    else
        return 0
    fi
    return 1
}

find_python() { # sets `python` and `version`, or ends with one sentence
    needed="simcards needs Python 3.$oldest to 3.$newest: install one or name it as PYTHON=/path/to/python3 $0"
    if [ -n "${PYTHON-}" ]; then
        why="PYTHON=$PYTHON does not run; $needed."
        set -- "$PYTHON"
    else
        why="No Python was found; $needed."
        set -- python3 python3.15 python3.14 python3.13 python3.12 python3.11
    fi
    for python; do
        if usable "$python"; then return 0; fi
    done
    say "$why"
    exit 2
}

pip_install() { .venv/bin/python -m pip install -qq --disable-pip-version-check --no-input "$@" >&2; }

describe() { # the line in the stamp: what .venv is made from
    packages="$(cat requirements*.lock | cksum) for Python $version in $(pwd -P)"
    project=$(cksum <pyproject.toml)
}

setup() {
    case $1 in
    core) lock=requirements.lock enough="core test ci" ;;
    test) lock=requirements-test.lock enough="test ci" ;;
    ci) lock=requirements-ci.lock enough=ci ;;
    esac
    if [ -n "${PYTHON-}" ] || ! version=$(version_of .venv/bin/python); then find_python; fi
    describe
    made=$(cat $stamp 2>/dev/null) || made=
    for level in $enough; do
        if [ "$made" = "$level: $packages, $project" ]; then return 0; fi
    done

    rm -f $stamp
    case $made in
    *": $packages, "*) ;; # nothing to take out: pip adds what is missing
    *)
        find_python
        describe
        say "Making .venv with $python (Python $version)."
        rm -rf .venv
        "$python" -m venv .venv || failed "making .venv"
        ;;
    esac
    say "Installing $lock; the first time this takes a minute or two."
    pip_install --require-hashes --only-binary :all: -r "$lock" || failed "installing $lock"
    pip_install --no-deps --no-build-isolation --editable . || failed "installing simcards"
    echo "$1: $packages, $project" >$stamp
}
