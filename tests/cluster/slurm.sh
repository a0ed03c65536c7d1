#!/bin/sh
# SPDX-License-Identifier: MIT
# The example scripts for Slurm, whose programs are stubs here: an array of shards gives what an undivided run gives; and the lines of the
# worked example in CASES/README.md. Usage: slurm.sh STEADYCAST CASES
cast=$1 readme=$2/README.md cases=$2/campaign
. "$(dirname "$0")/../command/common.sh"

cat >campaign <<'END'
decide latency 3..4 depth L..2L+2 engine arithmetic
delay latency 1..2 processors 2..8
END
mkdir bin
# sbatch [OPTION...] SCRIPT ARGUMENT...: runs the job at once; an array runs its tasks one after the other
cat >bin/sbatch <<'END'
#!/bin/sh
echo "sbatch $*" >>"$LOG"
array= after=
while :; do
    case $1 in
    --array=1-*) array=${1#--array=1-} ;;
    --dependency=afterok:17) after=yes ;;
    --parsable) ;;
    --*=*) ;;
    *) break ;;
    esac
    shift
done
export SLURM_JOB_ID=17 SLURM_CPUS_PER_TASK=2
# A task of the number LATE is at its limit of time as soon as it has a store; that happens once.
limited() {
    sh "$@" >&2 &
    while [ ! -e "$3.shard$i/answers.sqlite" ] && kill -0 $!; do sleep 0.01; done
    kill -TERM $!
    wait $!
}
if [ "$array" ]; then
    export SLURM_ARRAY_TASK_ID
    for i in $(seq "$array"); do
        SLURM_ARRAY_TASK_ID=$i
        if [ "${LATE:-}" = "$i" ] && [ ! -e "$LOG.late" ]; then touch "$LOG.late" && limited "$@"; else sh "$@" >&2; fi || touch "$LOG.failed"
    done
    echo '17;cluster'
else
    # One that waits for others is dropped when they fail.
    [ -z "$after" ] || [ ! -e "$LOG.failed" ] || { rm "$LOG.failed" && echo 'sbatch: dropped' >&2 && exit 0; }
    sh "$@"
fi
END
printf '#!/bin/sh\necho "srun $1" >>"$LOG"\nshift\nexec "$@"\n' >bin/srun
chmod +x bin/sbatch bin/srun
export PATH="$work/bin:$PATH" LOG="$work/log" STEADYCAST="$cast"

"$cast" sweep campaign -o whole -q >out
for count in 1 3; do
    rm -f log
    expect "$count shards" 0 's MERGED *' sh "$cases/slurm-array.sh" campaign "by$count" $count
    same_results "$count shards: results" whole/results.jsonl "by$count/results.jsonl"
    holds "$count shards: certificates" diff -r whole/certificates "by$count/certificates"
    same "$count shards: folders" "$count" "$(ls -d "by$count".shard* | wc -l)"
    same "$count shards: jobs" 2 "$(grep -c ^sbatch log)"
done
rm -f log
expect 'eight shards' 0 's MERGED *' sh "$cases/slurm-array.sh" campaign by8
same_results 'eight shards: results' whole/results.jsonl by8/results.jsonl

# A shard that was not finished: the array is queued again, and merged then.
rm -f log && mkdir bad.shard2 && : >bad.shard2/answers.sqlite
sh "$cases/slurm-array.sh" campaign bad 3 >out 2>err
same 'a shard fails: nothing is merged' '' "$(ls -d bad 2>/dev/null)"
rm -r bad.shard2 log*
expect 'once more' 0 's MERGED *' sh "$cases/slurm-array.sh" campaign bad 3
same_results 'once more: results' whole/results.jsonl bad/results.jsonl

# With MPI: here by a program in its place that is called in the same way.
expect 'MPI' 0 's COMPLETE' env STEADYCAST_MPI="$cast" sh "$cases/slurm-mpi.sh" campaign by.mpi
same 'MPI: launched' 'srun --mpi=pmix' "$(cat log | grep srun)"
same_results 'MPI: results' whole/results.jsonl by.mpi/results.jsonl
for script in slurm-array.sh slurm-mpi.sh; do
    expect "$script without operands" 1 '' sh "$cases/$script" campaign
    holds "$script says what it needs" grep -q '^usage: .*CAMPAIGN FOLDER' err
done

# The worked example: its lines one after the other, and what they are said to end with.
mkdir example
(
    cd example && mkdir bin && ln -s "${cases%/*}" cases && ln -s "$cast" bin/steadycast && ln -s "$cast" bin/steadycast-mpi
    printf '#!/bin/sh\n[ "$*" = --me ]\n' >bin/squeue && chmod +x bin/squeue
) || fail 'no folder for the example'
ends=0
sed -n '/^## On Slurm/,/^# /s/^    //p' "$readme" >example.lines
while IFS= read -r command; do
    said=
    case $command in *'  # '*) said=${command##*  # } command=${command%%  # *} ;; esac
    (cd example && unset STEADYCAST && PATH="$PWD/bin:$PATH" LATE=2 sh -c "$command") >out 2>err </dev/null
    found=$?
    last_line out
    same "$command: status" 0 $found
    case $said in 's '*) same "$command" "$said" "$last_line" && ends=$((ends + 1)) ;; esac
done <example.lines
same 'the example: lines, and those that say how they end' '10 3' "$(wc -l <example.lines) $ends"
same 'the example: one task was late' 1 "$(ls -d "$LOG.late" | wc -l)"
if command -v shellcheck >/dev/null; then
    holds 'shellcheck' shellcheck "$cases/slurm-array.sh" "$cases/slurm-mpi.sh"
fi
finish
