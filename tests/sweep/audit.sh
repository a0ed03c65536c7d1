#!/bin/sh
# SPDX-License-Identifier: MIT
# False answers with right certificates of something else, with none, or with one that is not there: no audit passes them, and the
# case is named. The answers of a campaign that was put away are changed, and its certificates exchanged; of one that was not, the store.
# Usage: audit.sh STEADYCAST
cast=$1
. "$(dirname "$0")/../command/common.sh"
cat >right.campaign <<'END'
decide latency 3 depth 7
serve latency 3 schedule periodic:1 roles keep depth 7 served 9 engine sat
delay latency 3 processors 100
broadcast latency 1 processors 9 items 3
delay latency 6 overhead 2 gap 4 processors 8
capacity latency 3 depth 7
allgather network ring:5
allgather network file:edges
delay network ring:5 rate 3
formula file no.cnf
formula file satisfiable.cnf
count latency 3 depth 7
frontier network ring:4 collective broadcast
END
printf 'p cnf 1 2\n1 0\n-1 0\n' >no.cnf
printf 'p cnf 1 1\n1 0\n' >satisfiable.cnf
printf '0 1\n1 2\n' >edges
expect 'all' 0 's REPRODUCED *' "$cast" reproduce right.campaign -o right
expect 'all: audit' 0 's AUDITED 13 cases, * certificates; 2 answers are of a kind that has none' "$cast" audit right

# change CASE EXPRESSION..: of its line in a copy of the folder
change() {
    line=$1
    rm -rf changed && cp -R right changed
    shift
    for expression; do
        sed "/\"case\":\"$line/$expression" changed/results.jsonl >lines
        cmp -s lines changed/results.jsonl && { echo "$line: $expression changes nothing" >&2; exit 1; }
        mv lines changed/results.jsonl
    done
}
# give CASE NUMBER CERTIFICATE: it becomes the file of that certificate of the case
give() {
    file=$(sed -n "/\"case\":\"$1/p" changed/results.jsonl | grep -o '"file":"[^"]*"' | sed -n "$2s/\"file\":\"\\(.*\\)\"/\\1/p")
    old=$(sha256sum <"changed/certificates/$file" | cut -d ' ' -f 1) size=$(wc -c <"changed/certificates/$file")
    cp "$3" copied && mv copied "changed/certificates/$file"
    new=$(sha256sum <"changed/certificates/$file" | cut -d ' ' -f 1)
    sed "s/$old\",\"bytes\":$size/$new\",\"bytes\":$(wc -c <"changed/certificates/$file")/" changed/results.jsonl >lines
    mv lines changed/results.jsonl
}
faulty() {
    expect "$1" 2 's FAULTY *' "$cast" audit changed
    holds "$1: why" grep -q "^fault: .*$2" out
}

# nothing is sent, and yet all have it
none='s/"certificates":\[[^]]*\]/"certificates":[]/'
change 'delay latency 3' 's/"lower":17,"upper":17/"lower":3,"upper":3/' "$none"
faulty 'a delay that is plain' "'delay latency 3 processors 100 engine construction' is settled without a certificate of the schedule"
change 'broadcast latency 1' 's/"lower":6,"upper":6/"lower":0,"upper":0/' "$none"
faulty 'items at once' "'broadcast latency 1 .*' is settled without a certificate of the schedule"
change 'delay latency 6' 's/"lower":34,"upper":34/"lower":10,"upper":10/' "$none"
faulty 'a stream that is plain' "'delay latency 6 .*' is settled without a certificate of the schedule"

# no delay at all, of a stream that has one, and of one that is too fast by another stream's bound
change 'delay latency 3' 's/"lower":17,"upper":17/"lower":null,"upper":null/' 's/"status":"settled"/"status":"infeasible"/' "$none"
faulty 'a stream without a delay' "answer 'infeasible' is none to such a question"
change 'delay network ring:5 rate 3'
"$cast" delay --network ring:5 --rate 7/2 -d half -q -o fast >out
give 'delay network ring:5 rate 3' 1 fast/bound.cert
faulty 'too fast elsewhere' "does not confirm the answer to 'delay network ring:5 rate 3"

