#!/bin/sh
# SPDX-License-Identifier: MIT
# The store of a campaign: its form as documented, what others see of it while it is written, folders that
# may not be written, and two runs at a time.
# Usage: store.sh STEADYCAST KILL_SWEEP README; the seed is TEST_SEED, or the clock.
cast=$1 killer=$2 readme=$3
. "$(dirname "$0")/../command/common.sh"
seed=${TEST_SEED:-$(date +%s)}
echo "TEST_SEED=$seed"
cat >small.campaign <<'END'
decide latency 3..4 depth L..2L engine all
decide latency 3 depth 9 engine backtrack
delay latency 1..3 processors 2..6
capacity latency 2 depth 3..6
END
expect 'the campaign' 0 's COMPLETE' "$cast" sweep -q small.campaign -o right
cases=$(wc -l <right/results.jsonl)

# --- its form ---

sed -n '/^### answers.sqlite$/,/^```$/p' "$readme" | sed -n '/^```sql$/,/^```$/p' | sed '1d;$d' >documented
ask_store right "select sql || ';' from sqlite_master where sql not null order by rowid" >found.schema
holds 'the schema is the documented one' diff documented found.schema
same 'its version' 1 "$(ask_store right 'pragma user_version')"
same 'its mark' Stcy "$(printf '%x' "$(ask_store right 'pragma application_id')" | sed 's/../\\x&/g' | xargs -0 printf)"
same 'tables and views' 'answers attempts cases certificates damaged folder history inputs run workers' \
    "$(ask_store right "select group_concat(name, ' ') from (select name from sqlite_master where type in ('table', 'view') order by 1)")"
same 'a file alone' 'answers.sqlite campaign certificates results.csv results.jsonl' "$(ls -A right | tr '\n' ' ' | sed 's/ $//')"
same 'whole' ok "$(ask_store right 'pragma integrity_check')"
same 'the part' "1/1 $work" "$(ask_store right "select shard || '/' || shards || ' ' || base from folder")"
same 'all cases' "$cases" "$(ask_store right "select count(*) from answers where verdict not null and state in ('answered', 'open')")"
same 'in the order of the campaign' "$(cut -d '"' -f 4 right/results.jsonl)" "$(ask_store right 'select name from answers order by number')"
same 'answers are those of the results' "$(sed 's/.*"status":"\([a-z]*\)".*/\1/' right/results.jsonl)" \
    "$(ask_store right 'select verdict from answers order by number')"
same 'certificates are those of the folder' "$(cd right/certificates && find . -type f | sed 's/^..//' | LC_ALL=C sort)" \
    "$(ask_store right 'select file from certificates order by 1')"
ask_store right 'select sha256 || "  right/certificates/" || file from certificates' >sums
holds 'with their digests' sha256sum --quiet -c sums
same 'nobody is at work' '0 1' "$(ask_store right 'select (select count(*) from workers) || " " || (select count(*) from run)')"

cp -r right newer
ask_store newer 'pragma user_version = 2'
said='newer/answers.sqlite is of version 2 of its form, and this program knows version 1'
cp -r newer before
for verb in audit status report 'merge -o merged' 'sweep -q small.campaign -o'; do
    # shellcheck disable=SC2086
    refuse "a newer form: $verb" "$said" "$cast" $verb newer
done
holds 'a newer form: the store is left alone' cmp newer/answers.sqlite before/answers.sqlite

# --- while it is written ---

printf 'set order file\ndelay latency 3 processors 2..9\ndecide latency 5 depth 28..29 engine sat time 60\n' >long.campaign
"$cast" sweep -q long.campaign -o run --threads 2 >run.out 2>run.err &
process=$!
trap 'kill -9 $process 2>/dev/null; chmod -R u+w "$work"; rm -rf "$work"' EXIT
turns=0
until [ "$(ask_store run "select count(*) from workers where name like 'decide %'" 2>/dev/null)" = 2 ] || [ $turns -ge 200 ]; do
    sleep 0.1
    turns=$((turns + 1))
