#!/bin/sh
# SPDX-License-Identifier: MIT
# broadcast of K items, and its constructions by name. Usage: kitem.sh STEADYCAST STEADYCHECK
cast=$1 check=$2
. "$(dirname "$0")/common.sh"

# One question: its time, who gives the schedule, and both certificates.
while read -r time by arguments; do
    # shellcheck disable=SC2086
    expect "broadcast $arguments" 10 "time $time" "$cast" broadcast --force -o folder $arguments
    same "broadcast $arguments: lines" "lower $time upper $time time $time by $by " "$(head -n 4 out | tr '\n' ' ')"
    case $(grep -v 'does not apply' err) in
    "$by: $time, certified by messages and "*) ;;
    *) fail "broadcast $arguments: expected a schedule by $by, found: $(cat err)" ;;
    esac
    expect "broadcast $arguments: schedule" 0 "s VERIFIED *, the last at time $time" "$check" folder/schedule.cert
    "$check" folder/bound.cert >out
    case $(cat out) in
    "s VERIFIED "*" before time $time" | "s VERIFIED "*" by time $((time - 1)), by refuted "*) ;;
    *) fail "broadcast $arguments: bound: $(cat out)" ;;
    esac
done <<'CASES'
4 tree -L 2 -P 5 -k 1
69 endgame -L 1 -P 64 -k 64
28 endgame -L 2 -P 22 -k 21
29 single -L 2 -P 22 -k 21 --single-sending
18 stream -L 3 -P 11 -k 8 --single-sending
9 endgame -L 1 -P 10 -k 6
9 sat -L 1 -P 10 -k 6 --engine sat
7 sat -L 2 -P 5 -k 3 --engine sat --encoding plain
7 backtrack -L 2 -P 5 -k 3 --engine backtrack
CASES

# A gap that counting leaves is closed by a refuted formula, whoever searches.
for engine in any sat backtrack; do
    expect "gap, $engine" 10 'time 3' "$cast" broadcast -L 1 -P 9 -k 3 --ports 4 --engine $engine -o gap --force
    holds "gap, $engine: by a formula" grep -q 'certified by messages and impossible-items' err
    expect "gap, $engine: bound" 0 's VERIFIED postal L=1 p=4 P=9 K=3: * by time 2, by refuted formula *' "$check" gap/bound.cert
done

# Ranges: the same answers, all certificates one behind the other.
expect 'range' 10 'latency 3 processors 6 items 3 lower * time * by *' "$cast" broadcast -L 1..3 -P 2..6 -k 1..3 -o ranges -q
grep '^latency 2 processors 5 ' out >of_five
same 'range: lines' 45 "$(wc -l <out)"
same 'range: all settled' 45 "$(grep -c ' time ' out)"
for L in 1 2 3; do
    expect "range, L = $L" 0 's VERIFIED 30 certificates' "$check" --stream --quiet ranges/L$L.certs
done
for k in 1 2 3; do
    same "range and one, K = $k" "$("$cast" broadcast -L 2 -P 5 -k $k -q | grep time)" \
        "$(sed -n "s/.* items $k .*\(time [0-9]*\) .*/\1/p" of_five)"
done
"$cast" broadcast -L 1..3 -P 2..6 -k 1..3 -o one_thread -q --threads 1 >out
holds 'range: threads change nothing' diff -r ranges one_thread
expect 'JSON' 10 '{"question": {"subject": "broadcast", "L": 2, "sends": "any", "P": 5, "K": 1}, "status": "settled", "settled": true, "lower": 4, "upper": 4, "by": "tree", "reason": null, "nodes": 0, "seconds": *, "time": 4, "optimal": true, "counted": 4}' \
    "$cast" broadcast -L 2 -P 5 -k 1 -q --json

