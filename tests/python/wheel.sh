#!/bin/sh
# SPDX-License-Identifier: MIT
# A wheel with the library of this build, installed where there is nothing else. Usage: wheel.sh BUILD REPOSITORY
build=$1 top=$2
python=$(command -v /usr/bin/python3 || command -v python3) || { echo 'SKIPPED: there is no python3'; exit 77; }
"$python" -c 'import setuptools, ensurepip, pip, venv, wheel' 2>/dev/null ||
    { echo 'SKIPPED: no wheels are made (Debian packages python3-pip, python3-setuptools, python3-wheel, python3-venv)'; exit 77; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed() {
    echo "$1"
    cat log
    exit 1
}
unset PYTHONPATH
before=$(ls -A "$top/tools/python")
STEADYCAST_BUILD="$build" "$python" -m pip wheel --no-build-isolation --no-deps --no-index -w made "$top/tools/python" >log 2>&1 ||
    failed 'no wheel is made'
[ "$(ls -A "$top/tools/python")" = "$before" ] || failed 'something is left beside the sources'
"$python" -m venv fresh >log 2>&1 || failed 'there is no environment to install into'
fresh/bin/pip install --no-index made/steadycast-*.whl >log 2>&1 || failed 'it is not installed'
# Its own library, and not another one.
export STEADYCAST_LIBRARY=/nowhere/lib.so
fresh/bin/python -c 'import steadycast; assert steadycast.ask("capacity latency 2 depth 7")["capacity"] == 20' >log 2>&1 ||
    failed 'it does not answer'
fresh/bin/python -c 'import os, steadycast as s; assert s.delay(latency=3, processors=10)["delay"] == 10
assert os.path.exists(os.path.join(os.path.dirname(s.__file__), "py.typed"))' >log 2>&1 || failed 'its functions or types are not there'
# And its own programs, also the one that the library starts.
PATH=/usr/bin:/bin fresh/bin/python -c 'import steadycast as s
answer = s.frontier(network="dgx1", collective="allgather")
assert answer["status"] == "feasible", answer
assert answer.verify(), answer
assert "<svg" in answer._repr_html_()
rows = s.plan("allgather", network="dgx1", message="64KB..1GB", alpha="2us", bandwidth="25GB")
assert [row["steps"] for row in rows] == [2, 3, 3], rows
try:
    s.plan("allgather", network="rign:5", message="1KB", alpha="2us", bandwidth="25GB")
    assert False
except s.Error as error:
    assert error.status == "input" and "rign" in str(error), error' >log 2>&1 || failed 'its programs do not answer'
fresh/bin/steadycast delay -L 3 -P 10 -q >log 2>&1
[ $? = 10 ] || failed 'there is no command steadycast'
fresh/bin/steadycheck --version >log 2>&1 || failed 'there is no command steadycheck'
version=$(fresh/bin/python -c 'import steadycast; print(steadycast.version())')
fresh/bin/pip show steadycast >log 2>&1
grep -qx "Version: $version" log || failed "the library is $version, and the wheel is not"
