#!/bin/sh
# SPDX-License-Identifier: MIT
# Benchmarks: the table, JSON, peers, promises, comparison. Usage: bench.sh STEADYCAST-BENCH REPOSITORY
program=$1 repository=$2
. "$(dirname "$0")/../command/common.sh"
bench="$program --quick --runs 1"

# All parts: each has a line, and the number of promises is that of the lines.
expect 'all parts' 0 '# * promises, * broken' $bench
for part in machine decide count backtrack capacity window delay items messages family networks threads sweep sizes; do
    holds "part $part" grep -q "^$part  *[^ ]" out
done
same 'promises' "$(grep -c -E '  (kept|BROKEN|no peer)( |$)' out)" "$(sed -n 's/^# \([0-9]*\) promises.*/\1/p' out)"
same 'broken ones' "$(grep -c '  BROKEN' out)" "$(sed -n 's/^# .* promises, \([0-9]*\) broken/\1/p' out)"
for peer in picosat cadical kissat minisat glucose clasp cbc; do
    if command -v $peer >/dev/null; then
        holds "$peer is asked" grep -q "the same by $peer" out
    else
        holds "$peer is said to be missing" grep -q "^# $peer is not installed" out
    fi
done
same 'growth' 7 "$(grep -c '^sizes .*\.\..* s$' out)"

# JSON: every line is an object with the same values.
expect 'JSON' 0 '{"promises": *' $bench --only window --json
same 'objects' "$(wc -l <out)" "$(grep -c '^{.*}$' out)"
same 'the machine first' 1 "$(head -n 1 out | grep -c '"machine": ".* processors, .*; Linux .*; load at the start .*"build": ')"
holds 'a share of a limit' grep -q '"part": "window", .*"unit": "s", .*"limit": "transitions.*"share of the limit": 0' out

refuse 'no such part' "there is no benchmark 'nothing'" $bench --only nothing
# Two tables are compared: a value of the earlier one made smaller is a change, for a rate to the better.
compare=$repository/tools/compare-bench
expect 'a table' 0 '# 0 promises, 0 broken' $bench --only window
cp out now
expect 'with itself' 0 '8 values compared, 0 changed' "$compare" now now
awk '/^window    window automaton, t = 18, 1 thread / || /^machine   SHA-256/ { $0 = substr($0, 1, 58) "  1.00e-07" substr($0, 69) } 1' now >past
expect 'with a fast past' 0 '8 values compared, 2 changed' "$compare" past now
same 'one is worse' 1 "$(grep -c '^window    window automaton, t = 18, 1 thread .* worse$' out)"
same 'one is better' 1 "$(grep -c '^machine   SHA-256 .* better$' out)"
expect 'no table' 1 '' "$compare" now out

# A peer that answers at once breaks the promises, one that is wrong is noticed.
mkdir fast wrong
cat >fast/cbc <<'END'
#!/bin/sh
echo x >>count
set -- 31 48 76 121 194
shift $(($(wc -l <count) - 1))
echo "Result - Optimal solution found"
echo "Objective value: $1"
END
printf '#!/bin/sh\necho Result - Optimal solution found\necho Objective value: 7\n' >wrong/cbc
chmod +x fast/cbc wrong/cbc
expect 'promises are broken' 0 '# 5 promises, [1-5] broken' env PATH="$PWD/fast:$PATH" $bench --only capacity
expect 'strictly' 1 '# 5 promises, [1-5] broken' env PATH="$PWD/fast:$PATH" $bench --only capacity --strict
expect 'a wrong peer' 2 '*' env PATH="$PWD/wrong:$PATH" $bench --only capacity
same 'and why' 'steadycast: capacity at L = 2, t = 8: 31, but 7 by cbc' "$(cat err)"
expect 'no promise with --quick, kept strictly' 0 '# 0 promises, 0 broken' $bench --only window --strict

