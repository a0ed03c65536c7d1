#!/bin/sh
# SPDX-License-Identifier: MIT
# Campaigns by ranks of MPI, on more ranks than there are processors.
# Usage: cluster.sh STEADYCAST STEADYCAST_MPI MPIRUN BUILD_TYPE
cast=$1 cluster=$2 mpirun=$3
. "$(dirname "$0")/ranks.sh"
. "$(dirname "$0")/../command/common.sh"

# Ranks keep their files elsewhere than in the folder of the campaign, and send them, as if they were on other machines.
mkdir ranks
export TMPDIR="$work/ranks" STEADYCAST_RANK_APART=1

cat >campaign <<'END'
decide latency 3..6 depth L..2L+2 engine backtrack,sat
delay latency 1..3 processors 2..15
broadcast latency 2..3 processors 5..6 items 2..5 engine sat encoding plain
END
"$cast" sweep campaign -o whole -q --threads 2 >out || fail 'the campaign can not be run'
cases=$(wc -l <whole/results.jsonl)

as_whole() {
    same_results "$1: results" whole/results.jsonl "$2/results.jsonl"
    same_results "$1: table" whole/results.csv "$2/results.csv"
    holds "$1: certificates" diff -r whole/certificates "$2/certificates"
    same "$1: each case is done once" "$cases" "$(lines "$2" | cut -d'"' -f4 | sort -u | wc -l)"
    same "$1: no line twice" "$(lines "$2" | wc -l)" "$(lines "$2" | sort -u | wc -l)"
}
for count in 1 2 4; do
    expect "$count ranks" 0 's COMPLETE' ranks $count sweep campaign -o by$count -q
    as_whole "$count ranks" by$count
    same "$count ranks: nothing is left of the ranks" '' "$(ls ranks | grep ^steadycast)"
done
expect 'a finished folder' 0 's COMPLETE' ranks 2 sweep campaign -o whole -q
"$cast" sweep campaign -o taken -q --time 1 >out
expect 'taken up from the other program' 0 's COMPLETE' ranks 3 sweep campaign -o taken -q
as_whole 'taken up' taken
for i in 1 2; do ranks 2 sweep campaign -o shard$i --shard $i/2 -q >out; done
expect 'shards by ranks, merged' 0 "s MERGED $cases cases, *" "$cast" merge shard1 shard2 -o merged
as_whole 'shards by ranks' merged

# On the machine of rank 0 files are moved; TMPDIR is not needed.
expect 'near ranks' 0 's COMPLETE' env -u STEADYCAST_RANK_APART TMPDIR=/nowhere OMPI_MCA_orte_tmpdir_base="$work/ranks" PRTE_MCA_prte_tmpdir_base="$work/ranks" \
    timeout -k 5 "$longest" "$mpirun" -n 3 "$cluster" sweep campaign -o near -q
as_whole 'near ranks' near
same 'nothing is left of them' '' "$(ls -A near | grep '^[.]')"
(
    unset STEADYCAST_RANK_APART
    start 3 nearer
    kill -KILL $pids
    ended
) 2>holds.out
expect 'near ranks that were killed' 0 's COMPLETE' env -u STEADYCAST_RANK_APART timeout -k 5 "$longest" "$mpirun" -n 3 "$cluster" sweep campaign -o nearer -q
as_whole 'near ranks that were killed' nearer

# Other verbs, help and errors: rank 0 alone says it, once, and all end with its status.
expect 'another verb' 10 's FEASIBLE' ranks 4 solve -L 3 -t 7 -q
same 'another verb: once' 1 "$(grep -c FEASIBLE out)"
expect 'no' 20 's INFEASIBLE' ranks 2 solve -L 4 -t 8 -q
expect 'help' 0 '*' ranks 3 sweep --help
same 'help: once' 1 "$(grep -c -i '^usage' out)"
# Without mpirun a daemon of MPI takes over what is open, and must not keep the program from ending.
expect 'alone' 0 'steadycast *' timeout 30 "$cluster" version
for bad in 'sweep nowhere -o none' 'sweep campaign' 'sweep campaign -o none --shard 3/2' 'sweep campaign -o none --threads 7' 'fly' 'sweep campaign -o whole --shard 1/2'; do
    seldom 2 || continue
    # shellcheck disable=SC2086
    ranks 3 $bad >out 2>err
    same "$bad: status" 1 $?
    same "$bad: one message" 1 "$(grep -c '^steadycast: ' err)"
