#!/bin/sh
# SPDX-License-Identifier: MIT
# capacity, and solve and export for other than block-cyclic schedules. Usage: schedules.sh STEADYCAST STEADYCHECK
cast=$1 check=$2
. "$(dirname "$0")/common.sh"

mkdir capacities machines
# Capacities: fixed lines, both sides certified, two methods that agree.
t=0
for capacity in 1 1 2 3 5 8 13 20 31 48 76; do
    expect "capacity of t = $t" 10 "capacity $capacity" "$cast" capacity -L 2 -t $t --engine all -q
    same "capacity of t = $t: lines" "lower $capacity upper $capacity capacity $capacity" "$(head -n 3 out | xargs)"
    for method in construction search; do
        expect "capacity of t = $t, $method" 10 "by $method" "$cast" capacity -L 2 -t $t --engine $method -o "capacities/$t-$method" -q
        expect "lower $t $method" 0 "s VERIFIED L=2 t=* N=$capacity: *" "$check" "capacities/$t-$method/schedule.cert"
        expect "upper $t $method" 0 "s VERIFIED postal L=2 t=$t: no schedule, periodic or not, with delay L+t = $((t + 2)) reaches more than $capacity processors" \
            "$check" "capacities/$t-$method/bound.cert"
    done
    t=$((t + 1))
done
expect 'range of depths' 10 'latency 2 depth 7 lower 20 upper 20 capacity 20 by construction' "$cast" capacity -L 2 -t 5..7 -q -o ranges
same 'range of depths: lines' 3 "$(wc -l <out | tr -d ' ')"
expect 'range of depths: certificates' 0 's VERIFIED 6 certificates' "$check" --stream --quiet ranges/L2.certs
expect 'range of depths, all engines' 10 'latency 2 depth 7 lower 20 upper 20 capacity 20 by construction' "$cast" capacity -L 2 -t 5..7 -q --engine all
expect 'a range of long numbers' 10 'latency 1 depth 100 lower 1267650600228229401496703205376 upper 1267650600228229401496703205376 capacity 1267650600228229401496703205376 by construction' "$cast" capacity -L 1 -t 99..100 -q
expect 'the whole tree' 10 'capacity 9' "$cast" capacity -L 3 -t 7 -q
expect 'below the latency' 10 'capacity 1' "$cast" capacity -L 9 -t 7 -q
expect 'hundreds' 10 'capacity 290905784918002003245752779317049533129517076702883498623284850' "$cast" capacity -L 2 -t 300 -q
expect 'numbers as text' 10 '{"question": {"subject": "capacity", "L": 2, "t": 7}, "status": "settled", "settled": true, "lower": 20, "upper": 20, *"capacity": 20, "optimal": true, "depth": 7, "period": 1}' "$cast" capacity -L 2 -t 7 -q --json
expect 'beyond the closed form' 0 's UNKNOWN' "$cast" capacity -L 2 -t 2001
expect 'beyond the automaton' 0 's UNKNOWN' "$cast" capacity -L 2 -t 29 --engine search
expect 'unanswered, as text' 0 '*"lower": null*"reason": "t = 2001 is beyond 2000*' "$cast" capacity -L 2 -t 2001 --json -o capacities/2001
refuse 'standard output is no folder' "'-' is no name for a folder" "$cast" capacity -L 2 -t 7 -o -
expect 'stopped' 0 's [OU]*' "$cast" capacity -L 2 -t 9..27 --engine all -o capacities --force --time 3
[ ! -e capacities/L2.certs ] ||
    expect 'stopped: what was answered is there' 0 's VERIFIED * certificates' "$check" --stream --quiet capacities/L2.certs
expect 'beyond the program' 0 's UNKNOWN' "$cast" capacity -L 2 -t 27 --engine search --time 1
refuse 'existing certificates' 'capacities/7-search/schedule.cert exists; --force overwrites it' \
    "$cast" capacity -L 2 -t 7 --engine search -o capacities/7-search -q
expect 'forced' 10 'capacity 20' "$cast" capacity -L 2 -t 7 --engine search -o capacities/7-search -q --force
refuse 'no folder' "folder none/x can't be made" "$cast" capacity -L 2 -t 7 -o none/x
refuse 'no depth' 'capacity needs -t, --depth T|A..B' "$cast" capacity -L 2

