#!/bin/sh
# SPDX-License-Identifier: MIT
# Certificates in the formats of other programs, and back.
# Usage: interchange.sh STEADYCAST STEADYCHECK GOAL_RUN MSCCL_RUN FORMULA_LINT
cast=$1 check=$2 goal=$3 msccl=$4 lint=$5 verified=$(cd "$(dirname "$0")/../check/verified" && pwd)
. "$(dirname "$0")/../command/common.sh"

# certificate NAME COMMAND...: makes NAME.cert
certificate() {
    case=$1
    shift
    "$@" -q -o "$case.out" --force >/dev/null 2>err
    case $? in 0 | 10) ;; *) fail "$case: $(cat err)" ;; esac
    if [ -d "$case.out" ]; then cp "$case.out/schedule.cert" "$case.cert"; else mv "$case.out" "$case.cert"; fi
}

# round NAME OPTION...: by csv, under these options, and by json; the same bytes come back
round() {
    case=$1
    shift
    holds "$case: csv" "$cast" convert "$case.cert" -f csv -o "$case.csv" --force
    expect "$case: csv, read" 0 's VERIFIED *' "$cast" import "$case.csv" "$@" -o back.cert --force --check
    holds "$case: csv, the same" cmp "$case.cert" back.cert
    holds "$case: json" "$cast" convert "$case.cert" -f json -o "$case.json" --force
    expect "$case: json, read" 0 'messages *' "$cast" import "$case.json" -o back.cert --force
    holds "$case: json, the same" cmp "$case.cert" back.cert
    sed 's/$/\r/' "$case.csv" | { printf '\357\273\277'; cat; } >windows.csv
    holds "$case: csv with CR and a byte order mark" "$cast" import windows.csv "$@" -o back.cert --force
    holds "$case: csv with CR and a byte order mark, the same" cmp "$case.cert" back.cert
}

# along NAME COLLECTIVE ORIGIN NETWORK..: makes NAME.cert, whose messages are read from csv, time for step
along() {
    case=$1 collective=$2 origin=$3
    shift 3
    root=''
    [ "$origin" = all ] || root="--root $origin"
    # shellcheck disable=SC2086
    "$cast" "$collective" $root "$@" -q -o along --force >out
    cp along/schedule.cert "$case.cert"
    "$cast" convert "$case.cert" -f csv |
        awk -F, -v OFS=, 'NR == 1 { print "time,from,to,item"; next } { print $1 - 1, $2, $3, $4 }' >"$case.csv"
    expect "$case: csv, read" 0 "s VERIFIED network of *, $collective*" \
        "$cast" import "$case.csv" "$@" --origin "$origin" -o back.cert --force --check
    holds "$case: csv, the same" cmp "$case.cert" back.cert
}

# stream NAME K DELAY..: the items 1..K of the stream with the least delay, as NAME.cert; further options of expand in $more
more=''
stream() {
    stream=$1 items=$2
    shift 2
    "$cast" delay "$@" -q -o least --force >out
    # shellcheck disable=SC2086
    certificate "$stream" "$cast" expand least/schedule.cert -k "$items" $more
}
# built NAME BROADCAST..: the schedule of a broadcast, as NAME.cert
built() {
    built=$1
    shift
    "$cast" broadcast "$@" -q -o built --force >out
    cp built/schedule.cert "$built.cert"
}

stream stream 8 -L 3 -P 10
round stream -L 3 --period 1
more='--release all'
stream once 5 -L 3 -P 12
more=''
round once -L 3
built often -L 2 -P 10 -k 5 -e endgame
round often -L 2
stream logp 5 --logp 6,2,4 -P 9
round logp --logp 6,2,4 --period "$(sed -n 's/^period //p' logp.cert)"
built waits -L 3 --capacity none -P 14 -k 14 -e buffered
"$cast" convert waits.cert -f csv >waits.csv
certificate buffered "$cast" import waits.csv -L 3 --buffered
round buffered -L 3 --buffered
certificate all "$cast" allgather --logp 1,1,1 -P 4 -k 2 --expanded
round all --logp 1,1,1 --origin all
"$cast" broadcast -L 1 -P 9 -k 3 --ports 4 -q -o ports >out
cp ports/schedule.cert ports.cert
round ports -L 1 --ports 4
# A stream with several ports goes out as messages; its words stay, whether items have their own (L < t < 2L) or not.
for question in '3 60 3' '4 6 3' '4 5 5'; do
    # shellcheck disable=SC2086
    set -- $question
    "$cast" delay -L "$1" -P "$2" -p "$3" -q -o many --force >out
    certificate "many-$2" "$cast" expand many/schedule.cert -k 8
    round "many-$2" -L "$1" --ports "$3"
    refuse "words of several ports, P = $2" 'several ports: see expand' "$cast" convert many/schedule.cert -f csv