# What a limit leaves open is an interval.
expect 'stopped' 0 'upper *' "$cast" broadcast -L 3 -P 30 -k 8 --ports 3 --time 1 -o interval
holds 'stopped: lower' grep -q '^lower ' out
expect 'stopped: schedule' 0 's VERIFIED *' "$check" interval/schedule.cert
expect 'stopped: bound' 0 's VERIFIED *' "$check" interval/bound.cert
expect 'nobody finds one' 0 'lower 15' "$cast" broadcast -L 3 -P 20 -k 6 --engine sat --nodes 1 -q -o none
same 'nobody finds one: files' 'bound.cert' "$(ls none)"

# A range that is stopped keeps what was answered before, all K of a number of processors at a time.
expect 'stopped range' 0 'latency 3 processors * items 105 *' "$cast" broadcast -L 3..4 -P 11..2000 -k 100..105 -o kept --time 1
answered=$(wc -l <out)
same 'stopped range: it is said' "stopped: $answered of 23880 questions answered" "$(grep '^stopped' err)"
holds 'stopped range: some are not' [ "$answered" -lt 23880 ]
expect 'stopped range: certificates' 0 "s VERIFIED $((2 * answered)) certificates" "$check" --stream --quiet kept/L3.certs
same 'stopped range: files' L3.certs "$(ls -A kept)"
cp kept/L3.certs was_there
# in the lists of the first number of processors: nothing is kept, and what was there stays
for signal in --time INT; do
    if [ $signal = INT ]; then
        "$cast" broadcast -L 3 -P 1001..1003 -k 6000..6002 -o kept --force -q >out 2>err &
        run=$!
        sleep 1
        kill -INT $run
        wait $run
        same 'SIGINT in a list: exit' 0 $?
        same 'SIGINT in a list: verdict' 's UNKNOWN' "$(cat out)"
    else
        expect 'stopped in a list' 0 's UNKNOWN' busy 10 "$cast" broadcast -L 3 -P 1001..1003 -k 6000..6002 -o kept --force -q --time 1
    fi
    same "stopped in a list, $signal: it is said" 'steadycast: stopped: 0 of 9 questions answered' "$(cat err)"
    holds "stopped in a list, $signal: what was there" cmp was_there kept/L3.certs
done
refuse 'lists that are too long' 'have more than 20000000 messages' "$cast" broadcast -L 3 -P 1000..1001 -k 10000..10001 -o long
same 'lists that are too long: no folder' '' "$(ls -d long 2>/dev/null)"
expect 'intervals of a range' 0 'latency 3 processors 20 items 7 lower 16 upper none by sat' "$cast" broadcast -L 3 -P 20 -k 6..7 --engine sat --nodes 1
same 'intervals of a range: why' 'latency 3 processors 20 items 6: a limit was reached
latency 3 processors 20 items 7: a limit was reached' "$(grep '^latency .*: a limit was reached' err)" # a slow machine shows progress
expect 'one question, stopped in its list' 10 'time 10032' busy 20 "$cast" broadcast -L 3 -P 100001 -k 10000 -o listed --time 1
same 'one question, stopped in its list: lines' 'lower 10032 upper 10032 time 10032 by endgame counted 10032 ' "$(tr '\n' ' ' <out)"
holds 'one question, stopped in its list: it is said' grep -q '^the schedule was not written: stopped' err
same 'one question, stopped in its list: files' 'bound.cert ' "$(ls -A listed | tr '\n' ' ')"

# The answer in a folder is of one run.
"$cast" broadcast -L 3 -P 3001 -k 5000 -o shared -q >first 2>err_of_first &
run=$!
while [ ! -s shared/schedule.cert.new.partial ] && kill -0 $run 2>/dev/null; do :; done
refuse 'a second run begins' 'another run is working on shared/' "$cast" broadcast -L 3 -P 5 -k 2 -o shared -q
wait $run
same 'the first run' 10 $?
same 'the first run: nothing is wrong' '' "$(cat err_of_first)"
"$cast" broadcast -L 3 -P 30 -k 8 --ports 3 --time 1 -o shared --force -q >second 2>err_of_second & # writes after a second,
second=$!
sleep 0.4
"$cast" broadcast -L 3 -P 3001 -k 6000 -o shared --force -q >first 2>err_of_first & # while this one does
run=$!
wait $second
same 'a second run waits' 0 $?
wait $run
same 'a first run does not' 10 $?
same 'and nothing is wrong' '' "$(cat err_of_first err_of_second)"
same 'two runs: the last answer' 'items 8 items 8 ' "$(head -n 12 shared/bound.cert shared/schedule.cert | grep '^items' | tr '\n' ' ')"
same 'two runs: files' 'bound.cert schedule.cert ' "$(ls -A shared | tr '\n' ' ')"

