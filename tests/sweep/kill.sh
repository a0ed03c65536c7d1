#!/bin/sh
# SPDX-License-Identifier: MIT
# Campaigns that are killed at random times, by SIGKILL, and taken up again by the same command: the
# results and the certificates are those of a run that nobody disturbed, byte by byte, no case is
# answered twice, and all of it passes the audit.
# Usage: kill.sh STEADYCAST KILL_SWEEP CAMPAIGN [KILLS]; the seed is TEST_SEED, or the clock.
cast=$1 killer=$2 campaign=$3 wanted=${4:-60}
. "$(dirname "$0")/../command/common.sh"
seed=${TEST_SEED:-$(date +%s)}
echo "TEST_SEED=$seed"

# now: milliseconds
now() {
    echo $(($(date +%s%N) / 1000000))
}
begun=$(now)
expect 'undisturbed run' 0 's COMPLETE' "$cast" sweep "$campaign" -o right --quiet
window=$((($(now) - begun) / 4 + 50)) # on a slow or busy machine runs are left alone for longer
cases=$(wc -l <right/results.jsonl)
holds 'a campaign of some 150 cases' [ "$cases" -ge 140 ]

# once FOLDER: each case has one line in the store that ends it
once() {
    lines "$1" | grep -e '"cause":"none"' -e '"cause":"engine"' |
        sed 's/^{"case":"\([^"]*\)".*/\1/' >finals
    same "$1: cases with a last line" "$cases" "$(sort -u finals | wc -l)"
    same "$1: cases that were answered twice" '' "$(sort finals | uniq -d)"
}

kills=0 round=0
while [ "$kills" -lt "$wanted" ] && [ "$round" -lt 200 ] && [ "$failures" = 0 ]; do
    round=$((round + 1)) folder=killed$((round + 1))
    "$killer" $((seed + round)) 40 $window "$cast" sweep "$campaign" -o "$folder" --quiet \
        --threads $((1 + round % 3)) >told || fail "round $round: $(tail -n 3 kill.log)"
    cat told
    grep -q 'not complete' told &&
        expect "round $round: the end" 0 's COMPLETE' "$cast" sweep "$campaign" -o "$folder" --quiet
    tests=$((tests + 1))
    kills=$((kills + $(sed -n 's/^kills \([0-9]*\) .*/\1/p' told)))
    same_results "round $round: results" right/results.jsonl "$folder/results.jsonl"
    same_results "round $round: table" right/results.csv "$folder/results.csv"
    holds "round $round: certificates" diff -r right/certificates "$folder/certificates"
    once "$folder"
    same "$folder: the store" ok "$(ask_store "$folder" 'pragma integrity_check')"
    same "$folder: nothing was damaged" 0 "$(ask_store "$folder" 'select count(*) from damaged')"
    same "$folder: nothing else is left" "$(ls -A right)" "$(ls -A "$folder")"
    expect "round $round: audit" 0 "s AUDITED $cases cases, *" "$cast" audit "$folder" --quiet
    rm -rf "$folder"
done
echo "$kills kills in $round rounds"
holds 'enough kills' [ "$kills" -ge "$wanted" ]

# one that is killed without end does not lose what it has
"$killer" "$seed" 3 $window "$cast" sweep "$campaign" -o some --quiet --threads 2 >told
holds 'status of a killed campaign' "$cast" status some
same 'it is stopped' 1 "$(grep -c -e '^s STOPPED' -e '^s COMPLETE' holds.out)"

finish
