#!/bin/sh
# SPDX-License-Identifier: MIT
# delay, and families for every number of processors. Usage: delay.sh STEADYCAST STEADYCHECK
cast=$1 check=$2
. "$(dirname "$0")/common.sh"

while read -r delay arguments; do
    # shellcheck disable=SC2086
    expect "delay $arguments" 10 "lower $delay" "$cast" delay -q --force -o delays $arguments
    same "delay $arguments: lines" "lower $delay upper $delay delay $delay" "$(head -n 3 out | xargs)"
    expect "delay $arguments: schedule" 0 's VERIFIED L=*: a * with delay *' "$check" delays/schedule.cert
    expect "delay $arguments: bound" 0 's VERIFIED postal L=* no schedule, periodic or not, with delay *' "$check" delays/bound.cert
done <<'CASES'
10 -L 2 -P 22 --engine all
9 -L 2 -P 21 --engine all
6 -L 2 -P 6 --engine search
12 -L 4 -P 8 --engine all
5 -L 1 -P 17 --engine all
23 -L 3 -P 1000
305 -L 7 -P 123456789012345678901234567890
CASES
expect 'nobody but one' 10 'lower 3' "$cast" delay -L 3 -P 2 -q
expect 'delay as text' 10 '{"question": {"subject": "delay", "L": 2, "P": 22}, "status": "settled", "settled": true, "lower": 10, "upper": 10, "by": "construction", *, "delay": 10, "optimal": true, "depth": 8, "period": 1}' "$cast" delay -L 2 -P 22 -q --json
expect 'delay, too large' 0 's UNKNOWN' "$cast" delay -L 3 -P "1$(printf '%05000d' 0)"
for number in 0 -3 1..2..3 3..2 0..5 ..5 5.. x 7x ''; do
    refuse "delay for $number" "--processors: '$number' is not a number or a range" "$cast" delay -L 3 -P "$number"
done
refuse 'delays on stdout' "'-' is no name for a folder" "$cast" delay -L 3 -P 5 -o -
expect 'the source alone' 10 'lower 0' "$cast" delay -L 3 -P 1
expect 'the source alone: no certificate' 10 'delay 0' "$cast" delay -L 3 -P 1 -o alone
same 'the source alone: a remark' 1 "$(grep -c 'has no certificate' err)"
refuse 'no model' 'delay needs a machine: -L L (postal model), --logp L,o,g' "$cast" delay -P 5
refuse 'machine with what is no part of it' "'latency 3 processors 5' is no machine" "$cast" delay -m 'latency 3 processors 5' -P 5
refuse 'machine with items' "'latency 3 items 2' is no machine" "$cast" broadcast -m 'latency 3 items 2' -P 5
refuse 'machine with the depth' "'latency 3 depth 2' is no machine" "$cast" capacity -m 'latency 3 depth 2' -t 4
refuse 'machine with two latencies' "'latency' is given twice" "$cast" delay -m 'postal 3 latency 4' -P 5
refuse 'machine with two capacities' "'capacity' is given twice" "$cast" delay -m 'logp 6,2,4 capacity full' --capacity none -P 5
refuse 'two models' 'delay takes one machine, not both --latency and --logp' "$cast" delay -L 3 --logp 3,0,1 -P 5
refuse 'delays there already' 'exists; --force overwrites it' "$cast" delay -L 3 -P 5 -o delays
expect 'a thousand digits' 10 'lower 6029' "$cast" delay -L 3 -P "1$(printf '%01000d' 0)" -o delays -q --force
expect 'a thousand digits: schedule' 0 's VERIFIED L=3 t=6026 N=9999*: a block-cyclic schedule on a pruned tree *' "$check" delays/schedule.cert
expect 'a thousand digits: bound' 0 's VERIFIED postal L=3 t=6025: no schedule, *' "$check" delays/bound.cert

# The certificates of one question only, all of them or none.
"$cast" delay --logp 9,3,3 -P 8 -o folder -q >out
same 'three certificates' 'bound.cert schedule.cert ' "$(ls folder | tr '\n' ' ')"
expect 'two of one side' 0 's VERIFIED 2 certificates' "$check" --stream --quiet folder/bound.cert
refuse 'certificates of another question' 'exists; --force overwrites it' "$cast" delay -L 3 -P 2 -o folder
expect 'one certificate' 10 'lower 3' "$cast" delay -L 3 -P 2 -o folder -q --force
same 'one certificate: the others are gone' 'schedule.cert ' "$(ls folder | tr '\n' ' ')"
"$cast" delay -L 3 -P 9 -o folder -q --force >out
cp -r folder before
mkdir folder/bound.cert.new.partial
"$cast" delay -L 4 -P 30 -o folder -q --force >out 2>err
same 'all or none: exit status' 1 $?
rmdir folder/bound.cert.new.partial
holds 'all or none: what was there stays' diff -r before folder
expect 'found, though the search is stopped' 10 'lower *' "$cast" delay -L 3 -P 19001 --engine all --time 1
expect 'one of a limit' 0 '{"question": {"subject": "delay", "L": 3, "P": "10*0"}, "status": "unknown", "settled": false, "lower": null, "upper": null, "by": null, "reason": "L = 3: *", *}' "$cast" delay -L 3 -P "1$(printf '%05000d' 0)" --json
expect 'LogP without count' 0 'step 2000000' "$cast" delay --logp 5,0,2000000 -P 5 -o logp0
same 'LogP without count: lines' 'lower 20 upper 4000005 ' "$(head -n 2 out | tr '\n' ' ')"