done
same 'workers' '0 1 decide latency 5 depth 28 engine sat,decide latency 5 depth 29 engine sat' \
    "$(ask_store run 'select min(worker) || " " || max(worker) || " " || (select group_concat(name) from (select name from workers order by 1)) from workers')"
same 'whole cases, the first attempt' 2 "$(ask_store run 'select count(*) from workers where piece is null and attempt = 1')"
same 'since' 2 "$(ask_store run "select count(*) from workers where since between unixepoch() - 60 and unixepoch() + 1")"
same 'running' 2 "$(ask_store run "select count(*) from cases where state = 'running' and since between unixepoch() - 60 and unixepoch() + 1")"
same 'the others are answered' 8 "$(ask_store run "select count(*) from cases where state = 'answered' and since is null")"
same 'the run' "$process 2 10 8" "$(ask_store run "select process || ' ' || workers || ' ' || total || ' ' || done from run")"
workers=$(ps -o pid= --ppid $process)
sleep 1.2 # the disk was waited for meanwhile
ask_store run 'select count(*) from attempts' >reader
same 'who reads and goes does not take the log away' yes "$([ -e run/answers.sqlite-wal ] && echo yes)"
# A reader that stays keeps nobody from writing.
(echo 'begin; select count(*) from attempts;' && sleep 1 && echo 'commit;') | sqlite3 run/answers.sqlite >reader &
reader=$!
expect 'status' 0 's RUNNING' "$cast" status run
wait $reader
same 'a reader' 8 "$(cat reader)"
refuse 'a second run' 'another run is working on run' busy 20 "$cast" sweep -q long.campaign -o run
# shellcheck disable=SC2086
kill -KILL $process $workers
wait $process 2>/dev/null
cp -r run first # readers may take the log away
expect 'killed' 0 's STOPPED' "$cast" status run
holds 'killed: what was committed' grep -q '^cases 8/10 ' out
same 'killed: lines' 8 "$(lines run | wc -l)"
same 'killed: whole' ok "$(ask_store run 'pragma integrity_check')"
expect 'killed: audit' 1 's INCOMPLETE 2 missing; *' "$cast" audit run
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT

# --- a folder that may not be written ---

# anyone COMMAND...: without the rights of root
anyone() {
    if [ "$(id -u)" = 0 ]; then
        setpriv --reuid 65534 --regid 65534 --clear-groups "$@"
    else
        "$@"
    fi
}
chmod 755 "$work"
rm -rf f && cp -r right f
rm -rf stopped && cp -r first stopped
same 'killed: a log' yes "$([ -s stopped/answers.sqlite-wal ] && echo yes)"
rm -rf flat && cp -r stopped flat # without what is in its log, and of the form that needs one
ask_store flat 'pragma wal_checkpoint(truncate)' >flat.log
rm -f flat/answers.sqlite-*
same 'flat: its form' 2 "$(od -An -tu1 -j18 -N1 flat/answers.sqlite | tr -d ' ')"
rm -rf logged && cp -r first logged # with its log, and without what readers share
rm logged/answers.sqlite-shm
rm -rf begun && cp -r flat begun # killed at a change of the file itself, which has to be taken back
printf '%s\n' 'pragma journal_mode = delete; pragma cache_size = 1; begin immediate;' \
    'insert into damaged select a.id, a.line, b.line from attempts a, attempts b;' '.shell cp -r begun half' |
    sqlite3 begun/answers.sqlite >begun.log
