#!/bin/sh
# SPDX-License-Identifier: MIT
# The version stands in CMakeLists.txt only; everything that tells it tells that one.
# Usage: version.sh BUILD SOURCE
build=$1 source=$2
. "$(dirname "$0")/../command/common.sh"

version=$(sed -n 's/^project(.* VERSION \([0-9][0-9.]*\) .*/\1/p' "$source/CMakeLists.txt")
holds 'CMakeLists.txt has a version' test -n "$version"
same 'steadycast version' "steadycast $version" "$("$build/bin/steadycast" version)"
same 'steadycast --version' "steadycast $version" "$("$build/bin/steadycast" --version)"
same 'steadycheck --version' "steadycheck $version" "$("$build/bin/steadycheck" --version)"
for program in "$build"/bin/steadycast-*; do
    [ -x "$program" ] || continue
    same "${program##*/} --version" "$version" "$("$program" --version 2>err | sed 's/.* //')"
done
same 'pkg-config' "Version: $version" "$(grep '^Version:' "$build/steadycast.pc")"
same 'packages' "set(CPACK_PACKAGE_VERSION \"$version\")" "$(grep '^set(CPACK_PACKAGE_VERSION ' "$build/CPackConfig.cmake")"
for page in "$build"/share/man/man1/*.1; do
    same "${page##*/}" 1 "$(grep -c "^[.]TH .*\"steadycast $version\"" "$page")"
done
same 'results/CHANGELOG.md' "$version" "$(sed -n 's/^## \([0-9.]*\) - 20[0-9-]*$/\1/p' "$source/results/CHANGELOG.md" | head -n 1)"
"$build/bin/steadycast" solve -L 3 -t 3 -q -o a.cert >out
same 'certificate' "writer steadycast $version" "$(grep '^writer' a.cert)"

# Certificates that are kept name the version that wrote them, measurements the one that was measured, and News has a heading
# for each, and the checker its own, for who builds it by cc alone (tests/check/command_line.sh); nothing else may hold a version.
pattern=$(echo "$version" | sed 's/[.]/[.]/g')
(cd "$source" && grep -rnIE "(^|[^0-9.])$pattern([^0-9.]|\$)" --exclude='*.cert*' CMakeLists.txt README.md automata solver tools tests cases) |
    grep -v -e '^README.md:[0-9]*:    # steadycast ' -e '^README.md:[0-9]*:### ' >stray
same 'places with the version' 'CMakeLists.txt:3
tools/check/check.c:18' "$(cut -d : -f 1,2 stray | sort)"
finish