# What a killed run leaves does not stay.
mkdir left
echo part >left/schedule.cert.new.partial
echo part >left/bound.cert.new
expect 'after a killed run' 0 'lower 15' "$cast" broadcast -L 3 -P 20 -k 6 --engine sat --nodes 1 -q -o left
same 'after a killed run: files' 'bound.cert ' "$(ls -A left | tr '\n' ' ')"

# A file that may not grow stands for a full disk.
limited() (
    trap '' XFSZ
    ulimit -f 100
    "$@"
)
expect 'no room' 1 'time *' limited "$cast" broadcast -L 3 -P 1001 -k 100 -o full -q
holds 'no room: the reason' grep -q 'full/schedule.cert.new could not be written: File too large' err
expect 'no room for a range' 1 '*' limited busy 60 "$cast" broadcast -L 3 -P 11..30000 -k 100..105 -o full -q
holds 'no room for a range: the reason' grep -q 'full/L3.certs could not be written: File too large' err
echo 'broadcast latency 3 processors 100 items 100' >items.campaign
expect 'no room to reproduce' 1 's STOPPED' limited "$cast" reproduce items.campaign -o questions -q
holds 'no room to reproduce: the reason' grep -q 'could not be written: File too large' err
same 'no room: nothing is left' '' "$(ls -A full)"

if (ulimit -v 150000 && "$cast" version) >out 2>&1; then # not with sanitizers
    little_memory() (ulimit -v 150000 && "$@")
    refuse 'no memory for a list' 'memory' little_memory "$cast" broadcast -L 3 -P 1001..1002 -k 6000..6002 -o full -q --threads 1
    same 'no memory for a list: nothing is left' '' "$(ls -A full)"
fi

expect 'too large' 0 'lower 35' "$cast" broadcast -L 3 -P 150 -k 20 --engine sat
holds 'too large: the reason' grep -q 'the formula has more than 8388608 literals' err
expect 'the source alone' 10 'time 100007' "$cast" broadcast -L 100000 -P 3 -k 4 -q
expect 'the source alone: many ports' 10 'time 3' "$cast" broadcast -L 3 -P 10 -k 5 -p 10000 -q -o star
expect 'the source alone: verified' 0 's VERIFIED ports L=3 p=10000 P=10 K=5 *' "$check" star/schedule.cert
refuse 'kitem there already' 'exists; --force overwrites it' "$cast" broadcast -L 3 -P 5 -k 2 -o folder
refuse 'kitem on stdout' "'-' is no name for a folder" "$cast" broadcast -L 3 -P 5 -k 2 -o -
refuse 'no items' "--items" "$cast" broadcast -L 3 -P 5 -k 0
refuse 'an operand' "broadcast takes no 'x'" "$cast" broadcast -L 3 -P 5 -k 2 x
refuse 'too many questions' 'more than 10000000 questions' "$cast" broadcast -L 1..10 -P 2..10000 -k 1..1000

# LogP machines: time, who has the schedule, what proves the bound; `-` where it is open.
while read -r lower upper by bound arguments; do
    status=10 last="time $upper"
    [ "$lower" = "$upper" ] || status=0 last="upper $upper"
    # shellcheck disable=SC2086
    expect "broadcast $arguments" $status "$last" "$cast" broadcast --force -o machine $arguments
    same "broadcast $arguments: lower" "lower $lower" "$(head -n 1 out)"
    case $(grep '^by' out):$(cat err) in
    "by $by:$by: "*" certified by messages and $bound, "*) ;;
    *) fail "broadcast $arguments: expected $by and $bound, found: $(cat err)" ;;
    esac
    expect "broadcast $arguments: schedule" 0 "s VERIFIED LogP *, the last at time $upper" "$check" machine/schedule.cert
    expect "broadcast $arguments: bound" 0 "s VERIFIED LogP * before time $lower" "$check" machine/bound.cert