done

# The other program, started by mpirun: one has the folder, and the others say what was meant.
timeout -k 5 60 "$mpirun" -n 3 "$cast" sweep campaign -o wrong -q >out 2>err
holds 'mpirun steadycast: refused' grep -q '^steadycast: .*is steadycast-mpi meant' err

# A worker that is killed is replaced; its case, if it had one, has failed, and the others are as always. The next run tries it again.
start 3 killed
worker=$(children_of "$(children_of "$(rank 1)" | head -n 1)" | head -n 1)
kill -KILL "$worker" 2>/dev/null
ended
same 'a worker is killed: all cases' "$cases" "$(wc -l <killed/results.jsonl)"
tests=$((tests + 1))
untimed whole/results.jsonl >expected.results
untimed killed/results.jsonl >found.results
[ "$(diff expected.results found.results | grep -c '^>')" -le 1 ] || fail 'a worker is killed: more than one case differs'
expect 'a worker was killed: the same command' 0 's COMPLETE' ranks 3 sweep campaign -o killed -q
as_whole 'a worker was killed' killed

# A rank that is killed ends the job; the same command goes on. So do Ctrl-C and SIGTERM.
start 4 resumed
kill -KILL "$(rank 2)"
ends 'a rank is killed: status' 137
holds 'a rank is killed: lines' test "$(lines resumed | wc -l)" -ge 10
start 3 resumed
kill -KILL "$(rank 0)"
ended
start 3 resumed
kill -TERM "$launcher"
ended
expect 'after killed ranks' 0 's COMPLETE' ranks 4 sweep campaign -o resumed -q
as_whole 'after killed ranks' resumed
for _ in 1 2 3 4 5; do # killed ranks may live a moment longer than their mpirun
    sleep 1
    ranks 2 sweep campaign -o resumed -q >out
    ls ranks | grep -q ^steadycast || break
done
same 'after killed ranks: their folders' '' "$(ls ranks | grep ^steadycast)"

# With recovery the others go on without it; so they do without one that stands still.
export STEADYCAST_RANK_SILENCE=2
start 3 less --enable-recovery
kill -KILL "$(rank 1)"
ends 'a lost rank: status' 0
same 'a lost rank' 's COMPLETE' "$(tail -n 1 out)"
as_whole 'a lost rank' less
start 3 still --enable-recovery
stopped=$(rank 2)
kill -STOP "$stopped"
for _ in $(seq 600); do
    grep -q COMPLETE out && break
    sleep 0.1
done
kill -KILL "$stopped" # mpirun waits for it
ended
same 'a rank stands still' 's COMPLETE' "$(tail -n 1 out)"
as_whole 'a rank stands still' still
unset STEADYCAST_RANK_SILENCE

# A limit on memory is the worker's, wherever it is.
echo 'broadcast latency 4 processors 24 items 16 engine sat memory 16 time 60' >narrow
expect 'memory' 0 's COMPLETE' ranks 2 sweep narrow -o narrow.by -q
case $4 in
Sanitize | Thread) echo 'SKIPPED: with a sanitizer memory is not limited' ;;
*) same 'memory: cause' 1 "$(grep -c '"cause":"memory"' narrow.by/results.jsonl)" ;;
esac

# No folder for a rank's files: it is lost, and rank 0 does all.
mkdir blocked && : >blocked/file
expect 'no TMPDIR' 0 's COMPLETE' env TMPDIR=blocked/file OMPI_MCA_orte_tmpdir_base="$work/ranks" PRTE_MCA_prte_tmpdir_base="$work/ranks" timeout -k 5 "$longest" "$mpirun" -n 2 "$cluster" sweep campaign -o alone -q
as_whole 'no TMPDIR' alone
finish
