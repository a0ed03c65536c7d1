#!/bin/sh
# SPDX-License-Identifier: MIT
# steadycast-lp by hand, where steadycast looks for it, and steadycast without it. Usage: lp.sh BUILD INSTALLED_PROGRAMS
build=$1 lp=$1/bin/steadycast-lp installed=$2
. "$(dirname "$0")/../command/common.sh"

# answer NAME LINES EXPECTED: lines are ended by ;
answer() {
    same "$1" "$3" "$(printf '%s' "$2" | tr ';' '\n' | "$lp" | tr '\n' ';')"
}
start='format 1;rows 2;'
three='column 3 0 -1 1 1;column 5 0 2 1 1;column -10 0 1 1 1;'
truth='optimum 11/3;prices 2/3 11/3;solution 2/3 1/3 0;'
answer 'an optimum' "$start${three}solve;" "$truth"
answer 'floating point first' "$start${three}solve floating;column 5 0 1 1 1;solve floating;" "${truth}optimum 4;prices 1 4;solution 1/2 0 0 1/2;"
answer 'both ways' "$start${three}solve;solve floating;solve;" "$truth$truth$truth"
answer 'floating point, no solution' "${start}column 3 0 1 1 1;solve floating;" 'fault there is no optimum;'
answer 'columns come later' "${start}column 3 0 -1 1 1;solve;column 5 0 2 1 1;solve;" \
    'optimum 3;prices 0 3;solution 1;optimum 11/3;prices 2/3 11/3;solution 2/3 1/3;'
answer 'no line feed at the end' "$start${three}solve" "$truth"
answer 'nothing' '' ''
answer 'nothing is asked' "$start$three" ''
answer 'no solution' "${start}column 3 0 1 1 1;solve;" 'fault there is no optimum;'
answer 'no bound' "${start}column 3 0 -1 1 1;column 1 0 -1;solve;" 'fault there is no optimum;'
for line in 'format 2' 'format' 'format 1 1' 'rows 2' 'format 1;rows' 'format 1;rows 0' 'format 1;rows -1' 'format 1;rows 20001' \
    'format 1;rows 99999999999999999999' "${start}rows 2" "${start}solve" "${start}column" "${start}column 1 0" "${start}column 1 2 1" \
    "${start}column 1 0 1 0 1" "${start}column 1 1 1 0 1" "${start}column 1 -1 1" "${start}column 1 0 1/2" "${start}column x" \
    "${start}column 1 0 1000000001" "${start}column  1" "${start}column 1 0 1 " "$start${three}solve now" "$start${three}solve  floating" 'column 1 0 1' 'solve' ' ' ';' 'help'; do
    printf '%s\n' "$line" | tr ';' '\n' | "$lp" >out 2>err
    same "'$line': exit status" 1 $?
    same "'$line': one fault" 1 "$(grep -c '^fault [a-zA-Z0-9]' out)"
    same "'$line': nothing else" 1 "$(cat out err | wc -l)"
done
printf 'format 1\nrows 2\0\n' | "$lp" >out
same 'a byte 0' 'fault a byte 0' "$(cat out)"
expect 'version' 0 'steadycast-lp [0-9]*' "$lp" --version
expect 'help' 0 '*' "$lp" --help
expect 'no other arguments' 1 '' "$lp" file

# Programs with whole numbers, in the format of CPLEX.
integer() {
    same "$1" "$3" "$(printf '%s' "$2" | tr ';' '\n' | "$lp" --integer "${4:-0}" | tr '\n' ';')"
}
knapsack='Maximize; 5 a + 4 b + 3 c;Subject To; 2 a + 3 b + c <= 5; 4 a + b + 2 c <= 11; 3 a + 4 b + 2 c <= 8;Generals; a b c;End;'
integer 'an integer program' "$knapsack" 'optimum 13;a 2;c 1;'
integer 'one node is enough' "$knapsack" 'optimum 13;a 2;c 1;' 1
integer 'half a number' 'Maximize; a;Subject To; 2 a <= 3;Generals; a;End;' 'optimum 1;a 1;'
integer 'no whole number' 'Maximize; a;Subject To; 2 a + 2 b = 3;Generals; a b;End;' 'infeasible;'
integer 'no whole number, without bounds' 'Minimize; x;Subject To; 4 y - z = 0; 8 x + z = -19;Bounds; x free; y free; z free;Generals; x y z;End;' 'infeasible;'
integer 'no whole number between bounds' 'Maximize; 0 a;Subject To; 2 a - 2 b >= 0.5; 2 a - 2 b <= 1.5;Generals; a b;End;' 'infeasible;'
integer 'no whole number, a fixed one' 'Maximize; 0 a;Subject To; 2 a - 2 b + c = 4;Bounds; c = 1;Generals; a b c;End;' 'infeasible;'
integer 'one is not whole' 'Minimize; x;Subject To; 4 y - z = 0; 8 x + z = -19;Bounds; x free; y free; z free; x >= -5;Generals; x z;End;' 'optimum -5;x -5;y 5.25;z 21;'
integer 'no number, without bounds' 'Maximize; a;Subject To; a - b = 0; c >= 3; c + d <= 2;Generals; a b c d;End;' 'infeasible;'
integer 'no number' 'Maximize; a;Subject To; a >= 3; a <= 2;Generals; a;End;' 'infeasible;'
integer 'no bound for whole numbers' 'Maximize; a;Subject To; b <= 2;Generals; a b;End;' 'fault there is no optimum;'
integer 'no program' 'Maximize;' 'fault the input is no program in the LP format of CPLEX;'
for nodes in '' x -1 1x 1000000000; do
    expect "no number of nodes: '$nodes'" 1 '' "$lp" --integer "$nodes"