# On LogP machines. For the bounds o does not matter but in L + 2o.
for machine in 5,0,2 3,1,2 1,2,4; do
    case $machine in
    1,2,4) l=5 g=4 s=19 tree=15 least=12 ends=10 says="capacity 12" ;;
    *) l=5 g=2 s=20 tree=41 least=39 ends=10 says="capacity 39" ;;
    esac
    expect "capacity on $machine: tree" 0 "upper $tree" "$cast" capacity --logp $machine -t $s -o machines/construction -q --force
    expect "capacity on $machine: search" $ends "$says" "$cast" capacity --logp $machine -t $s -e search --nodes 1000 -o machines/search -q --force
    for engine in "construction $tree" "search $least"; do
        expect "upper $machine $engine" 0 "s VERIFIED LogP L+2o=$l g=$g s=$s, g >= 2o: no schedule, periodic or not, *more than ${engine#* } processors, whatever waits" \
            "$check" "machines/${engine% *}/bound.cert"
    done
    expect "lower $machine" 0 's VERIFIED LogP * capacity full: a stream with an item in * to N=* processors exists' "$check" machines/search/schedule.cert
done
expect 'capacity on a machine: words of any kind' 10 'capacity 17' "$cast" capacity --logp 5,0,2 -t 16 -e search --capacity none -o machines/any -q
expect 'capacity on a machine: words of any kind, verified' 0 's VERIFIED LogP * capacity none: a stream * to N=17 processors exists' "$check" machines/any/schedule.cert
expect 'capacity on a machine: several depths' 10 'latency 6 overhead 2 gap 4 depth 0..3 lower 1 upper 1 capacity 1 by construction' "$cast" capacity --logp 6,2,4 -t 0..3
expect 'capacity on a machine: depths are said' 10 'latency 6 overhead 2 gap 4 depth 10..12 lower 2 upper 2 capacity 2 by construction' "$cast" capacity --logp 6,2,4 -t 9..12
expect 'capacity on a machine: as text' 0 '{"question": {"subject": "capacity", "L": 6, "o": 2, "g": 4, "capacity": "full", "t": 30}, "status": "interval", "settled": false, "lower": 13, "upper": 14, "by": "construction", *"capacity": null, "optimal": false, *}' \
    "$cast" capacity --logp 6,2,4 -t 30 --json
expect 'capacity on a machine: stopped' 0 's UNKNOWN' "$cast" capacity --logp 5,0,2 -t 240 -e search --time 1
expect 'capacity on a machine: too large' 0 's UNKNOWN' "$cast" capacity --logp 5,0,2 -t 2000 -e search
expect 'capacity on a machine: too large, as text' 0 '{"question": {"subject": "capacity", "L": 5, "o": 0, "g": 2, "capacity": "full", "t": 20001}, "status": "unknown", *"reason": "L+2o and g are at most *' "$cast" capacity --logp 5,0,2 -t 20001 --json
expect 'capacity on a machine: busy for longer' 0 's UNKNOWN' "$cast" capacity --logp 6,3,4 -t 9
same 'capacity on a machine: why' 'steadycast: only machines with g >= 2o have such bounds' "$(cat err)"
expect 'capacity on a machine: both engines' 10 'capacity 1' "$cast" capacity --logp 6,2,4 -t 9 -e all -o both
same 'capacity on a machine: both engines, files' 'bound.cert schedule.cert ' "$(ls both | tr '\n' ' ')"
refuse 'capacity on two machines' 'capacity takes one machine' "$cast" capacity --logp 6,2,4 -L 3 -t 9
refuse 'capacity on no machine' 'capacity needs a machine' "$cast" capacity -t 9

# Whether N processors can be served: every class, every answer with a certificate.
while read -r expected arguments; do
    case $expected in
    yes) status=10 line='s FEASIBLE' ;;
    no) status=20 line='s INFEASIBLE' ;;
    *) status=0 line='s UNKNOWN' ;;
    esac
    rm -f answer.cert
    # shellcheck disable=SC2086
    expect "solve $arguments" "$status" "$line" "$cast" solve -q -o answer.cert $arguments
    [ "$status" = 0 ] || expect "solve $arguments: certificate" 0 's VERIFIED *L*' "$check" answer.cert