done <<'CASES'
24 24 source items-bound --logp 8,2,4 -P 3 -k 2
108 108 steps items-bound --logp 8,2,4 -P 8 -k 20
30 34 stream items-bound --logp 5,2,4 -P 3 -k 5
125 162 steps items-bound --logp 9,3,3 -P 8 -k 20
116 116 steps items-bound --logp 8,2,4 -P 8 -k 20 --single-sending
CASES
expect 'machine: -L and --logp' 10 'time 12' "$cast" broadcast --logp 3,0,1 -P 8 -k 5 -q
same 'machine: the same as -L' "$(cat out)" "$("$cast" broadcast -L 3 -P 8 -k 5 -q | grep -v '^s ')"
for capacity in full flight none; do
    expect "machine: $capacity" 0 'upper *' "$cast" broadcast --logp 20,0,7 -P 101 -k 3 --capacity $capacity -q -o "of_$capacity"
    expect "machine: $capacity, schedule" 0 's VERIFIED LogP *' "$check" "of_$capacity/schedule.cert"
done
same 'machine: the capacity is in the list' 'capacity flight' "$(grep '^capacity' of_flight/schedule.cert)"
expect 'machine: too many messages for a list' 0 'upper *' "$cast" broadcast --logp 6,2,4 -P 30001 -k 100000 --capacity none -o stream
holds 'machine: it is said' grep -q 'certified by logp-schedule and items-bound, list: ' err
same 'machine: a stream, the time' "upper $((4 * 99999 + $("$cast" delay --logp 6,2,4 -P 30001 --capacity none -q | sed -n 's/^upper //p')))" "$(grep '^upper' out)"
expect 'machine: a stream' 0 's VERIFIED LogP * N=30000 *' "$check" stream/schedule.cert
expect 'machine: JSON' 10 '{"question": {"subject": "broadcast", "L": 8, "o": 2, "g": 4, "capacity": "full", "sends": "any", "P": 8, "K": 20}, "status": "settled", "settled": true, "lower": 108, "upper": 108, "by": "steps", "reason": null, "nodes": 0, "seconds": *, "time": 108, "optimal": true, "counted": 108, "work": *}' \
    "$cast" broadcast --logp 8,2,4 -P 8 -k 20 -q --json
refuse 'no machine' 'broadcast needs a machine' "$cast" broadcast -P 8 -k 5
refuse 'two machines' 'not both --latency and --logp' "$cast" broadcast -L 3 --logp 3,0,1 -P 8 -k 5
expect 'capacity without --logp' 10 'time 12' "$cast" broadcast -L 3 -P 8 -k 5 --capacity none
refuse 'a machine that there is not' "'6,2' is not L,o,g" "$cast" broadcast --logp 6,2 -P 8 -k 5
refuse 'machine, every K' "no engine answers 'family' for a machine of class logp" "$cast" broadcast --logp 6,2,4 -P 8 --every
refuse 'machine, ports' "no engine answers 'broadcast' for a machine of class other" "$cast" broadcast --logp 6,2,4 -P 8 -k 2 --ports 2
refuse 'machine, engines' "--engine: 'sat' is none of construction, all" "$cast" broadcast --logp 6,2,4 -P 8 -k 2 --engine sat
expect 'machine, one item' 10 'time 24' "$cast" broadcast --logp 6,2,4 -P 8
expect 'machine, a range of P' 0 'latency 6 overhead 2 gap 4 processors 3 items 2 lower 20 upper 22 by source' "$cast" broadcast --logp 6,2,4 -P 3..8 -k 2
# Who answers depends on the question: a range is asked as its questions alone are.
seldom 1 # tells the seed
for machine in '--logp 6,2,4' '--logp 8,2,2 --capacity none' '-L 2' '-L 1 -p 2' '--logp 6,2,4 --single-sending'; do
    # shellcheck disable=SC2086
    "$cast" broadcast $machine -P 1..6 -k 1..4 -q -o alike --force >out
    sed '$d' out | awk '{ n = split($0, w, " "); for (i = 1; i < n; i++) if (w[i] == "processors") p = w[i + 1]; else if (w[i] == "items") k = w[i + 1]
        sub(/.*items [^ ]* /, ""); last = k; sub(/.*[.][.]/, "", last); for (k = k + 0; k <= last; k++) print p, k, $0 }' >range
    for P in 1 2 3 4 5 6; do
        for k in 1 2 3 4; do
            # shellcheck disable=SC2046,SC2086
            seldom 4 && echo "$P $k" $("$cast" broadcast $machine -P $P -k $k -q | sed -n '1,/^by/p')
        done
    done | grep '^[0-9]' >alone
    same "a range and its questions, $machine" '' "$(grep -vxFf range alone)"
    holds "a range and its questions, $machine: there are some" [ "$(wc -l <alone)" -ge 6 ]
    expect "a range and its questions, $machine: certificates" 0 's VERIFIED * certificates' "$check" --stream --quiet alike/L*.certs
    rm -r alike
