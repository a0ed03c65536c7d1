#!/bin/sh
# SPDX-License-Identifier: MIT
# expand: lists of messages, of the schedules in files, and show -f: their texts. Usage: expand.sh STEADYCAST STEADYCHECK CERTIFICATES
# (the folder tests/check)
cast=$1 check=$2 certificates=$3
. "$(dirname "$0")/common.sh"

# delayed FOLDER ARGUMENTS..: the stream with the least delay, FOLDER/schedule.cert
delayed() {
    folder=$1
    shift
    "$cast" delay "$@" -q -o "$folder" --force >delayed.out 2>err
    holds "delay $*" [ -s "$folder/schedule.cert" ]
}

# The same list in all formats, on stdout and in a file; the fixed lines where there is room.
delayed five -L 3 -P 5
expect 'certificate' 0 'digest sha256 *' "$cast" expand five/schedule.cert -k 3
cp out five.cert
same 'certificate: head' 'kind messages model postal latency 3 processors 5 items 3 period 1 sends single delay 8 finish 10 ' \
    "$(sed -n 3,11p out | tr '\n' ' ')"
same 'certificate: times on stderr' 'delay 8 finish 10 messages 12 ' "$(tr '\n' ' ' <err)"
same 'certificate: messages' 12 "$(grep -c '^send [0-4] [1-4] [1-3]$' out)"
same 'the digest is that of sha256sum' "$(sed -n 's/^digest sha256 //p' out)" "$(head -n -1 out | sha256sum | cut -d' ' -f1)"
expect 'file' 0 'messages 12' "$cast" expand five/schedule.cert -k 3 -o file.cert
same 'file: times on stdout' 'delay 8 finish 10 messages 12 ' "$(tr '\n' ' ' <out)"
holds 'file: the same bytes' cmp five.cert file.cert
expect 'quiet' 0 'digest sha256 *' "$cast" expand five/schedule.cert -k 3 -q -o -
same 'quiet: nothing on stderr' '' "$(cat err)"
expect 'csv' 0 '[0-9]*,10,3,[0-4],[1-4]' "$cast" show five.cert -f csv
same 'csv: columns' 'sent,received,item,from,to' "$(head -n 1 out)"
awk '$1 == "step" { time = $2 } $1 == "send" { print time "," time + 3 "," $4 "," $2 "," $3 }' five.cert >lines
same 'csv: the same messages' "$(cat lines)" "$(tail -n +2 out)"
expect 'csv: some processors' 0 '[0-9]*,*' "$cast" show five.cert -f csv --processors 2..3
same 'csv: some processors, the same messages' "$(grep ',[23]$' lines)" "$(tail -n +2 out)"
expect 'table' 0 ' *4 *[0-9]* *[1-3] *[0-3] *[0-9]*' "$cast" show five.cert -f table
same 'table: head' 'machine: postal, L = 3, 5 processors
claim: the messages bring 3 items from processor 0 to all others, item i there from time (i-1)*1 on, each sent once by it;
the largest delay of an item is 8, the last one is received at 10' "$(head -n 3 out)"
same 'table: the same messages' "$(sort lines)" "$(awk '/^ *[0-9]/ { print $5 "," $2 "," $3 "," $4 "," $1 }' out | sort)"
same 'table: aligned' 1 "$(tail -n +5 out | awk '{ print length($0) }' | sort -u | wc -l | tr -d ' ')"
same 'table: by processors, then time' "$(tail -n +6 out)" "$(tail -n +6 out | sort -s -k1,1n -k2,2n)"
delayed two -L 3 -P 2
"$cast" expand two/schedule.cert -k 1 -q -o two.cert >out
expect 'table: one item' 0 '*' "$cast" show two.cert -f table
same 'table: one item, head' 'machine: postal, L = 3, 2 processors' "$(head -n 1 out)"
same 'json: the same lines' "$(cat out)" "$("$cast" show two.cert -f table --json | python3 -c 'import json, sys; print("\n".join(json.load(sys.stdin)["text"]))')"

# All items at time 0: the same messages, other times of the source.
expect 'all at once' 0 'messages 12' "$cast" expand five/schedule.cert -k 3 --release all -o all.cert
same 'all at once: times' 'delay 10 finish 10 messages 12 ' "$(tr '\n' ' ' <out)"
same 'all at once: what differs' '< period 1 > period 0 < delay 8 > delay 10 ' \
    "$(diff five.cert all.cert | grep '^[<>]' | grep -v digest | sort -k2,2r -k1,1 | tr '\n' ' ')"

