#!/bin/sh
# SPDX-License-Identifier: MIT
# Searches that are stopped by time, by signals and by force. Usage: interruptions.sh STEADYCAST STEADYCHECK
cast=$1 check=$2
. "$(dirname "$0")/common.sh"

# Nobody finishes this one: 2^40 nodes and more.
hard='solve --engine backtrack --no-ball-rule -L 16 -t 32 --threads 1'
state=steadycast-L16-t32.state
nodes() { sed -n 's/.*, \([0-9]*\) nodes, .*/\1/p' err; }

# shellcheck disable=SC2086
expect 'time limit' 0 's UNKNOWN' "$cast" $hard --time 1
first=$(nodes)
holds 'the state is left' [ -s "$state" ]
same 'it is whole' "$(sed -n 's/^digest sha256 //p' "$state")" "$(head -n -1 "$state" | sha256sum | cut -d' ' -f1)"
# shellcheck disable=SC2086
expect 'the same command' 0 's UNKNOWN' "$cast" $hard --time 1
holds 'goes on' [ "$(nodes)" -gt "$first" ]
refuse 'another search' 'holds the state of another search' "$cast" solve -q --engine backtrack -L 16 -t 32 --state "$state"
# shellcheck disable=SC2086
expect 'a part of a second' 0 's UNKNOWN' busy 1 "$cast" $hard --time 0.3
for text in 0 0.0001 1e9 -1 .5 0.5s 1..2 1000000001 ''; do
    # shellcheck disable=SC2086
    refuse "--time '$text'" "--time: '$text' is not a number of seconds from 0.001 to 10^9" "$cast" $hard --time "$text"
done
printf x >>"$state"
# shellcheck disable=SC2086
refuse 'damaged state' "$state: the digest" "$cast" $hard -q --time 1
rm -f "$state"

# stopped SIGNAL: runs the hard search, sends the signal after the search has begun
stopped() {
    # shellcheck disable=SC2086
    "$cast" $hard --time 60 >out 2>err &
    run=$!
    sleep 0.5
    kill -"$1" $run
    wait $run
}
for signal in INT TERM; do
    stopped $signal
    same "SIG$signal: exit" 0 $?
    same "SIG$signal: verdict" 's UNKNOWN' "$(cat out)"
    same "SIG$signal: reason" 1 "$(grep -c 'stopped by a signal' err)"
    holds "SIG$signal: the state is left" [ -s "$state" ]
done
before=$(nodes)
stopped KILL
same 'kill -9: exit' 137 $?
# shellcheck disable=SC2086
expect 'kill -9: the state is usable' 0 's UNKNOWN' "$cast" $hard --time 1
holds 'kill -9: nothing of the state is lost' [ "$(nodes)" -gt "$before" ]
rm -f "$state"
stopped KILL
same 'kill -9 before the first state' '' "$(ls "$state" 2>/dev/null)"

# In pieces by limits of nodes: the answer, and the certificate to the byte, of an undisturbed run.
"$cast" solve -e backtrack --no-ball-rule -L 4 -t 21 -q -o whole.cert >/dev/null
limit=20 pieces=0
while :; do
    "$cast" solve -e backtrack --no-ball-rule -L 4 -t 21 -q --state pieces.state --nodes $limit -o pieces.cert >out
    found=$?
    [ $found -eq 0 ] || break
    same 'unknown' 's UNKNOWN' "$(tail -n 1 out)"
    limit=$((2 * limit)) pieces=$((pieces + 1))
done
same 'pieces: exit' 10 $found
holds 'pieces: several' [ $pieces -ge 3 ]
holds 'pieces: the same bytes' cmp whole.cert pieces.cert
same 'pieces: the state is gone' '' "$(ls pieces.state 2>/dev/null)"
"$cast" solve -e backtrack --no-ball-rule -L 10 -t 20 -q -o no.cert >/dev/null
same 'impossible: exit' 20 $?
expect 'impossible: verified' 0 's VERIFIED L=10 t=20*83312 nodes' "$check" no.cert