same 'half: a journal' yes "$([ -s half/answers.sqlite-journal ] && echo yes)"
rm -rf kept && mkdir kept && cp -r f flat stopped logged half kept
chmod -R a-w,a+rX f flat stopped logged half small.campaign
if anyone "$cast" version >out 2>err; then
    refuse 'read only: sweep' 'f/' anyone "$cast" sweep -q small.campaign -o f
    expect 'read only: audit' 0 "s AUDITED $cases cases, *" anyone "$cast" audit f
    expect 'read only: status' 0 's COMPLETE' anyone "$cast" status f
    holds 'read only: status: cases' grep -q "^cases $cases/$cases " out
    mkdir -m 777 open
    expect 'read only: report' 0 '*' anyone "$cast" report f -o open/page.html
    for folder in stopped flat logged; do
        expect "read only, $folder: status" 0 's STOPPED' anyone "$cast" status $folder
        holds "read only, $folder: cases" grep -q '^cases 8/10 ' out
        expect "read only, $folder: audit" 1 's INCOMPLETE 2 missing; *' anyone "$cast" audit $folder
    done
    for verb in audit status report 'merge -o open/half'; do
        # shellcheck disable=SC2086
        refuse "to be taken back: $verb" "half/answers.sqlite can't be read where it stands (" anyone "$cast" $verb half
    done
    expect 'read only, merged' 0 's MERGED *' anyone "$cast" merge f -o open/merged
    same_results 'read only, merged: results' right/results.jsonl open/merged/results.jsonl
else
    echo "SKIPPED: nobody but root may run the program here: $(tail -n 1 err)"
fi
chmod -R u+w f flat stopped logged half
for folder in f flat stopped logged half; do
    holds "read only: nothing is written, $folder" diff -r kept/$folder $folder
done

# --- two at a time ---

printf 'delays latency 3 processors 1500\nfamily latency 9 gap 2 capacity none\ndelays latency 2 processors 1200\n' >put.campaign
cat small.campaign >>put.campaign
expect 'undisturbed' 0 's REPRODUCED *' "$cast" reproduce -q put.campaign -o put
begun=$(date +%s%N)
expect 'the same again' 0 's REPRODUCED *' "$cast" reproduce -q put.campaign -o again
window=$((($(date +%s%N) - begun) / 1000000))
holds 'the same again: equal' diff -r put again
# a run into the folder `two` is stopped when this is there
for moment in results.jsonl report.html pictures; do
    rm -rf two
    "$cast" reproduce -q put.campaign -o two >two.out 2>two.err &
    process=$!
    turns=0
    until [ -e two/$moment ] || ! kill -0 $process 2>/dev/null || [ $turns -ge 3000 ]; do
        sleep 0.005
        turns=$((turns + 1))
    done
    kill -STOP $process
    if kill -0 $process 2>/dev/null && [ -e two/answers.sqlite ]; then
        for verb in reproduce sweep; do
            refuse "two at a time, $moment: $verb" 'another run is working on two' busy 20 "$cast" $verb -q put.campaign -o two
        done
        expect "two at a time, $moment: status" 0 's RUNNING' "$cast" status two
    else
        echo "$moment: it was done before it could be stopped"
    fi
    kill -CONT $process
    wait $process
    same "two at a time, $moment: the first" 0 $?
    holds "two at a time, $moment: all is there" diff -r put two
done

# killed at random moments: the same command comes to the same bytes
kills=0 round=0
while [ $kills -lt 20 ] && [ $round -lt 80 ] && [ $failures = 0 ]; do
    round=$((round + 1))
    rm -rf two
    "$killer" $((seed + round)) 4 $window "$cast" reproduce -q put.campaign -o two >told || fail "round $round: $(tail -n 3 kill.log)"
    kills=$((kills + $(sed -n 's/^kills \([0-9]*\) .*/\1/p' told)))
    grep -q 'not complete' told && expect "round $round: the end" 0 's REPRODUCED *' "$cast" reproduce -q put.campaign -o two
    holds "round $round: the same bytes" diff -r put two
done
echo "$kills kills in $round rounds"
holds 'enough kills' [ $kills -ge 20 ]
# --- what others do with a store ---

