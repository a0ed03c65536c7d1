#!/bin/sh
# SPDX-License-Identifier: MIT
# Limits of campaigns: what reaches them is tried again with larger ones when all else is done, and is never impossible; the
# order of cases; pieces; changed campaigns; engines that disagree.
# Usage: limits.sh STEADYCAST STEADYCHECK BUILD_TYPE
cast=$1 check=$2
. "$(dirname "$0")/../command/common.sh"

# attempts PATTERN: limits and verdicts of the cases of this name, in the order in which they ended
attempts() {
    lines f | grep "^{\"case\":\"$1" |
        sed 's/.*"verdict":"\([a-z]*\)".*"cause":"\([a-z]*\)".*"attempt":\([0-9]*\).*"seconds":\([0-9.e+-]*\),"megabytes":\([0-9]*\),"nodes":\([0-9]*\)}.*/\1 \2 \3 \4 \5 \6/' | tr '\n' ';'
}

cat >limits.campaign <<'END'
set retry 2 factor 2 order file
serve latency 2 depth 7 served 21 schedule periodic:5 engine sat time 0.1
decide latency 4 depth 18 engine backtrack nodes 2
capacity latency 2 depth 24 engine search memory 16
decide latency 3..4 depth L..2L engine all
END
expect 'limits' 0 's COMPLETE' "$cast" sweep limits.campaign -o f --threads 1
same 'time' 'unknown time 1 0.1 0 0;unknown time 2 0.2 0 0;unknown time 3 0.4 0 0;' "$(attempts serve)"
same 'nodes' 'unknown nodes 1 0.0 0 2;unknown nodes 2 0.0 0 4;unknown nodes 3 0.0 0 8;' "$(attempts 'decide latency 4 depth 18')"
case $3 in
Sanitize | Thread) echo 'SKIPPED: memory that is refused ends a program under a sanitizer' ;;
*) same 'memory' 'unknown memory 1 0.0 16 0;unknown memory 2 0.0 32 0;unknown memory 3 0.0 64 0;' "$(attempts capacity)" ;;
esac
same 'open ones are told' 3 "$(grep -c '"status":"unknown"' f/results.jsonl)"
same 'none of them is impossible' 0 "$(grep '"status":"infeasible"' f/results.jsonl | grep -vc 'latency 4 depth 8')"
same 'retries come last' 6 "$(lines f | tail -n 6 | grep -c '"attempt":[23]')"
expect 'all is there' 0 's COMPLETE' "$cast" sweep limits.campaign -o f
same 'nothing is done again' 0 "$(sed -n 's/.*answered \([0-9]*\) open.*/\1/p' out)"

# larger limits, more cases: only what they change is asked
sed 's/memory 16/memory 4000/; s/depth 24/depth 14/; $s/2L/2L+1/' limits.campaign >larger.campaign
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

# pieces: the same verdicts as undivided; the certificates are right, and no piece is left
printf 'decide latency 3..5 depth L..2L engine backtrack,sat\nserve latency 2 depth 4 served 5..7 schedule periodic:2 engine sat\n' >whole.campaign
sed 's/$/ pieces 6/' whole.campaign >cut.campaign
expect 'undivided' 0 's COMPLETE' "$cast" sweep -q whole.campaign -o whole
expect 'in pieces' 0 's COMPLETE' "$cast" sweep -q cut.campaign -o cut
for folder in whole cut; do
    sed 's/"lower".*//' "$folder/results.jsonl" >"$folder.verdicts"
done
holds 'equal verdicts' cmp whole.verdicts cut.verdicts
holds 'there were pieces' sh -c "sqlite3 cut/answers.sqlite 'select line from attempts' | grep -q '\"pieces\":8'"
same 'none is left' '' "$(find cut -name '*piece*')"
find cut/certificates -name '*.cert' -exec cat {} + >all.certs
expect 'certificates' 0 's VERIFIED *' "$check" --stream --quiet all.certs

# engines that disagree: a store that is whole, but says what is not so
printf 'decide latency 3 depth 4 engine arithmetic,sat\n' >two.campaign
expect 'they agree' 0 's COMPLETE' "$cast" sweep -q two.campaign -o two
lines two | sed '/engine sat/s/"verdict":"feasible"/"verdict":"infeasible"/' | seal >forged
relined two forged
expect 'they disagree' 2 's COMPLETE' "$cast" sweep -q two.campaign -o two
holds 'and it is said who' grep -q "'decide latency 3 depth 4 engine arithmetic' is feasible.*'decide latency 3 depth 4 engine sat' is infeasible" err
finish