done

# More processors than a list may have, any number of them: the stream of delay --logp, and the bound.
hundred=1$(printf '%0100d' 0)
for capacity in full flight none; do
    while read -r P N; do
        expect "large P: $capacity $P" 0 'upper *' "$cast" broadcast --logp 6,2,4 -P "$P" -k 20 --capacity $capacity -o large --force
        upper=$(sed -n 's/^upper //p' out) lower=$(sed -n 's/^lower //p' out)
        holds "large P: $capacity $P, it is said" grep -q "^stream: .*, certified by logp-schedule and items-bound, list: " err
        "$cast" delay --logp 6,2,4 -P "$P" --capacity $capacity -q -o delay --force >delayed
        delay=$(sed -n 's/^upper //p' delayed)
        same "large P: $capacity $P, the first 20 of the stream" $((19 * 4 + delay)) "$upper"
        holds "large P: $capacity $P, the certificate of the stream" cmp large/schedule.cert delay/schedule.cert
        expect "large P: $capacity $P, schedule" 0 "s VERIFIED LogP L=6 o=2 g=4 capacity $capacity: a stream with an item in 4 cycles and delay $delay to N=$N processors exists" "$check" large/schedule.cert
        expect "large P: $capacity $P, bound" 0 "s VERIFIED LogP L=6 o=2 g=4 P=$P K=20: * before time $lower" "$check" large/bound.cert
    done <<CASES
1000002 1000001
1000000000000 999999999999
$hundred $(printf '%0100d' 0 | tr 0 9)
CASES
done
resealed large/bound.cert "s/^finish .*/finish $((lower + 1))/"
expect 'large P: a bound that is too large' 1 's REFUTED *' "$check" wrong.cert
resealed large/bound.cert 's/^processors 1/processors 999/'
expect 'large P: a bound for others' 1 's REFUTED *' "$check" wrong.cert
resealed large/schedule.cert "s/^depth .*/depth $((delay - 11))/"
expect 'large P: a stream that is too soon' 1 's REFUTED *' "$check" wrong.cert
resealed large/schedule.cert 's/^capacity none/capacity full/'
expect 'large P: a stream under another capacity' 1 's REFUTED *' "$check" wrong.cert
for file in schedule bound; do
    head -c $(($(wc -c <large/$file.cert) / 2)) large/$file.cert >cut.cert
    expect "large P: half a $file" 2 's MALFORMED *' "$check" cut.cert