# The output is looked at before the search, not after it; what finished leaves no state.
touch mine
# shellcheck disable=SC2086
refuse 'existing output' 'mine exists; --force overwrites it' busy 20 "$cast" $hard -q -o mine
# shellcheck disable=SC2086
refuse 'no folder for the output' "none/x can't be written: No such file" busy 20 "$cast" $hard -q -o none/x
refuse 'enumerate: no folder' "none/x can't be written" busy 20 "$cast" enumerate -L 16 -t 40 -q -o none/x
# shellcheck disable=SC2086
refuse 'no folder for the state' "none/x can't be written: No such file" busy 20 "$cast" $hard -q --state none/x
refuse 'count: no folder for the state' "none/x-parikh.state can't be written" busy 20 "$cast" count -L 8 -t 25 -e backtrack --state none/x
# shellcheck disable=SC2086
"$cast" $hard --time 60 >out 2>err &
run=$!
while [ ! -e "$state.lock" ] && kill -0 $run; do :; done
sleep 0.2
# shellcheck disable=SC2086
refuse 'two runs on one state' "another run is working on $state" "$cast" $hard -q
kill -INT $run
wait $run
same 'the state is named' 1 "$(grep -c "the search is kept in $state; the same command goes on" err)"
same 'no lock is left' '' "$(ls "$state.lock" 2>/dev/null)"
rm -f "$state"
# arithmetic knows the answer, the backtracker is stopped
expect 'all' 20 's INFEASIBLE' "$cast" solve -L 12 -t 24 -e all --no-ball-rule --nodes 2000 -q
same 'all: no state is left' '' "$(ls ./*.state 2>/dev/null)"

# forge FILE: mends the digest after a change
forge() {
    head -n -1 "$1" >body
    { cat body; printf 'digest sha256 %s\n' "$(sha256sum <body | cut -d' ' -f1)"; } >"$1"
}
decide='solve -e backtrack --no-ball-rule -L 4 -t 21 -q --state forged.state'
# shellcheck disable=SC2086
expect 'a state to be forged' 0 's UNKNOWN' "$cast" $decide --nodes 3000
cp forged.state right.state
sed -i '/^part /d; s/^parts .*/parts 0/' forged.state
forge forged.state
# shellcheck disable=SC2086
refuse 'a state without parts' 'forged.state:11: expected a number in 1' "$cast" $decide
# Nothing but the empty rest of one part: nobody can see it, but the answer does not rest on it.
{ sed '/^part /d; s/^parts .*/parts 1/; /^digest/d' right.state; awk '/^part /{$2=NF-4; $3=0; print; exit}' right.state; echo digest; } >forged.state
forge forged.state
# shellcheck disable=SC2086
refuse 'a state with parts left out' 'the state forged.state is wrong' "$cast" $decide
cp right.state forged.state
# shellcheck disable=SC2086
expect 'the right state' 10 's FEASIBLE' "$cast" $decide
same 'which is gone then' '' "$(ls forged.state 2>/dev/null)"
decide='solve -e backtrack --no-ball-rule -L 10 -t 20 --state ten.state'
# shellcheck disable=SC2086
expect 'impossible: stopped' 0 's UNKNOWN' "$cast" $decide --nodes 30000
# shellcheck disable=SC2086
expect 'impossible: resumed and verified' 20 's INFEASIBLE' "$cast" $decide
same 'no state is left' '' "$(ls ten.state* 2>/dev/null)"

