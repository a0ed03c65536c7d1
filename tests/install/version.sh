#!/bin/sh
# SPDX-License-Identifier: MIT
# The version stands in CMakeLists.txt only; everything that tells it tells that one.
# Usage: version.sh BUILD SOURCE
build=$1 source=$2
. "$(dirname "$0")/../command/common.sh"

version=$(sed -n 's/^project(.* VERSION \([0-9][0-9.]*\) .*/\1/p' "$source/CMakeLists.txt")
holds 'CMakeLists.txt has a version' test -n "$version"
# Behind it stands the commit that was built, where the sources are a repository.
told=$("$build/bin/steadycast" version)
same 'steadycast version' "steadycast $version" "${told%% (commit *)}"
same 'steadycast --version' "$told" "$("$build/bin/steadycast" --version)"
# commit_of FOLDER: what is told of sources there
commit_of() {
    holds "commit of $1" cmake -DOUT="$work/commit.c" -DSOURCE="$1" -P "$source/tools/steadycast/commit.cmake"
    sed -n 's/^const char .*"\(.*\)";$/\1/p' commit.c
}
if [ -e "$source/.git" ] && git -c safe.directory='*' -C "$source" rev-parse HEAD >head 2>err; then
    commit=${told##*(commit } && commit=${commit%)}
    holds "commit '$commit' is of this repository" git -c safe.directory='*' -C "$source" cat-file -e "${commit%, with changes}^{commit}"
    same '--json' "{\"version\": \"$version\", \"commit\": \"$commit\"}" "$("$build/bin/steadycast" version --json)"
    same 'commit of the sources' "$(cut -c 1-12 head)" "$(commit_of "$source" | sed 's/, with changes$//')"
    mkdir inside && git init -q inside && mkdir inside/archive && echo a >inside/a && git -C inside add a &&
        git -C inside -c user.name=a -c user.email=a commit -q -m a && commit=$(git -C inside rev-parse HEAD | cut -c 1-12)
    same 'commit of a new repository' "$commit" "$(commit_of "$work/inside")"
    touch -d '2001-01-01' commit.c
    commit_of "$work/inside" >out
    same 'what is the same is not written anew' '' "$(find commit.c -newermt 2002-01-01)"
    echo b >inside/a
    same 'commit of changed sources' "$commit, with changes" "$(commit_of "$work/inside")"
    same 'an archive of the sources in a repository' '' "$(commit_of "$work/inside/archive")"
else
    same 'sources without a repository' "steadycast $version" "$told"
fi
same 'steadycheck --version' "steadycheck $version" "$("$build/bin/steadycheck" --version)"
for program in "$build"/bin/steadycast-*; do
    [ -x "$program" ] || continue
    same "${program##*/} --version" "$version" "$("$program" --version 2>err | sed 's/ (commit .*//; s/.* //')"
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
