#!/bin/sh
# SPDX-License-Identifier: MIT
# The same sources in two folders, one build beside them and one among them, with other dates and modes of files: the same bytes of
# programs, libraries, Debian packages and wheel. Usage: reproducible.sh SOURCE COMPILER
source=$1 compiler=$2
. "$(dirname "$0")/../command/common.sh"

# copy FOLDER DATE UMASK: the sources without git, whose commit is told by programs, and without builds
copy() {
    mkdir -p "$1" && tar -c -C "$source" --exclude=./.git --exclude='./build*' . | (umask "$3" && tar -x --no-same-permissions -C "$1") && find "$1" -type f -exec touch -d "$2" {} +
}
copy one 2020-01-01 022
copy folder/the-second 2021-02-03 027
export SOURCE_DATE_EPOCH=1600000000
tools=1
for tool in cpack dpkg-deb dpkg-shlibdeps dpkg file gzip; do
    command -v "$tool" >log || { tools='' && echo "there is no $tool (Debian packages cmake, dpkg-dev, file, gzip): packages are not compared"; }
done
python=$(command -v /usr/bin/python3 || command -v python3)
wheel=1
{ "$python" -c 'import setuptools, pip, wheel' && [ -n "$tools" ]; } >log 2>&1 || { wheel='' && echo 'there is no pip for Python 3: wheels are not compared'; }
# build SOURCE BUILD UMASK: packages need what is installed, so with them all is built
build() {
    umask "$3"
    cmake -G Ninja -S "$1" -B "$2" -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=OFF -DCMAKE_INSTALL_PREFIX=/usr -DCMAKE_C_COMPILER="$compiler" >log 2>&1 &&
        cmake --build "$2" --parallel "$(nproc)" >log 2>&1 || { echo "$2 is not built: $(tail -n 3 log)"; exit 1; }
    [ -z "$tools" ] || cpack -G DEB --config "$2/CPackConfig.cmake" -B "$2/packages" >log 2>&1 || fail "$2: no packages: $(tail -n 3 log)"
    [ -z "$wheel" ] || ! [ -e "$2/bin/steadycast-lp" ] || STEADYCAST_BUILD=$(cd "$2" && pwd) "$python" -m pip wheel -q --no-build-isolation --no-deps --no-index -w "$2/packages" "$1/tools/python" >log 2>&1 ||
        fail "$2: no wheel: $(tail -n 3 log)"
}
build one outside 022
build folder/the-second folder/the-second/build-inside 027

count=0
for file in outside/bin/* outside/lib/libsteadycast* outside/packages/*.deb outside/packages/*.whl; do
    [ -f "$file" ] || continue
    count=$((count + 1))
    holds "${file#outside/}: the same bytes" cmp "$file" "folder/the-second/build-inside/${file#outside/}"
    same "${file#outside/}: no path" '' "$(strings -a "$file" | grep -F "$work")"
done
holds "files were compared: $count" test "$count" -ge "$([ -z "$tools" ] && echo 5 || echo 9)"
finish
