#!/bin/sh
# SPDX-License-Identifier: MIT
# The machine measured, and schedules compared with what is predicted and with MPI's broadcast. Times are whatever they
# are: here on ranks that share processors; what is tested is what is made of them, and that every run ends.
# Usage: measure.sh STEADYCAST PERFORM MPIRUN
cast=$1 perform=$2 mpirun=$3
. "$(dirname "$0")/ranks.sh"
. "$(dirname "$0")/../command/common.sh"

time='-?[0-9]+\.[0-9]{3}'
times="$time us, quartiles $time and $time"
extreme="ranks [0-9]+ and [0-9]+: L\\+2o $time us"
# form NAME PATTERN...: the lines of out, each with its own pattern
form() {
    what=$1
    shift
    same "$what: lines" $# "$(wc -l <out)"
    line=0
    for pattern; do
        line=$((line + 1))
        sed -n ${line}p out >line.out
        holds "$what: line $line, $(cat line.out)" grep -Eqx -e "$pattern" line.out
    done
}
# ordered NAME: in each line with quartiles the median is between them
ordered() {
    same "$1: quartiles" '' "$(awk '/quartiles/ { sub(/:/, "", $7); if ($5 + 0 > $2 + 0 || $2 + 0 > $7 + 0) print }' out)"
}
# warned NAME P: ranks that have no processor each are told, once, and others not
warned() {
    processors=$(env -u OMP_NUM_THREADS -u OMP_THREAD_LIMIT nproc) # that may be used
    crowded=0
    [ "$2" -gt "$processors" ] && crowded=1
    same "$1: told that ranks share processors" $crowded \
        "$(grep -cE "^steadycast-perform: $2 ranks share $processors processors? of one machine: these times mean little$" err)"
}

