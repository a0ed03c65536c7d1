#!/bin/sh
# SPDX-License-Identifier: MIT
# Cases that are cut, given up, and taken up again with other limits or another cut: what is known of
# the pieces is kept as far as it fits, and never spoils the rest.
# Usage: pieces.sh STEADYCAST
cast=$1
. "$(dirname "$0")/../command/common.sh"
case='decide latency 10 depth 20 engine sat encoding words'
for pieces in 8 7; do
    printf '%s pieces %s time 60\n' "$case" $pieces >"long$pieces.campaign"
    printf '%s pieces %s nodes 200\n' "$case" $pieces >"short$pieces.campaign"
done

# answered NAME: the case has its answer, and no piece is left
answered() {
    holds "$1: the answer" grep -q '"status":"infeasible"' f/results.jsonl
    same "$1: no piece is left" '' "$(find f -name '*piece*')"
    expect "$1: audit" 0 's AUDITED 1 cases, 1 certificates' "$cast" audit f
}

expect 'given up' 0 's COMPLETE' "$cast" sweep -q short8.campaign -o short
holds 'for the cause of a piece' grep -q '"status":"unknown".*"cause":"nodes","reason":"piece [0-7] of 8: ' short/results.jsonl
kept=$(find short -name '*.piece' | wc -l)
holds 'what is answered is kept' [ "$kept" -gt 0 ]
expect 'given up: audit' 0 's AUDITED 1 cases, 0 certificates' "$cast" audit short

cp -r short f
expect 'larger limits' 0 's COMPLETE' "$cast" sweep -q long8.campaign -o f --change
answered 'larger limits'
same 'only the rest is asked' 8 "$(lines f | grep '"piece":' | grep -c -v '"verdict":"unknown"')"

# another cut with as many pieces: their files are of the first one
rm -rf f
cp -r short f
expect 'another cut' 0 's COMPLETE' "$cast" sweep -q long7.campaign -o f --change
holds 'another cut: it is said' grep -q '[0-7].piece: wanted 8, not 7' err
answered 'another cut'

# files that no line of the store knows
rm -rf f
cp -r short f
: >none
relined f none
expect 'unknown files' 0 's COMPLETE' "$cast" sweep -q long7.campaign -o f --change
answered 'unknown files'

# a file of another version of the program
rm -rf f
cp -r short f
file=$(find f -name '*.piece' | head -n 1)
old=$(sha256sum "$file" | cut -c 1-64)
sed 's/^writer steadycast .*/writer steadycast 0.0.1/' "$file" >changed
holds 'the version is changed' [ "$(cmp -s changed "$file" || echo other)" = other ]
body=$(grep -v '^digest ' changed && echo .)
printf '%sdigest sha256 %s\n' "${body%.}" "$(printf %s "${body%.}" | sha256sum | cut -c 1-64)" >"$file"
new=$(sha256sum "$file" | cut -c 1-64)
lines f | sed "/$old/{s/$old/$new/; s/\"bytes\":[0-9]*/\"bytes\":$(($(wc -c <"$file")))/;}" | seal >changed
relined f changed
expect 'another version' 0 's COMPLETE' "$cast" sweep -q long8.campaign -o f --change
holds 'another version: it is said' grep -q "$(basename "$file"): a piece that another version wrote" err
answered 'another version'
finish
