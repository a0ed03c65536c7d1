#!/bin/sh
# SPDX-License-Identifier: MIT
# Streams on LogP machines, and families of them, as subjects: ask, sweep, audit, status, report. Usage: stream.sh STEADYCAST STEADYCHECK
cast=$1 check=$2
. "$(dirname "$0")/wrong.sh"
. "$(dirname "$0")/common.sh"

# The same numbers as by the verb.
while read -r P capacity logp; do
    L=${logp%%,*} rest=${logp#*,}
    question="delay latency $L overhead ${rest%,*} gap ${rest#*,} capacity $capacity processors $P"
    "$cast" delay --logp "$logp" --capacity "$capacity" -P "$P" -q | sed -n '/^[lu]/p' | sort >verb
    # shellcheck disable=SC2086
    "$cast" ask $question -q | sed -n '/^[lu]/p' | sort >asked
    holds "$question" cmp verb asked
    [ -s verb ] || fail "$question: nothing was said"
done <<'CASES'
8 full 6,2,4
101 full 9,1,5
101 flight 9,1,5
33 none 15,2,4
1000001 none 9,3,3
2 full 4,1,2
CASES
expect 'settled' 10 'by construction' "$cast" ask delay latency 6 overhead 2 gap 4 capacity none processors 8 -o one
expect 'settled: schedule' 0 's VERIFIED LogP L=6 o=2 g=4 capacity none: * delay 34 to N=7 processors exists' "$check" one/schedule.cert
expect 'settled: bound' 0 's VERIFIED LogP L=6 o=2 g=4: no more than 6 processors *' "$check" one/bound.cert
expect 'two counts' 0 'by construction' "$cast" ask delay latency 9 overhead 3 gap 2 processors 101 -o two
expect 'two counts: the bound' 0 's VERIFIED 2 certificates' "$check" --stream two/bound.cert
expect 'rounding' 0 'by rounding' "$cast" ask delay latency 9 overhead 1 gap 5 processors 101 --engine rounding
same 'rounding: no bound' 'upper 82 by rounding' "$(head -n 2 out | xargs)"
refuse 'no machine' "latency '0' is not a number from 1 to" "$cast" ask delay latency 0 processors 8
expect 'the source alone' 10 'delay 0' "$cast" ask delay latency 3 processors 1
refuse 'no capacity' "capacity 'some' is not full, flight or none" "$cast" ask delay latency 3 capacity some processors 8
refuse 'no engine' "'rounds'" "$cast" ask delay latency 3 processors 8 --engine rounds
expect 'no prices' 0 's UNKNOWN' "$cast" ask delay latency 9 overhead 3 gap 4 processors 8 --engine search
same 'no prices: why' 1 "$(grep -c 'prices are for machines with g >= 2o' err)"

# Families: for every depth from some one on.
expect 'a family' 10 's FEASIBLE' "$cast" ask family latency 9 gap 2 capacity none -o family
expect 'a family: its certificate' 0 's VERIFIED LogP L=9 o=0 g=2 capacity none: for every s >= 12 a stream *' "$check" family
expect 'no family' 0 's UNKNOWN' "$cast" ask family latency 5 gap 2 capacity none
same 'no family: why' 1 "$(grep -c 'no family was found' err)"
expect 'the verb' 10 's FEASIBLE' "$cast" family --logp 9,0,2 -o families
same 'the verb: told' 'L 9 o 0 g 2 from 12 window 20 file families/L9-o0-g2.cert' "$(head -n 1 out)"
holds 'the verb: the same file' cmp families/L9-o0-g2.cert family
expect 'the verb: kept' 10 's FEASIBLE' "$cast" family --logp 9,0,2 -o families
same 'the verb: said' '1 files were there already and are kept' "$(cat err)"
expect 'the verb: JSON' 10 '{"question": {"subject": "family", "L": 15, "o": 2, "g": 4, *}, *"from": 202, "window": 202, *}' "$cast" family --logp 15,2,4 -o families --json
expect 'the verb: verified' 0 's VERIFIED LogP L=15 o=2 g=4 *' "$check" families/L15-o2-g4.cert
cp families/L9-o0-g2.cert families/L11-o0-g2.cert
refuse 'the verb: another machine' 'families/L11-o0-g2.cert is not this family' "$cast" family --logp 11,0,2 -o families
cp families/L9-o0-g2.cert families/L9-o1-g2.cert
refuse 'the verb: another overhead' 'families/L9-o1-g2.cert is not this family' "$cast" family --logp 9,1,2 -o families
expect 'the verb: none' 0 's UNKNOWN' "$cast" family --logp 5,2,4 -o families
same 'the verb: of which' 1 "$(grep -c 'no family was found' err)"
same 'the verb: no file' '' "$(ls families | grep L5)"
refuse 'two machines' 'family takes one machine, not both --latency and --logp' "$cast" family -L 3 --logp 9,0,2 -o families
refuse 'to stdout' "'-' is no name for a folder" "$cast" family -L 3 -o -
refuse 'no machine' 'family needs a machine' "$cast" family -o families
refuse 'every N' "no engine answers 'family'" "$cast" family --logp 9,0,2 --every -o families

# A campaign: each engine, files of one certificate and of two.
cat >streams.campaign <<'C'
delay latency 6 overhead 2 gap 4 processors 2..9 engine rounding,construction
delay latency 5 gap 2 capacity none processors 26..28 engine construction,search
delay latency 9 overhead 3 gap 3 capacity flight processors 2..9
delay latency 6 overhead 2 gap 4 capacity none processors 1000000000000000000001
family latency 7..8 gap 3 capacity none
family latency 9..10 gap 2 capacity none
C
expect reproduce 0 's REPRODUCED * certificates verified' "$cast" reproduce streams.campaign -o streams -q
expect audit 0 's AUDITED 35 cases, 60 certificates' "$cast" audit streams
expect status 0 's COMPLETE' "$cast" status streams
expect report 0 'page.html: 35 cases, 11 answered, 24 open, *' "$cast" report streams -o page.html
# P, those that are settled, the mean distance from the bound, and the largest one.
counted=$(awk -F, '$2 == "delay" && $3 == 6 && $6 == "full" && $27 == "rounding" { whole[$12] = $32 }
    $2 == "delay" && $3 == 6 && $6 == "full" && $27 == "construction" { bound[$12] = $31 }
    END { for (P in whole) { n++; above = whole[P] - bound[P]; sum += above; settled += above == 0; if (above > most) most = above }
          printf "%d %d %.2f %d", n, settled, sum / n, most }' streams/results.csv)
same 'distances' "$counted" "$(sed -n 's|^<tr><td>6, 2, 4</td><td>in whole steps</td>||p' page.html | sed 's|<td class="n">||g; s|</td></tr>||; s|</td>| |g')"
# Where the stream has a smaller delay than whole steps, the page links its schedule.
better=$(awk -F, '$2 == "delay" && $3 == 6 && $6 == "full" && $27 == "rounding" { whole[$12] = $32 }
    $2 == "delay" && $3 == 6 && $6 == "full" && $27 == "construction" && whole[$12] > $32 { print $12 }' streams/results.csv)
holds 'a better stream' [ "$better" ]
for P in $better; do
    same "the best certificate, P = $P" '0 some' "$(grep -c "o2-g4-P$P-rounding-schedule.cert\"><g>" page.html) $(grep -q "o2-g4-P$P-construction-schedule.cert\"><g>" page.html && echo some)"
done
same 'a row' 1 "$(grep -c '^delay latency 9 overhead 3 gap 3 capacity flight processors 8 engine construction,delay,9,3,3,flight,,,,,,8,' streams/results.csv)"
mkdir again
expect 'again' 0 's REPRODUCED * certificates verified' "$cast" reproduce streams.campaign -o again/streams -q --threads 1
holds 'the same bytes' diff -r streams again/streams

# Right certificates of other answers are refused.
kept=streams
folder=streams/certificates/delay-L9
wrong 'a later schedule' delay-L6/o2-g4-P8-construction-schedule.cert streams/certificates/delay-L6/o2-g4-P9-construction-schedule.cert
"$cast" delay --logp 6,2,4 --capacity none -P 8 -o none -q >out
wrong 'another capacity' delay-L6/o2-g4-P8-construction-schedule.cert none/schedule.cert
wrong 'a smaller bound' delay-L6/o2-g4-P8-construction-bound.cert streams/certificates/delay-L6/o2-g4-P4-construction-bound.cert
wrong 'prices for less' delay-L5/g2-none-P28-search-bound.cert streams/certificates/delay-L5/g2-none-P26-construction-bound.cert
wrong 'another family' family-L9/g2-none-construction.cert streams/certificates/family-L10/g2-none-construction.cert
same 'two counts' 2 "$(grep -c '^kind reach' $folder/o3-g3-flight-P9-construction-bound.certs)"
sed '/^digest/q' $folder/o3-g3-flight-P9-construction-bound.certs >first
wrong 'one of two counts' delay-L9/o3-g3-flight-P9-construction-bound.certs first
cat first first >twice
wrong 'one count twice' delay-L9/o3-g3-flight-P9-construction-bound.certs twice
rm -rf damaged && cp -r streams damaged
sed -i '/latency 9 .* processors 8 /s/"lower":36/"lower":37/' damaged/results.jsonl
expect 'a changed answer' 2 's FAULTY *' "$cast" audit damaged
finish
