#!/bin/sh
# kitem, and the constructions of expand. Usage: kitem.sh STEADYCAST STEADYCHECK
cast=$1 check=$2
. "$(dirname "$0")/common.sh"

# One question: its time, who gives the schedule, and both certificates.
while read -r time by arguments; do
    # shellcheck disable=SC2086
    expect "kitem $arguments" 0 "time $time" "$cast" kitem --force -o folder $arguments
    same "kitem $arguments: lines" "lower $time upper $time time $time " "$(tr '\n' ' ' <out)"
    case $(cat err) in
    "schedule by $by, bound by "*) ;;
    *) fail "kitem $arguments: expected a schedule by $by, found: $(cat err)" ;;
    esac
    expect "kitem $arguments: schedule" 0 "s VERIFIED *, the last at time $time" "$check" folder/schedule.cert
    "$check" folder/bound.cert >out
    case $(cat out) in
    "s VERIFIED "*" before time $time" | "s VERIFIED "*" by time $((time - 1)), by refuted "*) ;;
    *) fail "kitem $arguments: bound: $(cat out)" ;;
    esac
done <<'CASES'
4 tree -L 2 -P 5 -k 1
69 circulant -L 1 -P 64 -k 64
28 endgame -L 2 -P 22 -k 21
29 single -L 2 -P 22 -k 21 --single-sending
18 stream -L 3 -P 11 -k 8 --single-sending
9 circulant -L 1 -P 10 -k 6
9 sat -L 1 -P 10 -k 6 --engine sat
7 sat -L 2 -P 5 -k 3 --engine sat --encoding plain
7 backtrack -L 2 -P 5 -k 3 --engine backtrack
CASES

# A gap that counting leaves is closed by a refuted formula, whoever searches.
for engine in any sat backtrack; do
    expect "gap, $engine" 0 'time 3' "$cast" kitem -L 1 -P 9 -k 3 --ports 4 --engine $engine -o gap --force
    holds "gap, $engine: by a formula" grep -q 'bound by a refuted formula' err
    expect "gap, $engine: bound" 0 's VERIFIED postal L=1 p=4 P=9 K=3: * by time 2, by refuted formula *' "$check" gap/bound.cert
done

# Ranges: the same answers, all certificates one behind the other.
expect 'range' 0 'latency 3 processors 6 items 3 lower * time * by *' "$cast" kitem -L 1..3 -P 2..6 -k 1..3 -o ranges -q
grep '^latency 2 processors 5 ' out >of_five
same 'range: lines' 45 "$(wc -l <out)"
same 'range: all settled' 45 "$(grep -c ' time ' out)"
for L in 1 2 3; do
    expect "range, L = $L" 0 's VERIFIED 30 certificates' "$check" --stream --quiet ranges/L$L.certs
done
for k in 1 2 3; do
    same "range and one, K = $k" "$("$cast" kitem -L 2 -P 5 -k $k -q | tail -n 1)" \
        "$(sed -n "s/.* items $k .*\(time [0-9]*\) .*/\1/p" of_five)"
done
"$cast" kitem -L 1..3 -P 2..6 -k 1..3 -o one_thread -q --threads 1 >out
holds 'range: threads change nothing' diff -r ranges one_thread
expect 'JSON' 0 '{"latency": 2, "ports": 1, "processors": 5, "items": 1, "sends": "any", "counted": 4, "lower": 4, "upper": 4, "by": "tree", "reason": null, "nodes": 0}' \
    "$cast" kitem -L 2 -P 5 -k 1 -q --json

# What a limit leaves open is an interval.
expect 'stopped' 0 'upper *' "$cast" kitem -L 4 -P 300 -k 4 --time 1 -o interval
holds 'stopped: lower' grep -q '^lower ' out
expect 'stopped: schedule' 0 's VERIFIED *' "$check" interval/schedule.cert
expect 'stopped: bound' 0 's VERIFIED *' "$check" interval/bound.cert
expect 'nobody finds one' 0 'lower 21' "$cast" kitem -L 3 -P 40 -k 10 --engine sat --nodes 1 -q -o none
same 'nobody finds one: files' 'bound.cert' "$(ls none)"