done
along full allgather all --network torus:3x3 --duplex full
along half allgather all --network ring:5 --duplex half -k 2
along links broadcast 2 --network dgx1 --duplex links
along two-ports broadcast 0 --network complete:5@2 -p 2 -k 3
awk -F, -v OFS=, 'NR == 1 { print $0, "received"; next } { print $0, $1 + 2 }' two-ports.csv >received.csv
holds 'receptions, by the latency of each link' "$cast" import received.csv --network complete:5@2 --ports 2 -o back.cert --force
holds 'receptions, the same' cmp two-ports.cert back.cert
refuse 'a reception too late' 'received.csv:2: received at time 2, and not 1 as the network has it' \
    "$cast" import received.csv --network complete:5 --ports 2
sed '2s/^[0-9]*,[0-9]*,[0-9]*/0,0,4/' full.csv >faulty.csv
refuse 'no link' 'faulty.csv:2: there is no link from 0 to 4' "$cast" import faulty.csv --network torus:3x3 --origin all
sed '2d' full.csv >faulty.csv
refuse 'a message less' 'faulty.csv: ' "$cast" import faulty.csv --network torus:3x3 --origin all
refuse 'several a step' 'links.csv: step 1 has ' "$cast" import links.csv --network dgx1 --origin 2
sed '2s/^[0-9]*/999999/' full.csv >faulty.csv
expect 'the last step' 1 '' "$cast" import faulty.csv --network torus:3x3 --origin all
sed '2s/^[0-9]*/1000000/' full.csv >faulty.csv
refuse 'beyond the last step' 'faulty.csv:2: it comes behind step 1000000' "$cast" import faulty.csv --network torus:3x3 --origin all
refuse 'a processor beyond' 'found processor 8, expected 0..7' "$cast" import full.csv --network complete:8 --origin all
refuse 'a source beyond' 'found processor 9, expected 0..8' "$cast" import full.csv --network torus:3x3 --origin 9
"$cast" broadcast --logp 6,2,4 -P 8 -q -o eight >out
cp eight/schedule.cert eight.cert
round eight --logp 6,2,4

# A list by rotation is written with all its messages.
certificate rotation "$cast" allgather --logp 6,2,4 -P 5 -k 3
certificate expanded "$cast" allgather --logp 6,2,4 -P 5 -k 3 --expanded
"$cast" convert rotation.cert -f csv >rotation.csv
"$cast" convert expanded.cert -f csv >expanded.csv
holds 'rotation: the same messages' cmp rotation.csv expanded.csv
"$cast" import rotation.csv --logp 6,2,4 --origin all >back.cert 2>err
holds 'rotation: the same as expanded' cmp expanded.cert back.cert

# What show -f csv writes is read as well; another processor may be the source.
"$cast" show logp.cert -f csv >sent.csv
holds 'from show' "$cast" import sent.csv --logp 6,2,4 --period "$(sed -n 's/^period //p' logp.cert)" -o back.cert --force
holds 'from show: the same' cmp logp.cert back.cert
printf 'time,from,to,item\n0,2,0,1\n1,2,1,1\n3,0,3,1\n' >two.csv
expect 'another source' 0 's VERIFIED postal L=3 P=4 K=1 *' "$cast" import two.csv -L 3 --origin 2 -o two.cert --check
holds 'another source: is processor 0' grep -q '^send 0 2 1$' two.cert
expect 'its illegal message' 1 '' "$cast" import two.csv -L 4 --origin 2 -o no.cert
holds 'its illegal message: where' grep -q 'two.csv:4: the message at time 3 from 0 to 3, item 1: the sender has the item only from time 4 on' err
holds 'its illegal message: no file' [ ! -e no.cert ]