done
expect 'large P: settled' 10 'time 2504' "$cast" broadcast --logp 8,2,4 -P "$hundred" -k 20 --single-sending -o large --force -q
expect 'large P: settled, schedule' 0 's VERIFIED LogP L=8 o=2 g=4 *' "$check" large/schedule.cert
expect 'large P: settled, bound' 0 "s VERIFIED LogP L=8 o=2 g=4 P=$hundred K=20: * and sends each once, * before time 2504" "$check" large/bound.cert
expect 'large P: one item' 0 'upper *' "$cast" broadcast --logp 8,2,4 -P 1000000000000 -k 1
same 'large P: one item, by a tree that is not told' 1 "$(grep -c ', tree: a list has at most 1000000 processors; the tree of the least labels meets the bound' err)"
same 'large P: one item, the least time' "lower 296 sum 285884728118028" "$(sed -n '1p; /^sum/p' out | paste -s -d ' ')"
expect 'large P: JSON' 10 "{\"question\": {*\"sends\": \"single\", \"P\": \"$hundred\", \"K\": 20}, \"status\": \"settled\", *\"by\": \"stream\", *}" "$cast" broadcast --logp 8,2,4 -P "$hundred" -k 20 --single-sending -q --json
for P in 0 -5 1e12 "${hundred}x" "$hundred..${hundred}1" 0000001000002; do
    refuse "machine, -P $P" "--processors: '" "$cast" broadcast --logp 6,2,4 -P "$P" -k 2
done
refuse 'machine, more digits than are read' 'is not a number from 1 on' "$cast" broadcast --logp 6,2,4 -P "1$(printf '%0100000d' 0)" -k 2

# One certificate for every K.
expect 'every K' 10 's FEASIBLE' "$cast" broadcast -L 3 -P 190 --every -o every -q
same 'every K: lines' 'from 2 late 15 sends any' "$(sed '$d' out | paste -s -d ' ')"
expect 'every K: certificate' 0 's VERIFIED postal L=3 N=189: for every K >= 2 the source brings K items that it has at time 0 to all N others by time K+15; of fewer than 2 items nothing is said' "$check" every
"$cast" expand every -k 30 -o thirty.cert -q >out
expect 'every K: 30' 0 's VERIFIED postal L=3 P=190 K=30 *, the last at time 45' "$check" thirty.cert
refuse 'every K: too few' 'items' "$cast" expand every -k 1
refuse 'every K and one' '--every does not go with --items' "$cast" broadcast -L 3 -P 190 -k 5 --every
expect 'no K: one item' 10 'time 16' "$cast" broadcast -L 3 -P 190
expect 'every K of a range' 10 'latency 5 processors 40 items 3.. time K+* few *' "$cast" broadcast -L 3..5 -P 12..40 --every -o tables -q
holds 'every K of a range: all of them' grep -q '^latency 3 processors 12 items 2.. time K+8 few 0$' out
same 'every K of a range: lines' '87 0' "$(wc -l <out) $(grep -c -e open -e none out)"
expect 'every K of a range: certificates' 0 's VERIFIED * certificates' "$check" --stream --quiet tables/L4.certs
expect 'every K of a range: JSON' 10 '{"question": {"subject": "family", "L": 6, "of": "items", "P": 6}, "status": "feasible", *"found": "items 3.. time K+11 few 0"}' "$cast" broadcast -L 6 -P 2..6 --every --json -q
expect 'every K, large P' 10 's FEASIBLE' "$cast" broadcast -L 3 -P 1000000000000000000000000000001 --every -o large_every -q
holds 'every K, large P: late' grep -q '^late 182$' out
expect 'every K, large P: certificate' 0 's VERIFIED postal L=3 N=1000000000000000000000000000000: *' "$check" large_every
expect 'more than a list has' 0 'upper 50' "$cast" broadcast -L 3 -P 1000002 -k 10 -q
expect 'large P and one K' 0 'lower 187' "$cast" broadcast -L 3 -P 1000000000000000000000000000001 -k 5