refuse 'kitem there already' 'exists; --force overwrites it' "$cast" kitem -L 3 -P 5 -k 2 -o folder
refuse 'kitem on stdout' "'-' is no name for a folder" "$cast" kitem -L 3 -P 5 -k 2 -o -
refuse 'no items' "--items" "$cast" kitem -L 3 -P 5 -k 0
refuse 'an operand' "kitem takes no 'x'" "$cast" kitem -L 3 -P 5 -k 2 x
refuse 'too many questions' 'more than 10000000 questions' "$cast" kitem -L 1..10 -P 2..10000 -k 1..1000

# One certificate for every K.
expect 'every K' 0 'time K+15' "$cast" kitem -L 3 -P 190 --every -o every -q
expect 'every K: certificate' 0 's VERIFIED postal L=3 N=189: for every K >= 2 the source brings K items that it has at time 0 to all N others by time K+15' "$check" every/family.cert
"$cast" expand every/family.cert -k 30 -o thirty.cert -q >out
expect 'every K: 30' 0 's VERIFIED postal L=3 P=190 K=30 *, the last at time 45' "$check" thirty.cert
refuse 'every K: too few' 'items' "$cast" expand every/family.cert -k 1
refuse 'every K and one' '--items or --every, not both' "$cast" kitem -L 3 -P 190 -k 5 --every
refuse 'no K' 'kitem needs --items, or --every' "$cast" kitem -L 3 -P 190
refuse 'every K of a range' '--every is for one L and one P' "$cast" kitem -L 3 -P 2..190 --every

# Constructions by name.
expect 'a grid' 0 '9 |  .  .  .  .  1' "$cast" expand -L 2 -P 10 -k 1 -c tree -f grid -q
refuse 'no such construction' "--construction: 'x' is not one of: tree " "$cast" expand -L 2 -P 10 -k 1 -c x
refuse 'not in its range' 'construction tree has nothing for L = 2, P = 10, K = 2 with 1 port' "$cast" expand -L 2 -P 10 -k 2 -c tree
refuse 'construction and stream' 'without --logp and --release' "$cast" expand -L 2 -P 10 -k 1 -c tree --release all
refuse 'ports without construction' 'are for --construction' "$cast" expand -L 2 -P 10 -k 1 --ports 2
refuse 'rows without grid' '--rows is for --format grid' "$cast" expand -L 2 -P 10 -k 1 --rows 1..2
refuse 'rows beyond' '--rows: there is no processor 10, the last one is 9' "$cast" expand -L 2 -P 10 -k 1 -f grid --rows 1..10
# Figures 3, 4 and 5 of the paper.
squeeze() {
    tr -s ' ' <"$1"
}
expect 'Figure 4' 0 '*' "$cast" expand -L 5 -P 12 -k 16 -c paper -f grid --rows 1..7 -q
same 'Figure 4: p_1' '1 | 1* . . . . . . 8* . 2 3 4 5 7 15* 6 9 10 11 12 14 . 13 16 . . . .' "$(squeeze out | sed -n '/^ *1 |/p')"
same 'Figure 4: p_7' '7 | . . . . . . 7* . 2 3 4 5 1 14* 6 9 10 11 12 8 . 13 16 . . . 15 .' "$(squeeze out | sed -n '/^ *7 |/p')"
expect 'Figure 5' 0 '13 |*14' "$cast" expand -L 3 -P 14 -k 14 -c buffered -f grid -q
holds 'Figure 5: who waits and for whom' grep -q '(7\*) *5 *\[3\] (10\*)' out
expect 'Figure 3' 0 '*' "$cast" expand -L 3 -P 42 -k 1 -c paper -f digraph
same 'Figure 3: blocks' 13 "$(grep -c '^block ' out)"
same 'Figure 3: copies of an item' 40 "$(awk '/ inactive /{n += $1} / active from block/{n++} END {print n}' out)"
refuse 'no digraph' '--format digraph is for --construction paper' "$cast" expand -L 3 -P 42 -k 1 -c stream -f digraph
"$cast" expand -L 2 -P 10 -k 5 -c bundle --ports 2 -o bundle.cert -q >out
expect 'ports' 0 's VERIFIED ports L=2 p=2 P=10 K=5 *' "$check" bundle.cert
finish
