#!/bin/sh
# SPDX-License-Identifier: MIT
# expand: lists of messages. Usage: expand.sh STEADYCAST STEADYCHECK CERTIFICATES (the folder tests/check)
cast=$1 check=$2 certificates=$3
. "$(dirname "$0")/common.sh"

# The same list in all formats, on stdout and in a file; the fixed lines where there is room.
expect 'certificate' 0 'digest sha256 *' "$cast" expand -L 3 -P 5 -k 3
cp out five.cert
same 'certificate: head' 'kind messages model postal latency 3 processors 5 items 3 period 1 sends single delay 8 finish 10 ' \
    "$(sed -n 3,11p out | tr '\n' ' ')"
same 'certificate: times on stderr' 'delay 8 finish 10 messages 12 ' "$(tr '\n' ' ' <err)"
same 'certificate: messages' 12 "$(grep -c '^send [0-4] [1-4] [1-3]$' out)"
same 'the digest is that of sha256sum' "$(sed -n 's/^digest sha256 //p' out)" "$(head -n -1 out | sha256sum | cut -d' ' -f1)"
expect 'file' 0 'messages 12' "$cast" expand -L 3 -P 5 -k 3 -o file.cert
same 'file: times on stdout' 'delay 8 finish 10 messages 12 ' "$(tr '\n' ' ' <out)"
holds 'file: the same bytes' cmp five.cert file.cert
expect 'quiet' 0 'digest sha256 *' "$cast" expand -L 3 -P 5 -k 3 -q -o -
same 'quiet: nothing on stderr' '' "$(cat err)"
expect 'csv' 0 '[0-9]*,10,3,[0-4],[1-4]' "$cast" expand -L 3 -P 5 -k 3 -f csv
same 'csv: columns' 'sent,received,item,from,to' "$(head -n 1 out)"
awk '$1 == "step" { time = $2 } $1 == "send" { print time "," time + 3 "," $4 "," $2 "," $3 }' five.cert >lines
same 'csv: the same messages' "$(cat lines)" "$(tail -n +2 out)"
expect 'table' 0 ' *4 *[0-9]* *[1-3] *[0-3] *[0-9]*' "$cast" expand -L 3 -P 5 -k 3 -f table
same 'table: head' 'latency 3, 5 processors (0 is the source), 3 items, one a step
delay 8, finish 10, 12 messages' "$(head -n 2 out)"
same 'table: the same messages' "$(sort lines)" "$(awk '/^ *[0-9]/ { print $5 "," $2 "," $3 "," $4 "," $1 }' out | sort)"
same 'table: aligned' 1 "$(tail -n +4 out | awk '{ print length($0) }' | sort -u | wc -l | tr -d ' ')"
same 'table: by processors, then time' "$(tail -n +5 out)" "$(tail -n +5 out | sort -s -k1,1n -k2,2n)"
expect 'table: one item' 0 '*' "$cast" expand -L 3 -P 2 -k 1 -f table
same 'table: one item, head' 'latency 3, 2 processors (0 is the source), 1 item' "$(head -n 1 out)"

# All items at time 0: the same messages, other times of the source.
expect 'all at once' 0 'messages 12' "$cast" expand -L 3 -P 5 -k 3 --release all -o all.cert
same 'all at once: times' 'delay 10 finish 10 messages 12 ' "$(tr '\n' ' ' <out)"
same 'all at once: what differs' '< period 1 > period 0 < delay 8 > delay 10 ' \
    "$(diff five.cert all.cert | grep '^[<>]' | grep -v digest | sort -k2,2r -k1,1 | tr '\n' ' ')"

# L + B(P-1) + k - 1, B counted from the tree; for L = 2 by the capacity.
while read -r latency processors items finish; do
    for release in stream all; do
        expect "L $latency P $processors k $items $release" 0 'messages *' \
            "$cast" expand -L "$latency" -P "$processors" -k "$items" --release $release -o times.cert --force
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
    expect "machine $machine" 0 'messages *' "$cast" expand --logp "$machine" -P "$processors" -k "$items" -o times.cert --force
    same "machine $machine: times" "delay $delay finish $finish " "$(head -n 2 out | tr '\n' ' ')"
    expect "machine $machine: checked" 0 "s VERIFIED LogP L=${machine%%,*} * P=$processors K=$items *, delay $delay, the last at time $finish" \
        "$check" times.cert