# L + B(P-1) + k - 1, B counted from the tree; for L = 2 by the capacity.
while read -r latency processors items finish; do
    delayed times -L "$latency" -P "$processors"
    for release in stream all; do
        expect "L $latency P $processors k $items $release" 0 'messages *' \
            "$cast" expand times/schedule.cert -k "$items" --release $release -o times.cert --force
        same "L $latency P $processors k $items $release" "finish $finish" "$(sed -n 2p out)"
        expect "L $latency P $processors k $items $release: checked" 0 \
            "s VERIFIED postal L=$latency P=$processors K=$items *, sending each item once, *, the last at time $finish" \
            "$check" times.cert
    done
done <<'CASES'
3 2 1 3
3 10 8 17
4 8 3 14
4 9 100 112
1 1024 5 15
2 21 4 12
2 22 4 13
2 6 1 6
2 6 2 7
7 1000 10 50
1000 3 2 2001
CASES

# On LogP machines: L,o,g, P, k, delay, finish. 0,1 is the postal model.
while read -r machine processors items delay finish; do
    delayed times --logp "$machine" -P "$processors"
    expect "machine $machine" 0 'messages *' "$cast" expand times/schedule.cert -k "$items" -o times.cert --force
    same "machine $machine: times" "delay $delay finish $finish " "$(head -n 2 out | tr '\n' ' ')"
    expect "machine $machine: checked" 0 "s VERIFIED LogP L=${machine%%,*} * P=$processors K=$items *, delay $delay, the last at time $finish" \
        "$check" times.cert
done <<'CASES'
6,2,4 10 8 38 66
6,2,4 2 1 10 10
1,0,5 33 3 26 36
5,0,3 20 7 25 43
1,3,1 9 4 32 50
CASES
delayed postal -L 3 -P 10
delayed machine --logp 3,0,1 -P 10
holds 'postal machine: the postal schedule' cmp postal/schedule.cert machine/schedule.cert
expect 'postal machine' 0 'finish 17' "$cast" expand machine/schedule.cert -k 8 -o times.cert --force
delayed machine --logp 6,2,4 -P 3
"$cast" expand machine/schedule.cert -k 2 -q -o machine.cert >out
expect 'machine: table' 0 '*' "$cast" show machine.cert -f table
same 'machine: table, head' 'machine: LogP, L = 6, o = 2, g = 4, 3 processors' "$(head -n 1 out)"
holds 'machine: table, an item every 4 cycles' grep -q 'item i there from time (i-1)\*4 on' out
same 'machine: table, first' '2 10 1 0 0' "$(sed -n 8p out | tr -s ' ' | sed 's/^ //')"
# A choice of capacity: receivers at any offset, and with none more messages at a time; the list names it.
while read -r machine capacity processors delay; do
    delayed capacity --logp "$machine" --capacity "$capacity" -P "$processors"
    expect "capacity $capacity" 0 'messages *' "$cast" expand capacity/schedule.cert -k 20 -o logp.list -q --force
    same "capacity $capacity: delay" "delay $delay" "$(grep '^delay' logp.list)"
    same "capacity $capacity: named" "$(echo "capacity $capacity" | grep -v full)" "$(grep '^capacity' logp.list)"
    expect "capacity $capacity: checked" 0 "s VERIFIED LogP L=${machine%%,*} * P=$processors K=20 *, delay $delay, *" "$check" logp.list
done <<'CAPACITIES'
5,1,3 full 8 25
5,1,3 flight 8 25
5,1,3 none 8 25
4,0,3 flight 8 17
3,1,2 none 8 17
CAPACITIES
# What is said of a machine is said to delay and broadcast.
for option in '-L 3' '--logp 6,2,4' '--capacity none' '-P 5' '--ports 2' --single-sending '--construction paper' '-f csv'; do
    # shellcheck disable=SC2086
    refuse "expand $option" "expand does not take ${option%% *}" "$cast" expand five/schedule.cert -k 3 $option
done

