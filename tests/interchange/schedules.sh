#!/bin/sh
# SPDX-License-Identifier: MIT
# Schedules of the endless stream, trees and automata in other formats; and no file that convert cannot refuse.
# Usage: schedules.sh STEADYCAST JSON_LINT CERTIFICATES (the folder tests/check)
cast=$1 lint=$2 certificates=$3
. "$(dirname "$0")/../command/common.sh"

# schedule NAME P ITEMS LAST: the words serve P processors, and the table has the receptions of expand
schedule() {
    case=$1 processors=$2 items=$3 until=$4
    "$cast" convert "$case.cert" -f json >json
    expect "$case: json" 0 'steadycast schedule 2' "$lint" json
    same "$case: json: processors" 1 "$(grep -c "\"processors\": $processors," json)"
    "$cast" convert "$case.cert" -f csv >words
    same "$case: words" 'word,count,position,receive,send' "$(head -n 1 words)"
    period=$(sed -n 's/.*"period": \([0-9]*\).*/\1/p' json)
    same "$case: places of all words" "$((processors * period))" "$(awk -F, 'NR > 1 { n += $2 } END { print n }' words)"
    "$cast" convert "$case.cert" -f csv --times "0..$until" | awk -F, -v k="$items" 'NR > 1 && $3 <= k { print $2 "," $3 }' | sort >table
    "$cast" expand "$case.cert" -k "$items" -q -o listed.cert --force >out
    "$cast" show listed.cert -f csv | awk -F, 'NR > 1 { print $2 "," $3 }' | sort >list
    holds "$case: table" cmp table list
    same "$case: table: receptions" "$((processors * items))" "$(wc -l <table)"
}
"$cast" solve -L 3 -t 7 -q -o block.cert >out
schedule block 9 12 40
"$cast" solve -L 4 -t 9 -N 9 -q -o pruned.cert >out
schedule pruned 9 10 40
"$cast" solve -L 4 -t 8 --schedule stationary -q -o stationary.cert >out
schedule stationary 7 11 40
"$cast" solve -L 2 -t 4 -N 5 --schedule periodic:2 -q -o periodic.cert >out
schedule periodic 5 9 40
"$cast" solve -L 3 -t 2 -q -o alone.cert >out
schedule alone 1 4 20

"$cast" convert block.cert -f dot >tree.dot
same 'tree: nodes' 9 "$(grep -c '\[label=' tree.dot)"
same 'tree: edges' 8 "$(grep -c -- '->' tree.dot)"
"$cast" convert pruned.cert -f dot >tree.dot
same 'pruned tree: edges' 8 "$(grep -c -- '->' tree.dot)"
refuse 'no tree' 'dot: kind schedule has no tree' "$cast" convert stationary.cert -f dot
refuse 'a stream' 'kind schedule is an endless stream' "$cast" convert block.cert -f goal
refuse 'another kind' 'kind impossible-residues is not converted' \
    "$cast" convert "$certificates/verified/$(cd "$certificates/verified" && grep -l '^kind impossible-residues' ./*.cert | head -n 1)" -f json
refuse 'times of a picture' '--times is for --format csv' "$cast" convert block.cert -f dot --times 0..3
refuse 'an item of a stream' '--item is for lists' "$cast" convert block.cert -f dot --item 3

# One item on LogP machines, and with o = 0, g = 1 the tree of (L,t).
"$cast" broadcast -q --logp 3,0,1 -P 9 -o single >out
"$cast" convert single/schedule.cert -f dot >single.dot
same 'single: edges' 8 "$(grep -c -- '->' single.dot)"
same 'single: last' 1 "$(grep -c 'p8 \[label="8\\n7"\]' single.dot)"
same 'single: only a picture' 'digraph messages {' "$(head -n 1 single.dot)"

# The automata: as many edges as are counted.
for latency in 1 2 3 5; do
    edges=$("$cast" automaton -L $latency -q | sed -n 's/^edges //p')
    same "automaton $latency: csv" "$edges" "$("$cast" automaton -L $latency -f csv | sed 1d | wc -l)"
    "$cast" automaton -L $latency -f json >json
    expect "automaton $latency: json" 0 'steadycast state-graph 1' "$lint" json
    same "automaton $latency: json: edges" "$edges" "$(grep -c '"letter"' json)"
    states=$("$cast" automaton -L $latency -q | sed -n 's/^minimal-states //p')
    same "automaton $latency: minimal, csv" "$((states * latency))" "$("$cast" automaton -L $latency -f csv --minimal | sed 1d | wc -l)"
    "$cast" automaton -L $latency -f json --minimal >json
    expect "automaton $latency: minimal, json" 0 'steadycast automaton 1' "$lint" json
    same "automaton $latency: minimal, json: states" "$states" "$(grep -c '"accepts"' json)"
done
refuse 'two at once' '--format is given twice' "$cast" automaton -L 3 -f csv -f json
expect 'too large' 0 's UNKNOWN' "$cast" automaton -L 30 -f csv -o large.csv
holds 'too large: no file' [ ! -e large.csv ]
# The pairs of states and letters are those of the picture.
"$cast" automaton -L 4 -f csv | sed -n 's/^[0-9]*,\([01]*\),\([0-9]*\),\([01]*\)$/\1 \3/p' | sort >edges.csv
"$cast" automaton -L 4 -f dot | awk '
    /label="[01]*"/ && !/->/ { split($0, q, "\""); name[$1] = q[2] }
    /->/ { from[++n] = $1; to[n] = $3 }
    END { for (i = 1; i <= n; i++) print name[from[i]], name[to[i]] }' | sort >edges.dot
holds 'the edges of the picture' cmp edges.csv edges.dot

# Whatever the file is, it is converted or refused.
# converted FILE FORMAT
converted() {
    busy 20 "$cast" convert "$1" -f "$2" >out 2>err
    answered "$1, $2" $?
}
for file in "$certificates"/verified/*.cert "$certificates"/refuted/*.cert "$certificates"/malformed/*.cert; do
    case $file in # seconds each: show.sh reads them
    */depth-beyond-limit.cert | */pruned-depth-beyond-limit.cert | */stationary-room-limit.cert) continue ;;
    esac
    seldom 8 && converted "$file" csv
done
find "$certificates" -name '*.cert' -exec grep -l '^kind messages' {} + >messages
holds 'there are lists of messages' [ "$(wc -l <messages)" -gt 50 ]
while IFS= read -r file; do
    for format in json dot goal msccl; do
        seldom 8 && converted "$file" $format
    done
done <messages
finish
