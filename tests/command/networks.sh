#!/bin/sh
# SPDX-License-Identifier: MIT
# Streams, collectives and frontiers on networks: numbers that are known by other means (THEOREMS 20), each with certificates that
# are verified. Usage: networks.sh STEADYCAST STEADYCHECK REPOSITORY BUILD_TYPE
cast=$1 check=$2 top=$3 build_type=$4
. "$(dirname "$0")/common.sh"

# A number: what is asked, and both certificates, where there is something to prove.
while read -r line; do
    wanted=${line%%|*} arguments=${line#*|}
    # shellcheck disable=SC2086
    expect "$arguments" 10 "$wanted" "$cast" $arguments --force -q -o folder
    expect "$arguments: schedule" 0 's VERIFIED *' "$check" folder/schedule.cert
    expect "$arguments: bound" 0 's VERIFIED *' "$check" folder/bound.cert
done <<CASES
delay 4|delay --network ring:5 -p 1
delay 5|delay --network ring:6 --rate 3/2
delay 5|delay --network torus:3x3 -p 1
delay 4|delay --network dgx1 --rate 6
delay 2|delay --network complete:5 --rate 4
delay 7|delay --network complete:4@3 -p 1
delay 3|delay --network ring:5 -d half --rate 1/2
rounds 3|allgather --network dgx1 -S 2 -k 2
rounds 5|allgather --network dgx1 -S 2 -k 3
rounds 4|broadcast --network dgx1 -S 3 -k 8
rounds 8|alltoall --network dgx1 -S 2 -k 3
rounds 2|reduce-scatter --network ring:5 -S 2
time 5|reduce --network mesh:3x3 --root 4 -p 1 -k 2
time 16|gather --network mesh:3x3 --root 4 -p 1 -k 2
CASES

# A machine over PCI, as NCCL describes it: two GPUs below each of two switches; and two of them.
device() {
    printf '<pci busid="%s" class="0x060400" link_speed="8 GT/s" link_width="16">%s</pci>\n' "$1" "$2"
}
switch() {
    device "$1" "$(device "$1.1" "<gpu rank=\"$2\" dev=\"0\"/>")$(device "$1.2" "<gpu rank=\"$3\" dev=\"0\"/>")${4:-}"
}
net='<nic><net dev="0" speed="100000"/></nic>'
cpu='<cpu numaid="0" arch="x86_64" vendor="GenuineIntel" familyid="6" modelid="85">'
printf '<system version="1">%s%s%s</cpu></system>\n' "$cpu" "$(switch a 0 1 "$(device n.0 "$net")")" "$(switch b 2 3)" >box.xml
for network in box.xml 'box.xml*2'; do
    expect "$network" 10 'rounds *' "$cast" allgather --network "$network" -S 8 -q -o folder --force
    expect "$network: schedule" 0 's VERIFIED *' "$check" folder/schedule.cert
    expect "$network: bound" 0 's VERIFIED *' "$check" folder/bound.cert
done
"$cast" allgather --network 'box.xml*2' -S 8 -o folder --force >out 2>err
holds 'boxes: the first line' grep -q '^network box.xml\*2: 15 nodes, 7 of them forward, 14 links, .* 2 boxes, joined by the NIC of each at the last node$' err

# On complete graphs it is the delay of the postal model.
for latency in 1 2 3; do
    for processors in 3 4 5; do
        expect 'postal' 10 'delay *' "$cast" delay -L $latency -P $processors -q
        expect "complete:$processors@$latency" 10 "$(grep '^delay' out)" "$cast" delay --network complete:$processors@$latency -p 1 -q
    done
done

# Frontiers.
while read -r points; do
    read -r arguments
    # shellcheck disable=SC2086
    expect "$arguments" 10 's FEASIBLE' "$cast" $arguments --force -q -o frontier.cert
    same "$arguments: points" "$points" "$(sed -n '/^[0-9]/p' out | tr '\n' ' ' | sed 's/ $//')"
    expect "$arguments: certificate" 0 's VERIFIED *' "$check" frontier.cert
done <<CASES
2 8/3
frontier --network dgx1 alltoall
3 7/3
frontier --network hypercube:3 allgather
3 3/2 4 1 5 5/6
frontier --network ring:6 broadcast -S 5
1 7
frontier --network complete:8 -p 1 allgather
3 7/4 4 13/11 5 7/6
frontier --network file:$top/cases/campaign/dgx1-sockets.network reduce-scatter
CASES