done <<'CASES'
3,0,1 10 8 10 17
6,2,4 10 8 38 66
6,2,4 2 1 10 10
1,0,5 33 3 26 36
5,0,3 20 7 25 43
1,3,1 9 4 32 50
CASES
expect 'postal machine' 0 'digest *' "$cast" expand --logp 3,0,1 -P 10 -k 8 -q
sed -e 's/^model logp/model postal/' -e '/^overhead/d' -e '/^gap/d' -e '/^step/,$d' out >found
"$cast" expand -L 3 -P 10 -k 8 -q | sed '/^step/,$d' >wanted
holds 'postal machine: the postal times' cmp found wanted
expect 'machine: table' 0 '*' "$cast" expand --logp 6,2,4 -P 3 -k 2 -f table
same 'machine: table, head' 'latency 6, overhead 2, gap 4, 3 processors (0 is the source), 2 items, one every 4 cycles' "$(head -n 1 out)"
same 'machine: table, first' '2 10 1 0 0' "$(sed -n 7p out | tr -s ' ' | sed 's/^ //')"
# A choice of capacity: receivers at any offset, and with none more messages at a time; the list names it.
while read -r machine capacity processors delay; do
    expect "capacity $capacity" 0 'messages *' "$cast" expand --logp "$machine" --capacity "$capacity" -P "$processors" -k 20 -o logp.list -q --force
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
refuse 'capacity without LogP' '--capacity is for --logp' "$cast" expand -L 3 -P 8 -k 4 --capacity none
refuse 'capacity of a file' '--capacity does not go with a FILE' "$cast" expand "$certificates/verified/logp-schedule-full.cert" -k 4 --capacity none
refuse 'no such capacity' "--capacity: 'half' is not one of full|flight|none" "$cast" expand --logp 5,1,3 -P 8 -k 4 --capacity half
for machine in '' 3 3,1 3,1, 3,1,2,4 3,1,x -3,1,2 0,0,1 3,0,0 3,-1,1 99999999999,0,1 '3, 0,1'; do
    refuse "machine '$machine'" "--logp: '$machine' is not L,o,g" "$cast" expand --logp "$machine" -P 5 -k 3
done
refuse 'two latencies' '--latency does not go with --logp' "$cast" expand --logp 3,0,1 -L 3 -P 5 -k 3
refuse 'slow machine' '2147483647' "$cast" expand --logp 3,2000000000,1 -P 5 -k 3

# Every kind of schedule in a file: the processors are the rows of what show prints.
expect 'a block-cyclic schedule' 10 's FEASIBLE' "$cast" solve -L 3 -t 7 -q -o blocks.cert
expect 'block-cyclic' 0 'messages 72' "$cast" expand blocks.cert -k 8 -o blocks.list
expect 'block-cyclic: checked' 0 's VERIFIED postal L=3 P=10 K=8 *' "$check" blocks.list
expect 'block-cyclic on a machine' 0 'messages 72' "$cast" expand blocks.cert --logp 6,2,4 -k 8 -o blocks.list --force
same 'block-cyclic on a machine: times' 'delay 40 finish 68 ' "$(head -n 2 out | tr '\n' ' ')"
expect 'block-cyclic on a machine: checked' 0 's VERIFIED LogP L=6 *' "$check" blocks.list
refuse 'machine of another latency' 'a schedule of latency 3 does not run on a machine of latency 9' "$cast" expand blocks.cert --logp 9,2,4 -k 8
"$cast" show blocks.cert --times 0..17 >shown
"$cast" expand blocks.cert -k 18 -f csv -q | awk -F, 'NR > 1 && $2 < 18 { print $5, $2, $3 }' | sort >found
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
        if "$cast" expand "$file" -k 2 -q -o any.list --force >out 2>err; then
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
        holds "$file: in time" [ "$(sed -n 's/^delay //p' out logp.list | tail -n 1)" -le "$most" ]
        refuse "$file: LogP" 'has its own machine, without --logp' "$cast" expand "$file" -k 40 --logp 1,0,1 ;;
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
        expect "$file: at time 0" 0 'messages *' "$cast" expand "$file" -k 30 -q -o family.list --force --release all
        refuse "$file: LogP" 'is for the postal model' "$cast" expand "$file" -k 30 --logp 1,0,1 ;;
    *) refuse "$kind" "(kind ${kind% of numbers}) holds no schedule" "$cast" expand "$file" -k 2 ;;
    esac
done <kinds

# What is wrong in files from outside.
for file in $(grep -l -e '^kind schedule' -e '^kind family' \
    "$certificates"/refuted/*.cert "$certificates"/malformed/*.cert); do
    case $file in # seconds each: show.sh reads them
    */depth-beyond-limit.cert | */pruned-depth-beyond-limit.cert | */stationary-room-limit.cert) continue ;;
    esac
    busy 20 "$cast" expand "$file" -k 3 -f csv -q --force >out 2>err
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
refuse 'no items' 'expand needs -k, --items K' "$cast" expand -L 3 -P 5
for items in 0 -1 x 2147483648 ''; do
    refuse "items '$items'" "--items: '$items' is not a whole number in 1..2147483647" "$cast" expand -L 3 -P 5 -k "$items"
