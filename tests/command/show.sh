#!/bin/sh
# SPDX-License-Identifier: MIT
# show, on stationary and periodic schedules, their families, and bounds.
# Usage: show.sh STEADYCAST STEADYCHECK CERTIFICATES (the folder tests/check)
cast=$1 certificates=$3
. "$(dirname "$0")/common.sh"

# Everything that is verified can be shown, and what is not is refused, not crashed on.
for file in "$certificates"/verified/*.cert; do
    seldom 4 || continue
    expect "show $file" 0 '*' "$cast" show "$file"
done
while IFS=: read -r file claim; do
    same "claim of $file" "claim: with $claim" "$("$cast" show "$certificates/verified/$file.cert" | grep '^claim')"
done <<'CLAIMS'
items-bound-any:4 processors, 3 items can't be everywhere before time 6
items-bound-single:4 processors, 3 items can't be everywhere, if the source sends each item once, before time 7
items-bound-logp:9 processors, 5 items can't be everywhere before time 44
impossible-items-l2-n2-k1-plain:3 processors, 1 items can't be everywhere by time 2
impossible-items-l2-n2-k3-single-plain:3 processors, 3 items can't be everywhere, if the source sends each item once, by time 5
CLAIMS
for file in "$certificates"/refuted/*.cert "$certificates"/malformed/*.cert; do
    seldom 8 || continue
    busy 20 "$cast" show "$file" >out 2>err
    answered "$file" $? 'which the certificate is about'
done

# A schedule: the words, then who receives what. The word of 6 processors has two internal nodes.
file=$certificates/verified/stationary-l4-t8-two-heads.cert
expect 'stationary' 0 '*' "$cast" show "$file"
same 'stationary: head' 'latency 4, depth 8, delay 12
stationary schedule for 7 processors' "$(head -n 2 out)"
same 'stationary: word' '  word 1: 1 x, length 6, 6 processors
    received  8 0 3 1 2 4
    sent      8..4 4' "$(sed -n 4,6p out)"
same 'stationary: rows' 7 "$(grep -c '^ *[1-7]  [w ]' out)"
expect 'stationary: part of the table' 0 '     3                 12\* 17\*' "$cast" show "$file" --processors 2..3 --times 19..20
same 'stationary: part of the table, columns' '19 20' "$(grep 'proc\.' out | grep -o '[0-9]*' | tr '\n' ' ' | sed 's/ $//')"
expect 'stationary: no rows' 0 ' proc.*' "$cast" show "$file" --processors 8..9 --times 19..20
expect 'stationary: picture' 0 '</svg>' "$cast" show "$file" --svg
same 'stationary: title' 1 "$(grep -c 'class="title">latency 4, depth 8, delay 12<' out)"
same 'stationary: kind' 1 "$(sed 's/\xc2\xa0/ /g' out | grep -c '>stationary schedule for 7 processors<')"
same 'stationary: a row for each processor' 7 "$(grep -c '>[1-7]  word [1-9]<' out)"
if command -v xmllint >/dev/null; then
    holds 'stationary: well formed' xmllint --noout out
fi
refuse 'stationary: depth' 'is about t = 8 only' "$cast" show "$file" -t 9
refuse 'stationary: rows' 'at most' "$cast" show "$file" --processors 1..1000000
expect 'periodic' 0 '*' "$cast" show "$certificates"/verified/periodic-l2-t4-roles-change.cert
same 'periodic: head' 'schedule of period 2 for 5 processors' "$(sed -n 2p out)"
same 'periodic: silence' '    sent      4..2 -' "$(grep -m 1 '  sent ' out)"

# Large counts and long words stay quick; what is too large is refused.
expect 'large' 10 's FEASIBLE' "$cast" solve -L 2 -t 1000 --schedule stationary -N "1$(printf '%0200d' 0)" -q -o large.cert
expect 'large: shown' 0 '*' busy 20 "$cast" show large.cert --processors 1000000000
same 'large: processors' 1 "$(grep -c '^stationary schedule for \[a number of 201 digits\] processors' out)"

# Bounds and proofs.
file=$certificates/verified/prices-l2-t7-recomputed.cert
expect 'prices' 0 'it is not in the file: *' "$cast" show "$file"
same 'prices: claim' 'claim: for latency 2 no schedule, periodic or not, with delay 9 reaches more than 20 processors' "$(head -n 1 out)"
same 'prices: fractions' 2 "$(grep -c -e '^  value 1: 7/2$' -e '^  value 7, from the source: 20$' out)"
expect 'prices: closed form' 0 '  value 5: 5/2' "$cast" show "$certificates"/verified/prices-l2-t7-largest.cert
refuse 'prices: no schedule' 'holds no schedule' "$cast" show "$file" --svg
file=$certificates/verified/impossible-periodic-l2-t4-n5-keep.cert
expect 'impossible' 0 '*contradiction' "$cast" show "$file"
same 'impossible: claim' 'claim: for latency 2 no schedule of period 2 with delay 6 serves 5 processors,' "$(head -n 1 out)"
expect 'impossible: stationary' 0 '*contradiction' "$cast" show "$certificates"/verified/impossible-periodic-l2-t4-n5-stationary.cert
same 'impossible: stationary, claim' 1 "$(grep -c 'no stationary schedule with delay 6 serves 5' out)"

# A stream on a LogP machine: the machine, the claim, and each class with its cycles.
file=$certificates/verified/logp-schedule-late-wait.cert
expect 'logp-schedule' 0 '*' "$cast" show "$file"
same 'logp-schedule: head' 'machine: LogP, L = 1, o = 1, g = 5; capacity flight
claim: a stream to 4 processors, with an item in 5 cycles and delay 29 cycles' "$(head -n 2 out)"
same 'logp-schedule: classes' "class 1: a value v is 1 + 5 v cycles until the item's deadline; sendings begin 2 cycles later; messages wait for at least 2
class 4: a value v is 4 + 5 v cycles until the item's deadline; sendings begin 3 cycles later; messages wait for at least 1" "$(grep '^class' out)"
same 'logp-schedule: a block' '  blocks of 3: 1; each processor receives 4 and sends it 3 times, and meanwhile receives 1 1' "$(sed -n 6p out)"
expect 'logp-schedule: the same class again' 0 '*' "$cast" show "$certificates"/verified/logp-schedule-period-2.cert
same 'logp-schedule: the same class again, both' 2 "$(grep -c '^class 2:' out)"

# sealed NAME BODY...: a file with the right digest
sealed() {
    name=$1
    shift
    printf 'steadycast certificate 1\nwriter test 1\n' >body
    printf '%s\n' "$@" >>body
    { cat body; printf 'digest sha256 %s\n' "$(sha256sum <body | cut -d' ' -f1)"; } >"$name"
}
# wrong NAME TEXT BODY...: refused with the line
wrong() {
    name=$1 text=$2
    shift 2
    sealed wrong.cert "$@"
    refuse "$name" "$text" busy 20 "$cast" show wrong.cert
}
head='kind schedule|latency 2|depth 4|processors 1|period 1'
set -f
try() {
    name=$1 text=$2
    oldIFS=$IFS IFS='|'
    # shellcheck disable=SC2086
    set -- $3
    IFS=$oldIFS
    wrong "$name" "$text" "$@"
}
try 'nothing' 'wrong.cert:3: expected ' 'kind schedule'
try 'no words' 'wrong.cert:6: the lines serve another number' "$head"
try 'not legal' 'does not hold a schedule: a word of length 2 is not legal' 'kind schedule|latency 2|depth 4|processors 2|period 1|word 1 receive 4 1 send largest'
try 'not held' 'does not hold a schedule: a word of length 1 sends what is not held' 'kind schedule|latency 2|depth 4|processors 2|period 1|word 1 receive 4 send 4|word 1 receive 0 send 3'
try 'not balanced' 'does not hold a schedule: value 1 is received more' 'kind schedule|latency 2|depth 4|processors 2|period 1|word 1 receive 4 send 4|word 1 receive 1 send -'
try 'huge word' 'wrong.cert:8: too large' "$head|word 1 receive 4*999999999999 send largest"
try 'huge number' 'wrong.cert:8: expected values' "$head|word 1 receive 99999999999999999999999 send largest"
try 'period' 'wrong.cert:8: expected as many values as a multiple of the period' 'kind schedule|latency 2|depth 4|processors 1|period 3|word 1 receive 4 0 send largest'
try 'huge period' 'wrong.cert:7: too large' 'kind schedule|latency 2|depth 1000|processors 1|period 1000000000'
try 'bound' 'wrong.cert:9: this does not follow' 'kind prices|latency 2|depth 2|denominator 2|prices 1|root 5|bound 3|potential recomputed'
try 'no denominator' 'wrong.cert:7: expected a denominator above 0' 'kind prices|latency 2|depth 2|denominator 0|prices 1|root 5|bound 3|potential recomputed'
try 'prices missing' "wrong.cert:7: expected 'prices' and 2 numbers" 'kind prices|latency 2|depth 3|denominator 2|prices 1|root 5|bound 2|potential recomputed'
try 'prices of a huge depth' 'wrong.cert:7: expected' 'kind prices|latency 1|depth 100000000|denominator 2|prices 1|root 5|bound 2|potential recomputed'
try 'potential' 'wrong.cert:10: expected' 'kind prices|latency 2|depth 2|denominator 2|prices 1|root 5|bound 2|potential smallest'
try 'roles' "wrong.cert:8: expected 'roles keep|permute|blocks'" 'kind impossible-periodic|latency 2|depth 4|processors 5|period 2|roles swap'
# As JSON: the same lines.
"$cast" solve -L 3 -t 7 -q -o json.cert --force >out
"$cast" show json.cert >text
expect 'as JSON' 0 '{"file": "json.cert", "kind": "schedule", "text": \["latency 3, depth 7, delay 10", *\]}' "$cast" show json.cert --json
same 'as JSON: lines' "$(wc -l <text)" "$(grep -o '", "' out | wc -l | awk '{ print $1 - 1 }')"
# Networks: schedules step by step, frontiers, prices, formulas; and their pictures.
"$cast" ask 'reduce network dgx1 root 2 items 2 steps 3' -q -o reduce --force >out
expect 'network: sends' 0 '  7 > 6: *' "$cast" show reduce/schedule.cert
same 'network: each send' "$(awk '/^step/ { s = $2 } /^send/ { print s, $2, $3, $4 }' reduce/schedule.cert)" \
    "$(awk '/^step/ { s = $2 + 0 } $2 == ">" { sub(":", "", $3); for (i = 4; i <= NF; i++) print s, $1, $3, $i }' out)"
expect 'network: formula' 0 'claim: there is no schedule as follows' "$cast" show reduce/bound.cert
"$cast" ask 'allgather network dgx1 items 6 steps 3' -q -o gather --force >out
expect 'network: bound' 0 'claim: no schedule has fewer than *' "$cast" show gather/bound.cert
same 'network: prices' "$(grep -c '^price' gather/bound.cert)" "$(grep -c '^  step ' out)"
expect 'network: way' 0 '</svg>' "$cast" show reduce/schedule.cert --svg --item 2
if command -v dot >/dev/null; then
    same 'network: way, a tree' "$(grep -c '^send .* 2$' reduce/schedule.cert)" "$(grep -o 'step [0-9]*: from' out | wc -l)"
fi
refuse 'network: no such chunk' 'there is no chunk 3' "$cast" show reduce/schedule.cert --svg --item 3
refuse 'network: chart' '--draw chart is for' "$cast" show reduce/schedule.cert --svg --draw chart
"$cast" ask 'frontier network path:3 collective broadcast root 0 steps 4' -q -o frontier.cert --force >out
expect 'frontier' 0 '       3  3/2 = 1.5' "$cast" show frontier.cert
expect 'frontier: picture' 0 '*>4: 4/3<*' "$cast" show frontier.cert --svg
refuse 'frontier: item' 'a frontier is drawn as a chart' "$cast" show frontier.cert --svg --item 1
"$cast" ask 'delay network petersen duplex full' -q -o stream --force >out
expect 'stream' 0 'claim: items at rate 1/1, each with everybody *' "$cast" show stream/schedule.cert
expect 'stream: period' 0 '</svg>' "$cast" show stream/schedule.cert --svg
same 'stream: period, no cut' 0 "$(grep -c 'Shown are' out)"
expect 'stream: refuted' 0 'claim: no stream at rate 1/1' "$cast" show stream/bound.cert
# Networks by name: what is printed is read again.
expect 'network by name' 0 'group 1 0>1 2>1' "$cast" show --network hub:3
cp out hub.txt
expect 'network by name: again' 0 'group 1 0>1 2>1' "$cast" show --network ./hub.txt
same 'network by name: the same' "$(grep -v '^#' hub.txt)" "$(grep -v '^#' out)"
expect 'network by name: rates' 0 '0-1=12.5GB/s' "$cast" show --network ring:4=12.5GB/s
expect 'network by name: as JSON' 0 '{"file": "path:2", "kind": "network", "text": \["# path:2: *' "$cast" show --network path:2 --json
expect 'network by name: picture' 0 '</svg>' "$cast" show --network clos:4 --svg
if command -v dot >/dev/null; then
    same 'network by name: links drawn' 48 "$(grep -c 'class="edge' out)"
fi
refuse 'network by name: and a file' '--network: no file besides is shown' "$cast" show --network ring:3 hub.txt
refuse 'network by name: no such nodes' 'from 1 to 1000 nodes of a network are drawn' "$cast" show --network ring:3 --svg --processors 7..9
cp hub.txt plain
refuse 'network by name: a file without a dot' "'plain' is no network, but a file, whose name as a network begins with ./" "$cast" show --network plain
refuse 'a folder in place of a certificate' ': Is a directory' "$cast" show .
finish