# Of an allreduce: two halves, which are the least where the limit is that of all allreduces.
expect 'frontier of an allreduce' 10 's FEASIBLE' "$cast" frontier --network dgx1 allreduce -q -o halves --force
same 'frontier of an allreduce: points' '4 3/8 5 1/3 6 7/24 limit 7/24 limit_at_least 7/24 composition reduce-scatter, allgather' \
    "$(sed '/^[psa]/d' out | tr '\n' ' ' | sed 's/ $//')"
expect 'frontier of an allreduce: certificates' 0 's VERIFIED 2 files' "$check" --quiet halves
same 'frontier of an allreduce: files' 'schedule.cert second.cert ' "$(ls halves | tr '\n' ' ')"
for line in 'show halves/second.cert' 'convert halves/schedule.cert -f csv --point 2' 'play halves/schedule.cert --message 1KB --alpha 1us --bandwidth 1GB --point 2'; do
    # shellcheck disable=SC2086
    holds "frontier of an allreduce: $line" "$cast" $line
done
"$cast" frontier --network dgx1 allreduce -q -o - >both.cert
expect 'frontier of an allreduce: on stdout' 0 's VERIFIED 2 certificates' "$check" --stream --quiet both.cert
for line in 'show both.cert' 'convert both.cert -f csv' 'play both.cert --message 1KB --alpha 1us --bandwidth 1GB'; do
    # shellcheck disable=SC2086
    refuse "two certificates: $line" "both.cert: 2 certificates, one behind the other: steadycheck --stream verifies them, csplit -z FILE '/^steadycast certificate/' '{*}' makes a file of each" "$cast" $line
done
# One certificate goes to a file, or into a folder that is there or is meant.
expect 'into a folder' 10 's FEASIBLE' "$cast" frontier --network ring:4 allgather -q -o meant/
mkdir there
expect 'into a folder that is there' 10 's FEASIBLE' "$cast" frontier --network ring:4 allgather -q -o there
cmp meant/schedule.cert there/schedule.cert || fail 'into a folder: other files'
refuse 'into a folder: a file that is there' 'there/schedule.cert exists' "$cast" frontier --network ring:4 allgather -q -o there
expect 'into a folder: another answer' 20 's INFEASIBLE' "$cast" solve -L 4 -t 8 -q -o there --force
same 'into a folder: the files of this answer alone' bound.cert "$(ls there)"
# Rates: by a cut, with a schedule of as few rounds a chunk; the best cut of boxes is one box, of a mesh a node at a corner.
while read -r network collective rate; do
    expect "rate of $network $collective" 10 's FEASIBLE' "$cast" rate --network "$network" "$collective" -q -o rate --force
    same "rate of $network $collective: it" "$rate" "$(sed -n 's/^rate //p' out)"
    expect "rate of $network $collective: certificates" 0 's VERIFIED 2 files' "$check" --quiet rate
done <<EOF
dgx1 allgather 7/6
cluster:2x8=12,1 allgather 15/13
mesh:8x8 reduce-scatter 63/2
torus:8x8 alltoall 64
star:6 gather 1
EOF
expect 'rate by trees' 10 's FEASIBLE' "$cast" rate --network mi250 allgather -q -o mi250.certs
same 'rate by trees: value' 7/3 "$(sed -n 's/^rate //p' out)"
expect 'rate by trees: both sides' 0 's VERIFIED 2 files' "$check" mi250.certs
same 'rate by trees: files' 'bound.cert schedule.cert ' "$(ls mi250.certs | tr '\n' ' ')"
expect 'rate that is open' 0 's UNKNOWN' "$cast" rate --network torus:24x24 broadcast -q --time 20
same 'rate that is open: at least' 1/4 "$(sed -n 's/^rate_at_least //p' out)"
# What comes from one root, or to it, needs no way back.
printf '0>1\n1>2\n2>3\n0>3\n3>4\n1>4\n4>2\n' >away.net
printf '1>0\n2>1\n3>2\n3>0\n4>3\n4>1\n2>4\n' >back.net
while read -r network collective time rate; do
    expect "one way: $collective" 10 's OPTIMAL' "$cast" "$collective" --network "./$network.net" -k 3 -q -o one-way --force
    same "one way: $collective, time" "time $time" "$(grep ^time out)"
    expect "one way: $collective, certificates" 0 's VERIFIED 2 files' "$check" one-way
    expect "one way: rate of $collective" 10 's FEASIBLE' "$cast" rate --network "./$network.net" "$collective" -q -o rate --force
    same "one way: rate of $collective, it" "rate $rate" "$(grep ^rate out)"
    expect "one way: rate of $collective, certificates" 0 's VERIFIED 2 files' "$check" --quiet rate
    case $network in away) other=back ;; *) other=away ;; esac
    refuse "the other way: $collective" 'not connected: nothing comes from node' "$cast" "$collective" --network "./$other.net"
