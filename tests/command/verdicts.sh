#!/bin/sh
# SPDX-License-Identifier: MIT
# Exit statuses, verdict lines, and wrong input. Usage: verdicts.sh STEADYCAST STEADYCHECK
cast=$1 check=$2
. "$(dirname "$0")/common.sh"

expect feasible 10 's FEASIBLE' "$cast" solve -L 3 -t 7
same 'leaves are shown' 1 "$(grep -c '^receive-only [0-2]$' out)"
expect 'many letters' 10 's FEASIBLE' "$cast" solve -L 30 -t 70
same 'many leaves are shown' 1 "$(grep -c '^receive-only [0-9][0-9]*$' out)"
expect one-processor 10 's FEASIBLE' "$cast" solve -L 5 -t 0
expect impossible 20 's INFEASIBLE' "$cast" solve -L 4 -t 8
expect large 10 's FEASIBLE' "$cast" solve -L 5 -t 100000
for engine in arithmetic backtrack sat all; do
    expect "$engine yes" 10 's FEASIBLE' "$cast" solve -L 4 -t 9 --engine "$engine"
    expect "$engine no" 20 's INFEASIBLE' "$cast" solve -L 4 -t 8 --engine "$engine"
    same "$engine leaves no state" '' "$(ls ./*.state 2>/dev/null)"
done
expect 'paper finds' 10 's FEASIBLE' "$cast" solve -L 3 -t 11 --engine paper
expect 'paper does not find' 0 's UNKNOWN' "$cast" solve -L 4 -t 8 --engine paper
expect 'node limit' 0 's UNKNOWN' "$cast" solve -L 14 -t 28 --engine backtrack --no-ball-rule --nodes 1000 --state s
expect json 10 '{"question": {"subject": "decide", "L": 3, "t": 7}, "status": "feasible", "settled": true, *"by": "arithmetic", *}' "$cast" solve -L 3 -t 7 --json
expect 'json no' 20 '*"status": "infeasible", "settled": true*' "$cast" solve -L 4 -t 8 --json
expect 'json unknown' 0 '*"status": "unknown", "settled": false*"certificate": null*' "$cast" solve -L 4 -t 8 -e paper --json -o never
expect 'json does not apply' 0 '*"status": "unknown", "settled": false, *"by": "sat", "reason": "L = 3, t = 5000 has more than 2000 letters"*' "$cast" solve -L 3 -t 5000 -e sat --json
refuse 'json and certificate on stdout' 'both would print' "$cast" solve -L 3 -t 7 --json -o -
same 'nothing to write' '' "$(ls never 2>/dev/null)"
expect quiet 10 's FEASIBLE' "$cast" solve -L 3 -t 7 -q
same 'quiet is quiet' '' "$(cat err)"

# Too large for the engine that was asked: unknown, never an error.
for verb in 'solve -e backtrack' 'solve -e sat' count 'count -e backtrack' 'count -e both' enumerate 'enumerate --multisets'; do
    # shellcheck disable=SC2086
    expect "too large: $verb" 0 's UNKNOWN' "$cast" $verb -L 3 -t 5000
    same "too large: $verb: one line" 1 "$(wc -l <out | tr -d ' ')"
    same "too large: $verb: it is said" 1 "$(wc -l <err | tr -d ' ')"
done
expect 'count by one of two' 0 's UNKNOWN' "$cast" count -L 3 -t 30 -e both
same 'count by one of two: which' 1 "$(grep -c '^steadycast: dynamic does not apply: ' err)"
expect 'count too large, json' 0 '*"settled": false, *"parikh": null, "words": null*' "$cast" count -L 3 -t 5000 --json