# LogGOPSim: the finishing time is that of the certificate, also when idle time is written.
finishes() {
    case=$1
    shift
    finish=$(sed -n 's/^finish //p' "$case.cert") sends=$(grep -c '^send ' "$case.cert")
    for idle in '' --idle; do
        # shellcheck disable=SC2086
        holds "$case: goal $idle" "$cast" convert "$case.cert" -f goal $idle -o "$case.goal" --force
        expect "$case: goal $idle, run" 0 "finish $finish sends $sends" "$goal" "$case.goal" "$@"
    done
}
finishes eight 6 2 4
finishes once 3 0 1
finishes often 2 0 1
for machine in '1 0 1' '3 1 2' '5 2 4' '2 3 1'; do
    for processors in 2 5 17 40; do
        # shellcheck disable=SC2086
        set -- $machine
        rm -rf single
        "$cast" broadcast --logp "$1,$2,$3" -P "$processors" -q -o single >out
        cp single/schedule.cert single.cert
        finishes single "$1" "$2" "$3"
    done
done
"$cast" convert eight.cert -f goal --bytes 8 >eight.goal
same 'goal: bytes' 14 "$(grep -c ' 8b ' eight.goal)"
for size in 1100:1.1KB 1048576:1MiB 64000:64KB 2147483647:2147483647 7:7B; do
    same "goal: ${size#*:}" 14 "$("$cast" convert eight.cert -f goal --bytes "${size#*:}" | grep -c " ${size%:*}b ")"
done
for size in 0 0.5 1.0001KB 2147483648 3GB 8b -8 x; do
    refuse "goal: --bytes $size" "--bytes: '$size' is not a whole number of bytes in 1..2147483647, as 64KB or 1MiB" "$cast" convert eight.cert -f goal --bytes "$size"
done
# Only with idle time a stream comes item by item, and an exchange in its order.
"$cast" convert stream.cert -f goal --idle >stream.goal
expect 'goal: stream' 0 'finish 17 sends 72' "$goal" stream.goal 3 0 1
"$cast" convert expanded.cert -f goal --idle >expanded.goal
expect 'goal: exchange' 0 "finish $(sed -n 's/^finish //p' expanded.cert) sends 60" "$goal" expanded.goal 6 2 4
# Several ports: every message has an interface for itself at both ends.
finishes ports 1 0 1
finishes many-6 4 0 1
for question in '1 40 7 3' '2 30 5 2' '3 100 4 5' '1 64 12 8'; do
    # shellcheck disable=SC2086
    set -- $question
    rm -rf several
    "$cast" broadcast -L "$1" -P "$2" -k "$3" --ports "$4" -q --time 1 -o several >out
    cp several/schedule.cert several.cert
    finishes several "$1" 0 1
    same "ports $question: interfaces" '' "$(sed -n 's/.* nic //p' several.goal | awk -v p="$4" '$1 >= p')"
done
sed 's/ nic [0-9]*$//' several.goal >broken.goal
expect 'the reader sees missing interfaces' 0 'finish *' "$goal" broken.goal 1 0 1
holds 'the reader sees missing interfaces: late' [ "$(sed 's/finish \([0-9]*\) .*/\1/' out)" -gt "$(sed -n 's/^finish //p' several.cert)" ]
refuse 'goal: buffered' 'model buffered' "$cast" convert buffered.cert -f goal
"$cast" convert eight.cert -f goal | sed 's/^l1 requires l0$//' >broken.goal
expect 'the reader sees what is missing' 1 'sent on before it is received: *' "$goal" broken.goal 6 2 4

# MSCCL: every rank gets every chunk.
runs() {
    case=$1 ranks=$2 chunks=$3
    holds "$case: msccl" "$cast" convert "$case.cert" -f msccl -o "$case.xml" --force
    expect "$case: msccl, run" 0 "ranks $ranks chunks $chunks blocks *" "$msccl" "$case.xml"
}
runs stream 10 8
runs once 12 5
runs often 10 5
runs logp 9 5
runs buffered 14 14
runs all 4 8
runs rotation 5 15
runs ports 9 3
runs many-60 60 8
runs full 9 9
runs half 5 10
runs eight 8 1
stream long 150 -L 3 -P 3
runs long 3 150
same 'msccl: three channels' 3 "$(sed -n 's/.* nchannels="\([0-9]*\)".*/\1/p' long.xml)"
"$cast" convert long.cert -f msccl --steps 256 --proto LL128 --name a.long-one >long.xml
expect 'msccl: steps' 0 'ranks 3 chunks 150 *' "$msccl" long.xml 256
expect 'msccl: too many steps for others' 1 'a step *' "$msccl" long.xml
same 'msccl: its name' 1 "$(grep -c 'name="a.long-one" proto="LL128" nchannels="1"' long.xml)"
certificate star "$cast" allgather -L 1 -P 40
refuse 'msccl: peers' 'more than 32 others over one channel' "$cast" convert star.cert -f msccl
for P in 32 33; do "$cast" allgather -L 1 -P $P -q -o all$P --force >out; done
expect 'msccl: 64 thread blocks of a rank are not too many' 0 '' "$cast" convert all32/schedule.cert -f msccl -o all32.xml
same 'msccl: its thread blocks' 2016 "$(grep -c '<tb ' all32.xml)"
refuse 'msccl: thread blocks' 'would need 65 thread blocks, more than 64 (--blocks' "$cast" convert all33/schedule.cert -f msccl
expect 'msccl: runtimes that take more' 0 '' "$cast" convert all33/schedule.cert -f msccl --blocks 216 -o all33.xml
for runtime in msccl azure; do
    expect "msccl: $runtime" 0 '' "$cast" convert all33/schedule.cert -f msccl --runtime $runtime -o $runtime.xml
    same "msccl: $runtime" '' "$(cmp all33.xml $runtime.xml 2>&1)"
done
refuse 'msccl: rccl' 'would need 65 thread blocks, more than 64' "$cast" convert all33/schedule.cert -f msccl --runtime rccl
refuse 'msccl: blocks before a runtime' 'more than 64' "$cast" convert all33/schedule.cert -f msccl --runtime azure --blocks 64
expect 'msccl: sizes' 0 '*minBytes="2112000" maxBytes="34603008">' "$cast" convert all33/schedule.cert -f msccl --runtime azure --min-bytes 64KB --max-bytes 1MiB
expect 'msccl: from a size on' 0 '*minBytes="33" maxBytes="0">' "$cast" convert all33/schedule.cert -f msccl --runtime azure --min-bytes 1
refuse 'msccl: no size' "--max-bytes: '64KX' is not a number of bytes" "$cast" convert all33/schedule.cert -f msccl --max-bytes 64KX
refuse 'msccl: sizes of none' '--min-bytes is at most --max-bytes' "$cast" convert all33/schedule.cert -f msccl --min-bytes 2KB --max-bytes 1KB
refuse 'goal: sizes' '--min-bytes is for --format msccl' "$cast" convert all33/schedule.cert -f goal --min-bytes 2KB
# A rank of a broadcast to 6 has algo, 6 gpus, thread blocks, a step for each message and for 71 chunks that are copied.
elements() { awk '/<gpu /{ gpus++; own = 0 } /<(tb|step) /{ own++; if (own > most) most = own } END { print 1 + gpus + most }' "$1"; }
stream most 2012 -L 2 -P 6
stream beyond 2013 -L 2 -P 6
holds 'msccl: the most elements' "$cast" convert most.cert -f msccl -o most.xml
same 'msccl: as many as are read' 4095 "$(elements most.xml)"
refuse 'msccl: elements' 'would need 4097 elements of XML' "$cast" convert beyond.cert -f msccl
stream ranks 1 -L 2 -P 1024
refuse 'msccl: ranks' '1024 processors; the runtimes read at most 1023 ranks' "$cast" convert ranks.cert -f msccl
refuse 'msccl: name' '--name: ' "$cast" convert eight.cert -f msccl --name 'a"b'
sed 's/hasdep="1"/hasdep="0"/' eight.xml >broken.xml
expect 'the reader sees a missing flag' 1 'no such step*' "$msccl" broken.xml
sed '0,/depid="0"/s/depid="0" deps="0"/depid="-1" deps="-1"/' once.xml >broken.xml
expect 'the reader sees a missing dependence' 1 'a chunk that is not there is sent*' "$msccl" broken.xml

# Graphviz.
"$cast" convert eight.cert -f dot >eight.dot
same 'dot: edges' 7 "$(grep -c -- '->' eight.dot)"
same 'dot: the last' 1 "$(grep -c 'p7 \[label="7\\n24"\]' eight.dot)"
"$cast" convert stream.cert -f dot --item 3 >three.dot
same 'dot: one item' 9 "$(grep -c -- '->' three.dot)"
same 'dot: its source' 1 "$(grep -c 'p0 \[label="0\\n2" shape=doublecircle\]' three.dot)"
"$cast" convert stream.cert -f dot >stream.dot
same 'dot: all items' 72 "$(grep -c -- '-> .*label="[1-8] @ ' stream.dot)"
refuse 'dot: no such item' '--item: there are the items 1..8 only' "$cast" convert stream.cert -f dot --item 9
if command -v dot >/dev/null; then
    for name in eight three stream; do
        holds "dot: $name" dot -Tsvg -o "$name.svg" "$name.dot"
    done
fi

# A list that breaks a rule is written as a list, but not as a program.
{ sed -e '/^digest/d' -e 's/^send 1 4 1$/send 4 1 1/' eight.cert; } >wrong
{ cat wrong; echo "digest sha256 $(sha256sum wrong | cut -d' ' -f1)"; } >wrong.cert
holds 'wrong: csv' "$cast" convert wrong.cert -f csv -o wrong.csv
expect 'wrong: csv is refused' 1 '' "$cast" import wrong.csv --logp 6,2,4
refuse 'wrong: goal' 'the message at time 10 from 4 to 1, item 1: the receiver gets the item a second time' \
    "$cast" convert wrong.cert -f goal
refuse 'wrong: msccl' 'the message at time 10 from 4 to 1, item 1' "$cast" convert wrong.cert -f msccl

# Other faults of use.
refuse 'no file' 'convert takes one certificate file' "$cast" convert -f csv
refuse 'no such file' 'none.csv can' "$cast" import none.csv -L 3
refuse 'a folder' "can't be read" "$cast" import . -f csv -L 3
refuse 'a folder, json' "can't be read" "$cast" import . -f json
refuse 'no ending' '--format says what it is' "$cast" import eight.cert -L 3
refuse 'no machine' 'one of --latency, --logp and --network' "$cast" import two.csv
refuse 'two machines' '--latency does not go with --logp' "$cast" import two.csv -L 3 --logp 3,0,1
refuse 'ports of LogP' '--ports is for --latency' "$cast" import two.csv --logp 3,0,1 --ports 2
refuse 'a machine for json' '--latency: with json this stands in the file' "$cast" import eight.json -L 3
refuse 'check without file' '--check is for --output FILE' "$cast" import eight.json --check
refuse 'an existing file' 'eight.cert exists' "$cast" import eight.json -o eight.cert
refuse 'an option of another format' '--bytes is for --format goal' "$cast" convert eight.cert -f dot --bytes 3
# A product stays one.
certificate large "$cast" allgather --network hypercube:13 --duplex full --engine product
holds 'a large product: its kind' grep -q '^kind gossip-product' large.cert
expect 'a large product: verified' 0 's VERIFIED *P=8192*' "$check" large.cert
expect 'a large product: shown' 0 'machine: full duplex, the product of 13 networks with 8192 processors*' "$cast" show large.cert
refuse 'a large product' 'kind gossip-product is not converted' "$cast" convert large.cert -f csv
# Operands combined: the same by rotation and told one by one; the program does it in the time that it takes.
certificate combine "$cast" allreduce -L 2 -P 6
certificate combined "$cast" allreduce -L 2 -P 6 --expanded
for format in csv json dot goal; do
    holds "combining: $format" "$cast" convert combine.cert -f $format -o combine.$format --force
    holds "combining: $format, told one by one" "$cast" convert combined.cert -f $format -o combined.$format --force
    holds "combining: $format, the same" cmp combine.$format combined.$format
done
same 'combining: csv' "$(sed -n '/^step/s/step //p; /^send/p' combined.cert |
    awk 'NF == 1 { time = $1; next } { print time "," $2 "," $3 "," (NF == 3) }')" "$(sed 1d combine.csv)"