# Networks: z3, if it is there, says what we say. Nothing here depends on who is faster.
sat='networks  ring:4 allgather, S=2 R=3 C=2 ' unsat='networks  ring:4 allgather, S=2 R=2 C=2 '
if command -v z3 >/dev/null; then
    expect 'z3 agrees' 0 "$sat* z3 * sat" $bench --only networks --limit 300
    holds 'of what is impossible too' grep -q "^$unsat.* z3 .* unsat, prices\$" out
    same 'its ratios are summed up' 1 "$(grep -c '^networks  questions in which z3 is faster ' out)"
fi
mkdir bare said
for name in sh sed head cut cat nproc uname; do ln -s "$(command -v $name)" bare/$name; done
expect 'no z3' 0 '# networks: the peer is skipped: no z3 in PATH' env PATH="$PWD/bare" $bench --only networks
holds 'we answer' grep -q "^$sat.* s  *sat\$" out
holds 'and say what is impossible' grep -q "^$unsat.* s  *unsat, prices\$" out
same 'nobody is compared with' '' "$(grep -E 'z3 is faster|the least ratio' out)"
# says NAME STATUS LINE COMMAND..: z3 is a shell that runs the command
says() {
    name=$1 status=$2 line=$3
    shift 3
    printf '#!/bin/sh\ncp "$2" "%s/asked.smt2"\n%s\n' "$PWD" "$*" >said/z3
    chmod +x said/z3
    expect "$name" "$status" "$line" env PATH="$PWD/said:$PATH" $bench --only networks --limit 7
}
says 'z3 that is wrong' 2 '*' echo unsat
same 'what it says' 'steadycast: ring:4 allgather, S=2 R=3 C=2: sat, but unsat by z3' "$(cat err)"
says 'z3 that is wrong the other way' 2 '*' echo sat
same 'that as well' 'steadycast: ring:4 allgather, S=2 R=2 C=2: unsat, prices, but sat by z3' "$(cat err)"
says 'z3 that is right' 0 "$unsat* z3 * unsat, prices" 'grep -q "r2) 3" "$2" && echo sat || echo unsat'
says 'z3 that gives up' 0 "$sat* z3 *>* sat" 'echo timeout; [ $1 = -T:7 ]'
same 'the formula it got' '(assert (<= (+ 0 r1 r2) 2))' "$(grep '^(assert (<= (+' asked.smt2)"
says 'z3 that fails' 2 '*' exit 3
same 'and how' 'steadycast: this fails: z3 -T:7 network.smt2' "$(cat err)"
says 'z3 that talks' 2 '*' echo well
same 'of what' "steadycast: z3 says 'well' of ring:4 allgather, S=2 R=3 C=2" "$(cat err)"

# A signal ends it; a program in the current folder is not one that is installed.
"$program" --only capacity >out 2>err &
run=$!
heard $run
kill -INT $run
wait $run
same 'SIGINT' 1 $?
same 'SIGINT, the reason' 'steadycast: stopped by a signal or the time limit' "$(cat err)"
mkdir here && printf '#!/bin/sh\ntouch "%s/was-run"\nexit 0\n' "$work" >here/sed
for name in dot cadical nproc head; do cp here/sed here/$name; done
chmod +x here/*
(cd here && PATH=:$PATH $bench --only capacity >out 2>err)
same 'nothing here is run' '' "$(ls was-run 2>/dev/null)"

# The command line.
expect 'help' 0 'usage: steadycast-bench *' "$program" --help
expect 'version' 0 'steadycast-bench [0-9]*' "$program" --version
refuse 'an option that is none' "steadycast-bench does not take --quik; did you mean '--quick'? (see: steadycast-bench --help)" "$program" --quik
refuse 'an operand' "takes no 'capacity'" "$program" capacity

# What is kept is a whole table with its promises.
promised=$(grep -c ' value [<>]= \| ratio [<>]= \| share [<>]= ' "$repository/results/bench.txt")
holds 'there are promises' [ "$promised" -gt 20 ]
broken=$(grep -c '[<>]= .* BROKEN' "$repository/results/bench.txt")
same 'results/bench.txt: promises' "# $promised promises, $broken broken" "$(grep '^# [0-9]* promises' "$repository/results/bench.txt")"
finish
