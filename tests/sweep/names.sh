#!/bin/sh
# SPDX-License-Identifier: MIT
# What files and numbers of a campaign may be called: words in quotes, any bytes, any length. The sweep is complete, the audit
# confirms it, and no two cases have the same certificates.
# Usage: names.sh STEADYCAST
cast=$1
. "$(dirname "$0")/../command/common.sh"
LC_ALL=C
export LC_ALL

# all FOLDER CASES [SETTLED]: every case has an answer and certificates of its own, which are right
all() {
    expect "$1: sweep" 0 '*' "$cast" sweep -q "$1.campaign" -o "$1"
    expect "$1: audit" 0 "s AUDITED $2 cases, *" "$cast" audit "$1"
    same "$1: settled" "${3-$2}" "$(grep -c '"settled": *true' "$1/results.jsonl")"
    same "$1: rows of the table" "$(($2 + 1))" "$(wc -l <"$1/results.csv" | tr -d ' ')"
    same "$1: names" "$2" "$(sed 's/"subject".*//' "$1/results.jsonl" | sort -u | wc -l | tr -d ' ')"
    grep -o '"file": *"[^"]*\.certs\{0,1\}"' "$1/results.jsonl" | tr A-Z a-z | sort | uniq -d >twice
    same "$1: certificates that two cases have" '' "$(cat twice)"
    grep -o '"file": *"[^"]*\.certs\{0,1\}"' "$1/results.jsonl" | sed 's/.*: *"//; s/"$//' >files
    tests=$((tests + 1))
    while IFS= read -r file; do
        [ -f "$1/certificates/$file" ] || fail "$1: $file is not there"
    done <files
    holds "$1: a line of UTF-8 a case" iconv -f UTF-8 -t UTF-8 "$1/results.jsonl"
    expect "$1: again" 0 '*' "$cast" sweep "$1.campaign" -o "$1"
    holds "$1: page" "$cast" report "$1" -o "$1.html"
    holds "$1: status" "$cast" status "$1"
}

# quoted TEXT: the word of a campaign that stands for it
quoted() {
    printf '"%s"' "$(printf '%s' "$1" | tr '\n' '\1' | sed 's/\\/\\\\/g; s/"/\\"/g; s/\x01/\\x0a/g')"
}

