#!/bin/sh
# SPDX-License-Identifier: MIT
# Collectives on networks in the formats of other programs: programs and algorithms are executed by network_run.py, which knows the
# formats' descriptions only. Usage: networks.sh STEADYCAST GOAL_RUN PYTHON
cast=$1 goal=$2 python=$3
run=$(cd "$(dirname "$0")" && pwd)/network_run.py
. "$(dirname "$0")/../command/common.sh"

# schedule NAME NETWORK COLLECTIVE ITEMS STEPS: makes NAME.cert
schedule() {
    busy 60 "$cast" ask "rounds network $2 collective $3 items $4${5:+ steps $5}" -o answer --force >out 2>err
    case $? in 0 | 10) ;; *) fail "$1: $(cat err)" ;; esac
    mv answer/schedule.cert "$1.cert"
}

# run_later NAME PATTERN WORDS...: what network_run.py says of the words; python is started once for many
run_later() {
    printf '%s\n' "$1" >>names
    printf '%s\n' "$2" >>patterns
    shift 2
    echo "$*" >>runs
}

# run_now: all that waits
run_now() {
    "$python" "$run" list runs >said 2>&1
    while IFS= read -r name <&3 && IFS= read -r line <&4; do
        IFS= read -r found <&5 || found='nothing more'
        tests=$((tests + 1))
        expect_match "$found"
    done 3<names 4<patterns 5<said
    rm names patterns runs
}

# formats NAME COLLECTIVE: each format of NAME.cert is executed
formats() {
    sends=$(grep -c '^send ' "$1.cert")
    holds "$1: msccl" "$cast" convert "$1.cert" -f msccl -o "$1.xml" --force
    run_later "$1: msccl, run" "$2 ranks *" xml "$1.xml"
    holds "$1: msccl, back" "$cast" import "$1.xml" --network "$on" -o back.cert --force --check
    same "$1: msccl, back" "$sends $(grep '^collective' "$1.cert")" "$(grep -c '^send ' back.cert) $(grep '^collective' back.cert)"
    holds "$1: goal" "$cast" convert "$1.cert" -f goal -o "$1.goal" --force
    expect "$1: goal, run" 0 "finish * sends $sends" "$goal" "$1.goal" 1 0 1
    holds "$1: csv" "$cast" convert "$1.cert" -f csv -o "$1.csv" --force
    holds "$1: json" "$cast" convert "$1.cert" -f json -o "$1.json" --force
    run_later "$1: csv and json" "sends $sends" sends "$1.cert" "$1.csv" "$1.json"
    holds "$1: msccl-algorithm" "$cast" convert "$1.cert" -f msccl-algorithm -o "$1.algorithm" --force --name "$1"
    run_later "$1: msccl-algorithm, run" "*(n=*) steps * sends $sends" algorithm "$1.algorithm"
}

# Networks with links of several capacities, with ports, with switches, and with latencies; roots that are not 0.
for network in dgx1:4 ring:5:4 hub:4:2 path:3@2:4 fattree:2x2: ; do
    on=${network%:*} steps=${network##*:}
    root=1
    for collective in broadcast scatter gather reduce allgather alltoall reduce-scatter; do
        word=$collective
        case $collective in
        broadcast | scatter | gather | reduce) words="$collective root $root" ;;
        reduce-scatter) words=$collective word=reducescatter ;;
        *) words=$collective ;;
        esac
        schedule "$collective" "$on" "$words" 2 "$steps"
        formats "$collective" "$word"
        root=$(((root + 1) % 3))
    done
    for pair in reduce-scatter:allgather; do
        holds "$on: allreduce" "$cast" convert "${pair%:*}.cert" "${pair#*:}.cert" -f msccl -o all.xml --force
        run_later "$on: allreduce, run" 'allreduce ranks *' xml all.xml
    done
    run_now
    schedule reduce "$on" 'reduce root 1' 2 "$steps"
    schedule broadcast "$on" 'broadcast root 1' 2 "$steps"
    holds "$on: allreduce at a root" "$cast" convert reduce.cert broadcast.cert -f msccl -o all.xml --force
    expect "$on: allreduce at a root, run" 0 'allreduce ranks *' "$python" "$run" xml all.xml
done