done
for processors in 0 1 1000002 x; do
    refuse "processors '$processors'" "--processors: '$processors' is not a whole number in 2..1000001" "$cast" expand -L 3 -P $processors -k 3
done
refuse 'latency 0' "--latency: '0'" "$cast" expand -L 0 -P 5 -k 3
refuse 'late times' 'times beyond 2147483647' "$cast" expand -L 3 -P 5 -k 2147483647 -o late.cert
refuse 'nothing to expand' 'expand needs a file with a schedule, or --latency (or --logp) and --processors' "$cast" expand -k 3
refuse 'latency only' 'expand needs a file with a schedule, or --latency (or --logp) and --processors' "$cast" expand -k 3 -L 3
refuse 'both' '--latency does not go with a FILE' "$cast" expand blocks.cert -L 3 -P 5 -k 3
refuse 'both, processors' '--processors does not go with a FILE' "$cast" expand blocks.cert -P 5 -k 3
refuse 'two files' "not 'five.cert' as well" "$cast" expand blocks.cert five.cert -k 3
refuse 'format' "--format: 'dimacs' is not one of certificate|table|csv" "$cast" expand -L 3 -P 5 -k 3 -f dimacs
refuse 'release' "--release: 'none' is not one of stream|all" "$cast" expand -L 3 -P 5 -k 3 --release none
for format in certificate table csv; do
    refuse "too long: $format" '10001 messages, a line each, are more than 10000: -o FILE writes them to a file, --force' \
        "$cast" expand -L 3 -P 2 -k 10001 -f $format
    expect "long: $format" 0 '*' "$cast" expand -L 3 -P 2 -k 10000 -f $format
    expect "too long, forced: $format" 0 '*' "$cast" expand -L 3 -P 2 -k 10001 -f $format --force
    holds "too long, forced: $format, lines" [ "$(wc -l <out)" -gt 10001 ]
    mv out forced
    expect "into a file: $format" 0 'messages 10001' "$cast" expand -L 3 -P 2 -k 10001 -f $format -o long.$format
    holds "into a file: $format, the same bytes" cmp forced long.$format
    refuse "existing file: $format" "long.$format exists; --force overwrites it" "$cast" expand -L 3 -P 2 -k 3 -f $format -o long.$format
done
refuse 'too large a table' 'a table of 60000000 rows is too large' "$cast" expand -L 3 -P 60001 -k 1000 -f table -o huge.txt
same 'too large a table: no file' '' "$(ls huge.txt* 2>/dev/null)"

# Stopped, by time and by a signal: no file, and nothing beside it. It would be some 40 GB.
long='expand -L 3 -P 100001 -k 20000'
for format in certificate csv; do
    # shellcheck disable=SC2086
    busy 20 "$cast" $long -f $format --time 1 -q -o stopped >out 2>err
    same "time limit: $format" 1 $?
    same "time limit: $format, the reason" 'steadycast: stopped by a signal or the time limit' "$(cat err)"
    # shellcheck disable=SC2086
    "$cast" $long -f $format -q -o stopped >out 2>err &
    run=$!
    while [ ! -s stopped.partial ] && kill -0 $run 2>/dev/null; do :; done
    # shellcheck disable=SC2086
    [ $format = csv ] || refuse 'busy file' 'another run is writing stopped' "$cast" $long -q -o stopped
    kill -INT $run
    wait $run
    same "SIGINT: $format" 1 $?
    same "$format: nothing is left" '' "$(ls stopped* 2>/dev/null)"
done

# A disk that is full.
to_full() { "$@" >/dev/full; }
if [ -w /dev/full ]; then
    for format in certificate table csv; do
        refuse "full disk: $format" 'could not be written' to_full "$cast" expand -L 3 -P 5 -k 3 -q -f $format
        refuse "full disk, long: $format" 'could not be written' to_full "$cast" expand -L 3 -P 1001 -k 100 -q -f $format --force
    done
    refuse 'full device' '/dev/full is not a regular file' "$cast" expand -L 3 -P 5 -k 3 -o /dev/full
else
    echo 'SKIPPED: there is no /dev/full'
fi
# A file that may not grow stands for a full disk.
limited() (
    trap '' XFSZ
    ulimit -f 100
    "$@"
)
for format in certificate table csv; do
    refuse "no room: $format" 'small could not be written: File too large' limited "$cast" expand -L 3 -P 1001 -k 100 -q -f $format -o small
    same "no room: $format, nothing is left" '' "$(ls small* 2>/dev/null)"
done
refuse 'no folder' "none/x can't be written" "$cast" expand -L 3 -P 5 -k 3 -o none/x
finish