long=$(printf '%0255d' 0 | tr 0 n) digits=$(printf '%0231d' 7) many=$(printf '%03000d' 0 | tr 0 7)
folder=$(printf '%0255d' 0 | tr 0 d)
folders=$folder/$folder/$folder/$folder/$folder
folders=$folders/$folders/$folders
deepest=$folders/$long # as long as a path may be
same 'the longest path' 4095 ${#deepest}
tab=$(printf '\t') utf8=$(printf 'caf\303\251') latin=$(printf 'caf\351') half=$(printf '\303') break=$(printf 'line\nbreak')
set -- 'my file' ' blank' 'blank ' "in${tab}tab" "$break" 'st*r' '**' '*' 'que?ry' 'col:on' 't1:11' 't11:1' 'quo"te' '"start' '"' \
    'back\slash' 'back\' '\*' '\x41' '#hash' 'ha#sh' 'per%cent' '%41' '.hidden' '..dots' 'a..b' '-dash' '--' "$utf8" "$latin" "$half" \
    'caf?' "$long" "${long%?}N" "$digits" 'upper' 'Upper' 'UPPER' "$deepest" 'a' 'a-0123456789abcdef' '0123456789abcdef' "'" '$x' \
    'x;y' 'L' '1..2' 'engine' 'x,y'
count=$#
mkdir -p nets/$folders $folders

# Every other formula has a model, and no two are the same: a right certificate of another name is a wrong one.
number=0
for name; do
    number=$((number + 1))
    printf 'p cnf %d 2\n%d 0\n%d 0\n' "$number" "$number" $((number % 2 ? -number : number)) >"$name"
    printf 'formula file %s\n' "$(quoted "$name")"
done >formulas.campaign
all formulas "$count"
holds 'as quoted: blank' grep -q '"case": *"formula file \\"my file\\" engine sat"' formulas/results.jsonl
holds 'as quoted: Latin-1' grep -q '"case": *"formula file \\"caf\\\\xE9\\" engine sat"' formulas/results.jsonl
holds 'as it is' grep -q '"case": *"formula file quo\\"te engine sat"' formulas/results.jsonl

# By shards, by other processes
for part in 1 2 3; do
    expect "shard $part" 0 '*' "$cast" sweep -q formulas.campaign -o part$part --shard $part/3
done
expect 'merged' 0 '*' "$cast" merge part1 part2 part3 -o merged
same_results 'merged' formulas/results.jsonl merged/results.jsonl
expect 'merged: audit' 0 "s AUDITED $count cases, *" "$cast" audit merged

# The same in the words of a network, where * stands between graphs.
cd nets || exit 1
number=2
for name; do
    number=$((number + 1)) node=0
    while [ $node -lt $number ]; do
        echo "$node $(((node + 1) % number))"
        node=$((node + 1))
    done >"$name"
    printf 'allgather network %s duplex full\n' "$(quoted "file:$(printf '%s' "$name" | tr '\n' '\1' | sed 's/\*/**/g' | tr '\1' '\n')")"
done >gossip.campaign
all gossip "$count"
expect 'a product with such a file' 10 's OPTIMAL' "$cast" ask allgather network 'file:st**r*path:2' duplex full
cd .. || exit 1

# Without quotes: what is no blank is a part of the name, also bytes that are no UTF-8.
printf 'formula file %s\nformula file quo"te # "\nformula file\tback\\slash\r\nformula "file" ha#sh\n' "$latin" >plain.campaign
all plain 4
quote='"file": *"formula-quote-[^"]*'
same 'plain: the same certificate' "$(grep -o "$quote" formulas/results.jsonl)" "$(grep -o "$quote" plain/results.jsonl)"

# Numbers of any length
printf 'broadcast latency 6 overhead 2 gap 4 processors 9%s engine tree\ndelay latency 3 processors %s\n' "$digits" "$many" >numbers.campaign
printf 'broadcast latency 6 overhead 2 gap 4 processors 9%s8 engine tree\ndelay latency 3 processors %s8\n' "${digits%?}" "${many%?}" >>numbers.campaign
all numbers 4 2
holds 'all digits in the results' grep -q "\"P\": *\"$many\"" numbers/results.jsonl

# What is no word is refused with its line.
bad() {
    printf 'decide latency 3 depth 7\nformula file %s\n' "$2" >bad.campaign
    refuse "$1" "bad.campaign:2: $3" "$cast" sweep bad.campaign -o bad -q
    refuse "$1: asked" "$3" "$cast" ask "formula file $2"
}
bad 'no end' '"my' "'\"my' has no quote at its end"
bad 'no end behind an escape' '"my\"' "'\"my\\\"' has no quote at its end"
bad 'no blank' '"my"file' "'\"my\"file' has no blank behind the quote"
bad 'no escape' '"\n"' "'\"\\n\"' has a backslash in its quotes that is none of"
bad 'no byte' '"\x0"' "'\"\x0\"' has a backslash in its quotes"
bad 'byte 0' '"\x00"' "'\"\x00\"' has a backslash in its quotes"
bad 'no name' '""' "file '' is not a name"

# LogP machines have a latency from 1 on.
for question in 'broadcast processors 2' 'allgather processors 3' 'reduce processors 3 until 9' 'reduce processors 3 operands 5' \
    'delay processors 4' 'capacity depth 9' 'broadcast processors 3 items 2' 'family'; do
    echo "$question latency 0 overhead 2 gap 4" >bad.campaign
    refuse "$question" "bad.campaign:1: latency is not a number from 1 to" "$cast" sweep bad.campaign -o bad -q
done

# A word of the command line is a value as it is.
for name; do
    "$cast" ask -q --json -- formula file "$name" >out 2>err
    found=$? tests=$((tests + 1))
    case $found:$(cat out) in
    [12]0:*'easible"'*) ;;
    *) fail "asked: $name: $(cat out err)" ;;
    esac
done
finish