# uneven NAME: the fastest pair takes some time, and not more than the slowest one; who reads that it is more than twice
# as fast is told so; of printed times that are close to it either may hold
uneven() {
    ratio=$(awk '$1 == "fastest" { f = $(NF - 1) } $1 == "slowest" { s = $(NF - 1) }
        END { print (f <= 0 ? "no time" : s < f ? "reversed" : s > 2.01 * f + 0.003 ? 1 : s < 1.99 * f - 0.003 ? 0 : "any") }' out)
    told=$(grep -cE '^steadycast-perform: L\+2o of the slowest pair is [0-9.]+ times that of the fastest: one machine' err)
    [ "$ratio" = any ] && ratio=$told
    same "$1: told that pairs differ" "$ratio" "$told"
}

# measures NAME P PAIRS CYCLE ARGUMENT...
measures() {
    machine=$1 count=$2 pairs=$3 cycle=$4
    shift 4
    expect "$machine" 0 '--logp [0-9]*,[0-9]*,[0-9]*' ranks "$count" --measure "$@"
    cp out measured
    form "$machine" "o_s $times" "o_r $times" "g $times" "L $times" \
        "fastest $extreme" "slowest $extreme" "cycle $cycle ns" '--logp [0-9]+,[0-9]+,[0-9]+'
    ordered "$machine"
    uneven "$machine"
    warned "$machine" "$count"
    same "$machine: told how many pairs" 1 "$(grep -cxE "measures $pairs of $count ranks, one at a time, [0-9]+ times? each" err)"
    # shellcheck disable=SC2046
    expect "$machine: a machine" 10 'sum [0-9]*' "$cast" broadcast $(tail -n 1 measured) -P 5
}
measures 'two ranks' 2 '1 pair' '[0-9]+' -r 5
same 'two ranks: are both' 2 "$(grep -cE '^(fast|slow)est ranks 0 and 1: ' measured)"
measures 'three ranks' 3 '3 pairs' 100 --repeat 2 --cycle 100 --bytes 1000
measures 'four ranks' 4 '6 pairs' '[0-9]+' -r 3
measures 'many ranks' 9 '27 pairs' '[0-9]+' -r 1 -b 1
measures 'every two ranks' 6 '15 pairs' '[0-9]+' -r 1 --pairs all
measures 'near ranks' 6 '12 pairs' '[0-9]+' -r 1 --pairs near
measures 'rank 0' 6 '5 pairs' '[0-9]+' -r 1 --pairs root
same 'rank 0: is in both pairs' 2 "$(grep -cE '^(fast|slow)est ranks 0 and [1-5]: ' measured)"
# Remarks on the figures are not progress.
expect 'quiet' 0 '--logp 1,0,1' ranks 3 --measure -r 1 --cycle 1000000000 -q
same 'quiet: pairs' 0 "$(grep -c '^measures' err)"
same 'quiet: told' 2 "$(grep -cE '^steadycast-perform: [Lg] is less than half a cycle' err)"
# In cycles of a second nothing takes half of one: L and g are 1, o is 0, and two of them are no more what was measured.
expect 'a long cycle' 0 '--logp 1,0,1' ranks 2 --measure --cycle 1000000000 -r 3
same 'a long cycle: told' 2 "$(grep -cE '^steadycast-perform: [Lg] is less than half a cycle' err)"
# More than what MPI sends at once: the method has its limit, the program has not.
expect 'long messages' 0 '--logp *' ranks 2 --measure -b 300000 -r 2
# On one processor the ranks take turns.
if command -v taskset >where; then
    expect 'one processor' 0 '--logp *' taskset -c "$(taskset -cp $$ | sed 's/.*: //; s/[,-].*//')" \
        timeout -k 5 30 "$mpirun" --bind-to none -n 2 "$perform" --measure -r 1
    holds 'one processor: told' grep -q '^steadycast-perform: 2 ranks share 1 processor of one machine' err
else
    echo 'SKIPPED: there is no taskset'
fi

# From the machine to the schedule, and back.
ranks 4 --measure -r 5 --cycle 50 >measured 2>err
# shellcheck disable=SC2046
"$cast" delay $(tail -n 1 measured) -P 4 -q -o four >out
"$cast" expand four/schedule.cert -k 20 -q -o twenty.cert >out
finish=$(sed -n 's/^finish //p' twenty.cert)
expect 'compared' 0 's PERFORMED 60 messages of 64 bytes among 4 ranks' ranks 4 twenty.cert --compare --cycle 50
form 'compared' "predicted $finish cycles of 50 ns: $(awk -v f="$finish" 'BEGIN { printf "%.3f", f / 20 }') us" \
    "schedule $times: $time ns a cycle, $time of the prediction" "MPI_Bcast $times: $time of the schedule" \
    "MPI_Ibcast $times: $time of the schedule, 16 under way" 's PERFORMED .*'
ordered 'compared'
warned 'compared' 4
holds 'compared: times' grep -q '^LogP, 20 items: .* (median of 20; quartiles .* fastest ' err
# What stands behind the ratios.
same 'compared: ratios' '' "$(awk -v finish="$finish" '
    function off(a, b) { return a < b * 0.99 - 0.002 || a > b * 1.01 + 0.002 }
    $1 == "predicted" { p = $7 }
    $1 == "schedule" { s = $2; if (off($8, 1000 * s / finish) || off($12, s / p)) print }
    $1 ~ /^MPI_/ { if (off($8, $2 / s)) print }' out)"

# Offsets, messages that wait, and a capacity that is not the full one: lists of kind logp-schedule with every line.
"$cast" delay --logp 14,3,4 --capacity flight -P 8 -q -o flight >out
"$cast" expand flight/schedule.cert -k 5 -q -o flight.cert >out
holds 'a capacity: is in the list' grep -qx 'capacity flight' flight.cert
expect 'a capacity' 0 's PERFORMED 35 messages of 7 bytes among 8 ranks' ranks 8 flight.cert -c -r 2 -b 7 --window 3 -q
form 'a capacity' 'predicted [0-9]+ cycles' "schedule $times: $time ns a cycle" "MPI_Bcast $times: $time of the schedule" \
    "MPI_Ibcast $times: $time of the schedule, 3 under way" 's PERFORMED .*'
same 'a capacity: quiet' 0 "$(grep -c '^LogP' err)"
warned 'a capacity' 8 # the figures are on stdout

# One item, and fewer of them than would be under way; steps of the postal model.
"$cast" delay -L 2 -P 3 -q -o one >out
"$cast" expand one/schedule.cert -k 1 -q -o one.cert >out
expect 'one item' 0 's PERFORMED 2 messages of 64 bytes among 3 ranks' ranks 3 one.cert --compare --cycle 10 -r 1
form 'one item' 'predicted 4 steps of 10 ns: 0.040 us' "schedule $times: $time ns a step, $time of the prediction" \
    "MPI_Bcast .*" "MPI_Ibcast $times: $time of the schedule, 1 under way" 's PERFORMED .*'

# Where a broadcast is another question it is not asked; the prediction is.
"$cast" allgather --logp 6,2,4 -P 4 -k 2 -q -o all >out; mv all/schedule.cert all.cert
"$cast" allreduce -L 2 -P 7 -q -o combine >out; mv combine/schedule.cert combine.cert
"$cast" reduce --logp 5,2,4 -P 8 -T 28 -q -o sum >out
for case in '4 all.cert every.processor.is.one' '7 combine.cert operands.are.combined' '8 sum/schedule.cert operands.are.combined'; do
    # shellcheck disable=SC2086
    set -- $case
    expect "$2" 0 "s PERFORMED * messages of 64 bytes among $1 ranks" ranks "$1" "$2" --compare --cycle 1000 -r 2
    form "$2" 'predicted [1-9][0-9]* [a-z]* of 1000 ns: [1-9][0-9]*.000 us' "schedule $times: .* of the prediction" 's PERFORMED .*'
    holds "$2: not compared" grep -q "^steadycast-perform: MPI_Bcast is not compared: it has one source, and here $3\$" err
done

# What is refused: by all, or by one of the ranks.
refuses 'one rank' '--measure is between ranks, and there is 1: mpirun -n P with P >= 2' 1 --measure
refuses 'no cycle' "--cycle: '0' is not a whole number in 1..1000000000" 2 --measure --cycle 0
refuses 'no number' "--cycle: '1.5' is not a whole number" 2 --measure --cycle 1.5
refuses 'no times' "--repeat: 'many' is not a whole number" 3 --measure --repeat many
refuses 'a file' "--measure takes no file, found 'one.cert'" 2 --measure one.cert
refuses 'both' "--measure and --compare don't go together" 2 --measure --compare
refuses 'no such pairs' "--pairs: 'far' is not one of root|near|all" 2 --measure --pairs far
refuses 'pairs for nothing' '--pairs all is for --measure' 3 one.cert --pairs all
refuses 'a seed' '--seed 3: --measure sends no items' 2 --measure --seed 3
refuses 'a cycle for nothing' '--cycle 10 is for --measure and --compare' 3 one.cert --cycle 10
refuses 'a window for nothing' '--window 4 is for --compare' 3 one.cert --window 4
refuses 'no window' "--window: '0' is not a whole number in 1..1000000" 3 one.cert --compare --window 0
refuses 'compared, no file' "nowhere.cert: No such file or directory" 2 --compare nowhere.cert
# apart NAME TEXT FIRST SECOND: two ranks with arguments of their own
apart() {
    # shellcheck disable=SC2086
    timeout -k 5 30 "$mpirun" -n 1 "$perform" $3 : -n 1 "$perform" $4 >out 2>err
    refused "$1" "$2" $?
}
apart 'one rank refuses' "--cycle: '0' is not" '--measure' '--measure --cycle 0'
apart 'ranks of two minds' 'rank 1 has other options than rank 0' '--measure' '--measure -r 3'
apart 'other pairs' 'rank 1 has other options than rank 0' '--measure' '--measure --pairs all'
apart 'help for one' 'rank 1 has other options than rank 0' '--measure' '--help'
finish
