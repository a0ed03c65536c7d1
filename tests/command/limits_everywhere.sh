#!/bin/sh
# SPDX-License-Identifier: MIT
# Every verb that takes long heeds --time and signals within a second, also where much is asked of it that nobody asks.
# What counts is processor time, so that a slow or busy machine makes no difference: one second is asked for, or waited, and
# who has worked for six is ended by the system. Memory is bounded as well. Usage: limits_everywhere.sh STEADYCAST
cast=$1
. "$(dirname "$0")/common.sh"

seconds=6 memory=5000000 # of processor time; KiB
# Programs that watch their memory themselves reserve more than there is.
(ulimit -v $memory && "$cast" version) >/dev/null 2>&1 || memory=unlimited

# bounded COMMAND...: becomes the command, which may not work for longer or take more memory
bounded() {
    ulimit -t $seconds
    [ $memory = unlimited ] || ulimit -v $memory
    exec "$@"
}

# ended NAME STATUS: it came to an end of its own, with an answer, unknown included
ended() {
    tests=$((tests + 1))
    case $2 in
    0 | 10 | 20) ;;
    137 | 152 | 158) fail "$1: still at work after $seconds s of processor time" ;;
    *) fail "$1: exit $2: $(tail -n 1 err)" ;;
    esac
}

# Each by the clock; what is written goes to a folder of its own.
while read -r arguments; do
    # shellcheck disable=SC2086
    (bounded "$cast" $arguments --time 1) >out 2>err
    ended "$arguments --time 1" $?
    rm -rf written
done <<'CASES'
allgather --network complete:3000
allgather --network bipartite:1500x1500
allgather --network butterfly:12
allgather --network path:900 --duplex half
allgather --network mesh:9x9 --duplex half
allgather --network mesh:5x5 --duplex half --engine sat
allgather --network butterfly:6 --engine greedy
allgather --network star:3000 --duplex half -o written
allgather --network hypercube:17
broadcast --network complete:1000 -p 1
broadcast --network hub:1000 -k 100
broadcast --network hypercube:10 -k 50 -S 20
scatter --network mesh:32x32 -k 40
gather --network complete:1000
gather --network torus:32x32 -d half
reduce --network torus:32x32 -k 5 -S 40
allgather --network torus:32x32 -S 40 -k 2
alltoall --network torus:32x32
alltoall --network ring:1000
alltoall --network hub:1000
reduce-scatter --network hypercube:10 -p 1
allreduce --network torus:32x32
delay --network complete:1000 -p 1
delay --network hypercube:10 --rate 3
frontier --network ring:14 broadcast
frontier --network torus:32x32 allgather
frontier --network hypercube:10 broadcast
frontier --network mesh:20x30 allgather
frontier --network dragonfly:8x4x33 allgather
solve -L 100 -t 100000000 --engine all
solve -L 3 -t 100000000
solve -L 1000000 -t 100000000
solve -L 2000 -t 6001
solve -L 100 -t 100000000 --schedule stationary
solve -L 3 -t 100000000 --schedule stationary
solve -L 1000 -t 100000000 -N 100000
solve -L 2 -t 26 --schedule stationary -N 121393 --engine all
solve -L 2 -t 60 -N 3000 --schedule any --engine all
solve --logp 5,0,2 -t 100 -N 10000 --capacity none --engine search
capacity -L 9 -t 1..1000
capacity -L 2 -t 1..1000 --engine all
capacity --logp 50,10,20 -t 100..1000
delay -L 3..50 -P 2..200000
delay --logp 6,2,4 -P 40 --engine all
family -L 3000 -o written
family -L 3..2000 --every -o written
family --logp 160000,2,4 -o written
count -L 9 -t 30
count -L 7 -t 27
count -L 9 -t 30 --engine backtrack --state written-count
enumerate -L 9 -t 30 -o written-list --force
enumerate -L 3 -t 14 --schedule stationary
enumerate -L 100 -t 100000000 --schedule stationary
broadcast -L 9 -P 1000000 -k 100000
broadcast -L 2 -P 1000000 -k 1000000
broadcast -L 9 -P 1000000 -k 20 -p 3
broadcast -L 3 -P 10 -k 10 --engine sat
broadcast -L 20 -P 1000000000000 --every
broadcast -L 3..9 -P 2..1000000 --every
broadcast -L 3..9 -P 2..200 -k 1..200
broadcast -L 1 -p 3 -P 10000 -k 10000
broadcast -e tree -L 1000000 -P 1000000 -o written
allgather -L 3 -P 5000 -k 3 -o written
allreduce -L 3 -P 1000000
reduce -L 3 -P 10000000 -n 1000000000
ask broadcast latency 6 overhead 2 gap 4 processors 30 --engine all
ask count latency 9 depth 30 --engine all
CASES

# By signals, after a second.
while read -r signal arguments; do
    # shellcheck disable=SC2086
    bounded "$cast" $arguments >out 2>err &
    run=$!
    sleep 1
    kill -"$signal" $run 2>/dev/null
    wait $run
    ended "$arguments, SIG$signal" $?
    rm -rf written
done <<'CASES'
INT allgather --network complete:3000
TERM allgather --network mesh:9x9 --duplex half
INT gather --network complete:1000 -k 50
TERM alltoall --network ring:500
INT broadcast --network hub:8 -k 70
INT solve -L 1000000 -t 100000000
TERM solve -L 100 -t 100000000 --schedule stationary
INT solve -L 3 -t 100000000 --schedule stationary
TERM solve -L 2 -t 26 --schedule stationary -N 121393 --engine all
INT capacity -L 9 -t 1..1000
TERM delay -L 3..50 -P 2..200000
INT family -L 3000 -o written
TERM count -L 9 -t 30
INT enumerate -L 3 -t 14 --schedule stationary
TERM broadcast -L 9 -P 1000000 -k 100000
INT broadcast -L 3..9 -P 2..1000000 --every
TERM broadcast -L 20 -P 1000000000000 --every
INT broadcast -L 1 -p 3 -P 10000 -k 10000
TERM reduce -L 3 -P 10000000 -n 1000000000
CASES
finish