# Every kind of schedule in a file: the processors are the rows of what show prints.
expect 'a block-cyclic schedule' 10 's FEASIBLE' "$cast" solve -L 3 -t 7 -q -o blocks.cert
expect 'block-cyclic' 0 'messages 72' "$cast" expand blocks.cert -k 8 -o blocks.list
expect 'block-cyclic: checked' 0 's VERIFIED postal L=3 P=10 K=8 *' "$check" blocks.list
"$cast" show blocks.cert --times 0..17 >shown
"$cast" expand blocks.cert -k 18 -q -o blocks.list --force >out
"$cast" show blocks.list -f csv | awk -F, 'NR > 1 && $2 < 18 { print $5, $2, $3 }' | sort >found
awk '/^ *proc\./ { on = 1; next }
     on && NF { row = $1; line = substr($0, 23); n = split(line, cell, " +"); time = -1
         for (i = 1; i <= n; i++) if (cell[i] != "") { time++; item = cell[i]; sub(/\*/, "", item)
             if (item != ".") print row, time, item } }' shown | sort >table
holds 'block-cyclic: there are cells' [ "$(wc -l <table)" -gt 50 ]
holds 'block-cyclic: the rows of show' cmp found table
for kind in stationary-l4-t8-two-heads periodic-l2-t4-roles-change; do
    expect "$kind" 0 'messages *' "$cast" expand "$certificates/verified/$kind.cert" -k 11 -o $kind.list
    expect "$kind: checked" 0 's VERIFIED postal L=* K=11 *' "$check" $kind.list
done
grep '^kind ' "$certificates"/verified/*.cert | sed 's/^\(.*\):kind \(.*\)$/\2 \1/' >kinds
same 'kinds of all files' "$(find "$certificates/verified" -name '*.cert' | wc -l)" "$(wc -l <kinds)"
numbered=$(grep -l '^numbers ' "$certificates"/verified/*.cert) several=$(grep -l '^ports ' "$certificates"/verified/*.cert)
while read -r kind file; do
    case $numbered in *"$file"*) kind='family of numbers' ;; esac
    case $kind in
    schedule | family)
        if grep -q '^partial chain ' "$file"; then # nothing writes it any more: it is only verified
            refuse "$file: a form of before" "expected 'partial single|double HEAD SENDS'" "$cast" expand "$file" -k 2
        elif "$cast" expand "$file" -k 2 -q -o any.list --force >out 2>err; then
            case $several in *"$file"*) model=ports ;; *) model=postal ;; esac
            expect "$file: checked" 0 "s VERIFIED $model L=* K=2 *" "$check" any.list
        else
            holds "$file: too large" grep -q 'messages are listed for at most' err
        fi ;;
    logp-schedule) # on its own machine, and no later than is claimed
        claim=$("$check" "$file")
        machine=${claim#s VERIFIED } machine=${machine%% capacity*}
        capacity=$(sed -n 's/^capacity \(flight\|none\)$/ capacity \1/p' "$file")
        expect "$file" 0 'messages *' "$cast" expand "$file" -k 40 -q -o logp.list --force
        expect "$file: checked" 0 "s VERIFIED $machine$capacity P=* K=40 period *" "$check" logp.list
        most=${claim##* delay } most=${most%% *}
        holds "$file: in time" [ "$(sed -n 's/^delay //p' out logp.list | tail -n 1)" -le "$most" ] ;;
    items-colours) # K = 30 items, in the time that is stated
        case $file in *10-to-the*)
            refuse "$file: too large" 'messages are listed for at most' "$cast" expand "$file" -k 30
            continue ;;
        esac
        if ! grep -q '^word ' "$file"; then # no stream: so many items, and no other number of them
            items=$(sed -n 's/^endgame //p' "$file") time=$("$check" "$file" | sed 's/.* by time //')
            expect "$file" 0 'messages *' "$cast" expand "$file" -k "$items" -q -o family.list --force
            expect "$file: checked" 0 "s VERIFIED postal L=* K=$items * the last at time $time" "$check" family.list
            refuse "$file: more items" "is for $items items" "$cast" expand "$file" -k 30
            continue
        fi
        late=$("$check" "$file" | sed -n 's/.* by time K+\{0,1\}\([0-9]*\)\(;.*\)*$/\1/p')
        expect "$file" 0 'messages *' "$cast" expand "$file" -k 30 -q -o family.list --force
        expect "$file: checked" 0 "s VERIFIED postal L=* K=30 * the last at time $((30 + ${late:-0}))" "$check" family.list
        refuse "$file: stream" 'is for K items at time 0, without --release stream' "$cast" expand "$file" -k 30 --release stream
        expect "$file: at time 0" 0 'messages *' "$cast" expand "$file" -k 30 -q -o family.list --force --release all ;;
    *) refuse "$kind" "(kind ${kind% of numbers}) holds no schedule" "$cast" expand "$file" -k 2 ;;
    esac
done <kinds

# What is wrong in files from outside.
for file in $(grep -l -e '^kind schedule' -e '^kind family' \
    "$certificates"/refuted/*.cert "$certificates"/malformed/*.cert); do
    case $file in # seconds each: show.sh reads them
    */depth-beyond-limit.cert | */pruned-depth-beyond-limit.cert | */stationary-room-limit.cert) continue ;;
    esac
    busy 20 "$cast" expand "$file" -k 3 -q --force >out 2>err
    answered "$file" $? # at times its claim is wrong, not what was expanded