# Constructions by name: engines, which -e construction and any try all.
# built CONSTRUCTION ARGUMENTS..: by/schedule.cert is its list
built() {
    construction=$1
    shift
    "$cast" broadcast -e "$construction" "$@" -q -o by --force >built.out 2>err
    holds "$construction $*" [ -s by/schedule.cert ]
}
expect 'a grid' 10 'time 6' "$cast" broadcast -L 2 -P 10 -k 1 -e tree -o by
expect 'a grid, 9' 0 '9 |  .  .  .  .  1' "$cast" show by/schedule.cert -f grid
refuse 'no such construction' "--engine: 'x' is none of any, construction, sat, backtrack, star, stream, " "$cast" broadcast -L 2 -P 10 -k 2 -e x
refuse 'a construction that was meant' "did you mean 'stream'" "$cast" broadcast -L 2 -P 10 -k 2 -e steam
"$cast" help questions >questions.txt
for construction in tree star stream single endgame few bundle boxes paper buffered; do
    holds "help questions: $construction, and what for" grep -q "^    $construction  .*  [a-zLPo].* " questions.txt
    for machine in '-L 1' '-L 1 -p 2' '-L 1 --capacity none'; do # there, or not for this question, or not for this machine
        # shellcheck disable=SC2086
        "$cast" broadcast $machine -P 2 -k 1 -e "$construction" >out 2>err
        holds "construction $construction $machine" grep -q "^$construction: [0-9]*, certified by messages and \|^$construction: 1..?, .*it has nothing for this question; it is for: \|--engine: '$construction' is none of " err
    done
done
expect 'not in its range' 0 's OPEN' "$cast" broadcast -L 2 -P 10 -k 2 -p 2 -e tree
holds 'not in its range: what it is for' grep -q '^tree: [0-9]*[.][.]?, .*it has nothing for this question; it is for: one item' err
expect 'not for this source' 0 's OPEN' "$cast" broadcast -L 2 -P 10 -k 5 -e endgame --single-sending
holds 'not for this source: what it is for' grep -q 'it has nothing for this question; it is for: not single-sending' err
same 'not for this source: the bound holds' 'lower 12 by endgame counted 12' "$(sed '$d' out | paste -s -d ' ')"
refuse 'not for this machine' "--engine: 'buffered' is none of " "$cast" broadcast -L 3 -P 14 -k 14 -e buffered
refuse 'not for several ports' "--engine: 'paper' is none of " "$cast" broadcast -L 3 -P 42 -k 1 -p 2 -e paper
expect 'a construction as a question' 0 's OPEN' "$cast" ask 'broadcast latency 5 processors 12 items 16' -e paper
same 'a construction as a question: when' 'lower 28 upper 32' "$(head -n 2 out | paste -s -d ' ')"
expect 'a construction of a range' 0 'latency 3 processors 6 items 2 lower 8 upper none by paper' "$cast" broadcast -L 3 -P 4..7 -k 2 -e paper -q
cat >named.campaign <<'CAMPAIGN'
broadcast latency 3..5 processors 12..14 items 1..3 engine paper,stream,star,endgame,few
broadcast latency 2 processors 10..14 items 2..4 sends single engine single
broadcast latency 2 processors 5..7 items 1..4 ports 2 engine bundle,tree,stream
broadcast latency 1 processors 5..7 items 1..4 ports 2 engine boxes
broadcast latency 3 capacity none processors 5..9 items 1..4 sends single engine buffered
CAMPAIGN
expect 'constructions in a campaign' 0 's COMPLETE' "$cast" sweep named.campaign -o named -q
expect 'constructions in a campaign: every certificate is of its question' 0 's AUDITED 218 cases, *' "$cast" audit named -q
# Figures 3, 4 and 5 of the paper.
squeeze() {
    tr -s ' ' <"$1"
}
built paper -L 5 -P 12 -k 16
expect 'Figure 4' 0 '*' "$cast" show by/schedule.cert -f grid --processors 1..7
same 'Figure 4: p_1' '1 | 1* . . . . . . 8* . 2 3 4 5 7 15* 6 9 10 11 12 14 . 13 16 . . . .' "$(squeeze out | sed -n '/^ *1 |/p')"
same 'Figure 4: p_7' '7 | . . . . . . 7* . 2 3 4 5 1 14* 6 9 10 11 12 8 . 13 16 . . . 15 .' "$(squeeze out | sed -n '/^ *7 |/p')"
built buffered -L 3 --capacity none -P 14 -k 14
expect 'Figure 5' 0 '13 |*14' "$cast" show by/schedule.cert -f grid
holds 'Figure 5: who waits and for whom' grep -q '(7\*) *5 *\[3\] (10\*)' out
built paper -L 3 -P 42 -k 1
expect 'Figure 3' 0 '*' "$cast" show by/schedule.cert -f digraph
same 'Figure 3: blocks' 13 "$(grep -c '^block ' out)"
same 'Figure 3: copies of an item' 40 "$(awk '/ inactive /{n += $1} / active from block/{n++} END {print n}' out)"
built stream -L 3 -P 42 -k 1
refuse 'no digraph' '--format digraph is for the list of broadcast --engine paper' "$cast" show by/schedule.cert -f digraph
built paper -L 3 -P 42 -k 9
resealed by/schedule.cert '/^send 1 /s/ 1$/ 2/'
refuse 'the digraph of a list that was changed' '--format digraph is for the list of broadcast --engine paper' "$cast" show wrong.cert -f digraph
# Whoever has many ports has all items of a time in its cell; each item is once in a row.
built bundle -L 2 -P 10 -k 100 --ports 30
expect 'a grid of wide cells' 0 '*' "$cast" show by/schedule.cert -f grid
for row in 1 9; do
    same "wide cells, row $row" "$(seq 1 100)" "$(sed -n "s/^$row |//p" out | tr -s ' ,' '\n\n' | tr -d '*' | grep '[0-9]' | sort -n)"
