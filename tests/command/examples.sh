#!/bin/sh
# SPDX-License-Identifier: MIT
# Every example of every help page, and of steadycheck's, does what it says: run from a folder that
# looks like the top of the repository, with the programs in the PATH.
# Usage: examples.sh STEADYCAST STEADYCHECK REPOSITORY
cast=$1 check=$2 top=$3
. "$(dirname "$0")/common.sh"
PATH=$(dirname "$cast"):$(dirname "$check"):$PATH
ln -s "$top/cases" cases
mkdir results
ln -s "$top"/results/* results/
printf 'p cnf 1 2\n1 0\n-1 0\n' >question.cnf # the user's own file, in the examples of refute

# What takes longer than a test may, and what overwrites a file of the repository.
is_long() {
    case $1 in
    'steadycast reproduce '* | 'steadycast count -L 8 -t 25') true ;;
    'steadycast claims --quick' | 'steadycast claims -o '*) true ;;
    *) false ;;
    esac
}

# Programs of a line that are not there, of those that are not ours.
missing_of() {
    for program in dot cadical clasp cbc man; do
        case " $1 " in
        *" $program "*) command -v $program >/dev/null || echo $program ;;
        esac
    done
    case " $1 " in
    *' --png '* | *' --pdf '*) command -v rsvg-convert >/dev/null || echo rsvg-convert ;;
    esac
}

# run_example LINE: it ends with an answer or a success, and what it checks is verified
run_example() {
    lacks=$(missing_of "$1")
    is_long "$1" && lacks='takes long'
    if [ -n "$lacks" ]; then
        echo "SKIPPED: $1 ($lacks)"
        return
    fi
    tests=$((tests + 1))
    sh -c "$1" >out 2>err </dev/null
    case $? in
    0 | 10 | 20) ;;
    *) fail "$1: fails: $(tail -n 1 err)" ;;
    esac
    case $(tail -n 1 out) in
    's UNKNOWN' | 's REFUTED '* | 's MALFORMED '*) fail "$1: $(tail -n 1 out)" ;;
    esac
    case $1 in
    *steadycheck*) same "$1: verified" 1 "$(grep -c '^s VERIFIED ' out)" ;;
    *'steadycast show'*) same "$1: shown" '' "$(grep '^s ' out | grep -v -e '^s FEASIBLE' -e '^s OPTIMAL' -e '^s OPEN' -e '^s VERIFIED')" ;;
    esac
}

verbs=$("$cast" help | sed -n 's/^  \([a-z]*\)  *[A-Z].*/\1/p')
for verb in $verbs; do
    "$cast" help "$verb" | sed -n '/^Examples:/,$s/^  //p'
done >lines
"$check" --help | sed -n 's/^Example: //p' >>lines
sed -n 's/^\$ //p' "$top/tools/check/steadycheck.1" >>lines
holds 'there are examples' [ "$(wc -l <lines)" -ge 20 ]
holds 'there is one of the checker' [ "$(grep -c '^steadycheck' lines)" -ge 2 ]
while IFS= read -r line; do
    run_example "$line"
done <lines
finish
