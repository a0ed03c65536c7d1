#!/bin/sh
# SPDX-License-Identifier: MIT
# Every refutation that is kept goes out as DIMACS and LRAT, and referees that share nothing with
# steadycheck agree with it: one of our own, and those of others that are installed. Proofs with a
# hint, a line or a clause of the formula taken away are refused by both.
# Usage: refutations.sh STEADYCAST STEADYCHECK REFEREE FOLDER..
cast=$1 check=$2 referee=$3
shift 3
. "$(dirname "$0")/../command/common.sh"
verified=0 refused=0

fail() {
    echo "$1"
    failures=$((failures + 1))
}

for other in lrat-check lrat-trim drat-trim cake_lpr; do
    command -v $other >"$work/$other" || echo "skipped: $other is not installed"
done

# ask NAME: what the other programs say of $work/formula and its proofs
ask() {
    case $1 in *repeated-literal*) return ;; esac # some of them do not take such clauses
    [ -s "$work/lrat-check" ] && { lrat-check "$work/formula" "$work/lrat" | grep -q '^c VERIFIED' ||
        fail "$1: lrat-check"; }
    [ -s "$work/lrat-trim" ] && { lrat-trim -q "$work/formula" "$work/lrat" >"$work/out"
        [ $? -eq 20 ] || fail "$1: lrat-trim"; }
    [ -s "$work/drat-trim" ] && { drat-trim "$work/formula" "$work/drat" | grep -q 's VERIFIED' ||
        fail "$1: drat-trim"; }
    [ -s "$work/cake_lpr" ] && { cake_lpr "$work/formula" "$work/lrat" | grep -q '^s VERIFIED UNSAT' ||
        fail "$1: cake_lpr"; }
    return 0
}

# damaged NAME: the certificate in $work/damaged is refused by the checker and by the referee
damaged() {
    { head -n -1 "$work/damaged"
      echo "digest sha256 $(head -n -1 "$work/damaged" | sha256sum | cut -d ' ' -f 1)"; } >"$work/sealed"
    "$check" "$work/sealed" >"$work/out" && fail "$1: steadycheck verifies it"
    "$cast" convert "$work/sealed" -f lrat -o "$work/other" --force 2>"$work/out" &&
        "$referee" "$work/formula" "$work/other" >"$work/out" && fail "$1: the referee verifies it"
    refused=$((refused + 1))
}

for name in $(grep -lE '^kind (cnf|impossible-(cnf|periodic|items|network))$' -r "$@" | grep '\.cert$' | sort); do
    seldom 4 || continue
    "$cast" convert "$name" -f cnf -o "$work/formula" --force &&
        "$cast" convert "$name" -f lrat -o "$work/lrat" --force &&
        "$cast" convert "$name" -f drat -o "$work/drat" --force || fail "$name: convert"
    "$check" "$name" >"$work/out" || fail "$name: steadycheck"
    "$referee" "$work/formula" "$work/lrat" >"$work/out" || fail "$name: $(cat "$work/out")"
    ask "$name"
    verified=$((verified + 1))
    [ "$(wc -c <"$name")" -gt 100000 ] && continue
    sed -E '/^lrat [0-9]+ 0 /s/ [0-9]+ 0$/ 0/' "$name" >"$work/damaged"
    damaged "$name, without its last hint"
    sed -E '0,/^lrat/{/^lrat/s/ 0 [0-9]+/ 0/}' "$name" >"$work/damaged"
    damaged "$name, without its first hint"
    grep -vE '^lrat [0-9]+ 0 ' "$name" >"$work/damaged"
    damaged "$name, without its end"
done

# refuse WHAT FORMAT: the certificate in $work/sealed is not converted, and the reason is told
refuse() {
    "$cast" convert "$work/sealed" -f "$2" -o "$work/other" --force 2>"$work/out" && fail "convert: $1"
    grep -q "$1" "$work/out" || fail "convert: not '$1' but $(cat "$work/out")"
}

# seal LINES: a certificate of these
seal() {
    { echo 'steadycast certificate 1'; echo 'writer test 1'; printf "$1"; } >"$work/body"
    { cat "$work/body"; echo "digest sha256 $(sha256sum <"$work/body" | cut -d ' ' -f 1)"; } >"$work/sealed"
}

items='kind impossible-items\nlatency 2\nports 1\nprocessors 3\nitems 1\nsends any\ntime 2\n'
seal "${items}encoding plain\nvariables 9\nclauses 13\n"
refuse 'is a refuted formula' csv
"$cast" convert "$work/sealed" -f cnf -o "$work/other" --force || fail 'convert: without a proof'
seal "${items}encoding plain\nvariables 9\nclauses 12\n"
refuse 'has 9 variables and 13 clauses, not 9 and 12' cnf
seal "${items}encoding sums\nvariables 9\nclauses 13\n"
refuse ':10: expected encoding' cnf
seal "${items}encoding plain\nvariables 9\nclauses 13\nclause 1 0\n"
refuse "expected 'lrat ID LIT" lrat
seal 'kind cnf\nvariables 1\nclauses 1\nclause 2 0\n'
refuse "expected 'clause LIT" cnf
seal 'kind prices\n'
refuse 'is no refuted formula' drat
echo "$verified refutations verified, $refused damaged ones refused, $failures failures"
[ "$failures" -eq 0 ] && [ "$verified" -gt 10 ] && [ "$refused" -gt 10 ]
