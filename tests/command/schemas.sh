#!/bin/sh
# SPDX-License-Identifier: MIT
# Answers and results are what their schemas say, and results.csv says what results.jsonl does. Usage: schemas.sh STEADYCAST REPOSITORY
cast=$1 top=$2
python=$(command -v /usr/bin/python3 || command -v python3)
if [ -z "$python" ] || ! "$python" -c 'import jsonschema' 2>/dev/null; then
    echo 'SKIPPED: there is no jsonschema for python3 (Debian package python3-jsonschema)'
    exit 77
fi
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
"$python" "$top/tests/command/schemas.py" "$cast" "$top/results" "$work"