same 'combining: json' "$(grep -c -v others combine.csv)" "$(($(grep -c '"own": ' combine.json) + 1))"
expect 'combining: goal, run' 0 "finish 5 sends 24" "$goal" combine.goal 2 0 1 combining
refuse 'combining: msccl' 'msccl: a rank keeps two results' "$cast" convert combine.cert -f msccl
refuse 'combining: an item' 'messages of kind combining have none' "$cast" convert combine.cert -f dot --item 1
refuse 'combining: not imported' 'own' "$cast" import combine.csv -L 2 -o back.cert --force
{ sed '$d; 0,/^send 0 [0-9]*$/s//& others/' combined.cert; } >body
{ cat body; printf 'digest sha256 %s\n' "$(sha256sum <body | cut -d' ' -f1)"; } >lacking.cert
refuse 'combining: goal of a wrong list' 'it carries no operand' "$cast" convert lacking.cert -f goal
# Operands added up: who sends to whom when; the program does it in the time that it takes.
"$cast" reduce --logp 5,2,4 -P 8 -T 28 -q -o sum --force >out
for format in csv json dot goal; do
    holds "summation: $format" "$cast" convert sum/schedule.cert -f $format -o sum.$format --force
done
same 'summation: csv' "$(awk '/^step/ { t = $2 } /^send/ { print t "," $2 "," $3 ",1" }' sum/schedule.cert | sort)" \
    "$(sed 1d sum.csv | cut -d , -f 1-4 | sort)"