done
same 'wide cells: aligned' 1 "$(awk '{ print length($0) }' out | sort -u | wc -l | tr -d ' ')"
# By the list of messages: (i) is received when another item arrives and waits, [i] waited.
expect 'buffers: the least time' 10 'time 53' "$cast" broadcast -L 3 --capacity none -P 30 -k 40 -e buffered --single-sending -o by --force
expect 'buffers: checked' 0 's VERIFIED LogP L=3 o=0 g=1 capacity none P=30 K=40 *' "$check" by/schedule.cert
expect 'buffers: the bound' 0 's VERIFIED LogP L=3 o=0 g=1 P=30 K=40: * before time 53' "$check" by/bound.cert
"$cast" show by/schedule.cert -f csv >buffered.csv
expect 'buffers: two messages in each' 0 's VERIFIED *' "$cast" import buffered.csv -L 3 --buffered -o buffered.cert --check -q
expect 'buffers: two messages in each, checked' 0 's VERIFIED buffered L=3 B=2 P=30 K=40 *' "$check" buffered.cert
awk -F, '
    NR > 1 { arrived = $1 + 3; row[NR] = $5; item[NR] = $3; received[NR] = $2; waited[NR] = $2 > arrived
             if (waited[NR]) waiter[$5, arrived] = 1 }
    END { for (i = 2; i <= NR; i++) if (waited[i] || ((row[i], received[i]) in waiter))
              print row[i], item[i], waited[i] + 0, ((row[i], received[i]) in waiter) + 0 }' buffered.csv | sort >wanted
for list in by/schedule.cert buffered.cert; do
    "$cast" show $list -f grid | awk '
    NR > 1 { for (i = 3; i <= NF; i++) if ($i ~ /[[(]/) { cell = $i; gsub(/[^0-9]/, "", cell); print $1, cell, $i ~ /\[/, $i ~ /\(/ } }' | tr -d '|' | sort >found
    holds "buffers: signs, $list" cmp wanted found
done
holds 'buffers: many' [ "$(wc -l <found)" -gt 20 ]
built buffered -L 3 --capacity none -P 100 -k 30000
expect 'a long grid, with buffers' 0 '' busy 20 "$cast" show by/schedule.cert -f grid --processors 1..30 -o long.grid
same 'a long grid: rows' 31 "$(wc -l <long.grid)"
built bundle -L 2 -P 10 -k 5 --ports 2
expect 'ports' 0 's VERIFIED ports L=2 p=2 P=10 K=5 *' "$check" by/schedule.cert
finish
