#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs that are killed right before and right behind every call that changes a file of theirs: what is left is never called wrong,
# the same command comes to the same end as a run that nobody disturbed, and nothing that was answered is asked again.
# By default one side of each call of `sweep` is taken, and some calls of the rest, as TEST_SEED says; with TEST_ROUNDS over 1, all.
# Usage: kill_writes.sh STEADYCAST SHIM STORE_ROWS; the seed is TEST_SEED, or the clock.
cast=$1 shim=$2 rows=$3
# No disk is waited for, as nothing here is about one that loses power.
[ ! -w /dev/shm ] || [ ! -x /dev/shm ] || export TMPDIR=/dev/shm
. "$(dirname "$0")/../command/common.sh"
seed=${TEST_SEED:-$(date +%s)}
all=$([ "${TEST_ROUNDS:-1}" -gt 1 ] && echo yes)
echo "TEST_SEED=$seed"
here=$(pwd -P)

printf 'p cnf 1 2\n1 0\n-1 0\n' >q.cnf
cat >c.campaign <<'END'
capacity latency 2 depth 4
decide latency 3 depth 6 engine sat
decide latency 3 depth 9 engine backtrack
decide latency 3 depth 11 engine backtrack nodes 20 retry 1 factor 1
formula file q.cnf
items latency 2 processors 4 items 3 engine any nodes 3 retry 1 factor 1000
END
cases=6

# shimmed WHO N SIDE COMMAND...: with the shim, which kills one of those that work in the folder `f`; sets left to the exit status
shimmed() {
    who=$1 at=$2 side=$3
    shift 3
    { # the shell tells of a process that was killed
        env LD_PRELOAD="$shim" SHIM_UNDER="$here/f" SHIM_WHO="$who" SHIM_AT="$at" SHIM_SIDE="$side" SHIM_COUNT="$here/count" "$@" \
            >shim.out 2>shim.err
        left=$?
    } 2>shim.killed
}

# settled FILE: what the store of `f` says about cases that need no more
settled() {
    : >"$1"
    [ -e f/answers.sqlite ] || return 0
    made=$("$rows" f/answers.sqlite "select count(*) from sqlite_master where name = 'answers'" 2>rows.err)
    [ "${made:-0}" = 0 ] || holds 'the store can be read' \
        "$rows" f/answers.sqlite "select name, id, verdict, lower, upper from answers where state in ('answered', 'open') order by name"
    [ "${made:-0}" = 0 ] || mv holds.out "$1"
}

# harmless NAME: who only looks finds nothing that is wrong
harmless() {
    for reader in status audit; do
        "$cast" "$reader" f >out 2>err
        found=$?
        tests=$((tests + 1))
        [ "$found" -le 1 ] || fail "$1: $reader: exit $found: $(grep -e fault -e '^s ' out | head -n 2) $(tail -n 1 err)"
        [ "$found" = 0 ] || grep -q -e '^s [SI]' out || grep -q 'is not the folder of a campaign' err ||
            fail "$1: $reader: exit $found: $(tail -n 1 err)"
    done
}

# ended NAME: the folder `f` is as one of a sweep that nobody disturbed
ended() {
    same_results "$1: results" right/results.jsonl f/results.jsonl
    same_results "$1: table" right/results.csv f/results.csv
    holds "$1: certificates" diff -r right/certificates f/certificates
    expect "$1: audit" 0 "s AUDITED $cases cases, *" "$cast" audit f -q
}

# once NAME: what was answered when the process was killed stays, and no case has two last answers
once() {
    settled after
    same "$1: answers of before that are gone" '' "$(LC_ALL=C comm -23 before after)"
    same "$1: all has an answer" "$cases" "$(wc -l <after)"
    same "$1: two answers" '' "$("$rows" f/answers.sqlite "select name, count(*) from history
        where cause in ('none', 'engine') group by name having count(*) > 1")"
}

