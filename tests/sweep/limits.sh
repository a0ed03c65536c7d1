#!/bin/sh
# SPDX-License-Identifier: MIT
# Limits of campaigns: what reaches them is tried again with larger ones when all else is done, and is never impossible; the
# order of cases; changed campaigns; engines that disagree.
# Usage: limits.sh STEADYCAST STEADYCHECK BUILD_TYPE
cast=$1 check=$2
. "$(dirname "$0")/../command/common.sh"

# attempts PATTERN: limits and verdicts of the cases of this name, in the order in which they ended
attempts() {
    lines f | grep "^{\"case\":\"$1" |
        sed 's/.*"verdict":"\([a-z]*\)".*"cause":"\([a-z]*\)".*"attempt":\([0-9]*\).*"seconds":\([0-9.e+-]*\),"megabytes":\([0-9]*\),"nodes":\([0-9]*\)}.*/\1 \2 \3 \4 \5 \6/' | tr '\n' ';'
}

hard='memory 16'
case $3 in Sanitize | Thread) hard='time 0.11' ;; esac # their memory has no limit
cat >limits.campaign <<END
set retry 2 factor 2 order file
serve latency 2 depth 7 served 21 schedule periodic:5 engine sat time 0.1
decide latency 4 depth 18 engine backtrack nodes 2
capacity latency 2 depth 24 engine search $hard
decide latency 3..4 depth L..2L engine all
END
expect 'limits' 0 's COMPLETE' "$cast" sweep limits.campaign -o f --threads 1
same 'time' 'unknown time 1 0.1 0 0;unknown time 2 0.2 0 0;unknown time 3 0.4 0 0;' "$(attempts serve)"
same 'nodes' 'unknown nodes 1 0.0 0 2;unknown nodes 2 0.0 0 4;unknown nodes 3 0.0 0 8;' "$(attempts 'decide latency 4 depth 18')"
case $3 in
Sanitize | Thread) echo 'SKIPPED: memory that is refused ends a program under a sanitizer' ;;
*)
    same 'memory' 'unknown memory 1 0.0 16 0;unknown memory 2 0.0 32 0;unknown memory 3 0.0 64 0;' "$(attempts capacity)"
    # what GMP is refused ends the process, which says so
    printf 'broadcast logp 6,2,4 processors %s engine tree memory 16\n' "$(printf '%010000d' 0 | tr 0 9)" >digits.campaign
    expect 'many digits' 0 's COMPLETE' "$cast" sweep -q digits.campaign -o digits
    same 'many digits: memory' 'open memory memory was refused to the process that worked on it' \
        "$(ask_store digits "select state || ' ' || cause || ' ' || reason from answers")"
    ;;
esac
same 'open ones are told' 3 "$(grep -c '"status":"unknown"' f/results.jsonl)"
same 'none of them is impossible' 0 "$(grep '"status":"infeasible"' f/results.jsonl | grep -vc 'latency 4 depth 8')"
same 'retries come last' 6 "$(lines f | tail -n 6 | grep -c '"attempt":[23]')"
expect 'all is there' 0 's COMPLETE' "$cast" sweep limits.campaign -o f
same 'nothing is done again' 0 "$(sed -n 's/.*answered \([0-9]*\) open.*/\1/p' out)"

# larger limits, more cases: only what they change is asked
sed "s/$hard/memory 4000/; s/depth 24/depth 14/; \$s/2L/2L+1/" limits.campaign >larger.campaign
refuse 'another campaign' 'line 4 is another one' "$cast" sweep larger.campaign -o f
sed 's/nodes 2/nodes 100000/; $s/2L/2L+1/' limits.campaign >larger.campaign
expect 'changed' 0 's COMPLETE' "$cast" sweep larger.campaign -o f --change
same 'what had too little is asked again' 7 "$(sed -n 's/.*answered \([0-9]*\) open.*/\1/p' out)"
same 'and answered' 'feasible none' "$(attempts 'decide latency 4 depth 18' | sed 's/.*;\([a-z]* [a-z]*\) 4.*/\1/')"
grep -v capacity larger.campaign >fewer.campaign
expect 'answers that nobody asks for' 1 '' "$cast" sweep fewer.campaign -o f --change
holds 'are not thrown away' grep -q 'that this campaign does not ask for' err
expect 'and stay' 0 's COMPLETE' "$cast" sweep larger.campaign -o f
same 'all of them' 0 "$(sed -n 's/.*answered \([0-9]*\) open.*/\1/p' out)"

# the order in which one worker answers
order_of() {
    printf 'set order %s\ndelay latency 3 processors 300..302\ndelay latency 3 processors 2\n' "$1" >order.campaign
    rm -rf f
    "$cast" sweep -q order.campaign -o f --threads 1 >out
    lines f | sed 's/.*processors \([0-9]*\) .*/\1/' | tr '\n' ' '
}
same 'cheap ones first' '2 300 301 302 ' "$(order_of cheap)"
same 'dear ones first' '302 301 300 2 ' "$(order_of dear)"
same 'as written' '300 301 302 2 ' "$(order_of file)"

# in folders of earlier versions, which could divide a case, an attempt at a piece answers no case
printf 'decide latency 3 depth 4 engine backtrack\n' >divided.campaign
expect 'divided' 0 's COMPLETE' "$cast" sweep -q divided.campaign -o divided
lines divided >whole
sed 's/^\({"case":"[^"]*",\)/\1"piece":2,"pieces":4,/; s/"verdict":"feasible"/"verdict":"infeasible"/' whole | seal >piece
cat whole piece >both
relined divided both
expect 'divided: whole, then a piece' 0 's AUDITED 1 cases, 1 certificates' "$cast" audit divided
relined divided piece
rm -r divided/results.* divided/certificates/*
mkdir -p divided/certificates/decide-L3/t4-backtrack.pieces
: >divided/certificates/decide-L3/t4-backtrack.pieces/2.piece
expect 'divided: a piece alone' 1 's INCOMPLETE *' "$cast" audit divided
expect 'divided: taken up' 0 's COMPLETE' "$cast" sweep -q divided.campaign -o divided
same 'divided: answered as a whole' 1 "$(sed -n 's/.*answered \([0-9]*\) open.*/\1/p' out)"
same 'divided: no piece is left' '' "$(find divided -name '*piece*')"
expect 'divided: audit' 0 's AUDITED 1 cases, 1 certificates' "$cast" audit divided

# engines that disagree: a store that is whole, but says what is not so
printf 'decide latency 3 depth 4 engine arithmetic,sat\n' >two.campaign
expect 'they agree' 0 's COMPLETE' "$cast" sweep -q two.campaign -o two
lines two | sed '/engine sat/s/"verdict":"feasible"/"verdict":"infeasible"/' | seal >forged
relined two forged
expect 'they disagree' 2 's COMPLETE' "$cast" sweep -q two.campaign -o two
holds 'and it is said who' grep -q "'decide latency 3 depth 4 engine arithmetic' is feasible.*'decide latency 3 depth 4 engine sat' is infeasible" err
finish