# What is told: two schedules that are no allreduce, formats that have no word for it, and the runtimes' limits.
schedule other dgx1 'reduce root 2' 2 4
refuse 'two roots' 'with one root' "$cast" convert other.cert broadcast.cert -f msccl
schedule other ring:6 'reduce root 1' 2 4
refuse 'two networks' 'on different networks' "$cast" convert other.cert broadcast.cert -f msccl
refuse 'sums sent back' "sums can't be sent back" "$cast" convert reduce.cert broadcast.cert -f msccl-algorithm
refuse 'two files' 'two certificates are an allreduce' "$cast" convert reduce.cert broadcast.cert -f csv
refuse 'an option of another format' '--bytes is for --format goal' "$cast" convert reduce.cert -f msccl-algorithm --bytes 3
refuse 'idle' '--times and --idle are for others' "$cast" convert reduce.cert -f goal --idle
refuse 'no frontier' 'no refuted formula' "$cast" convert reduce.cert -f lrat
schedule wide complete:34 'broadcast root 0' 1 1
refuse 'peers' 'sends to more than 32 others' "$cast" convert wide.cert -f msccl
schedule many path:2 'broadcast root 0' 2100 1
refuse 'steps' 'channels of 64 steps' "$cast" convert many.cert -f msccl
"$cast" allgather -L 1 -P 4 -q -o list >out
refuse 'a list' 'are for networks' "$cast" convert list/schedule.cert -f msccl-algorithm
"$cast" ask 'rounds network complete:3 duplex half collective broadcast items 1' -o half --force >out 2>err
refuse 'half duplex' 'half duplex?' "$cast" convert half/schedule.cert -f msccl-algorithm
"$cast" ask 'delay network ring:5 duplex full' -o stream --force >out
holds 'a stream: csv' "$cast" convert stream/schedule.cert -f csv -o stream.csv
same 'a stream: csv' step,from,to,item "$(head -n 1 stream.csv)"
refuse 'a stream: msccl' 'a stream is endless' "$cast" convert stream/schedule.cert -f msccl
"$cast" ask 'frontier network path:3 collective broadcast root 0 steps 4' -o frontier.cert --force >out
refuse 'a frontier' '3 points, from 2 to 4 steps: which one?' "$cast" convert frontier.cert -f csv
refuse 'a frontier: no such point' 'none has so many' "$cast" convert frontier.cert -f csv --point 5
# All points of a frontier, each for the sizes for which it is best, and halves of different numbers of chunks.
costs='--alpha 2us --bandwidth 25GB'
expect 'an allreduce, all points: frontiers' 10 '*' "$cast" frontier --network dgx1 allreduce -S 6 -q -o halves/
holds 'an allreduce, all points' "$cast" convert halves/schedule.cert halves/second.cert -f msccl --message 1KB..1GB $costs -o programs
same 'an allreduce, all points: programs' 'steps-2+2.xml steps-3+3.xml' "$(ls programs | tr '\n' ' ' | sed 's/ $//')"
same 'an allreduce, all points: sizes' 'minBytes="1000" maxBytes="1200000" minBytes="1200001" maxBytes="1000000000"' "$(cat programs/*.xml | grep -o 'minBytes.*maxBytes="[0-9]*"' | tr '\n' ' ' | sed 's/ $//')"
for program in programs/*.xml; do
    expect "an allreduce, all points: $program, run" 0 'allreduce ranks *' "$python" "$run" xml "$program"
done
same 'an allreduce, all points: the table' '1 KB,1.2 MB,1 GB' "$("$cast" frontier --network dgx1 allreduce -S 6 --message 1KB..1GB $costs -q | awk 'NR > 1 && NR < 5 { print $1 " " $2 }' | paste -sd ,)"
holds 'an allreduce of two numbers of chunks' "$cast" convert halves/schedule.cert halves/second.cert -f msccl --point 3 -o three.xml
"$cast" reduce-scatter --network dgx1 -k 2 -S 2 -q -o two/ >out
"$cast" allgather --network dgx1 -k 3 -S 3 -q -o of_three/ >out
holds 'an allreduce of two numbers of chunks' "$cast" convert two/schedule.cert of_three/schedule.cert -f msccl -o six.xml
expect 'an allreduce of two numbers of chunks, run' 0 'allreduce ranks *' "$python" "$run" xml six.xml
refuse 'all points of a schedule' 'has no points' "$cast" convert two/schedule.cert -f msccl --message 1KB $costs -o none
refuse 'all points: a folder' '--message is for --output' "$cast" convert frontier.cert -f msccl --message 1KB $costs
refuse 'all points: where from' '--message is for --alpha' "$cast" convert frontier.cert -f msccl --message 1KB -o none
refuse 'all points: one' '--point' "$cast" convert frontier.cert -f msccl --message 1KB $costs --point 3 -o none
refuse 'all points: too many steps' 'from 1000 bytes a node on' "$cast" convert frontier.cert -f msccl --message 1KB $costs --steps 1 --blocks 1 -o none
holds 'all points: nothing is left' test ! -e none
holds 'a frontier' "$cast" convert frontier.cert -f msccl --point 3 -o point.xml
expect 'a frontier, run' 0 'broadcast ranks 3 *' "$python" "$run" xml point.xml
resealed reduce.cert '0,/^send 0 \([0-9]*\) /s//send 0 \1 9/'
refuse 'no such chunk' 'expected a chunk that there is' "$cast" convert wrong.cert -f msccl
resealed reduce-scatter.cert '0,/^rounds [0-9]*/s//rounds 0/'
expect 'too few rounds' 1 '' "$cast" convert wrong.cert -f csv

