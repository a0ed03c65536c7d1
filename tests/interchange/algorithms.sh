#!/bin/sh
# SPDX-License-Identifier: MIT
# Algorithms in XML as msccl-tools writes them, imported. Usage: algorithms.sh STEADYCAST STEADYCHECK
cast=$1 check=$2
. "$(dirname "$0")/../command/common.sh"
export STEADYCHECK="$check"

# head COLL INPLACE CHUNKS [RANKS]; gpu ID I O S; tb ID SEND RECV; step S TYPE SRCBUF SRCOFF DSTBUF DSTOFF CNT [DEPID DEPS]
head() { echo "<algo name=\"a\" proto=\"LL\" nchannels=\"1\" nchunksperloop=\"$3\" ngpus=\"${4:-4}\" coll=\"$1\" inplace=\"$2\" outofplace=\"$((1 - $2))\" minBytes=\"0\" maxBytes=\"0\">"; }
gpu() { echo "  <gpu id=\"$1\" i_chunks=\"$2\" o_chunks=\"$3\" s_chunks=\"$4\">"; }
tb() { echo "    <tb id=\"$1\" send=\"$2\" recv=\"$3\" chan=\"0\">"; }
step() { echo "      <step s=\"$1\" type=\"$2\" srcbuf=\"$3\" srcoff=\"$4\" dstbuf=\"$5\" dstoff=\"$6\" cnt=\"$7\" depid=\"${8:--1}\" deps=\"${9:--1}\" hasdep=\"0\"/>"; }

# ring: an allgather in place along a ring of 4: send, twice receive, copy and send on, receive.
ring() {
    head allgather 1 4
    for r in 0 1 2 3; do
        gpu $r 1 4 0
        tb 0 $(((r + 1) % 4)) $(((r + 3) % 4))
        step 0 s i 0 o $r 1
        step 1 rcs i 0 o $(((r + 3) % 4)) 1
        step 2 rcs i 0 o $(((r + 2) % 4)) 1
        step 3 r i 0 o $(((r + 1) % 4)) 1
        echo '    </tb>'
        echo '  </gpu>'
    done
    echo '</algo>'
}

# sums: a reduce-scatter in place along a ring: chunk c goes from c + 1 around, and ends at c.
sums() {
    head reduce_scatter 1 4
    for r in 0 1 2 3; do
        gpu $r 4 1 0
        tb 0 $(((r + 1) % 4)) $(((r + 3) % 4))
        step 0 s i $(((r + 3) % 4)) i $(((r + 3) % 4)) 1
        step 1 rrs i $(((r + 2) % 4)) i $(((r + 2) % 4)) 1
        step 2 rrcs i $(((r + 1) % 4)) i $(((r + 1) % 4)) 1
        step 3 rrc i $r i $r 1
        echo '    </tb>'
        echo '  </gpu>'
    done
    echo '</algo>'
}

# levels: two pairs, 0 1 and 2 3: each rank has its own to its peer in the other pair, and both of them to the one beside it, out of place.
levels() {
    head allgather 0 4
    for r in 0 1 2 3; do
        peer=$(((r + 2) % 4)) beside=$((r / 2 * 2 + (r + 1) % 2))
        gpu $r 1 4 1
        tb 0 $peer $peer
        step 0 cpy i 0 o $r 1
        step 1 s o $r o $r 1
        step 2 r i 0 s 0 1
        step 3 cpy s 0 o $peer 1
        echo '    </tb>'
        tb 1 $beside $beside
        step 0 s i 0 o $r 1
        step 1 nop i 0 o 0 0 0 3
        step 2 s o $peer o $peer 1
        step 3 r i 0 o $beside 1
        step 4 r i 0 o $(((beside + 2) % 4)) 1
        echo '    </tb>'
        echo '  </gpu>'
    done
    echo '</algo>'
}

# lasting: a reduce of three at rank 1, whose operands come into scratch, and are added by re
lasting() {
    head reduce 0 2 3
    for r in 0 2; do
        gpu $r 2 0 0
        tb 0 1 -1
        step 0 s i 0 o 0 2
        echo '    </tb>'
        echo '  </gpu>'
        [ $r = 2 ] && break
        gpu 1 2 2 4
        tb 0 -1 0
        step 0 r i 0 s 0 2
        step 1 cpy i 0 o 0 2
        step 2 re s 0 o 0 2
        echo '    </tb>'
        tb 1 -1 2
        step 0 r i 0 s 2 2
        step 1 re s 2 o 0 2 0 2
        echo '    </tb>'
        echo '  </gpu>'
    done
    echo '</algo>'
}

