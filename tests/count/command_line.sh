#!/bin/sh
# SPDX-License-Identifier: MIT
# The verbs count and enumerate. Usage: command_line.sh STEADYCAST
set -u
cast=$1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0

# same NAME EXPECTED FOUND
same() {
    if [ "$2" != "$3" ]; then
        echo "$1: expected '$2', found '$3'"
        failures=$((failures + 1))
    fi
}

lines() { wc -l <"$1" | tr -d ' '; }
number() { "$cast" count -L "$1" -t "$2" | sed -n "s/^$3 //p"; }

same 'two lines' 'parikh 4
words 14
s EXACT' "$("$cast" count -L 3 -t 9)"
for engine in dynamic backtrack both; do
    same "engine $engine" 'parikh 70
words 912
s EXACT' "$("$cast" count -L 4 -t 12 --engine $engine -q)"
done
same 'no state is left' '' "$(ls)"
case $("$cast" count -L 4 -t 12 --json) in
*'"settled": true, "lower": 912, "upper": 912, '*'"parikh": 70, "words": 912}'*) ;;
*) same 'json' 'the numbers' 'others' ;;
esac
"$cast" count -L 8 -t 25 --memory 1 >out 2>err
same 'memory: exit' 0 $?
same 'memory: no number' 's UNKNOWN' "$(cat out)"
same 'memory: message' 1 "$(grep -c 'MiB' err)"

# What takes long, stopped: no number, and a state.
"$cast" count -L 7 -t 19 --engine both --time 2 -q >out 2>err
same 'time: exit' 0 $?
same 'time: verdict' 's UNKNOWN' "$(cat out)"
# of the walk that was under way: the second one, or on a slow machine the first
same 'time: state' steadycast-count-L7-t19.state "$(ls ./*.state | sed 's/^..//; s/-words//; s/-parikh//')"
rm -f ./*.state

# Every schedule once, a line each.
for instance in '1 4' '2 1' '2 2' '2 3' '2 5' '3 3' '3 8' '3 10' '4 8' '4 12' '5 13'; do
    set -- $instance
    "$cast" enumerate -L "$1" -t "$2" -q >words
    "$cast" enumerate -L "$1" -t "$2" -q --multisets >parikh
    for list in words parikh; do
        expected=$(number "$1" "$2" $list)
        same "$instance $list: total" "total $expected" "$(tail -n 1 $list)"
        same "$instance $list: lines" "$expected" "$(($(lines $list) - 1))"
        same "$instance $list: different" "$(lines $list)" "$(sort -u $list | wc -l | tr -d ' ')"
    done
done

# In pieces, cut between schedules and anywhere: the same bytes. No program but ours is started for a piece: there are hundreds.
in_pieces() {
    what="$*"
    "$cast" enumerate -L 4 -t 12 -q $1 >whole
    : >pieces
    from='' runs=0 said=1
    while [ $said = 1 ] && [ $runs -lt 1000 ]; do
        "$cast" enumerate -L 4 -t 12 -q $@ $from >>pieces 2>err
        runs=$((runs + 1)) said=0
        while read -r line; do
            case $line in
            *INCOMPLETE*) said=$((said + 1)) ;;
            --from\ *) from=$line ;;
            esac
        done <err
    done
    same "$what: each piece but the last says so, once" 0 $said
    cmp -s whole pieces || same "$what" 'the whole' 'something else'
    [ $runs -gt 3 ] || same "$what" 'several pieces' "$runs"
}
in_pieces '' --most 97
in_pieces --multisets --most 23
in_pieces '' --nodes 601
in_pieces --multisets --nodes 17
same 'most' 23 "$("$cast" enumerate -L 4 -t 12 -q --most 23 2>err | wc -l | tr -d ' ')"

# Positions that are none.
for position in x 0 0: 0:99 '0:0,' '5:+x' '0:0,0,0,0,0,0,0,0,0,0,0'; do
    "$cast" enumerate -L 6 -t 13 --from "$position" >out 2>err
    [ "$position" = 0: ] || same "position $position" 1 $?
done

"$cast" enumerate -L 3 -t 9 -q -o list && same 'file' 15 "$(lines list)"
"$cast" enumerate -L 3 -t 9 -q --most 1 -o list 2>err
same 'file is kept' '1 15' "$? $(lines list)"
"$cast" enumerate -L 3 -t 9 -q --most 1 -o list --force 2>err
same 'file is replaced' '0 1' "$? $(lines list)"
same 'nothing else' 0 "$(ls | grep -c partial)"
[ $failures = 0 ]