done
refuse 'no file' 'none.cert' "$cast" expand none.cert -k 3
refuse 'a folder' '.' "$cast" expand . -k 3
sed 's/^word 1 .*/word 1 receive 4 1 send largest/' "$certificates/verified/periodic-l2-t4-roles-change.cert" >damaged.cert
refuse 'damaged' 'damaged.cert: the digest' "$cast" expand damaged.cert -k 3
head -c 100 five.cert >cut.cert
refuse 'cut' 'cut.cert' "$cast" expand cut.cert -k 3
printf 'steadycast certificate 1\nwriter test 1\nkind schedule\nlatency 2\ndepth 4\nprocessors 2\nperiod 1\nword 1 receive 4 send 4\nword 1 receive 1 send -\n' >body
{ cat body; printf 'digest sha256 %s\n' "$(sha256sum <body | cut -d' ' -f1)"; } >unbalanced.cert
refuse 'not balanced' 'unbalanced.cert does not hold a schedule: value 1 is received more' "$cast" expand unbalanced.cert -k 3
expect 'a large stationary one' 10 's FEASIBLE' "$cast" solve -L 2 -t 60 -N 1000002 --schedule stationary -q -o large.cert
refuse 'too many processors' '1000002 processors beside the source: messages are listed for at most 1000000' "$cast" expand large.cert -k 3

# What is wrong on the command line.
refuse 'no items' 'expand needs -k, --items K' "$cast" expand five/schedule.cert
for items in 0 -1 x 2147483648 ''; do
    refuse "items '$items'" "--items: '$items' is not a whole number in 1..2147483647" "$cast" expand five/schedule.cert -k "$items"
done
refuse 'late times' 'times beyond 2147483647' "$cast" expand five/schedule.cert -k 2147483647 -o late.cert
refuse 'nothing to expand' 'expand takes one file with a schedule' "$cast" expand -k 3
refuse 'two files' 'expand takes one file with a schedule' "$cast" expand blocks.cert five.cert -k 3
refuse 'release' "--release: 'none' is not one of stream|all" "$cast" expand five/schedule.cert -k 3 --release none
refuse 'format' "--format: 'dimacs' is not one of table|grid|csv|tree|activity|digraph" "$cast" show five.cert -f dimacs
refuse 'format and picture' '--format does not go with --svg' "$cast" show five.cert -f csv --svg
refuse 'a text of a stream' '(kind schedule) is no list of messages; expand makes one' "$cast" show five/schedule.cert -f grid
refuse 'a text of a bound' '(kind prices) is no list of messages' "$cast" show five/bound.cert -f csv
refuse 'rows beyond' '--processors: there is no processor 10, the last one is 4' "$cast" show five.cert -f grid --processors 1..10
resealed five.cert 's/^finish 10/finish 9/'
for format in table grid csv tree activity; do
    refuse "a false end: $format" 'the last message is received after time 9, when the list is to end' "$cast" show wrong.cert -f $format
done
for format in table grid csv tree activity; do # what is twice, or not at all, is printed, or is no tree
    resealed five.cert '0,/^send .* 1$/s/^send \(.*\) 1$/send \1 2/'
    busy 20 "$cast" show wrong.cert -f $format >out 2>err
    answered "a false list: $format" $?
done
refuse 'no such item' '--item: there are the items 1..3 only' "$cast" show five.cert -f tree --item 4
refuse 'no item in a table' '--item is for --format tree or --svg or --png or --pdf' "$cast" show five.cert -f table --item 2
expect 'the tree of item 2' 0 'processor 0: 1' "$cast" show five.cert -f tree --item 2
same 'the tree of item 2: when everybody has it' "$(awk -F, '$3 == 2 { print $5, $2 }' lines | sort)" "$(awk '/processor [1-9]/ { sub(/:/, ""); print $2, $3 }' out | sort)"

