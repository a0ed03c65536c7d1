#!/bin/sh
# SPDX-License-Identifier: MIT
# Schedules performed with MPI, on more ranks than there are processors.
# Usage: perform.sh STEADYCAST PERFORM MPIRUN
cast=$1 perform=$2 mpirun=$3
. "$(dirname "$0")/ranks.sh"
. "$(dirname "$0")/../command/common.sh"

# performs NAME P MESSAGES BYTES ARGUMENT...
performs() {
    name=$1 count=$2 messages=$3 bytes=$4
    shift 4
    expect "$name" 0 "s PERFORMED $messages messages of $bytes bytes among $count ranks" ranks "$count" "$@"
    same "$name: one line" 1 "$(wc -l <out)"
}

# seal FILE: what stands on stdin, in the frame of a certificate
seal() {
    { printf 'steadycast certificate 1\nwriter test 1\nkind messages\n'; cat; } >body
    { cat body; printf 'digest sha256 %s\n' "$(sha256sum <body | cut -d' ' -f1)"; } >"$1"
}

# One item on a LogP machine, some in the postal model, with buffers and with several ports.
"$cast" delay --logp 6,2,4 -P 8 -q -o one >out
"$cast" expand one/schedule.cert -k 1 -q -o one.cert >out
performs 'LogP' 8 7 64 one.cert
holds 'LogP: times' grep -q '^LogP, 1 items: [0-9.]* s, [0-9.]* us a message of a rank$' err
"$cast" delay -L 3 -P 13 -q -o stream >out
"$cast" expand stream/schedule.cert -k 20 -q -o stream.cert >out
performs 'a stream' 13 240 7 stream.cert --bytes 7 --repeat 3 --seed 5
holds 'a stream: times' grep -q '(median of 3; quartiles [0-9.]* and [0-9.]* s, fastest [0-9.]* s)$' err
"$cast" broadcast -L 3 --capacity none -P 5 -k 6 -e buffered -q -o waits >out
"$cast" convert waits/schedule.cert -f csv >waits.csv
"$cast" import waits.csv -L 3 --buffered -q -o buffered.cert >out
performs 'buffers' 5 24 100000 buffered.cert -b 100000 -q
same 'buffers: quiet' 0 "$(grep -c -e '^steadycast-perform' -e 'us a message' err)" # the library may have something to say itself
"$cast" broadcast -L 2 -P 7 -k 3 -e star --ports 2 -q -o ports >out
performs 'two ports' 7 18 64 ports/schedule.cert

# Everybody's items: by rotation, the same messages one by one, and round a ring.
all='processors 4\nitems 2\norigins all\n'
{ printf "model logp\nlatency 3\noverhead 0\ngap 2\n${all}rotation\nperiod 0\nsends any\ndelay 13\nfinish 13\n"
  printf 'step 0\nsend 0 1 1\nstep 2\nsend 0 2 1\nstep 4\nsend 0 3 1\nstep 6\nsend 0 1 2\nstep 8\nsend 0 2 2\nstep 10\nsend 0 3 2\n'
} | seal turning.cert
performs 'by rotation' 4 24 64 turning.cert
awk '$1 == "rotation" { next }
     $1 == "send" { for (r = 0; r < 4; r++) print "send", r, ($3 + r) % 4, ($4 - 1 + 2 * r) % 8 + 1; next }
     !/^(steadycast|writer|kind|digest) / { print }' turning.cert | seal plain.cert
performs 'one by one' 4 24 64 plain.cert
{ printf 'model postal\nlatency 1\nprocessors 4\nitems 1\norigins all\n'
  printf 'period 0\nsends single\ndelay 3\nfinish 3\n'
  for step in 0 1 2; do
      echo "step $step"
      for r in 0 1 2 3; do echo "send $r $(((r + 1) % 4)) $(((r - step + 4) % 4 + 1))"; done
  done
} | seal ring.cert
performs 'round a ring' 4 12 64 ring.cert

"$cast" allgather --logp 6,2,4 -P 8 -k 2 -q -o all >out; mv all/schedule.cert all.cert
performs 'all to all' 8 112 64 all.cert

