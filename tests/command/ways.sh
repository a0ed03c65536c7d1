#!/bin/sh
# SPDX-License-Identifier: MIT
# Random questions on every way (ways.py): 40 of them, 500 where TEST_ROUNDS is above 1. Usage: ways.sh STEADYCAST RANDOM_QUESTIONS LIBRARY REPOSITORY
python=$(command -v /usr/bin/python3 || command -v python3) || { echo 'SKIPPED: there is no python3'; exit 77; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
count=40
[ "${TEST_ROUNDS:-1}" -le 1 ] || count=500
export STEADYCAST_LIBRARY="$3" PYTHONPATH="$4/tools/python" PYTHONDONTWRITEBYTECODE=1
PATH="$(dirname "$1"):$PATH" # of steadycast-lp, for the library
cd "$work" || exit 1
"$python" "$4/tests/command/ways.py" "$1" "$2" "$count"