refuse 'latency 0' "--latency: '0' is not a number or a range A..B in 1.." "$cast" solve -L 0 -t 5
refuse 'latency -2' "--latency: '-2'" "$cast" solve -L -2 -t 5
refuse 'latency too large' "--latency: '1000001'" "$cast" solve -L 1000001 -t 5
refuse 'depth -1' "--depth: '-1' is not a whole number in 0.." "$cast" solve -L 3 -t -1
refuse 'depth too large' "--depth: '99999999999'" "$cast" solve -L 3 -t 99999999999
refuse 'depth beyond long' "--depth: '99999999999999999999999'" "$cast" solve -L 3 -t 99999999999999999999999
refuse 'depth empty' "--depth: ''" "$cast" solve -L 3 -t ''
refuse 'depth with blank' "--depth: ' 7'" "$cast" solve -L 3 -t ' 7'
refuse 'depth with rest' "--depth: '7x'" "$cast" solve -L 3 -t 7x
refuse 'depth with sign' "--depth: '+7'" "$cast" solve -L 3 -t +7
refuse 'depth hexadecimal' "--depth: '0x7'" "$cast" solve -L 3 -t 0x7
refuse 'range for a number' 'a range is for questions of a number' "$cast" solve -L 3..4 -t 7
refuse 'range backwards' "--latency: '4..3'" "$cast" family -L 4..3 -o f
refuse 'range open' "--latency: '3..'" "$cast" family -L 3.. -o f
refuse 'unknown verb' "no verb 'sovle'" "$cast" sovle -L 3 -t 7
refuse 'empty verb' "no verb ''" "$cast" ''
refuse 'verb is an option' "'-L' is an option: the verb stands before it" "$cast" -L 3 -t 7
refuse 'unknown option' 'solve does not take --fast' "$cast" solve -L 3 -t 7 --fast
refuse 'unknown letter' 'solve does not take -x' "$cast" solve -L 3 -t 7 -x
refuse 'unknown letter in a row' 'solve does not take -x' "$cast" solve -L3 -t7 -qxj
refuse 'missing value in a row' '-t, --depth needs a value: T' "$cast" solve -L3 -qt
refuse 'option of another verb' 'family does not take --engine' "$cast" family -L 3 -o f --engine sat
refuse 'value for a flag' '--force takes no value' "$cast" solve -L 3 -t 7 --force=1
refuse 'missing value' '-t, --depth needs a value: T' "$cast" solve -L 3 -t
refuse 'missing long value' '-t, --depth needs a value: T' "$cast" solve -L 3 --depth
refuse 'missing latency' 'solve needs a machine: -L L (postal model), --logp L,o,g' "$cast" solve -t 7
refuse 'missing depth' 'solve needs -t, --depth T' "$cast" solve -L 3
refuse 'nothing given' 'solve needs -t, --depth T' "$cast" solve
refuse 'option twice' '--latency is given twice' "$cast" solve -L 3 -t 7 -L 4
refuse 'flag twice' '--quiet is given twice' "$cast" solve -L 3 -t 7 -q -q
refuse 'unknown engine' "--engine: 'oracle' is none of arithmetic, backtrack, sat, paper, all" "$cast" solve -L 3 -t 7 --engine oracle
refuse 'engine cut short' "--engine: 'arith'" "$cast" solve -L 3 -t 7 --engine arith
refuse 'threads 0' "--threads: '0'" "$cast" solve -L 3 -t 7 --threads 0
refuse 'time 0' "--time: '0'" "$cast" solve -L 3 -t 7 --time 0
refuse 'stray word' "solve takes no 'word'" "$cast" solve -L 3 -t 7 word
refuse 'family without folder' 'family needs -o, --output FOLDER' "$cast" family -L 3
same 'nothing was made' '' "$(ls -d f 2>/dev/null)"

# -o: a file for yes or no, a folder for a number; a certificate on stdout has nothing beside it.
expect 'ask: a file' 10 's FEASIBLE' "$cast" ask decide latency 3 depth 7 -q -o asked.cert
expect 'ask: verified' 0 's VERIFIED L=3 t=7 *' "$check" asked.cert
refuse 'ask: there already' 'exists; --force overwrites it' "$cast" ask decide latency 3 depth 7 -q -o asked.cert
"$cast" ask decide latency 4 depth 8 -q -e arithmetic -o - >on_stdout
same 'ask: stdout: status' 20 $?
expect 'ask: stdout' 0 's VERIFIED L=4 t=8*' "$check" on_stdout
refuse 'ask: two on stdout' 'both would print to the standard output' "$cast" ask decide latency 3 depth 7 -o - --json
printf 'p cnf 1 1\n1 0\n' >model.cnf
expect 'ask: a model has no certificate' 10 's FEASIBLE' "$cast" ask formula file model.cnf -o -
holds 'ask: that is said' grep -q 'this answer has no certificate: - is not written' err
expect 'ask: a folder' 10 's OPTIMAL' "$cast" ask delay latency 3 processors 10 -q -o asked
same 'ask: its files' 'bound.cert schedule.cert ' "$(ls asked | tr '\n' ' ')"

# MPI's names: what does it here, or that nothing does.
for name in bcast MPI_Bcast; do
    refuse "$name" "K items from one processor to all are 'broadcast'" "$cast" $name
done
refuse 'MPI_Alltoall' "over a network it is 'alltoall'" "$cast" MPI_Alltoall
refuse 'a subject' "'reduce_scatter' is no subject of questions: over a network" "$cast" ask reduce_scatter
for name in scan barrier; do
    refuse "$name" 'it is not answered' "$cast" $name
done

# Which processors are counted.
refuse '-N for -P' 'delay does not take -N: -P counts the source too, P = N+1' "$cast" delay -L 3 -N 10
refuse '-P for -N' 'solve does not take -P: -N does not count the source, N = P-1' "$cast" solve -L 3 -t 7 -P 10
finish