# What is refused, by all ranks, by the first or by another one, and nobody waits for ever; one rank where a second one
# adds nothing. More of what is no schedule is in test_plan.c.
refuses 'too few ranks' 'the schedule is for 8 processors, and there are 4 ranks: mpirun -n 8' 4 one.cert
printf 'model postal\nlatency 1\nprocessors 2147483647\nitems 1\nperiod 0\nsends any\ndelay 1\nfinish 1\nstep 0\nsend 0 1 1\n' | seal huge.cert
refuses 'far too few' 'for 2147483647 processors, and there is 1 rank:' 1 huge.cert
head -c 200 plain.cert >cut.cert
refuses 'truncated' 'cut.cert: the digest in the last line is not that of the file' 2 cut.cert
"$cast" solve -L 3 -t 7 -q -o blocks.cert >out
refuses 'another kind' "blocks.cert:3: expected 'kind messages'" 1 blocks.cert
sed -e '/^digest/d' -e 1,3d ring.cert | sed '0,/^send 2 3 3$/s//send 2 3 1/' | seal early.cert
refuses 'an item that is not there yet' 'processor 2 sends item 1 at time 0 before it has it' 4 early.cert
refuses 'no file' 'one file is expected, not 0 (see: steadycast-perform --help)' 1
refuses 'an unknown option' "--repaet; did you mean '--repeat'? (see: steadycast-perform --help)" 1 one.cert --repaet
refuses 'no bytes' "--bytes: '0' is not a whole number of bytes in 1..1073741824, as 64KB or 1MiB" 1 one.cert --bytes 0
expect 'help' 0 '*--compare --cycle 100' "$perform" --help
expect 'version' 0 'steadycast-perform [0-9]*' ranks 2 --version

# Everybody's operands combined: by rotation, with every message told, and on a list in which one is without its own.
"$cast" allreduce -L 2 -P 7 -q -o combine >out; mv combine/schedule.cert combine.cert
performs 'combining' 7 28 64 combine.cert
"$cast" allreduce -L 3 -P 12 --expanded -q -o expanded >out; mv expanded/schedule.cert expanded.cert
performs 'combining, all messages' 12 "$(grep -c '^send' expanded.cert)" 99 expanded.cert -b 99 -r 3
holds 'combining: times' grep -q '^postal, combining: ' err
sed '1,3d; $d; 0,/^send 0 [0-9]*$/s//& others/' expanded.cert |
    { printf 'steadycast certificate 1\nwriter test 1\nkind combining\n'; cat; } >body
{ cat body; printf 'digest sha256 %s\n' "$(sha256sum <body | cut -d' ' -f1)"; } >lacking.cert
# Operands added up at one processor, which compares.
"$cast" reduce --logp 5,2,4 -P 8 -T 28 -q -o sum >out
performs 'summation' 8 7 64 sum/schedule.cert
holds 'summation: times' grep -q '^LogP, summation: ' err
ranks 12 lacking.cert >out 2>err
same 'an operand is lacking: status' 2 $?
holds 'an operand is lacking' grep -q 'has not combined every operand once' err

# Collectives on networks: links of several capacities and latencies, ports, several rounds in a step, reductions. A third of them, as
# starting ranks takes a second, and always the last one, whose schedule is used below.
for network in dgx1:8:4 path:3@2:3:4 hub:4:4:2; do
    steps=${network##*:} rest=${network%:*}
    for collective in 'broadcast root 1' 'scatter root 2' 'gather root 0' 'reduce root 1' allgather alltoall reduce-scatter; do
        seldom 3 || [ "$network $collective" = 'hub:4:4:2 reduce-scatter' ] || continue
        "$cast" ask "$collective network ${rest%:*} items 2 steps $steps" -q -o network --force >out 2>err
        performs "$rest, $collective" "${rest##*:}" "$(grep -c '^send' network/schedule.cert)" 9 network/schedule.cert -b 9 -r 2
    done
done
holds 'a network: times' grep -q '^network, 8 items: ' err
refuses 'a network: too few ranks' 'for 4 processors, and there are 2 ranks' 2 network/schedule.cert
resealed network/schedule.cert '0,/^send [0-9]* [0-9]* [0-9]*$/{/^send /d}'
ranks 4 wrong.cert >out 2>err
same 'a network: a send is missing' 1 $?
"$cast" ask 'delay network ring:5 duplex full' -q -o endless --force >out
refuses 'a stream on a network' 'a stream is endless' 5 endless/schedule.cert
finish