# an interval that is none
change 'delay latency 3' 's/"lower":17,"upper":17/"lower":18,"upper":17/' 's/"status":"settled"/"status":"interval"/'
faulty 'bounds the wrong way round' "answer 'interval' is none to such a question"

# bounds that rest on nothing: of what is unknown, of yes and no; and a cause of what is answered
unknown='s/"status":"settled","settled":true/"status":"unknown","settled":false/;s/"cause":"none"/"cause":"engine"/'
for bounds in 9,9 7,3 null,3 7,null; do
    change 'capacity latency 3' "s/\"lower\":9,\"upper\":9/\"lower\":${bounds%,*},\"upper\":${bounds#*,}/;$unknown" "$none"
    faulty "unknown, bounds $bounds" "'capacity latency 3 .*' *: the answer 'unknown' is none to such a question"
done
change 'decide latency 3' 's/"lower":null,"upper":null/"lower":7,"upper":9/'
faulty 'yes, with bounds' "'decide latency 3 .*' *: the answer 'feasible' is none to such a question"
change 'serve latency 3' 's/"lower":null/"lower":7/'
faulty 'no, with a bound' "'serve latency 3 .*' *: the answer 'infeasible' is none to such a question"
change 'capacity latency 3' 's/"cause":"none"/"cause":"time"/'
faulty 'answered, with a cause' "'capacity latency 3 .*' *: the answer 'settled' is none to such a question"

# certificates of something else
# ends STEPS: the frontier is that of a question for so many steps
ends() {
    change 'frontier network ring:4'
    "$cast" frontier --network ring:4 -S "$1" broadcast -q --force -o frontier.cert >out
    give 'frontier network ring:4' 1 frontier.cert
}
ends 5
faulty 'a frontier that ends too early' "does not confirm the answer to 'frontier network ring:4"
ends 7
expect 'a frontier that goes on' 0 's AUDITED 13 cases, *' "$cast" audit changed
change 'serve latency 3' 's/"status":"infeasible"/"status":"feasible"/' 's/"side":"bound"/"side":"schedule"/'
give 'serve latency 3' 1 right/certificates/decide-L3/t7-arithmetic.cert
faulty 'blocks keep no roles' "does not confirm the answer to 'serve latency 3 schedule periodic:1 roles keep"
change 'formula file satisfiable' 's/"status":"feasible"/"status":"infeasible"/' \
    "s/\"certificates\":\\[\\]/\"certificates\":$(sed -n '/"case":"formula file no/s/.*"certificates":\(\[[^]]*\]\).*/\1/; s/[/&]/\\&/gp' right/results.jsonl | grep formula-no | sed 's/formula-no/formula-satisfiable/')/"
mkdir -p changed/certificates/formula-satisfiable.cnf
cp right/certificates/formula-no.cnf/sat.cert changed/certificates/formula-satisfiable.cnf/
faulty 'another formula' "does not confirm the answer to 'formula file satisfiable.cnf"
"$cast" ask 'broadcast network ring:5 duplex full' -o one-source --force >out 2>err
change 'allgather network ring:5' 's/"lower":[0-9]*,"upper":[0-9]*/"lower":null,"upper":3/' 's/"status":"settled"/"status":"interval"/' \
    's/"settled":true/"settled":false/' 's/,{"side":"bound"[^}]*}//'
give 'allgather network ring:5' 1 one-source/schedule.cert
faulty 'one source' "does not confirm the answer to 'allgather network ring:5"