# Ranges: the same answers, all certificates one behind the other.
expect 'range' 10 'latency 4 processors 21..27 lower 16 upper 16 delay 16 by construction' "$cast" delay -L 2..4 -P 1..27 -o ranges -q
grep '^latency 3 ' out >three
for P in 1 2 5 6 9 19 27; do
    delay=$("$cast" delay -L 3 -P $P -q | sed -n 's/^delay //p')
    same "range: P = $P" "$delay" "$(awk -v p=$P '{ split($4, ends, "[.][.]") } ends[1] <= p && p <= (ends[2] ? ends[2] : ends[1]) { print $10 }' three)"
done
for L in 2 3 4; do
    same "range: as many schedules as numbers, L = $L" 26 "$(grep -c '^kind schedule$' ranges/L$L.certs)"
    expect "range: certificates of L = $L" 0 's VERIFIED [0-9]* certificates' "$check" --stream --quiet ranges/L$L.certs
done
expect 'range: every chunk in its place' 10 'latency 3 processors 1280..1300 lower 24 upper 24 delay 24 by construction' "$cast" delay -L 3 -P 2..1300 -o ranges -q --force
same 'range: in order' "$(seq 1 1299 | cksum)" "$(awk '/^kind prices/ { skip = 1 } /^processors/ && !skip { print $2 } /^digest/ { skip = 0 }' ranges/L3.certs | cksum)"
cp ranges/L3.certs one
"$cast" delay -L 3 -P 2..1300 -o ranges -q --force --threads 1 >/dev/null
holds 'range: any number of threads' cmp one ranges/L3.certs
expect 'range as text' 10 '{"question": {"subject": "delay", "L": 3, "P": 4}, "status": "settled", "settled": true, "lower": 7, "upper": 7, *, "delay": 7, "optimal": true}' "$cast" delay -L 3 -P 3..4 --json
expect 'latencies' 10 'latency 5 processors 100 lower 24 upper 24 delay 24 by construction' "$cast" delay -L 4..5 -P 100 -q
expect 'range, too large' 0 's UNKNOWN' "$cast" delay -L 30000 -P 2..4
same 'range, too large: why' 1 "$(grep -c 'L = 30000: t = 30000 is beyond 20000' err)"
refuse 'range there already' 'ranges/L3.certs exists' "$cast" delay -L 3 -P 2..9 -o ranges
expect 'range by search' 10 'latency 3 processors 6..7 lower 9 upper 9 delay 9 by search' "$cast" delay -L 3 -P 2..9 --engine search -q
refuse 'far too many' 'more than 10000000 questions' "$cast" delay -L 3 -P 1..999999999
expect 'stopped range' 0 's [OU]*' "$cast" delay -L 3..40 -P 2..100000 -o stopped --time 1
same 'stopped range: nothing partial' '' "$(ls stopped/*.partial 2>/dev/null)"
for file in stopped/*.certs; do
    [ ! -e "$file" ] || expect "stopped range: $file" 0 's VERIFIED * certificate*' "$check" --stream --quiet "$file"
done

# LogP machines: fixed lines, in cycles.
expect 'LogP' 10 'step 4' "$cast" delay --logp 6,2,4 -P 8 -o logp -q
same 'LogP: lines' 'lower 34 upper 34 delay 34 by construction step 4 depth 24 period 1 ' "$(tr '\n' ' ' <out)"
expect 'LogP: schedule' 0 's VERIFIED LogP L=6 o=2 g=4 capacity full: a stream with an item in 4 cycles and delay 34 to N=7 processors exists' "$check" logp/schedule.cert
expect 'LogP: bound' 0 's VERIFIED LogP L=6 o=2 g=4: no more than 6 processors *' "$check" logp/bound.cert
expect 'LogP, settled' 10 'upper 161' "$cast" delay --logp 21,0,7 -P 1000
same 'LogP, settled: lines' 'lower 161 upper 161 delay 161 ' "$(head -n 3 out | tr '\n' ' ')"
same 'LogP, settled: it is said' 1 "$(grep -c '^construction: 161, certified by logp-schedule and ' err)"
expect 'LogP, two sendings by the source' 0 'upper 90' "$cast" delay --logp 9,3,2 -P 101 -o logp -q --force
for file in logp/*.cert; do
    expect "LogP: $file" 0 's VERIFIED * certificate*' "$check" --stream --quiet "$file"
done
expect 'LogP as text' 0 '{"question": {"subject": "delay", "L": 9, "o": 3, "g": 2, "capacity": "full", "P": 8}, "status": "interval", "settled": false, "lower": 36, "upper": 51, *, "delay": null, "optimal": false, "step": 6, *}' "$cast" delay --logp 9,3,2 -P 8 --json -q
expect 'postal as LogP' 10 'delay 23' "$cast" delay --logp 3,0,1 -P 1000 -q
same 'postal as LogP: lines' 'lower 23 upper 23 delay 23 by construction depth 20 period 1 ' "$(tr '\n' ' ' <out)"
for machine in 6,2 6,2,4,1 0,2,4 6,2,0 a,b,c 6,-2,4 ''; do
    refuse "LogP machine $machine" '--logp' "$cast" delay --logp "$machine" -P 8
done
# Different offsets, without a limit at the receiver.
for machine in 6,2,4/34/60/148 15,2,4/57/93/220 60,22,40/368/648/1568 9,3,2/51/90/222; do
    for answer in 8/2 101/3 1000001/4; do
        P=${answer%/*}
        logp=${machine%%/*}
        "$cast" delay --logp "$logp" --capacity none -P "$P" -o classes --force -q >out
        same "LogP $logp, P = $P: delay" "upper $(echo "$machine" | cut -d/ -f"${answer#*/}")" "$(grep '^upper' out)"
        expect "LogP $logp, P = $P: schedule" 0 "s VERIFIED LogP * capacity none: * to N=$((P - 1)) processors exists" "$check" classes/schedule.cert
    done