# a user's own index and view are no damage; real damage keeps where names of files stand
printf 'p cnf 1 2\n1 0\n-1 0\n' >x.cnf
echo 'formula file x.cnf' >formula.campaign
expect 'a formula' 0 's COMPLETE' "$cast" sweep -q formula.campaign -o formula
ask_store formula 'analyze; create index mine on cases (state); create view ours as select * from cases'
expect 'of a user: sweep' 0 's COMPLETE' "$cast" sweep -q formula.campaign -o formula
same 'of a user: nothing is said' '' "$(cat err)"
same 'of a user: it stays' 2 "$(ask_store formula "select count(*) from sqlite_master where name in ('mine', 'ours')")"
ask_store formula "insert into damaged values (7, 'a line', 'of before'); drop view answers"
mkdir elsewhere
expect 'damaged elsewhere: sweep' 0 's COMPLETE' sh -c "cd elsewhere && '$cast' sweep -q ../formula.campaign -o ../formula"
same 'damaged elsewhere: kept' 1 "$(sed -n 's/^cases .* kept \([0-9]*\) .*/\1/p' out)"
same 'damaged elsewhere: names, and what was set aside' "$work of before" "$(ask_store formula "select base || ' ' || why from folder, damaged")"
expect 'damaged elsewhere: audit' 0 's AUDITED 1 cases, 1 certificates' "$cast" audit formula

# somebody reads when it goes
"$cast" reproduce -q put.campaign -o read >read.out 2>read.err &
process=$!
turns=0
until [ -n "$(ask_store read 'select 1 from attempts limit 1' 2>/dev/null)" ] || [ $turns -ge 1000 ]; do
    sleep 0.01
    turns=$((turns + 1))
done
(echo 'begin; select count(*) from attempts;' && while kill -0 $process 2>/dev/null; do sleep 0.1; done) |
    sqlite3 read/answers.sqlite >reader &
wait $process
same 'read when it goes' 0 $?
wait
holds 'read when it goes: equal' diff -r put read

# a shard that is running is merged as far as it was read; strays and folders of others are left alone
printf 'set time 60\ndelay latency 1..10 processors 2..900\n' >long.campaign
"$cast" sweep -q long.campaign -o long >long.out 2>&1 &
process=$!
turns=0
until [ "$(ask_store long 'select count(*) > 300 from attempts' 2>/dev/null)" = 1 ] || [ $turns -ge 1000 ]; do
    sleep 0.01
    turns=$((turns + 1))
done
expect 'a running shard' 0 's MERGED *' "$cast" merge -q --partial long -o so-far
kill -TERM $process
wait $process
expect 'a running shard: audit' 1 's INCOMPLETE *' "$cast" audit -q so-far
same 'a stopped run: nobody is at work' '0 0' \
    "$(ask_store long "select (select count(*) from workers) || ' ' || (select count(*) from cases where state = 'running')")"
for i in 1 2; do "$cast" sweep -q small.campaign -o part$i --shard $i/2 >out; done
sha256sum part1/answers.sqlite >sums
mkdir -p mine/certificates && echo precious >mine/results.csv
refuse 'a folder of others' 'mine is there already, and a new folder is needed' "$cast" merge part1 part2 -o mine
same 'a folder of others: it stays' precious "$(cat mine/results.csv)"
expect 'shards' 0 's MERGED *' "$cast" merge -q part1 part2 -o both
holds 'shards are only read' sha256sum --quiet -c sums
ask_store part1 "attach 'part2/answers.sqlite' as other; insert into attempts (line) select line from other.attempts"
expect 'strays' 0 's MERGED *' "$cast" merge -q --partial part1 part2 -o strays
same 'strays are left' "$(ask_store both 'select line from attempts')" "$(ask_store strays 'select line from attempts')"

# what is no file is not waited for
mkdir piped && cp right/campaign piped && mkfifo piped/answers.sqlite
for verb in status audit report; do
    refuse "a pipe: $verb" 'piped/answers.sqlite is no file' busy 20 "$cast" $verb piped
done
refuse 'a pipe: sweep' 'piped/answers.sqlite is no file' busy 20 "$cast" sweep -q small.campaign -o piped

# what others hold for too long is not taken for empty (20 s)
if [ "${TEST_ROUNDS:-1}" -gt 1 ]; then
    (echo 'begin exclusive; select 1;' && sleep 40) | sqlite3 right/answers.sqlite >held 2>&1 &
    turns=0
    until [ -s held ] || [ $turns -ge 200 ]; do
        sleep 0.1
        turns=$((turns + 1))
    done
    refuse 'held by others' 'right/answers.sqlite: another program is writing it' busy 30 "$cast" status right
    wait
fi
finish