# a certificate that was too large to be kept proves nothing here
change 'capacity latency 3' 's/"lower":9,"upper":9/"lower":1009,"upper":1009/' 's/"bytes":[0-9]*/"bytes":5000000/g'
rm changed/certificates/capacity-L3/*
sed '/^capacity/s/,9,9,/,1009,1009,/' changed/results.csv >lines && mv lines changed/results.csv
expect 'what is not there' 1 's INCOMPLETE *, 1 answer rests on nothing here' "$cast" audit changed
holds 'it is named' grep -q "^missing: certificates/capacity.* of 'capacity latency 3 .*' *, which was too large" out

# what no proof is asked for: a round, or a delay of one step; more has one. Questions that differ in root and rate have files of their own
printf '%s\n' 'broadcast network complete:3' 'broadcast network complete:3 steps 2' \
    'delay network star:4' 'delay network ring:5 root 2' 'delay network ring:5 rate 2' >one.campaign
expect 'one step' 0 's COMPLETE' "$cast" sweep -q one.campaign -o one
same 'one step: the answers' '4 2 1 1 1' "$(ask_store one 'select group_concat(upper, " ") from (select upper from answers order by upper desc)')"
expect 'one step: audit' 0 's AUDITED 5 cases, 8 certificates' "$cast" audit one
same 'one step: files' 8 "$(find one/certificates -type f | wc -l)"
lines one | sed '/delay network ring:5 rate/s/,{"side":"bound"[^}]*}//' | seal >unproved
cp -R one changed.one && relined changed.one unproved
expect 'two steps' 2 's FAULTY *' "$cast" audit changed.one
holds 'two steps: why' grep -q "^fault: 'delay network ring:5 rate 2 .*without a certificate of the bound" out

# --- the store ---

# stored NAME SQL FAULT: a store that was changed so
stored() {
    rm -rf changed && cp -R one changed
    ask_store changed "$2"
    expect "$1" 2 's FAULTY *' "$cast" audit changed
    holds "$1: why" grep -q "^fault: answers.sqlite: $3" out
    expect "$1: sweep" 0 's COMPLETE' "$cast" sweep -q one.campaign -o changed
    expect "$1: mended" 0 's AUDITED 5 cases, 8 certificates' "$cast" audit changed
}
schema='its tables and views are not those of'
stored 'another view' 'drop view answers; create view answers as select number, name, "answered" as state, id, 7 as lower, 9 as upper from cases' "$schema"
stored 'no view' 'drop view inputs' "$schema"
stored 'another table' 'drop table run; create table run (process integer)' "$schema"
stored 'a trigger' 'create trigger mine after insert on attempts begin delete from cases; end' "$schema"
state="the view answers says otherwise of case 2 than the attempts, 'delay network star:4 .*'"
for state_of in open failed waiting running; do
    stored "a state, $state_of" "update cases set state = '$state_of' where number = 2" "$state"
done
stored 'another number' 'update cases set number = 7 where number = 2' "$state"
stored 'no number' 'update cases set number = null where number = 2' "$state"
stored 'no case' 'delete from cases where number = 2' "$state"
rm -rf changed && cp -R one changed
ask_store changed 'create index mine on cases (state); create view ours as select * from answers; analyze'
expect 'what a user adds' 0 's AUDITED 5 cases, 8 certificates' "$cast" audit changed

# a part says which
expect 'a shard' 0 's COMPLETE' "$cast" sweep -q one.campaign -o part --shard 4/4
expect 'a shard: audit' 0 's AUDITED 1 cases, 2 certificates, shard 4 of 4' "$cast" audit part
"$cast" audit part --json >out
holds 'a shard: json' grep -q '"shard": 4, "shards": 4' out
rm part/certificates/*/*-bound.cert
expect 'a shard: faulty' 2 's FAULTY *, shard 4 of 4' "$cast" audit part

# a file that a question names
mv no.cnf elsewhere
expect 'a formula that is not there' 1 's INCOMPLETE *' "$cast" audit right
holds 'a formula: named' grep -q "^missing: .*'formula file no.cnf engine sat': no.cnf can't be read" out
mv elsewhere no.cnf
echo '2 0' >>edges
expect 'a network that has changed' 2 's FAULTY *' "$cast" audit right
holds 'a network: named' grep -q "^fault: .*'allgather network file:edges" out
finish