verified() {
    expect "$1" 0 "$2" sh -c '"$@" | grep -v "^[dfm]" | tr "\n" ";"' sh "$cast" import $3 -o "$1.cert" --force --check
}
ring >ring.xml
sums >sums.xml
levels >levels.xml
lasting >lasting.xml
verified ring '3 steps, 3 rounds; no schedule of one round in each step has less than 2: at most 50 % above what is possible;there is one of 2 steps*;s VERIFIED *allgather, C=1: a schedule of 3 steps *' 'ring.xml --network ring:4'
verified 'ring, a port' '3 steps, 3 rounds; no schedule of one round in each step has less;s VERIFIED *' 'ring.xml --network ring:4 --duplex full'
verified sums '3 steps, 3 rounds; no schedule of one round in each step has less than 2:*;s VERIFIED *reduce-scatter, C=1: a schedule of 3 steps *' 'sums.xml --network ring:4'
verified levels '2 steps, 2 rounds; no schedule of one round in each step has less than 1:*;s VERIFIED *' 'levels.xml --network complete:4'
verified 'levels, a port' '3 steps, 3 rounds; no schedule of one round in each step has less;s VERIFIED *' 'levels.xml --network complete:4 --duplex full --ports 1'
verified lasting '2 steps, 2 rounds; no schedule of one round in each step has less;s VERIFIED *reduce *, C=2: a schedule of 2 steps *' 'lasting.xml --network path:3'
verified 'lasting, any rounds' '1 steps, 2 rounds; no schedule of as many steps has less;s VERIFIED *' 'lasting.xml --network path:3 --earliest'
expect 'an optimum' 10 '*' "$cast" allgather --network dgx1 -k 6 -S 3 -q -o dgx1
expect 'an optimum, written' 0 '' "$cast" convert dgx1/schedule.cert -f msccl -o dgx1.xml
verified 'an optimum, again' '3 steps, 7 rounds; no schedule of as many steps has less;s VERIFIED *: a schedule of 3 steps with 7 rounds*' 'dgx1.xml --network dgx1 --earliest'
for collective in allgather reduce-scatter alltoall broadcast reduce; do
    expect "instances of $collective" 10 '*' "$cast" "$collective" --network ring:4 -k 2 -q -o parts --force
    expect "instances of $collective, written" 0 '' "$cast" convert parts/schedule.cert -f msccl --instances 3 --blocks 216 -o parts.xml --force
    same "instances of $collective, channels" 3 "$(sed -n 's/.* nchannels="\([0-9]*\)".*/\1/p' parts.xml)"
    expect "instances of $collective, executed" 0 '*s VERIFIED * C=6: a schedule of *' "$cast" import parts.xml --network ring:4 -o parts.cert --force --check
done
refuse 'instances' '--instances is for --format msccl' "$cast" convert parts/schedule.cert -f csv --instances 3
expect 'json' 0 '*"messages": 12, "verified": true, "rounds": 3, "least": 2}*' "$cast" import ring.xml --network ring:4 -o j.cert --force --check --json

# What is wrong is named with its line.
fault() {
    sed "$3" "$2.xml" >wrong.xml
    cmp -s "$2.xml" wrong.xml && fail "$1: nothing was changed"
    refuse "$1" "$4" "$cast" import wrong.xml --network "${5:-ring:4}" -o no.cert
}
fault 'no XML' ring '5s/<step/<</' 'wrong.xml:5: not well-formed'
fault 'a type' ring '0,/type="rcs"/s//type="rcx"/' "wrong.xml:5: expected s, r, rcs, rrc, rrs, rrcs, cpy, re or nop: type: found 'rcx'"
fault 'a number' ring '0,/cnt="1"/s//cnt="x"/' "wrong.xml:4: out of range: cnt: found 'x'"
fault 'a buffer' ring '0,/srcbuf="i"/s//srcbuf="t"/' "wrong.xml:4: expected i, o or s: srcbuf: found 't'"
fault 'an attribute' ring '0,/srcoff="0"/s///' 'wrong.xml:4: there is no attribute srcoff'
fault 'an element' ring '0,/<gpu/s//<gpus/' "wrong.xml:2: expected gpu: found 'gpus'"
fault 'an allreduce' ring '0,/"allgather"/s//"allreduce"/' 'halves of an allreduce'
fault 'no collective' ring '0,/"allgather"/s//"custom"/' "coll: found 'custom'"
fault 'ranks' ring '0,/ngpus="4"/s//ngpus="5"/' 'ngpus is 5, and 4 are there'
refuse 'another network' 'ngpus is 4, and the network has 5 nodes' "$cast" import ring.xml --network ring:5
fault 'no link' ring '0,/send="1"/s//send="2"/' 'wrong.xml:3: the network has no link from 0 to 2'
fault 'beyond the buffer' ring '0,/dstoff="3"/s//dstoff="7"/' 'wrong.xml:5: in step 2: beyond the end of the buffer'
fault 'a wrong place' ring '0,/dstoff="3"/s//dstoff="1"/' 'in the end gpu 0 has at o 3'
fault 'nothing is sent' levels '0,/type="s" srcbuf="o" srcoff="0"/s//type="s" srcbuf="o" srcoff="3"/' 'nothing is there to be sent' complete:4
fault 'a dependence' levels '0,/deps="3"/s//deps="4"/' 'waits for step 4 of thread block 0, and gpu 0 has none' complete:4
fault 'for ever' levels '0,/depid="0" deps="3"/s//depid="1" deps="3"/' 'this step waits for ever' complete:4
fault 'another cnt' lasting '0,/type="s" \(.*\)cnt="2"/s//type="s" \1cnt="1"/' 'nobody sends so many chunks' path:3
fault 'twice' lasting 's/type="re" srcbuf="s" srcoff="2"/type="re" srcbuf="s" srcoff="0"/' 'an operand is added that the sum has' path:3
fault 'an operand is missing' lasting '/type="re" srcbuf="s" srcoff="0"/s/re/nop/' 'sum of 2 operands, expected 3' path:3
fault 'an addition' ring '0,/type="rcs"/s//type="rrcs"/' 'a collective without sums'
fault 'not received' ring '0,/<step s="3"/{/<step s="3"/d}' 'that nobody receives'
refuse 'no network' 'along the links of --network' "$cast" import ring.xml
refuse 'json' '--earliest: with json this stands in the file' "$cast" import ring.xml -f json --earliest
refuse 'another option' '--items: this is not for xml' "$cast" import ring.xml --network ring:4 --items 3
refuse 'ports of no sort' '--duplex says of which sort' "$cast" import ring.xml --network ring:4 --ports 2
refuse 'rounds of a list' '--earliest: this is for xml' "$cast" import ring.xml -f csv -L 1 --earliest
refuse 'too large a root' '' "$cast" import lasting.xml --network path:3 --origin 9
[ -e no.cert ] && fail 'a file was left'
finish