done <<EOF
away broadcast 3 1
back reduce 3 1
away scatter 6 2
back gather 6 2
EOF
refuse 'one way: allgather' 'not connected: nothing comes from node 1 to node 0' "$cast" allgather --network ./away.net
# Of an allreduce of a chunk each its halves are of a part for each node that takes part; all allreduces take what counting says.
while read -r network rate least; do
    expect "rate of an allreduce on $network" 10 's FEASIBLE' "$cast" rate --network "$network" allreduce -q -o rate --force
    same "rate of an allreduce on $network: it" "$rate $least" "$(sed -n 's/^rate[a-z_]* //p' out | tr '\n' ' ' | sed 's/ $//')"
    expect "rate of an allreduce on $network: certificates" 0 's VERIFIED 4 files' "$check" --quiet rate
done <<EOF
dgx1 7/24 7/24
ring:5 4/5 4/5
mi250 7/24 15/56
path:3 4/3 1
path:5/group:0,2,4 4/3 1
EOF
# Streams by closed forms and by search, each without the other, agree.
for question in 'ring:7 -d full' 'ring:6 --rate 2' 'hypercube:3 -d full' 'bipartite:4x3 -d full' 'complete:5 --rate 4' 'path:5 -d full'; do
    expect "streams on $question" 10 's OPTIMAL' "$cast" delay --network $question -e all -q
done
expect 'no closed form' 0 's OPEN' "$cast" delay --network petersen -d full -e closed -q
same 'no closed form: by' 'by closed' "$(grep '^by' out)"
# What a dump has besides: devices that are neither GPUs nor NICs are named, ports to the outside counted, and boxes joined rail by rail or at one switch.
cat >box.xml <<EOF
<system version="1"><cpu numaid="0" arch="x86_64" vendor="AuthenticAMD" familyid="175" modelid="1">
<pci busid="0000:01:00.0" class="0x060400" link_speed="16 GT/s" link_width="16">
<pci busid="0000:02:00.0" class="0x030200" link_speed="16 GT/s" link_width="16"><gpu dev="0" sm="80" rank="0"><nvlink target="0000:03:00.0" count="2" tclass="0x030200"/></gpu></pci>
<pci busid="0000:03:00.0" class="0x030200" link_speed="16 GT/s" link_width="16"><gpu dev="1" sm="80" rank="1"><nvlink target="0000:02:00.0" count="2" tclass="0x030200"/></gpu></pci>
<pci busid="0000:04:00.0" class="0x010802" link_speed="16 GT/s" link_width="4"/>
<pci busid="0000:05:00.0" class="0x020700" link_speed="16 GT/s" link_width="16"><nic><net name="a" dev="0" speed="100000"/></nic></pci>
<pci busid="0000:06:00.0" class="0x020700" link_speed="16 GT/s" link_width="16"><nic><net name="b" dev="1" speed="100000"/></nic></pci>
<pci busid="0000:07:00.0" class="0x010802" link_speed="16 GT/s" link_width="4"/></pci></cpu></system>
EOF
expect 'a box' 0 '*' "$cast" show --network ./box.xml
same 'a box: left out' '# left out: 0000:04:00.0 of PCI class 0x010802 and 1 more; 2 NICs, 25 GB/s, to the outside: *1 behind the name shows, *2 joins two boxes' "$(sed -n 2p out)"
expect 'a box, asked' 10 's OPTIMAL' "$cast" allgather --network ./box.xml
holds 'a box, asked: left out' grep -q 'links alone; left out: 0000:04:00.0 of PCI class 0x010802 and 1 more; 2 NICs' err
for switches in '*3/:2' '*3:switch/:1'; do
    expect "boxes, ${switches%/*}" 0 '*' "$cast" show --network "./box.xml${switches%/*}"
    same "boxes, ${switches%/*}: switches" "${switches##*:}" "$(grep -c '^name .* switch of' out)"