refuse 'too long' '10001 messages, a line each, are more than 10000: -o FILE writes them to a file, --force' "$cast" expand two/schedule.cert -k 10001
expect 'long' 0 '*' "$cast" expand two/schedule.cert -k 10000
expect 'too long, forced' 0 '*' "$cast" expand two/schedule.cert -k 10001 --force
holds 'too long, forced: lines' [ "$(wc -l <out)" -gt 10001 ]
mv out forced
expect 'into a file' 0 'messages 10001' "$cast" expand two/schedule.cert -k 10001 -o long.cert
holds 'into a file: the same bytes' cmp forced long.cert
refuse 'existing file' 'long.cert exists; --force overwrites it' "$cast" expand two/schedule.cert -k 3 -o long.cert
for format in table csv; do # on stdout as well: whoever asks for a text of a file wants it
    expect "long: $format" 0 '*' "$cast" show long.cert -f $format
    holds "long: $format, lines" [ "$(wc -l <out)" -gt 10001 ]
    mv out printed
    expect "into a file: $format" 0 '' "$cast" show long.cert -f $format -o long.$format
    holds "into a file: $format, the same bytes" cmp printed long.$format
    refuse "existing file: $format" "long.$format exists; --force overwrites it" "$cast" show long.cert -f $format -o long.$format
done
delayed huge -L 3 -P 1001
"$cast" expand huge/schedule.cert -k 200 -q -o huge.cert >out
"$cast" broadcast -L 1000000 -P 30 -k 1 -q -e star -o late >out
refuse 'too large a grid' 'at most 20000000 cells (--processors shows some of them)' "$cast" show late/schedule.cert -f grid -o huge.txt
same 'too large a grid: no file' '' "$(ls huge.txt* 2>/dev/null)"

# Stopped, by time and by a signal: no file, and nothing beside it. It would be some 40 GB.
delayed many -L 3 -P 100001
long='expand many/schedule.cert -k 20000'
# shellcheck disable=SC2086
busy 20 "$cast" $long --time 1 -q -o stopped >out 2>err
same 'time limit' 1 $?
same 'time limit: the reason' 'steadycast: stopped by a signal or the time limit' "$(cat err)"
# shellcheck disable=SC2086
"$cast" $long -q -o stopped >out 2>err &
run=$!
while [ ! -s stopped.partial ] && kill -0 $run 2>/dev/null; do :; done
# shellcheck disable=SC2086
refuse 'busy file' 'another run is writing stopped' "$cast" $long -q -o stopped
kill -INT $run
wait $run
same 'SIGINT' 1 $?
same 'nothing is left' '' "$(ls stopped* 2>/dev/null)"

# A disk that is full.
to_full() { "$@" >/dev/full; }
if [ -w /dev/full ]; then
    refuse 'full disk: certificate' 'could not be written' to_full "$cast" expand five/schedule.cert -k 3 -q
    refuse 'full disk, long: certificate' 'could not be written' to_full "$cast" expand huge/schedule.cert -k 100 -q --force
    for format in table csv; do
        refuse "full disk: $format" 'could not be written' to_full "$cast" show five.cert -f $format
        refuse "full disk, long: $format" 'could not be written' to_full "$cast" show huge.cert -f $format
    done
    refuse 'full device' '/dev/full is not a regular file' "$cast" expand five/schedule.cert -k 3 -o /dev/full
else
    echo 'SKIPPED: there is no /dev/full'
fi
# A file that may not grow stands for a full disk.
limited() (
    trap '' XFSZ
    ulimit -f 100
    "$@"
)
refuse 'no room: certificate' 'small could not be written: File too large' limited "$cast" expand huge/schedule.cert -k 100 -q -o small
for format in table csv; do
    refuse "no room: $format" 'small could not be written: File too large' limited "$cast" show huge.cert -f $format -o small
    same "no room: $format, nothing is left" '' "$(ls small* 2>/dev/null)"
done
refuse 'no folder' "none/x can't be written" "$cast" expand five/schedule.cert -k 3 -o none/x
refuse 'no folder: csv' "none/x can't be written" "$cast" show five.cert -f csv -o none/x
finish
