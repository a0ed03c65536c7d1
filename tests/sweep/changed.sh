#!/bin/sh
# SPDX-License-Identifier: MIT
# Nothing stale: a file that a question names is changed, removed or moved between sweep, audit, merge and reproduce, of every subject
# that has files. An answer about other bytes is asked anew, called wrong or left out, always with the name of the file.
# Usage: changed.sh STEADYCAST
cast=$1
. "$(dirname "$0")/../command/common.sh"
other='decide latency 3 depth 7 engine arithmetic'
differs='input does not hold the bytes that the answer is about'

# holding SUBJECT WHICH: the file is the first or the second one, of the same size and time, with another answer
holding() {
    case $1-$2 in
    formula-first) printf 'p cnf 1 2\n1 0\n-1 0\n' ;;
    formula-second) printf 'p cnf 1 2\n1 0\n 1 0\n' ;;
    network-first) printf '0 1\n1 2\n2 0\n' ;;
    network-second) printf '0 1\n1 2\n2 3\n' ;;
    esac >input
    touch -d '2026-01-02 03:04:05' input
}

# asked_anew NAME COUNT: how many cases this run has answered
asked_anew() {
    same "$1: cases that are asked again" "$2" "$(sed -n 's/.* answered \([0-9]*\) open.*/\1/p' out)"
}

# unread NAME FOLDER: the file is not there, which the audit misses, and a sweep tells
unread() {
    expect "$1: audit" 1 's INCOMPLETE *' "$cast" audit "$2"
    holds "$1: it is named" grep -q '^missing: .*input can.t be read: No such file' out
}

# right_now NAME FOLDER: its answers are those to what the file holds now
right_now() {
    rm -rf fresh
    expect "$1: anew" 0 's COMPLETE' "$cast" sweep c.campaign -o fresh -q
    same_results "$1: results" fresh/results.jsonl "$2/results.jsonl"
    same_results "$1: table" fresh/results.csv "$2/results.csv"
    holds "$1: certificates" diff -r fresh/certificates "$2/certificates"
    expect "$1: audit" 0 's AUDITED 2 cases, *' "$cast" audit "$2" -q
}

