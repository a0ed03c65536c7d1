#!/bin/sh
# SPDX-License-Identifier: MIT
# The Python module, and its example. Usage: python.sh STEADYCAST STEADYCHECK LIBRARY REPOSITORY
cast=$1 check=$2 library=$3 top=$4
python=$(command -v /usr/bin/python3 || command -v python3) || { echo 'SKIPPED: there is no python3'; exit 77; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
export STEADYCAST="$cast" STEADYCHECK="$check" STEADYCAST_LIBRARY="$library" PYTHONPATH="$top/tools/python" PYTHONDONTWRITEBYTECODE=1
PATH="$(dirname "$cast"):$PATH" # of steadycast-lp, for the library
cd "$work" || exit 1
"$python" "$top/tests/python/test_steadycast.py" || exit 1
STEADYCAST_LIBRARY=/nowhere/lib.so "$python" -c 'import steadycast' 2>err && { echo 'a library that is not there is loaded'; exit 1; }
grep -q 'nowhere' err || { echo 'it is not said which library is missing'; cat err; exit 1; }
if ! "$python" -c 'import matplotlib' 2>/dev/null; then
    echo 'the example is not tried: there is no matplotlib (Debian package python3-matplotlib)'
    exit 0
fi
printf 'delay latency 1..4 processors 2..12\n' >small.campaign
"$python" "$top/tools/python/example.py" small.campaign folder >out || exit 1
grep -q '^44 cases, 44 settled' out && grep -q '^10  *5  *8  *10  *13 ' out || { echo 'the table is not right:'; cat out; exit 1; }
[ "$(grep -c '<svg' folder/delays.svg)" = 1 ] || { echo 'there is no picture'; exit 1; }