done <<'CASES'
yes -L 2 -t 7 -N 20 --schedule stationary
yes -L 2 -t 7 -N 20 --schedule stationary --engine search
yes -L 2 -t 7 -N 20 --schedule stationary --engine sat
yes -L 2 -t 7 -N 20 --schedule stationary --engine all
no -L 2 -t 7 -N 21 --schedule stationary
no -L 2 -t 7 --schedule any
yes -L 2 -t 6 -N 11 --engine deal
yes -L 2 -t 6 -N 11 --engine all
yes -L 4 -t 9 -N 7
yes -L 4 -t 60 -N 1000003
no -L 4 -t 9 -N 11
no -L 2 -t 6 -N 12
no -L 2 -t 6 -N 12 --engine search
no -L 2 -t 7 -N 18 --engine all
no -L 2 -t 4 -N 5 --schedule stationary
no -L 2 -t 4 -N 5 --schedule stationary --engine search
no -L 2 -t 4 -N 5 --schedule stationary --engine all
no -L 2 -t 4 -N 5 --schedule periodic:2 --keep-roles
no -L 2 -t 4 -N 5 --schedule periodic:3 --keep-roles
yes -L 2 -t 4 -N 5 --schedule periodic:2
yes -L 2 -t 4 -N 5 --schedule periodic:4 --keep-roles
yes -L 2 -t 4 -N 5 --schedule any
yes -L 2 -t 5 -N 5 --schedule periodic:7
no -L 2 -t 5 -N 8 --schedule stationary
yes -L 2 -t 5 -N 8 --schedule periodic:5 --keep-roles
yes -L 2 -t 5 -N 8 --schedule any --engine sat
yes -L 4 -t 8 --schedule stationary --engine all
yes -L 64 -t 128 --schedule any
yes -L 3 -t 9 -N 15 --schedule any
yes -L 3 -t 2 -N 1 --schedule periodic:3 --keep-roles
no -L 3 -t 2 -N 2 --schedule any
no -L 1 -t 3 -N 9 --schedule any
yes -L 1 -t 3 -N 7 --schedule stationary
yes -L 2 -t 400 -N 1000000000000000000000000000000000000000 --schedule any
unknown -L 2 -t 7 -N 20 --schedule any --engine search --nodes 3
unknown -L 3 -t 60 -N 1000003 --schedule any --engine search
yes -L 3 -t 60 -N 1000003 --schedule any
yes -L 1 -t 60 -N 1000003 --schedule any
yes --logp 5,0,2 -t 12 -N 8 --capacity none
no --logp 5,0,2 -t 12 -N 9 --capacity none --engine all
unknown --logp 5,0,2 -t 12 -N 8 --capacity none --schedule periodic:1
yes --logp 5,0,2 -t 12 -N 8 --capacity none --schedule periodic:2 --engine sat
yes --logp 3,1,2 -t 16 -N 17 --capacity full --engine sat
unknown --logp 3,1,2 -t 16 -N 17 --engine construction
yes --logp 6,2,4 -t 700 -N 100000000000000000000000 --capacity none
yes --logp 9,3,4 -t 50 -N 8 --schedule any
no --logp 6,2,4 -t 200 -N 1000000000000 --engine search
CASES
refuse 'solve on a machine: no number' '--processors is missing: such a machine is asked for N' "$cast" solve --logp 5,0,2 -t 12
refuse 'solve on a machine: no such number' "--processors: '8x' is not a whole number" "$cast" solve --logp 5,0,2 -t 12 -N 8x
refuse 'solve on a machine: engine' "--engine: 'deal' is none of construction, search, circulation, sat, all" \
    "$cast" solve --logp 5,0,2 -t 12 -N 8 --engine deal
refuse 'solve on a machine: class' "no engine answers 'serve' for a machine of class logp with these values" \
    "$cast" solve --logp 5,0,2 -t 12 -N 8 --schedule stationary
refuse 'solve on a machine: option' '--encoding is for block-cyclic schedules' "$cast" solve --logp 5,0,2 -t 12 -N 8 --encoding words
refuse 'solve on two machines' 'solve takes one machine' "$cast" solve --logp 5,0,2 -L 3 -t 12 -N 8
expect 'solve: capacity without --logp' 10 's FEASIBLE' "$cast" solve -L 3 -t 7 -N 9 --capacity none
expect 'solve on a machine: as text' 20 '{"question": {"subject": "serve", "L": 5, "o": 0, "g": 2, "capacity": "none", *"t": 12, "N": 9}, "status": "infeasible", "settled": true,*' \
    "$cast" solve --logp 5,0,2 -t 12 -N 9 --capacity none --json