done
expect 'nodes are missing' 1 '' "$lp" --integer
head -c 100000 /dev/urandom | "$lp" >out
same 'noise: exit status' 1 $?

# Nothing else of ours has these libraries behind it.
for file in "$build"/bin/steadycast "$build"/bin/steadycheck "$build"/bin/steadycast-mpi "$build"/bin/steadycast-perform "$build"/lib/*.so; do
    [ ! -e "$file" ] || same "${file##*/} links neither" '' "$(ldd "$file" | grep -i -e qsopt -e glpk)"
done
same 'steadycast-lp links both' 2 "$(ldd "$lp" | grep -ci -e qsopt_ex -e glpk)"

# Beside the program; in PATH; nowhere. What is installed is found too, wherever that is.
mkdir alone here && cp "$build/bin/steadycast" alone/ && cp "$lp" here/
ask="$work/alone/steadycast capacity -L 2 -t 7"
if [ -e "$installed/steadycast-lp" ]; then
    echo "SKIPPED: $installed/steadycast-lp is there, a machine without it is not tried"
else
    # shellcheck disable=SC2086
    expect 'nowhere' 0 's UNKNOWN' env PATH=/nowhere $ask --engine search -q
    holds 'nowhere: it is told' grep -q '^steadycast: .* steadycast-lp, which is not installed (Debian package steadycast-lp)' err
    # shellcheck disable=SC2086
    expect 'nowhere: others go on' 10 'capacity 20' env PATH=/nowhere $ask --engine all
    holds 'nowhere, all: it is told' grep -q 'search: does not apply: .*steadycast-lp' err
    # shellcheck disable=SC2086
    expect 'in PATH' 10 'capacity 20' env "PATH=$work/here" $ask --engine search
    expect 'nowhere, frontier' 0 's UNKNOWN' env PATH=/nowhere "$work/alone/steadycast" frontier --network dgx1 allgather
    holds 'nowhere, frontier: it is told' grep -q '^search: UNKNOWN, linear programs need the program steadycast-lp, which is not installed' err
    expect 'in PATH, frontier' 10 's FEASIBLE' env "PATH=$work/here" "$work/alone/steadycast" frontier --network dgx1 allgather
    expect 'nowhere, fraction' 0 's UNKNOWN' env PATH=/nowhere "$work/alone/steadycast" ask fraction latency 4 of a -q
fi
printf '#!/bin/sh\nexit 7\n' >alone/steadycast-lp && chmod +x alone/steadycast-lp
# shellcheck disable=SC2086
refuse 'beside it first' 'steadycast-lp ended without an answer, with exit status 7' env "PATH=$work/here" $ask --engine search -q
cp "$lp" alone/
# shellcheck disable=SC2086
expect 'beside it' 10 'capacity 20' env PATH=/nowhere $ask --engine search

# Fractional streams: by the program, verified, and the same bytes again.
for point in a b c; do
    expect "fraction, point $point" 10 's FEASIBLE' "$work/alone/steadycast" ask fraction latency 5 of $point -q -o "five-$point"
    expect "fraction, point $point: verified" 0 "s VERIFIED postal L=5: there is a fractional stream for N = *" \
        "$build/bin/steadycheck" "five-$point"
    "$work/alone/steadycast" ask fraction latency 5 of $point -q -o again --force >out 2>err
    same "fraction, point $point: again" "$(cat "five-$point")" "$(cat again)"
done
refuse 'fraction: of what' "'of' is missing: a, b or c" "$work/alone/steadycast" ask fraction latency 5
refuse 'fraction: latency' 'is not a number from 4 to 20' "$work/alone/steadycast" ask fraction latency 3 of a
expect 'fraction: stopped' 0 's UNKNOWN' "$work/alone/steadycast" ask fraction latency 19 of a --time 1 -q

# Nothing is left of it when it is stopped: it is a program of another name here, and is looked for by that.
cat >alone/steadycast-lp <<.
#!/bin/sh
echo \$\$ >'$work/process'
exec sleep 1000
.
for way in time INT KILL; do
    rm -f process
    if [ $way = time ]; then
        # shellcheck disable=SC2086
        expect 'a limit of time' 0 's UNKNOWN' $ask --engine search --time 1 -q
    else
        # shellcheck disable=SC2086
        $ask --engine search -q >out 2>err &
        asking=$!
        for _ in 1 2 3 4 5 6 7 8 9 10; do [ -s process ] || sleep 0.2; done
        kill -$way $asking
        wait $asking 2>err
    fi
    holds "$way: it was started" test -s process
    for _ in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$(cat process)" 2>err && sleep 0.2; done
    tests=$((tests + 1))
    if kill -0 "$(cat process)" 2>err && ! grep -q '^State:.*Z' "/proc/$(cat process)/status"; then
        fail "$way: the child goes on"
        kill "$(cat process)"
    fi
done
finish