# The certificate of a search that was stopped is that of an undisturbed one.
# shellcheck disable=SC2086
expect 'with a certificate: stopped' 0 's UNKNOWN' "$cast" $decide --nodes 30000 -o resumed.cert --statistics
same 'with a certificate: none yet' '' "$(ls resumed.cert* 2>/dev/null)"
# shellcheck disable=SC2086
expect 'with a certificate: resumed' 20 's INFEASIBLE' "$cast" $decide -o resumed.cert --statistics
holds 'with a certificate: statistics of both runs' grep -q '^letters placed 83312, fillings 0$' out
holds 'with a certificate: the same bytes' cmp no.cert resumed.cert
same 'with a certificate: nothing is left' '' "$(ls ten.state* 2>/dev/null)"
# shellcheck disable=SC2086
"$cast" $hard --time 60 -o never.cert >out 2>err &
run=$!
sleep 1
kill -KILL $run
wait $run
same 'killed before the first state: nothing is left but locks' '' "$(ls "$state" never.cert 2>/dev/null)"
# shellcheck disable=SC2086
expect 'killed: a state' 0 's UNKNOWN' "$cast" $hard --time 1 -o never.cert
before=$(nodes)
# shellcheck disable=SC2086
"$cast" $hard --time 60 -o never.cert >out 2>err &
run=$!
sleep 1
kill -KILL $run
wait $run
# shellcheck disable=SC2086
expect 'killed: goes on' 0 's UNKNOWN' "$cast" $hard --time 1 -o never.cert
holds 'killed: nothing of the state is lost' [ "$(nodes)" -gt "$before" ]
rm -f "$state"

# Arithmetic is stopped as well, at once: these take from 5 to 20 seconds.
for instance in '3 1000000' '2000 100000' '2000 6001'; do
    set -- $instance
    expect "arithmetic: L $1 t $2" 0 's UNKNOWN' busy 4 "$cast" solve -L "$1" -t "$2" --time 1
    holds 'its reason' grep -q 'UNKNOWN, stopped by a signal or the time limit' err
done
expect 'family: L 5000' 0 's UNKNOWN' busy 4 "$cast" family -L 5000 -o large --time 1
same 'family: no rest' '' "$(ls large)"
mkdir large/L4000.cert.partial
refuse 'family: no place' "large/L4000.cert can't be written" busy 2 "$cast" family -L 4000 -o large -q
"$cast" solve -L 2000 -t 100000 >out 2>err &
run=$!
sleep 1
kill -TERM $run
sleep 2
kill -0 $run 2>/dev/null && fail 'arithmetic: SIGTERM is ignored' && kill -KILL $run
wait $run
same 'arithmetic: SIGTERM' 's UNKNOWN' "$(cat out)"

# A campaign is stopped while its questions are answered, and the same command goes on.
printf 'capacity latency 2 depth 5\ncapacity latency 2 depth 22..24 engine search\n' >capacities.campaign
expect 'reproduce: time' 1 's STOPPED' busy 20 "$cast" reproduce capacities.campaign -o capacities -q --time 1
same 'reproduce: no results' '' "$(ls capacities/results.csv 2>/dev/null)"
echo 'capacity latency 2 depth 5' >capacities.campaign
expect 'reproduce: goes on with what is left' 0 's REPRODUCED 2 certificates verified' "$cast" reproduce capacities.campaign -o again -q
echo 'family latency 5000' >families.campaign
"$cast" reproduce families.campaign -o large-family -q >out 2>err &
run=$!
heard $run
sleep 1
kill -INT $run
sleep 4
kill -0 $run 2>/dev/null && fail 'reproduce: SIGINT is ignored' && kill -KILL $run
wait $run
same 'reproduce: SIGINT' 's STOPPED' "$(tail -n 1 out)"

# A family that is stopped keeps what it has and goes on.
written=0
for seconds in 1 2 4 8 16; do # the largest come first and take long in slow builds
    "$cast" family -L 60..400 -o families --time $seconds >out 2>err
    same 'family: exit' 0 $?
    same 'family: verdict' 's UNKNOWN' "$(tail -n 1 out)"
    written=$((written + $(grep -c '^L ' out)))
    [ "$written" -eq 0 ] || break
done
holds 'family: some are written' [ "$written" -gt 0 ]
same 'family: files' "$written" "$(ls families | grep -c '\.cert$')"
same 'family: no rests' 0 "$(ls families | grep -c partial)"
"$cast" family -L 60..400 -o families --time 1 >out 2>err
holds 'family: kept' grep -q "^$written files were there already" err
finish
