#!/bin/sh
# SPDX-License-Identifier: MIT
# The most processors of a stream, and K items, on LogP machines, as subjects: ask, sweep, audit, status, report. Usage: logp_questions.sh STEADYCAST STEADYCHECK
cast=$1 check=$2
. "$(dirname "$0")/wrong.sh"
. "$(dirname "$0")/common.sh"

# The verbs ask the same questions, and write the same certificates.
while read -r logp capacity t; do
    L=${logp%%,*} rest=${logp#*,}
    question="capacity latency $L overhead ${rest%,*} gap ${rest#*,} capacity $capacity depth $t"
    "$cast" capacity --logp "$logp" --capacity "$capacity" -t "$t" -q -o verb --force | grep '^[lu]' >told
    # shellcheck disable=SC2086
    "$cast" ask $question -q -o asked --force | grep '^[lu]' >said
    holds "$question" cmp told said
    holds "$question: schedule" cmp verb/schedule.cert asked/schedule.cert
    holds "$question: bound" cmp verb/bound.cert asked/bound.cert
done <<'CASES'
6,2,4 full 30
5,0,2 none 16
9,1,5 flight 40
3,0,1 full 7
CASES
while read -r logp capacity sends P K; do
    L=${logp%%,*} rest=${logp#*,}
    question="broadcast latency $L overhead ${rest%,*} gap ${rest#*,} capacity $capacity sends $sends processors $P items $K"
    single=
    [ "$sends" = any ] || single=--single-sending
    # shellcheck disable=SC2086
    "$cast" broadcast --logp "$logp" --capacity "$capacity" $single -P "$P" -k "$K" -q -o verb --force | grep '^[lu]' >told
    # shellcheck disable=SC2086
    "$cast" ask $question -q -o asked --force | grep '^[lu]' >said
    holds "$question" cmp told said
    holds "$question: schedule" cmp verb/schedule.cert asked/schedule.cert
    holds "$question: bound" cmp verb/bound.cert asked/bound.cert
done <<'CASES'
6,2,4 full any 8 2
8,2,4 full any 3 1
9,3,3 none single 8 10
9,3,3 none single 1000000000000 10
20,0,7 flight any 101 3
6,2,4 full any 2 100000000
CASES

expect 'capacity' 0 'by construction' "$cast" ask capacity latency 6 overhead 2 gap 4 depth 30 -o one
expect 'capacity: schedule' 0 's VERIFIED LogP L=6 o=2 g=4 capacity full: a stream * to N=13 processors exists' "$check" one/schedule.cert
expect 'capacity: bound' 0 's VERIFIED LogP L+2o=10 g=4 s=30, * reaches more than 14 processors, *' "$check" one/bound.cert
expect 'capacity: both engines' 10 'by search' "$cast" ask capacity latency 5 gap 2 capacity none depth 9 --engine all -q
same 'capacity: the best prices' 'lower 3 upper 3 capacity 3 by search ' "$(head -n 4 out | tr '\n' ' ')"
expect 'capacity: work' 0 's UNKNOWN' "$cast" ask capacity latency 9 overhead 3 gap 4 depth 9
same 'capacity: work, why' 1 "$(grep -c 'only machines with g >= 2o' err)"
expect 'capacity: too deep' 0 's UNKNOWN' "$cast" ask capacity latency 9 depth 20001
refuse 'capacity: no latency' "latency '0' is not a number from 1 to 2147483647" "$cast" ask capacity latency 0 depth 9
refuse 'capacity: no depth' 'depth' "$cast" ask capacity latency 6 gap 4
refuse 'capacity: another key' "processors" "$cast" ask capacity latency 6 depth 9 processors 8
refuse 'capacity: no capacity' "capacity 'half' is not full, flight or none" "$cast" ask capacity latency 6 capacity half depth 9
expect 'capacity: as text' 10 '{"question": {"subject": "capacity", "L": 6, "o": 2, "g": 4, "capacity": "none", "t": 9}, "status": "settled", "settled": true, "lower": 1, "upper": 1, "by": "construction", *}' \
    "$cast" ask capacity latency 6 overhead 2 gap 4 capacity none depth 9 --json -q

expect 'items' 10 'by steps' "$cast" ask broadcast latency 8 overhead 2 gap 4 processors 8 items 20 -o items
expect 'items: schedule' 0 's VERIFIED LogP L=8 o=2 g=4 P=8 K=20 *, the last at time 108' "$check" items/schedule.cert
expect 'items: bound' 0 's VERIFIED LogP L=8 o=2 g=4 P=8 K=20: * before time 108' "$check" items/bound.cert
expect 'items: too many for a list' 10 'by stream' "$cast" ask broadcast latency 6 overhead 2 gap 4 processors 2 items 100000000 -o items --force
expect 'items: a stream' 0 's VERIFIED LogP L=6 o=2 g=4 capacity full: a stream * to N=1 processors exists' "$check" items/schedule.cert
expect 'items: no bound that is met' 0 'by stream' "$cast" ask broadcast latency 5 overhead 2 gap 4 processors 3 items 5
same 'items: why' 1 "$(grep -c 'stream: 30..34, .*no schedule was found that ends at the bound' err)"
expect 'items: the work counts' 0 'by steps' "$cast" ask broadcast latency 9 overhead 3 gap 3 processors 8 items 20
expect 'items: the source alone' 10 'time 0' "$cast" ask broadcast latency 6 processors 1 items 2
refuse 'items: no number of processors' "processors '1e12' is not a number from 1 on" "$cast" ask broadcast latency 6 processors 1e12 items 2
hundred=1$(printf '%0100d' 0)
expect 'items: any number of processors' 10 'by stream' "$cast" ask broadcast latency 8 overhead 2 gap 4 sends single processors "$hundred" items 20 -o items --force
expect 'items: any number, bound' 0 "s VERIFIED LogP L=8 o=2 g=4 P=$hundred K=20: *" "$check" items/bound.cert
refuse 'items: no items' "items '0' is not a number from 1 to" "$cast" ask broadcast latency 6 processors 2 items 0
refuse 'items: sends' "sends 'twice' is not any or single" "$cast" ask broadcast latency 6 sends twice processors 2 items 2
refuse 'items: no engine' "'sat' is none of construction, all" "$cast" ask broadcast latency 6 gap 4 processors 2 items 2 --engine sat

# A campaign of both.
cat >logp.campaign <<C
capacity latency 5 gap 2 capacity none depth 8..9 engine construction,search
capacity latency 6 overhead 2 gap 4 capacity full depth 29..31
capacity latency 6 overhead 2 gap 4 capacity none depth 30
capacity latency 6 overhead 1 gap 4 capacity none depth 30
capacity latency 9 overhead 3 gap 4 depth 9
broadcast latency 6 overhead 2 gap 4 processors 8 items 1..4
broadcast latency 6 overhead 2 gap 4 processors 9 items 2
broadcast latency 6 overhead 2 gap 4 capacity none processors 8 items 2
broadcast latency 6 overhead 1 gap 4 processors 8 items 2
broadcast latency 6 overhead 2 gap 4 sends single processors 8 items 2
broadcast latency 6 overhead 2 gap 4 processors 2..3 items 100000000
broadcast latency 6 overhead 2 gap 4 processors 1000000000000 items 3
broadcast latency 6 overhead 2 gap 4 capacity none processors $hundred items 2..3
broadcast latency 6 overhead 2 gap 4 capacity none processors ${hundred%0}1 items 3
broadcast latency 6 overhead 2 gap 4 capacity full processors $hundred items 3
C
expect reproduce 0 's REPRODUCED * certificates verified' "$cast" reproduce logp.campaign -o logp -q
expect audit 0 's AUDITED 25 cases, 48 certificates' "$cast" audit logp
expect status 0 's COMPLETE' "$cast" status logp
expect report 0 'page.html: 25 cases, *' "$cast" report logp -o page.html
same 'a row of capacities' 1 "$(grep -c '^capacity latency 6 overhead 2 gap 4 depth 30 engine construction,capacity,6,2,4,full,,,,30,' logp/results.csv)"
same 'a row of items' 1 "$(grep -c '^broadcast latency 6 overhead 2 gap 4 sends single processors 8 items 2 engine construction,broadcast,6,2,4,full,' logp/results.csv)"
same 'a row of many processors' 1 "$(grep -c "^broadcast latency 6 overhead 2 gap 4 capacity none processors $hundred items 3 engine construction,broadcast,6,2,4,none,.*,$hundred,3," logp/results.csv)"
same 'a case that no engine takes' 1 "$(grep -c '"case":"capacity latency 9 overhead 3 gap 4 depth 9 engine construction".*"status":"unknown".*only machines with g >= 2o' logp/results.jsonl)"
holds 'a table of receptions' grep -q 'K items, L = 6, o = 2, g = 4, P = 8, K = 4' page.html
holds 'a table of capacities' grep -q 'Most processors of a stream, o = 2, g = 4, capacity none' page.html
holds 'a row of so many processors' grep -q '<tr><th>1000000000.. (101 digits)</th>' page.html
holds 'a table of times' grep -q 'Least times for K items, L = 6, o = 2, g = 4, capacity full, sends single' page.html
same 'no table of delays' 0 "$(grep -c 'Least delays of streams' page.html)"
same 'nothing can not be drawn' 0 "$(grep -c "can't be drawn" page.html)"

# Right certificates of other answers are refused.
kept=logp
capacities=logp/certificates/capacity-L6 items=logp/certificates/broadcast-L6
wrong 'a stream of another depth' capacity-L6/o2-g4-t29-construction-schedule.cert $capacities/o2-g4-t31-construction-schedule.cert
wrong 'a stream of another capacity' capacity-L6/o2-g4-t30-construction-schedule.cert $capacities/o2-g4-none-t30-construction-schedule.cert
wrong 'a stream on another machine' capacity-L6/o2-g4-none-t30-construction-schedule.cert $capacities/o1-g4-none-t30-construction-schedule.cert
wrong 'prices for less' capacity-L6/o2-g4-t30-construction-bound.cert $capacities/o2-g4-t29-construction-bound.cert
wrong 'prices for more' capacity-L6/o2-g4-t30-construction-bound.cert $capacities/o2-g4-t31-construction-bound.cert
wrong 'prices of another machine' capacity-L6/o2-g4-none-t30-construction-bound.cert $capacities/o1-g4-none-t30-construction-bound.cert
wrong 'fewer items' broadcast-L6/o2-g4-P8-K4-construction-schedule.cert $items/o2-g4-P8-K3-construction-schedule.cert
wrong 'more processors' broadcast-L6/o2-g4-P8-K2-construction-schedule.cert $items/o2-g4-P9-K2-construction-schedule.cert
wrong 'a list of another capacity' broadcast-L6/o2-g4-P8-K2-construction-schedule.cert $items/o2-g4-none-P8-K2-construction-schedule.cert
wrong 'a list on another machine' broadcast-L6/o2-g4-P8-K2-construction-schedule.cert $items/o1-g4-P8-K2-construction-schedule.cert
wrong 'a stream to others' broadcast-L6/o2-g4-P3-K100000000-construction-schedule.cert $items/o2-g4-P2-K100000000-construction-schedule.cert
wrong 'a stream to one more' broadcast-L6/o2-g4-none-P$hundred-K3-construction-schedule.cert $items/o2-g4-none-P${hundred%0}1-K3-construction-schedule.cert
wrong 'a stream to many under another capacity' broadcast-L6/o2-g4-none-P$hundred-K3-construction-schedule.cert $items/o2-g4-P$hundred-K3-construction-schedule.cert
wrong 'a bound for one more' broadcast-L6/o2-g4-none-P$hundred-K3-construction-bound.cert $items/o2-g4-none-P${hundred%0}1-K3-construction-bound.cert
wrong 'a bound for many, fewer items' broadcast-L6/o2-g4-none-P$hundred-K3-construction-bound.cert $items/o2-g4-none-P$hundred-K2-construction-bound.cert
wrong 'a bound for fewer items' broadcast-L6/o2-g4-P8-K4-construction-bound.cert $items/o2-g4-P8-K3-construction-bound.cert
wrong 'a bound if each is sent once' broadcast-L6/o2-g4-P8-K2-construction-bound.cert $items/o2-g4-single-P8-K2-construction-bound.cert
wrong 'a bound of another machine' broadcast-L6/o2-g4-P8-K2-construction-bound.cert $items/o1-g4-P8-K2-construction-bound.cert
rm -rf damaged && cp -r logp damaged
sed -i '/capacity latency 6 overhead 2 gap 4 depth 30/s/"lower":13/"lower":12/' damaged/results.jsonl
expect 'a changed answer' 2 's FAULTY *' "$cast" audit damaged
finish