same 'summation: json' 7 "$(grep -c '"own": true' sum.json)"
expect 'summation: goal, without the additions' 0 "finish 22 sends 7" "$goal" sum.goal 5 2 4 combining
holds 'summation: goal, with idle time' "$cast" convert sum/schedule.cert -f goal --idle -o sum.goal --force
expect 'summation: goal, run' 0 "finish 27 sends 7" "$goal" sum.goal 5 2 4 combining
refuse 'summation: msccl' 'processors of a LogP machine have no steps' "$cast" convert sum/schedule.cert -f msccl
{ sed '$d; 0,/^send 7 1$/s//send 7 3/' sum/schedule.cert; } >body
{ cat body; printf 'digest sha256 %s\n' "$(sha256sum <body | cut -d' ' -f1)"; } >astray.cert
refuse 'summation: goal of a wrong sum' 'its sender has not yet received all' "$cast" convert astray.cert -f goal
{ sed '$d; s/^model logp$/model postal/' sum/schedule.cert; } >body
{ cat body; printf 'digest sha256 %s\n' "$(sha256sum <body | cut -d' ' -f1)"; } >postal.cert
refuse 'summation: another model' "'model logp'" "$cast" convert postal.cert -f csv
refuse 'no schedule of messages' 'kind reach is not converted' "$cast" convert eight/bound.cert -f goal
: >empty.csv
refuse 'an empty file' 'the file is empty' "$cast" import empty.csv -L 3
: >empty.json
refuse 'an empty file, json' 'empty.json:1: ' "$cast" import empty.json
if [ -w /dev/full ]; then
    for format in csv json dot goal msccl; do
        "$cast" convert stream.cert -f $format >/dev/full 2>err
        same "a full disk: $format" 1 $?
    done
    "$cast" import eight.json >/dev/full 2>err
    same 'a full disk: import' 1 $?
    refuse 'a device' '/dev/full' "$cast" import eight.json -o /dev/full --force
fi

# Formulas, to the letter of their formats.
for question in '-L 3 -t 7' '-L 4 -t 9' '-L 2 -t 6' '-L 5 -t 12'; do
    # shellcheck disable=SC2086
    "$cast" export $question -f dimacs >formula
    expect "export $question: dimacs" 0 'variables *' "$lint" dimacs formula
    # shellcheck disable=SC2086
    "$cast" export $question -f dimacs --encoding words >formula
    expect "export $question: dimacs by words" 0 'variables *' "$lint" dimacs formula
    # shellcheck disable=SC2086
    "$cast" export $question -f opb >formula
    expect "export $question: opb" 0 'variables *' "$lint" opb formula
done
sed '$d' formula >short
expect 'the reader counts' 1 'the counts of the header are wrong*' "$lint" opb short
"$cast" export -L 2 -t 4 -N 5 -f dimacs --schedule periodic:2 >formula
expect 'export periodic: dimacs' 0 'variables *' "$lint" dimacs formula
finish