# dot: one chunk is a tree.
"$cast" convert allgather.cert -f dot --item 3 >tree.dot
same 'dot: one chunk' "$(grep -c '^send .* 3$' allgather.cert)" "$(grep -c -- '->' tree.dot)"
refuse 'dot: no such chunk' '0 messages among' "$cast" convert allgather.cert -f dot --item 999

# msccl: ranks are the nodes with data, and what goes through others is one message: executed on a complete network it does the same.
printf '0-3\n1-3\n2-3\n3-4\n4-5\nforward 3-4\n' >switches.net
for network in path:5/group:0,2,4 ./switches.net; do
    for collective in allgather reduce-scatter alltoall broadcast reduce scatter gather; do
        case $collective in broadcast | reduce | scatter | gather) root='--root 2' ;; *) root='' ;; esac
        expect "msccl: $collective through $network" 10 '*' "$cast" "$collective" --network "$network" $root -k 2 -q -o through --force
        expect "msccl: $collective through $network, written" 0 '' "$cast" convert through/schedule.cert -f msccl -o through.xml --force
        ranks=$(sed -n 's/.*ngpus="\([0-9]*\)".*/\1/p' through.xml)
        expect "msccl: $collective through $network, executed" 0 '*s VERIFIED *' "$cast" import through.xml --network "complete:$ranks" -o again.cert --force --check
        holds "msccl: $collective through $network, the same" grep -q "^collective $collective" again.cert
    done
    same "msccl: ranks of $network" "$([ "$network" = ./switches.net ] && echo 4 || echo 3)" "$ranks"
done
refuse 'msccl-algorithm: switches' 'nodes that only forward' "$cast" convert through/schedule.cert -f msccl-algorithm
# goal: nodes that only forward are ranks, and are named; of others nothing is said.
printf '0-2 1-2 2-4 3-4 4-5\nforward 2 4-5\n' >switched
expect 'goal: forwarders' 10 's OPTIMAL' "$cast" allgather --network ./switched -S 3 -q -o switched.certs
expect 'goal: forwarders: written' 0 'num_ranks 6' "$cast" convert switched.certs/schedule.cert -f goal
same 'goal: forwarders: told' 'goal: of 6 ranks these stand for nodes that only forward, as switches: 2,4-5; each message takes its overhead and gap there as at any rank' "$(cat err)"
expect 'goal: none forwards' 0 'num_ranks *' "$cast" convert allgather.cert -f goal --bytes 2KB
same 'goal: none forwards: nothing told, bytes' "$(grep -c '^send' allgather.cert) " "$(grep -c ' send 2000b ' out) $(cat err)"

# The executor sees what is wrong: a place, a dependence, an addition, a limit; a send, a round, a rank that has nothing.
broken() {
    sed "$3" "$2" >broken
    cmp -s "$2" broken && fail "$1: nothing was changed"
    expect "$1" 1 '*' "$python" "$run" "$4" broken
}
"$cast" convert reduce-scatter.cert allgather.cert -f msccl -o all.xml --force
broken 'a wrong place' all.xml '0,/type="rrc" srcbuf="i" srcoff="1"/s//type="rrc" srcbuf="i" srcoff="0"/' xml
broken 'no addition' all.xml '0,/type="rrc"/s//type="r"/' xml
broken 'no dependence' all.xml 's/depid="[0-9]*" deps="[0-9]*"/depid="-1" deps="-1"/' xml
broken 'no flag' all.xml 's/hasdep="1"/hasdep="0"/' xml
broken 'written in place' alltoall.xml 's/inplace="0"/inplace="1"/' xml
expect 'too many steps' 1 'a thread block *' "$python" "$run" xml all.xml 1
broken 'a send that is not there' reduce-scatter.algorithm '0,/"sends": \[\[[0-9]*, /s//"sends": [[1, /' algorithm
broken 'too few rounds' allgather.algorithm 's/"rounds": [0-9]*/"rounds": 0/' algorithm
broken 'a map' allgather.algorithm '0,/"0": \[0, 1/s//"0": [0, 2/' algorithm
finish