sweep_after() {
    settled before
    LC_ALL=C sort -o before before
    harmless "$1"
    expect "$1: taken up again" 0 's COMPLETE' "$cast" sweep c.campaign -o f -q --threads 1
    [ ! -s err ] || grep -q -v 'done anew' err || fail "$1: $(head -n 1 err)"
    ended "$1"
    once "$1"
}

reproduce_after() {
    harmless "$1"
    expect "$1: taken up again" 0 's REPRODUCED *' "$cast" reproduce c.campaign -o f -q --threads 1
    holds "$1: the folder" diff -r reproduced f
}

merge_after() {
    harmless "$1"
    "$cast" merge s1 s2 -o f -q >out 2>err || {
        same "$1: refused" 1 "$(grep -c 'is there already, and a new folder is needed' err)"
        holds "$1: it was complete" "$cast" status f
    }
    ended "$1"
}

# killed WHO VERB FIRST STEP SIDES COMMAND...: at each n from FIRST in steps; SIDES: `both`, or one of them
killed() {
    who=$1 verb=$2 first=$3 step=$4 sides=$5
    shift 5
    rm -rf f count
    shimmed "$who" 0 before "$@"
    same "$verb, $who: with the shim" 0 "$left"
    [ "$left" = 0 ] || return
    total=$((0 + $(cat count)))
    # the end, where results are written and what is not needed goes, is taken whole
    whole=$((total - 12)) number=0 died=0 n=$first
    [ "$who" = own ] || whole=$total
    while [ "$n" -le "$total" ]; do
        case $sides in
        both) turn='before behind' ;;
        *) turn=$([ $(((n + seed) % 2)) = 0 ] && echo before || echo behind) ;;
        esac
        for side in $turn; do
            rm -rf f
            shimmed "$who" "$n" "$side" "$@"
            number=$((number + 1))
            [ "$left" = 0 ] || died=$((died + 1))
            case $who:$left in
            own:137 | own:0 | workers:[01]) ;;
            *) fail "$verb, $who $n $side: exit $left: $(tail -n 1 shim.err)" ;;
            esac
            "${verb}_after" "$verb, $who $n of $total, $side"
        done
        [ "$failures" -lt 20 ] || return
        if [ "$n" -lt "$whole" ] && [ $((n + step)) -gt "$whole" ]; then
            n=$whole
        else
            n=$((n + (n < whole ? step : 1)))
        fi
    done
    echo "$verb: $died of $number runs with killed processes ($who), $total calls"
    holds "$verb, $who: most were killed" [ $((4 * died)) -ge $((3 * number)) ]
}

rm -f count
LD_PRELOAD=$shim SHIM_COUNT=count SHIM_UNDER=$here "$cast" sweep c.campaign -o f -q >out 2>err
if [ ! -s count ]; then
    echo "SKIPPED: no library can be put before this program: $(head -n 1 err)"
    exit 77
fi

expect 'undisturbed' 0 's COMPLETE' "$cast" sweep c.campaign -o right -q
expect 'undisturbed, put away' 0 's REPRODUCED *' "$cast" reproduce c.campaign -o reproduced -q
for i in 1 2; do
    expect "shard $i" 0 's COMPLETE' "$cast" sweep c.campaign -o s$i --shard $i/2 -q
done
cp -a s1 s2 shards.d 2>cp.err || { mkdir shards.d && cp -a s1 s2 shards.d; }

# start STEP: the first n, by the seed
start() {
    echo $((1 + seed % $1))
}
sides=one few=6 some=24 others=16
[ -z "$all" ] || sides=both few=1 some=1 others=1
killed own sweep 1 1 $sides "$cast" sweep c.campaign -o f -q --threads 1
killed workers sweep "$(start $few)" $few $sides "$cast" sweep c.campaign -o f -q --threads 1
killed own reproduce "$(start $some)" $some $sides "$cast" reproduce c.campaign -o f -q --threads 1
killed own merge "$(start $others)" $others $sides "$cast" merge s1 s2 -o f -q
for i in 1 2; do
    holds "shard $i is as it was" diff -r shards.d/s$i s$i
done
finish