for subject in formula network; do
    mkdir "$subject" && cd "$subject" || exit 1
    here=$(pwd)
    case $subject in
    formula) question='formula file input' ;;
    network) question='allgather network file:input engine greedy' ;;
    esac
    printf '%s\n%s\n' "$question" "$other" >c.campaign

    # between sweep and sweep, there and back
    holding $subject first
    expect "$subject: sweep" 0 's COMPLETE' "$cast" sweep c.campaign -o f -q
    cp -R f before
    for turn in second first; do
        holding $subject $turn
        expect "$subject: sweep, $turn" 0 's COMPLETE' "$cast" sweep c.campaign -o f -q
        holds "$subject: sweep, $turn: it is named" grep -q "$differs: it is done anew" err
        asked_anew "$subject: sweep, $turn" 1
        right_now "$subject: sweep, $turn" f
        expect "$subject: sweep, $turn, again" 0 's COMPLETE' "$cast" sweep c.campaign -o f -q
        asked_anew "$subject: sweep, $turn, again" 0
        [ "$turn" = first ] || tests=$((tests + 1))
        [ "$turn" = first ] || ! cmp -s before/results.jsonl f/results.jsonl || fail "$subject: both files have the same answer"
    done

    # between sweep and audit, from wherever it is started and wherever the folder is
    (cd / && "$cast" audit "$here/f") >audit.out 2>&1
    same "$subject: audit from another folder" 's AUDITED' "$(tail -n 1 audit.out | cut -c 1-9)"
    mkdir elsewhere && mv f elsewhere/f
    expect "$subject: a folder that was moved" 0 's AUDITED 2 cases, *' "$cast" audit elsewhere/f
    cd elsewhere || exit 1
    expect "$subject: audit from where it is now" 0 's AUDITED 2 cases, *' "$cast" audit f
    cd ..
    holding $subject second
    for place in "$here" "$here/elsewhere" /; do
        (cd "$place" && "$cast" audit "$here/elsewhere/f") >audit.out 2>&1
        same "$subject: changed: audit from $place: exit status" 2 $?
        holds "$subject: changed: audit from $place: it is named" grep -q "^fault: '${question%% *} .*$differs" audit.out
    done
    cd elsewhere || exit 1
    expect "$subject: changed: sweep from elsewhere" 0 's COMPLETE' "$cast" sweep ../c.campaign -o f -q
    asked_anew "$subject: changed: sweep from elsewhere" 1
    cd ..
    right_now "$subject: changed: sweep from elsewhere" elsewhere/f
    mv elsewhere/f f

    # removed
    mv input away
    unread "$subject: removed" f
    expect "$subject: removed: sweep" 0 's COMPLETE' "$cast" sweep c.campaign -o f -q
    holds "$subject: removed: sweep tells" grep -q 'input can.t be read: .*: its answer is kept' err
    asked_anew "$subject: removed: sweep" 0
    mv away input
    expect "$subject: there again" 0 's AUDITED 2 cases, *' "$cast" audit f

    # all of it moved: names stand below a folder that is gone, and from the next sweep on below that of the sweep
    cd ..
    mv "$subject" moved && cd moved || exit 1
    unread "$subject: all is moved" f
    expect "$subject: all is moved: sweep" 0 's COMPLETE' "$cast" sweep c.campaign -o f -q
    asked_anew "$subject: all is moved: sweep" 0
    expect "$subject: all is moved: audit" 0 's AUDITED 2 cases, *' "$cast" audit f
    cd ..
    mv moved "$subject" && cd "$subject" || exit 1

    # between the sweeps of shards and merge
    holding $subject first
    for i in 1 2; do
        expect "$subject: shard $i" 0 's COMPLETE' "$cast" sweep c.campaign -o s$i --shard $i/2 -q
    done
    holding $subject second
    expect "$subject: merge" 1 '' "$cast" merge s1 s2 -o m -q
    holds "$subject: merge: it is named" grep -q "$differs" err
    holds "$subject: merge: nothing is there" [ ! -e m ]
    expect "$subject: merge --partial" 0 's MERGED 1 of 2 cases, 1 certificates' "$cast" merge s1 s2 -o m -q --partial
    expect "$subject: merge --partial: audit" 1 's INCOMPLETE *' "$cast" audit m -q
    expect "$subject: merge --partial: sweep" 0 's COMPLETE' "$cast" sweep c.campaign -o m -q
    asked_anew "$subject: merge --partial: sweep" 1
    right_now "$subject: merge --partial: sweep" m
    expect "$subject: the shard again" 0 's COMPLETE' "$cast" sweep c.campaign -o s1 --shard 1/2 -q
    expect "$subject: merge again" 0 's MERGED 2 cases, *' "$cast" merge s1 s2 -o m2 -q
    right_now "$subject: merge again" m2

    # put away
    expect "$subject: reproduce" 0 's REPRODUCED *' "$cast" reproduce c.campaign -o p -q
    holds "$subject: reproduce: its digest" grep -q "\"inputs\":\[{\"file\":\"input\",\"sha256\":\"$(sha256sum <input | cut -d' ' -f1)\"}\]" \
        p/results.jsonl
    expect "$subject: reproduce: audit" 0 's AUDITED 2 cases, *' "$cast" audit p
    holding $subject first
    expect "$subject: reproduce, changed: audit" 2 's FAULTY *' "$cast" audit p
    holds "$subject: reproduce, changed: it is named" grep -q "^fault: '${question%% *} .*$differs" out
    mv input away
    unread "$subject: reproduce, removed" p
    mv away input
    cp -R p q
    expect "$subject: reproduce again" 0 's REPRODUCED *' "$cast" reproduce c.campaign -o p -q
    expect "$subject: reproduce anew" 0 's REPRODUCED *' "$cast" reproduce c.campaign -o r -q
    holds "$subject: reproduce again: the folder" diff -r r p
    expect "$subject: sweep in a folder that was put away" 0 's COMPLETE' "$cast" sweep c.campaign -o q -q
    right_now "$subject: sweep in a folder that was put away" q
    cd ..
done
finish