expect 'smaller depth' 10 's FEASIBLE' "$cast" solve -L 2 -t 40 -N 5 --schedule any
same 'smaller depth: it is said' 1 "$(grep -c 'delay 6:' out)"
# blocks on pruned trees: N other than P(t)
for engine in construction deal search sat all; do
    expect "pruned, $engine" 10 's FEASIBLE' "$cast" solve -L 4 -t 9 -N 9 --engine $engine -o pruned.cert --force
    same "pruned, $engine: kind" 'kind schedule' "$(sed -n 3p pruned.cert)"
    expect "pruned, $engine: verified" 0 's VERIFIED L=4 t=9 N=9: *' "$check" pruned.cert
done
expect 'N = P(t)' 10 's FEASIBLE' "$cast" solve -L 3 -t 7 -N 9
refuse 'N = 0' "--processors: '0'" "$cast" solve -L 3 -t 7 -N 0 --schedule any
refuse 'N negative' "--processors: '-4'" "$cast" solve -L 3 -t 7 -N -4 --schedule any
refuse 'N no number' "--processors: '9x'" "$cast" solve -L 3 -t 7 -N 9x --schedule any
refuse 'unknown class' "--schedule: 'cyclic' is not block-cyclic, stationary, any or periodic:T" "$cast" solve -L 3 -t 7 --schedule cyclic
for period in '' 0 -1 x 3x 99999999999999999999; do
    refuse "period '$period'" "--schedule: 'periodic:$period' is not" "$cast" solve -L 3 -t 7 --schedule "periodic:$period"
done
refuse 'roles of what' '--keep-roles is for --schedule periodic:T' "$cast" solve -L 3 -t 7 --keep-roles
refuse 'roles, stationary' '--keep-roles is for --schedule periodic:T' "$cast" solve -L 3 -t 7 --schedule stationary --keep-roles
refuse 'engine of the other question' "--engine: 'search' is none of" "$cast" solve -L 3 -t 7 --engine search
refuse 'engine of this question' "--engine: 'paper' is none of" "$cast" solve -L 3 -t 7 --schedule any --engine paper
expect 'json' 10 '*"status": "feasible", "settled": true, "lower": null, "upper": null, "by": "construction"*' "$cast" solve -L 2 -t 7 -N 20 --schedule any --json -q
# its depth and period may be smaller than those asked for
json() { # NAME FOUND ARGUMENTS...: the keys after the known ones
    name=$1 expected=$2
    shift 2
    "$cast" solve --json -q "$@" >out 2>err
    same "json: $name" "$expected, " "$(sed 's/.*"seconds": [^,]*, //; s/"certificate".*//' out)"
}
json 'smaller depth' '"depth": 4, "period": 2' -L 2 -t 40 -N 5 --schedule any
json 'smaller period' '"depth": 7, "period": 1' -L 2 -t 7 -N 20 --schedule periodic:6
json 'blocks' '"depth": 7, "period": 1' -L 3 -t 60 -N 9 --schedule stationary
same 'json: depth asked' '"t": 60,' "$(grep -o '"t": [0-9]*,' out)"
json 'pruned' '"depth": 8, "period": 1' -L 4 -t 12 -N 6
expect 'json, unknown: who searched last, and why not' 0 '*"by": "sat", "reason": "a limit was reached", "nodes": [1-9]*' "$cast" solve -L 2 -t 9 -N 46 --nodes 1000 --json -q
expect 'json, stopped: nodes' 0 '*"by": "search", "reason": "a limit was reached", "nodes": [1-9]*' "$cast" solve -L 2 -t 9 -N 46 --nodes 1000 -e search --json -q
expect 'json, block-cyclic' 10 '{"question": {"subject": "decide", "L": 3, "t": 7}, *"depth": 7, "period": 1, "certificate": null}' "$cast" solve -L 3 -t 7 --schedule block-cyclic --json -q
while read -r given; do
    # shellcheck disable=SC2086
    refuse "of blocks only: $given" "${given%% *} is for block-cyclic schedules on P(T) processors" "$cast" solve -L 2 -t 7 -N 20 --schedule any $given
done <<'OPTIONS'
--no-ball-rule
--encoding words
--state file.state
--statistics
OPTIONS
same 'no state was made' '' "$(ls ./*.state 2>/dev/null)"