done
expect 'LogP, ten to the hundredth' 10 'upper 2186' "$cast" delay --logp 6,2,4 --capacity none -P "1$(printf '%0100d' 0)" -o classes --force -q
expect 'LogP, ten to the hundredth: schedule' 0 's VERIFIED *' "$check" classes/schedule.cert
expect 'capacity without LogP' 10 'delay 10' "$cast" delay -L 3 -P 8 --capacity none # o = 0, g = 1
expect 'LogP, beyond a certificate' 0 's UNKNOWN' "$cast" delay --logp 5,0,1000000000 -P 5
expect 'LogP range' 0 'latency 6 overhead 2 gap 4 processors 4 lower 24 upper 26 by construction' "$cast" delay --logp 6,2,4 -P 2..8 -q
expect 'LogP, stopped' 0 's [OU]*' busy 9 "$cast" delay --logp 20,0,7 -P 1001 --capacity none --engine search --time 1
holds 'LogP, stopped: it is said' grep -q 'stopped by a signal or the time limit' err
expect 'LogP, prices' 10 'delay 24' "$cast" delay --logp 5,0,2 -P 28 --capacity none --engine search -q -o priced
same 'LogP, prices: lines' 'lower 24 upper 24 delay 24 ' "$(head -n 3 out | tr '\n' ' ')"
expect 'LogP, prices: bound' 0 's VERIFIED LogP L+2o=5 g=2 s=18, * more than 26 processors, whatever waits' "$check" priced/bound.cert

# Families for every number of processors.
expect 'families' 10 's FEASIBLE' "$cast" family -L 1..12 --every -o families -q
same 'families: how many' 11 "$(ls families | wc -l)"
for file in families/*; do
    L=${file#families/L}
    expect "families: $file" 0 "s VERIFIED L=${L%-every.cert}: for every N >= 1 a stationary schedule with delay L+t on N processors exists*" "$check" "$file"
done
cp families/L7-every.cert seven
expect 'families: kept' 10 's FEASIBLE' "$cast" family -L 7 --every -o families
same 'families: kept, it is said' 1 "$(grep -c '1 files were there already' err)"
cp families/L8-every.cert families/L7-every.cert
refuse 'families: of another latency' 'L7-every.cert' "$cast" family -L 7 --every -o families -q
expect 'families: forced' 10 's FEASIBLE' "$cast" family -L 7 --every -o families -q --force
holds 'families: the same bytes' cmp seven families/L7-every.cert
expect 'families: a range with L = 2' 10 's FEASIBLE' "$cast" family -L 1..3 --every -o range -q
same 'families: a range with L = 2: it is said' 1 "$(grep -c '^L 2 none: ' out)"
refuse 'families: L = 2' 'L = 2 has no family' "$cast" family -L 2 --every -o families -q
# A program that is replaced while it runs, by an upgrade in the middle of a campaign, finds the one beside it.
if [ -x "$(dirname "$cast")/steadycast-lp" ]; then
    mkdir replaced
    cp "$cast" "$(dirname "$cast")/steadycast-lp" replaced
    sh -c 'exec 3<replaced/steadycast && rm replaced/steadycast && exec /proc/self/fd/3 delay --logp 5,2,4 -P 50 --capacity none -e search -q' >out
    same 'replaced while it runs: prices' 'lower 50' "$(grep '^lower' out)"
fi
finish
