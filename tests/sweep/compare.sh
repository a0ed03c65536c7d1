#!/bin/sh
# SPDX-License-Identifier: MIT
# compare: the answers of two folders of campaigns, each difference in a line, and nothing else. Usage: compare.sh STEADYCAST
cast=$1
. "$(dirname "$0")/../command/common.sh"

cat >one.campaign <<END
decide latency 3 depth 5..7 engine arithmetic
delay latency 3 processors 5..8
capacity latency 2 depth 4
END
"$cast" sweep one.campaign -o one -q >out
"$cast" sweep one.campaign -o two -q --threads 1 >out
expect 'the same' 0 's EQUAL' "$cast" compare one two
same 'the same: nothing else' 'cases of both 8, of the first alone 0, of the second alone 0;s EQUAL' "$(paste -s -d ';' out)"
expect 'certificates, too' 0 's EQUAL' "$cast" compare one two --certificates
expect 'JSON' 0 '{"equal": true, "both": 8, "differ": 0, "only_first": 0, "only_second": 0, "differences": [[]]}' "$cast" compare one two --json

# Other seconds and memory are no difference; a number, a bound, a verdict and a certificate are.
cp -r two kept && rm kept/answers.sqlite
# changed NAME LINE EXPRESSION..: what is told of `kept` with this change, which a folder that was put away lets one make
changed() {
    rm -rf changed && cp -r kept changed
    sed "$2" kept/results.jsonl >changed/results.jsonl
    cmp -s kept/results.jsonl changed/results.jsonl && fail "$1: nothing is changed"
    shift 2
    "$cast" compare one changed "$@" >out 2>err
    found="$? $(grep -v '^cases of both' out | paste -s -d ';')"
}
changed 'seconds' 's/"seconds":[0-9.e-]*/"seconds":77/; s/"memory":[0-9]*/"memory":1/; s/"nodes":[0-9]*/"nodes":9/' --certificates
same 'seconds' '0 s EQUAL' "$found"
number='delay latency 3 processors 6 engine construction'
changed 'a number' "/\"case\":\"$number\"/s/\"lower\":\\([0-9]*\\),\"upper\":[0-9]*/\"lower\":\\1,\"upper\":99/"
lower=$("$cast" delay -L 3 -P 6 -q | sed -n 's/^lower //p')
same 'a number' "1 $number: settled $lower, settled $lower..99;s DIFFERENT 1 of both, 0 of one alone" "$found"
changed 'a verdict' '/"case":"decide latency 3 depth 7/s/"status":"feasible"/"status":"infeasible"/' --json
same 'a verdict' '1 {"equal": false, "both": 8, "differ": 1, "only_first": 0, "only_second": 0, "differences": [{"case": "decide latency 3 depth 7 engine arithmetic", "first": {"status": "feasible"' "${found%%, \"lower\"*}"
changed 'a certificate' '/"case":"capacity/s/"sha256":"......../"sha256":"00000000/'
same 'a certificate: the answer is the same' '0 s EQUAL' "$found"
changed 'a certificate' '/"case":"capacity/s/"sha256":"......../"sha256":"00000000/' --certificates
same 'a certificate' '1 capacity latency 2 depth 4' "$(echo "$found" | sed 's/ engine.*//')"

# Cases of one alone, and those without an answer.
sed 's/5..8/7..9/' one.campaign >three.campaign
"$cast" sweep three.campaign -o three -q >out
expect 'other cases' 1 's DIFFERENT 0 of both, 3 of one alone' "$cast" compare one three
same 'other cases: which' 'delay latency 3 processors 5 engine construction: only in one;delay latency 3 processors 6 engine construction: only in one;delay latency 3 processors 9 engine construction: only in three' \
    "$(grep only out | paste -s -d ';')"
"$cast" sweep one.campaign -o part -q --shard 1/2 >out
expect 'a part' 1 's DIFFERENT 4 of both, 0 of one alone' "$cast" compare part one
same 'a part: what it lacks' 4 "$(grep -c ': no answer yet, ' out)"
sed 's/$/ nodes 2/; s/arithmetic/backtrack/' one.campaign | head -n 1 >few.campaign
sed 's/nodes 2/nodes 1000000/' few.campaign >many.campaign
"$cast" sweep few.campaign -o few -q >out
"$cast" sweep many.campaign -o many -q >out
expect 'a limit' 1 'decide latency 3 depth 7 engine backtrack: unknown, feasible' "$cast" compare few many

refuse 'one folder' 'compare takes two folders' "$cast" compare one
refuse 'no campaign' 'nowhere is not the folder of a campaign' "$cast" compare one nowhere
finish