# The integer program.
expect 'program' 0 'End' "$cast" export -L 2 -t 4 --schedule stationary --format lp
same 'program: states but those that nobody leaves' 14 "$(grep -c '^flow_' out)"
refuse 'program too large' 'are for depths from l to 18 steps' "$cast" export -L 2 -t 19 --schedule stationary --format lp
refuse 'program of a tree' 'are for depths from l' "$cast" export -L 4 -t 3 --schedule stationary --format lp
refuse 'program of far too much' 'are for depths from l' "$cast" export -L 4 -t 100000000 --schedule stationary --format lp
refuse 'program of blocks' 'such a machine is for --format lp' "$cast" export --logp 5,0,2 -t 12 --format lp
expect 'program: capacity' 0 'End' "$cast" export -L 2 -t 4 --schedule stationary --format lp --capacity none
lp=${cast%/*}/steadycast-lp
if [ -x "$lp" ]; then
    # question;options of export;answer: largest numbers, and whether there is one
    while IFS=';' read -r options answer; do
        # shellcheck disable=SC2086
        same "program: $options" "$answer" "$("$cast" export $options --format lp | "$lp" --integer 0 | head -n 1)"
    done <<'QUESTIONS'
-L 2 -t 7 --schedule stationary;optimum 20
-L 3 -t 7 --schedule stationary;optimum 9
-L 2 -t 4 -N 6 --schedule periodic:3;infeasible
--logp 5,0,2 -t 12 --capacity none --schedule periodic:1;optimum 7
--logp 5,0,2 -t 12 --capacity none --schedule periodic:2;optimum 8
--logp 5,0,2 -t 12 --capacity none --schedule periodic:2 -N 9;infeasible
QUESTIONS
else
    echo "SKIPPED: steadycast-lp is not built"
fi

# Their formulas: verdicts of another solver are those of solve.
export="$cast export -L 2 -t 4 -N 5 --format dimacs"
for class in stationary periodic:1 periodic:2 'periodic:3 --keep-roles' 'periodic:4 --keep-roles'; do
    # shellcheck disable=SC2086
    expect "formula: $class" 0 '*0' $export --schedule $class
    mv out question.cnf
    # shellcheck disable=SC2086
    "$cast" solve -L 2 -t 4 -N 5 --schedule $class -e sat -q >answer
    solved=$?
    "$cast" refute question.cnf -q >answer
    same "formula: $class: verdict" $solved $?
done
expect 'formula: P(t) processors' 0 '*0' "$cast" export -L 3 -t 7 --format dimacs --schedule periodic:2
same 'formula: how many' 1 "$(grep -c 'on N = 9 processors,' out)"
refuse 'formula: too many' '128' "$cast" export -L 3 -t 20 --format dimacs --schedule periodic:2
refuse 'formula: far too many' 'too many for a formula' "$cast" export -L 3 -t 2000 --format dimacs --schedule stationary
refuse 'formula: period' '64' "$cast" export -L 3 -t 7 --format dimacs --schedule periodic:65
refuse 'formula: tree' 't' "$cast" export -L 3 -t 2 -N 2 --format dimacs --schedule stationary
refuse 'export: no period' "--schedule: 'periodic:0' is not" "$cast" export -L 3 -t 7 --format dimacs --schedule periodic:0
refuse 'export: any' '--schedule any: only' "$cast" export -L 3 -t 7 --format dimacs --schedule any
refuse 'export: opb' 'in the formats dimacs and lp' "$cast" export -L 3 -t 7 --format opb --schedule stationary
refuse 'export: roles of lp' '--keep-roles is for --format dimacs' "$cast" export -L 3 -t 7 --format lp --schedule periodic:2 --keep-roles
refuse 'export: N of the program' '--processors is for' "$cast" export -L 3 -t 7 -N 9 --format lp
expect 'formula: blocks' 0 '*0' "$cast" export -L 2 -t 6 -N 12 --format dimacs
same 'formula: blocks are said' 1 "$(grep -c 'of blocks on a pruned tree' out)"
refuse 'export: N of blocks' '--processors is for' "$cast" export -L 3 -t 7 -N 9 --format opb
refuse 'export: encoding of N' '--encoding is for' "$cast" export -L 3 -t 7 -N 8 --format dimacs --encoding words
refuse 'pruned, engine of the whole tree' "--engine: 'paper' is none of" "$cast" solve -L 4 -t 9 -N 9 --engine paper
refuse 'whole tree, engine of pruned ones' "--engine: 'construction' is none of" "$cast" solve -L 4 -t 9 -N 10 --engine construction
refuse 'export: roles of blocks' '--keep-roles is for' "$cast" export -L 3 -t 7 --keep-roles --format dimacs
refuse 'export: roles, stationary' '--keep-roles is for' "$cast" export -L 3 -t 7 --keep-roles --format dimacs --schedule stationary
refuse 'export: encoding' '--encoding is for' "$cast" export -L 3 -t 7 --encoding sums --format dimacs --schedule stationary
finish
