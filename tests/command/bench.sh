#!/bin/sh
# Benchmarks: the table, JSON, peers, promises, history. Usage: bench.sh STEADYCAST REPOSITORY
cast=$1 repository=$2
. "$(dirname "$0")/common.sh"
bench="$cast bench --quick --runs 1"

# All parts: each has a line, and the number of promises is that of the lines.
expect 'all parts' 0 '# * promises, * broken' $bench
for part in machine decide count backtrack capacity window delay items messages family threads sizes; do
    holds "part $part" grep -q "^$part  *[^ ]" out
done
same 'promises' "$(grep -c -E '  (kept|BROKEN|no peer)( |$)' out)" "$(sed -n 's/^# \([0-9]*\) promises.*/\1/p' out)"
same 'broken ones' "$(grep -c '  BROKEN' out)" "$(sed -n 's/^# .* promises, \([0-9]*\) broken/\1/p' out)"
for peer in picosat cadical kissat minisat glucose clasp cbc; do
    if command -v $peer >/dev/null; then
        holds "$peer is asked" grep -q "the same by $peer" out
    else
        holds "$peer is said to be missing" grep -q "^# decide: $peer is not installed" out
    fi
done
same 'fits' 7 "$(grep -c '^sizes .* residual ' out)"

# JSON: every line is an object with the same values.
expect 'JSON' 0 '{"promises": *' $bench --only window --json
same 'objects' "$(wc -l <out)" "$(grep -c '^{.*}$' out)"
same 'the machine first' 1 "$(head -n 1 out | grep -c '"processors": .*"caches": .*"kernel": .*"compiler": .*"build": ')"
holds 'a share of a limit' grep -q '"part": "window", .*"unit": "s", "limit": .*"share of the limit": 0' out

refuse 'no such part' "there is no benchmark 'nothing'" $bench --only nothing
refuse 'no history in a folder' "can't be read" $bench --only window --history .
printf '{"quick": false}\n' >bad.jsonl
refuse 'a bad history' 'bad.jsonl:1: this is no run of bench' $bench --only window --history bad.jsonl

# Runs are appended and compared: a value of an earlier run made ten times smaller is a change.
expect 'first run' 0 '# history: 0 earlier runs *; 0 values compared, 0 changed *' $bench --only window --history history.jsonl
same 'one line' 1 "$(wc -l <history.jsonl)"
expect 'second run' 0 '# history: 1 earlier runs *' $bench --only window --change 1000000 --history history.jsonl
same 'two lines' 2 "$(wc -l <history.jsonl)"
holds 'nothing changed so much' grep -q ' compared, 0 changed by more than a factor of 10001.00' out
sed 's|"window/window automaton, t = 18, 1 thread":[0-9.e-]*|"window/window automaton, t = 18, 1 thread":1e-9|' history.jsonl >slow.jsonl
expect 'against a fast past' 0 '# history: 2 earlier runs *' $bench --only window --change 100000 --history slow.jsonl
same 'one change' 1 "$(grep -c '^changed: window/window automaton, t = 18, 1 thread: .* worse$' out)"
expect 'in another kind of run' 0 '# history: 0 earlier runs *' "$cast" bench --runs 1 --only backtrack --history slow.jsonl

# A peer that answers at once breaks the promises, one that is wrong is noticed.
mkdir fast wrong
cat >fast/cbc <<'END'
#!/bin/sh
echo x >>count
set -- 31 48 76 121 194
shift $(($(wc -l <count) - 1))
echo "Optimal solution found"
echo "Objective value: $1"
END
printf '#!/bin/sh\necho Optimal solution found\necho Objective value: 7\n' >wrong/cbc
chmod +x fast/cbc wrong/cbc
expect 'promises are broken' 0 '# 5 promises, [1-5] broken' env PATH="$PWD/fast:$PATH" $bench --only capacity
rm count
expect 'strictly' 1 '# 5 promises, [1-5] broken' env PATH="$PWD/fast:$PATH" $bench --only capacity --strict
expect 'a wrong peer' 2 '*' env PATH="$PWD/wrong:$PATH" $bench --only capacity
same 'and why' 'steadycast: CBC says 7.0 for t = 8' "$(cat err)"
expect 'no promise with --quick, kept strictly' 0 '# 0 promises, 0 broken' $bench --only window --strict

# The table of the README is that of results/bench.txt: what is promised there, line by line.
sed -n '1,2p; /^part /p; / value [<>]= \| ratio [<>]= \| share [<>]= /p' "$repository/results/bench.txt" | sed 's/^/    /' >promised
sed -n '/^## Speed/,/^## Map/p' "$repository/README.md" | sed -n '/^    # steadycast /,/^$/p' | sed '/^$/d' >shown
holds 'there are promises' [ "$(wc -l <promised)" -gt 20 ]
same 'README, section Speed (tools/measure writes both)' '' "$(diff promised shown)"
finish