done
same 'boxes at one switch: ports of a node are one' 3 "$(grep -c '^[0-9]*-12=25GB/s' out)"
expect 'boxes at one switch, asked' 10 's OPTIMAL' "$cast" allgather --network './box.xml*2:switch' -q
expect 'boxes at something else' 1 '' "$cast" allgather --network './box.xml*2:rail' -q
# Sizes of nodes: MPI's v. What comes to node 2, which has nothing, are 7 chunks over two links.
while read -r collective least; do
    expect "$collective with sizes" 10 's OPTIMAL' "$cast" "$collective" --network ring:5 --sizes 3,1,0,2,1 -q -o sized/ --force
    same "$collective with sizes: time" "$least" "$(sed -n 's/^time //p' out)"
    expect "$collective with sizes: certificates" 0 's VERIFIED 2 files' "$check" --quiet sized
done <<EOF
allgather 4
reduce-scatter 4
alltoall 6
scatter 3
gather 3
EOF
expect 'sizes of a group' 10 's OPTIMAL' "$cast" allgather --network path:4 --group 0,3 --sizes 1,2 -q -o sized/ --force
same 'sizes of a group: the certificate' 'sizes 1 0 0 2' "$(grep ^sizes sized/schedule.cert)"
expect 'sizes: a rate' 10 's FEASIBLE' "$cast" rate --network ring:5 --sizes 3,1,0,2,1 allgather -q
same 'sizes: a rate' 7/2 "$(sed -n 's/^rate //p' out)"
expect 'sizes of a broadcast' 1 '' "$cast" broadcast --network ring:5 --sizes 3,1,0,2,1
holds 'sizes of a broadcast: why' grep -q 'broadcast has no sizes of nodes' err
expect 'sizes of too few nodes' 1 '' "$cast" allgather --network ring:5 --sizes 3,1
holds 'sizes of too few nodes: why' grep -q -- "--sizes: '3,1' is no list of sizes" err
expect 'sizes: msccl' 1 '' "$cast" convert sized/schedule.cert -f msccl
holds 'sizes: msccl: why' grep -q 'this network has sizes of its nodes' err
printf 'allgather network ring:5/sizes:3,1,0,2,1\nfrontier network ring:4/sizes:2,1,1,1 collective alltoall\n' >sized.campaign
expect 'sizes, swept' 0 's COMPLETE' "$cast" sweep sized.campaign -o swept -q
expect 'sizes, audited' 0 's AUDITED 2 cases, 3 certificates' "$cast" audit swept
expect 'frontier of an allreduce of some' 10 '*' "$cast" frontier --network path:5/group:0,2,4 allreduce -S 8 -q
same 'frontier of an allreduce of some: points' '8 8/3' "$(head -n 1 out)"
printf 'rate network ring:5 collective allreduce\nrate network mi250 collective allreduce\n' >rates.campaign
expect 'rates of allreduces, swept' 0 's COMPLETE' "$cast" sweep rates.campaign -o rates -q
expect 'rates of allreduces, audited' 0 's AUDITED 2 cases, 8 certificates' "$cast" audit rates
expect 'too few steps of halves' 1 '' "$cast" frontier --network ring:5 allreduce -S 3
holds 'too few steps of halves: why' grep -q '3 steps are too few: reduce-scatter takes 2, then allgather 2' err
expect 'halves of few steps' 10 's FEASIBLE' "$cast" frontier --network dgx1 allreduce -S 5 -q
same 'halves of few steps: points' '4 3/8 5 1/3 limit 7/24 until 5 limit_at_least 7/24' "$(sed '/^[psac]/d' out | tr '\n' ' ' | sed 's/ $//')"
expect 'halves of as few steps as there are' 10 's FEASIBLE' "$cast" frontier --network dgx1 allreduce -S 4 -q
same 'halves of as few steps as there are: points' '4 3/8' "$(sed -n '/^[0-9]/p' out)"
expect 'steps of halves' 10 's FEASIBLE' "$cast" frontier --network ring:5 allreduce -S 4
expect 'halves that are too large' 0 's UNKNOWN' "$cast" frontier --network torus:4x4 allreduce -q
same 'halves that are too large: the limit' 'limit_at_least 15/32' "$(grep limit out)"

# One target each, on larger networks: distances are prices, and chunks with the farthest to go go first.
for asked in 'scatter --network mesh:8x8:32:32' 'gather --network torus:8x8 -k 3:48:48' 'alltoall --network ring:64:512:520'; do
    most=${asked##*:} asked=${asked%:*}
    expect "${asked%:*}" "$([ "${asked##*:}" = "$most" ] && echo 10 || echo 0)" 's *' "$cast" ${asked%:*} -e greedy -q -o routed --force
    holds "${asked%:*}: bound" grep -q "^lower ${asked##*:}\$" out
    holds "${asked%:*}: schedule" test "$(sed -n 's/^upper //p' out)" -le "$most"
    for certificate in routed/*.cert; do expect "${asked%:*}: $certificate" 0 's VERIFIED *' "$check" "$certificate"; done
    rm -r routed
done

# Through ports what comes counts when it arrives: two messages at node 0 at once would make the gather 4.
printf '0-1@1\n0-2@3\n0-3@3\n1-4@3\n' >five
for case in 'gather any' 'gather all' 'scatter any' 'scatter all'; do
    expect "$case" 10 's OPTIMAL' "$cast" "${case% *}" --network file:five -p 1 --engine "${case#* }" --force -q -o folder
    same "$case: it" 'time 5' "$(grep ^time out)"
    expect "$case: schedule" 0 's VERIFIED *' "$check" folder/schedule.cert
    expect "$case: bound" 0 's VERIFIED *' "$check" folder/bound.cert
    holds "$case: ports" grep -q '^port 0 1 ' folder/schedule.cert
done
expect 'ports in rounds' 1 '' "$cast" frontier --network file:five -p 1 gather
holds 'ports in rounds: why' grep -q 'the same latency into each' err

# allreduce by composition, and what there is no answer to.
expect 'allreduce' 10 's OPTIMAL' "$cast" allreduce --network ring:5 -k 5 -q -o all
same 'allreduce: it' 'time 4' "$(grep ^time out)"
for file in schedule second bound; do
    expect "allreduce: $file" 0 's VERIFIED *' "$check" all/$file.cert
done
expect 'allreduce: two halves are a program' 0 '' "$cast" convert all/schedule.cert all/second.cert -f msccl -o all.xml
expect 'another answer has one schedule' 10 's OPTIMAL' "$cast" allgather --network ring:5 -q -o all --force
holds 'and no second one' [ ! -e all/second.cert ]
expect 'allreduce, one chunk' 0 's OPEN' "$cast" allreduce --network ring:5 -q
same 'allreduce, one chunk: bounds' 'lower 2 upper 4' "$(sed 2q out | tr '\n' ' ' | sed 's/ $//')"
expect 'SCCL: is the composed allreduce of a DGX-1 the best?' 10 's OPTIMAL' busy 60 "$cast" allreduce --network dgx1 -k 48 -S 6 -q
same 'SCCL: rounds' 'rounds 14' "$(grep ^rounds out)"
expect 'enough rounds' 10 's FEASIBLE' "$cast" allgather --network dgx1 -k 2 -S 2 -R 3 -q -o yes.cert
expect 'enough rounds: certificate' 0 's VERIFIED *' "$check" yes.cert
expect 'too few rounds' 20 's INFEASIBLE' "$cast" allgather --network dgx1 -k 2 -S 2 -R 2 -q -o no.cert
expect 'too few rounds: certificate' 0 's VERIFIED *' "$check" no.cert
expect 'too few rounds for any steps' 20 's INFEASIBLE' "$cast" allgather --network dgx1 -k 6 -R 6 -q -o never
expect 'too few rounds for any steps: certificate' 0 '*at least 7/6 rounds for each chunk with steps up to any' "$check" never/bound.cert
# Beyond 14 nodes: cuts in time, and schedules of a few chunks.
expect 'a large frontier' 10 's FEASIBLE' "$cast" frontier --network mesh:3x5 allgather -o large.cert
same 'a large frontier: points' '6 7 limit 7' "$(grep -v 'arcs\|proc\|^s ' out | tr '\n' ' ' | sed 's/ $//')"
expect 'a large frontier: certificate' 0 's VERIFIED *:7/1' "$check" large.cert
expect 'a frontier of 256 nodes' 10 's FEASIBLE' "$cast" frontier --network torus:16x16 allgather --force -o large.cert
expect 'a frontier of 256 nodes: certificate' 0 's VERIFIED *, are 16:255/4' "$check" large.cert
expect 'a large frontier of few steps' 10 's FEASIBLE' "$cast" frontier --network dragonfly:4x2x9 allgather -S 3 --force -o large.cert
same 'a large frontier of few steps: points' '3 8 limit_at_least 7 until 3' "$(grep -v 'arcs\|proc\|^s ' out | tr '\n' ' ' | sed 's/ $//')"
expect 'a large frontier of few steps: certificate' 0 's VERIFIED *up to 3, are 3:8/1' "$check" large.cert
expect 'an open frontier' 0 's UNKNOWN' "$cast" frontier --network torus:4x4 broadcast -S 4 --force -o large.cert
holds 'an open frontier: its point' grep -q '^4 2/3\.\.[0-9/]*$' out
holds 'an open frontier: said at once' grep -q '^4 steps: 2/3\.\.[0-9/]* rounds a chunk$' err
expect 'a frontier that is too large' 0 's UNKNOWN' "$cast" frontier allgather --network mi250 --time 2
holds 'what counting says of it' grep -q '^limit_at_least 7/3$' out
holds 'which is said at once' grep -q '^at least 7/3 rounds a chunk$' err
expect 'a rate that is too large' 20 's INFEASIBLE' "$cast" delay --network dgx1 --rate 7 -o fast
same 'how large one may be' 'most 6' "$("$cast" delay --network dgx1 --rate 7 -q | grep ^most)"
expect 'a rate that is too large: proof' 0 '*no rate above 6/1, whatever the delay' "$check" fast/bound.cert
# Half duplex: of an odd number of nodes one is idle in each step, which the linear program does not know (it says 5/8).
same 'a rate above 1/2' 'most 1/2' "$("$cast" delay --network ring:5 -d half --rate 3/5 -q -o half | grep ^most)"
expect 'a rate above 1/2: proof' 0 '*no rate above 1/2, whatever the delay' "$check" half/bound.cert
same 'a rate above that of a large ring' 'most 2' "$("$cast" delay --network ring:40 --rate 3 -q -o large | grep ^most)"
expect 'a rate above that of a large ring: proof' 0 '*no rate above 2/1, whatever the delay' "$check" large/bound.cert
expect 'too few steps' 1 '' "$cast" alltoall --network ring:6 -S 2
holds 'too few steps: why' grep -q '2 steps are too few: some target is 3 steps away' err
expect 'rounds that are not real' 1 '' "$cast" frontier --network ring:5 -d half allgather
holds 'rounds that are not real: why' grep -q 'full duplex' err
# A network from the standard input, and from a pipe.
same 'a network from a pipe' '2 2' "$(echo 0-1,1-2 | tr , '\n' | "$cast" frontier --network file:- allgather -q | head -n 1)"
mkfifo pipe
for verb in broadcast reduce scatter gather alltoall reduce-scatter 'allgather -d links' delay; do
    printf '0 1\n1 2\n' >pipe &
    # shellcheck disable=SC2086
    expect "$verb: a named pipe, read once" 10 's OPTIMAL' busy 20 "$cast" $verb --network file:pipe -q
    wait
done
refuse 'a root where there is none' "the question 'alltoall' has no such key" "$cast" alltoall --network ring:5 --root 0
refuse 'a rate without a network' "'rate' goes with a network alone" "$cast" delay -L 3 -P 9 --rate 1
refuse 'items where there are none' "'items' goes with a network alone" "$cast" allreduce -m 'postal 1' -P 8 -k 4

# Streams whose items go along one tree of shortest ways: as soon as the distance allows, at any size.
for case in 'mesh:8x8 14' 'hypercube:8 8' 'torus:16x16 16' 'mesh:32x32 62' 'ring:7=2 3'; do
    set -- $case
    expect "delay on $1" 10 's OPTIMAL' busy 30 "$cast" delay --network "$1" -q -o tree --force
    same "delay on $1: it" "delay $2" "$(grep ^delay out)"
    expect "delay on $1: the schedule" 0 "s VERIFIED *" busy 60 "$check" tree/schedule.cert
    expect "delay on $1: the bound" 0 "s VERIFIED *" busy 60 "$check" tree/bound.cert
done
same 'a rate along one tree' 'delay 3' "$("$cast" delay --network ring:7=2 --rate 2 -q | grep ^delay)"

# One source for all: both numbers are least.
for case in 'torus:32x32 32 256' 'hypercube:10 10 103' 'circulant:128x1x11 9 32'; do
    set -- $case
    expect "allgather on $1" 10 's OPTIMAL' busy 30 "$cast" allgather --network "$1" -S "$2" -q -o one --force
    same "allgather on $1: it" "rounds $3 by orbits" "$(grep -e ^rounds -e ^by out | tr '\n' ' ' | sed 's/ $//')"
    expect "allgather on $1: the schedule" 0 "s VERIFIED *a schedule of $2 steps with $3 rounds*" busy 60 "$check" one/schedule.cert
    expect "allgather on $1: the bound" 0 "s VERIFIED *" busy 60 "$check" one/bound.cert
done
expect 'engine orbits' 10 's OPTIMAL' "$cast" reduce-scatter --network hypercube:6 -e orbits -q
expect 'engine orbits: none' 0 's OPEN' "$cast" allgather --network star:6 -e orbits -q

# A thousand nodes: the bound by counting and a schedule at once, within the limits; a second of time is six of a processor at most.
second=1
case $build_type in Sanitize | Thread) second=20 ;; esac # they are so much slower
for case in 'gather --network ring:2000' 'scatter --network ring:4000' 'alltoall --network ring:256' 'alltoall --network mesh:8x8x8' \
    'reduce --network hypercube:10 -k 100' 'allgather --network torus:32x32 -d links' 'delay --network torus:32x32 -p 1'; do
    # shellcheck disable=SC2086
    (ulimit -t $((6 * second)) && exec "$cast" $case --time "$second" -q) >out 2>err
    case $? in
    0 | 10) holds "$case: a bound" grep -q ^lower out ;;
    *) fail "$case: exit $?" ;;
    esac
done
expect 'steps beyond 2^31' 0 's UNKNOWN' "$cast" broadcast --network path:4000=1@1000000
holds 'steps beyond 2^31: why' grep -q 'may have more than 2147483647 steps' err
expect 'a period of many items' 0 's OPEN' busy 6 "$cast" delay --network star:2000=10000 --rate 10000 --time 1 -q
same 'gather on a ring' 'steps 1000' "$("$cast" gather --network ring:2000 -q | grep ^steps)"
same 'an allreduce of a machine' 's OPTIMAL' "$("$cast" allreduce -m 'network ring:5' -k 5 -q | tail -n 1)"
expect 'no network' 1 '' "$cast" alltoall
expect 'capacities with a point' 10 'steps 3' "$cast" alltoall --network ring:5=12.5
same 'capacities with a point: it is said' 1 "$(grep -c '^network ring:5=12.5: 5 nodes, 5 links, capacity 1 x 12.5, latency 1; links alone$' err)"
printf 'only 1-3\n0-1=100Gb\nlink 1-2=12.5GB 2-3=25GB 1-3=100Gbps\nname 3 last\nnic 0=50GB\n' >part
expect 'a part of a network' 0 '1-2=25GB/s' "$cast" show --network ./part
same 'a part of a network: what it was' '# 3 of the 4 nodes of the file, numbered anew;# capacities are multiples of 12.5GB/s;name 0 node 1 of the file;name 1 node 2 of the file;name 2 last' \
    "$(sed -n 2,6p out | paste -s -d ';')"
expect 'a part of a network: it is asked about' 10 'steps 1' "$cast" allgather --network ./part
same 'a part of a network: it is said' 1 "$(grep -c '^network ./part: 3 nodes, .*; 3 of the 4 nodes of the file, numbered anew$' err)"
expect 'a network apart' 1 '' "$cast" scatter --network file:apart
printf '0 1\n2 3\n' >apart
expect 'a network apart' 1 '' "$cast" scatter --network file:apart
holds 'a network apart: why' grep -q 'nothing comes from node 0 to node 2' err
finish
