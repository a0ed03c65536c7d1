#!/bin/sh
# SPDX-License-Identifier: MIT
# What is written, where, and what is refused. Usage: files.sh STEADYCAST STEADYCHECK
cast=$1 check=$2
. "$(dirname "$0")/common.sh"

# Certificates of every kind that solve writes, verified.
for instance in '3 7 arithmetic' '4 8 arithmetic' '4 8 backtrack' '4 8 sat' '5 2000 arithmetic' '2 1 backtrack' '4 9 sat' '3 11 paper'; do
    set -- $instance
    "$cast" solve -L "$1" -t "$2" -e "$3" -o "$1-$2-$3.cert" >out 2>err
    expect "$instance is verified" 0 "s VERIFIED L=$1[ :]*" "$check" "$1-$2-$3.cert"
done
same 'nothing else is there' 8 "$(ls | grep -v -e '^out$' -e '^err$' | wc -l | tr -d ' ')"
expect 'on stdout' 10 'digest sha256 *' "$cast" solve -L 3 -t 7 -o - -q
same 'the same bytes' "$(cat 3-7-arithmetic.cert)" "$(cat out)"
same 'the digest is that of sha256sum' "$(sed -n 's/^digest sha256 //p' out)" "$(head -n -1 out | sha256sum | cut -d' ' -f1)"

# One digit changed, anywhere: never verified. 0 becomes 1, any other digit one less.
bytes=$(($(wc -c <3-7-arithmetic.cert) - 80)) place=0 changed=0
while [ "$place" -lt "$bytes" ]; do
    byte=$(tail -c +$((place + 1)) 3-7-arithmetic.cert | head -c 1)
    case $byte in
    [0-9])
        { head -c "$place" 3-7-arithmetic.cert
          [ "$byte" = 0 ] && printf 1 || printf %s $((byte - 1))
          tail -c +$((place + 2)) 3-7-arithmetic.cert; } >changed.cert
        expect "digit $place, old digest" 2 's MALFORMED *' "$check" changed.cert
        head -n -1 changed.cert >body
        { cat body; printf 'digest sha256 %s\n' "$(sha256sum <body | cut -d' ' -f1)"; } >changed.cert
        "$check" changed.cert >out
        found=$? changed=$((changed + 1))
        # The writer's version is not part of the claim.
        case $(head -c "$place" 3-7-arithmetic.cert | tail -n 1) in
        writer*) same "digit $place of the version" 0 $found ;;
        *) [ $found = 1 ] || [ $found = 2 ] || fail "digit $place: exit $found: $(cat out)" ;;
        esac ;;
    esac
    place=$((place + 1))
done
holds 'many digits' [ "$changed" -gt 10 ]

# Existing files stay; --force replaces them.
printf 'mine\n' >mine
refuse 'existing file' 'mine exists; --force overwrites it' "$cast" solve -L 3 -t 7 -q -o mine
same 'it stays' mine "$(cat mine)"
expect 'forced' 10 's FEASIBLE' "$cast" solve -L 3 -t 7 -q -o mine --force
holds 'it is replaced' "$check" mine
# A pipe stands for devices: were they not refused, --force would put a file in their place.
mkdir folder
mkfifo pipe
for force in '' --force; do
    refuse "picture as folder $force" 'folder is not a regular file' "$cast" show mine --svg -o folder $force
    refuse "pipe $force" 'pipe is not a regular file' "$cast" solve -L 3 -t 7 -q -o pipe $force
    refuse "picture as pipe $force" 'pipe is not a regular file' "$cast" show mine -o pipe $force
done
holds 'the pipe is still one' [ -p pipe ]
same 'the folder is empty' '' "$(ls folder; ls -d folder.partial 2>/dev/null)"
printf 'time,from,to,item\n1,0,1,1\n' >list.csv
refuse 'a file, not a folder to be' 'new/ would be a folder: a file is written' "$cast" import list.csv -L 3 -o new/
# What has no certificate yet leaves no folder.
"$cast" rate allreduce --network torus:16x16 --time 0.001 -q -o unwritten >/dev/null 2>&1
holds 'no empty folder' sh -c '[ ! -d unwritten ] || [ -n "$(ls unwritten)" ]'
# A certificate goes into the folder.
expect 'folder' 10 's FEASIBLE' "$cast" solve -L 3 -t 7 -q -o folder
refuse 'folder: there already' 'folder/schedule.cert exists; --force overwrites it' "$cast" solve -L 3 -t 7 -q -o folder/
expect 'folder --force' 10 's FEASIBLE' "$cast" solve -L 3 -t 7 -q -o folder/ --force
cmp mine folder/schedule.cert || fail 'folder: another certificate'
refuse 'file with a slash' "mine/ can't be written: Not a directory" "$cast" solve -L 3 -t 7 -q -o mine/
refuse 'no such folder' "none/x.cert can't be written: No such file or directory" "$cast" solve -L 3 -t 7 -q -o none/x.cert
refuse 'file as folder' "mine/x.cert can't be written: Not a directory" "$cast" solve -L 3 -t 7 -q -o mine/x.cert
refuse 'family into a file' "folder mine/families can't be made" "$cast" family -L 3 -o mine/families
if [ "$(id -u)" -ne 0 ]; then
    chmod a-w folder
    refuse 'unwritable folder' "folder/x.cert can't be written: Permission denied" "$cast" solve -L 3 -t 7 -q -o folder/x.cert
else
    refuse 'unwritable folder' "/proc/x.cert can't be written" "$cast" solve -L 3 -t 7 -q -o /proc/x.cert
fi

# Two runs on one file: the second is refused while the first one, stopped in the middle, holds it.
# hold FILE COMMAND...
hold() {
    file=$1.partial
    shift
    "$@" >/dev/null 2>&1 &
    run=$!
    while [ ! -s "$file" ] && kill -0 $run 2>/dev/null; do :; done
    kill -STOP $run
}
hold busy.cert "$cast" solve -L 5 -t 1400 -q -o busy.cert
if [ -s busy.cert.partial ]; then
    refuse 'busy file' 'another run is writing busy.cert' "$cast" solve -L 3 -t 7 -q -o busy.cert
    kill -CONT $run
    wait $run
    same 'the first run ends' 10 $?
    holds 'its file is whole' "$check" busy.cert
else
    kill -CONT $run
    echo 'SKIPPED: the first run was too fast to be held'
fi
hold busy.txt "$cast" enumerate -L 5 -t 15 -q -o busy.txt --most 300000
if [ -s busy.txt.partial ]; then
    refuse 'busy list' 'another run is writing busy.txt' "$cast" enumerate -L 3 -t 7 -q -o busy.txt --force
    kill -CONT $run
    wait $run
    same 'the first list ends' 0 $?
    same 'its file is whole' 300000 "$(wc -l <busy.txt | tr -d ' ')"
else
    kill -CONT $run
    echo 'SKIPPED: the first list was too fast to be held'
fi
rm -f busy.txt
# A partial file that is finished or given up while another run waits for its lock is not touched:
# runs that write one file at the same time, again and again, leave one whole certificate.
"$cast" solve -L 3 -t 40 -q -o race.cert >out
for run in 1 2 3 4; do
    for round in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
        "$cast" solve -L 3 -t 40 -q -o race.cert --force 2>&1
        "$check" race.cert 2>&1
    done >race.$run &
done
wait
same 'race: never a torn file' '' "$(grep -h -e MALFORMED -e REFUTED race.[1-4])"
holds 'race: a whole file' "$check" race.cert
same 'race: no rests' '' "$(ls race.cert.partial 2>/dev/null)"
# What a killed run left behind is no lock.
printf 'rest of a killed run' >left.cert.partial
expect 'left partial file' 10 's FEASIBLE' "$cast" solve -L 3 -t 7 -q -o left.cert
holds 'it is overwritten' "$check" left.cert
same 'and gone' '' "$(ls left.cert.partial 2>/dev/null)"

# A disk that is full.
to_full() { "$@" >/dev/full; }
if [ -w /dev/full ]; then
    refuse 'full device' '/dev/full is not a regular file' "$cast" solve -L 3 -t 7 -q -o /dev/full
    for verb in 'solve -L 3 -t 7 -q' 'solve -L 4 -t 8 -q' 'solve -L 3 -t 7 -q -o -' 'solve -L 3 -t 7 -q --json' help 'help solve' 'solve --help' version 'show mine' 'show mine --svg' 'automaton -L 3' 'automaton -L 3 -f dot'; do
        # shellcheck disable=SC2086
        refuse "full disk: $verb" 'could not be written' to_full "$cast" $verb
    done
else
    echo 'SKIPPED: there is no /dev/full'
fi
# A limit for the size of files is an error as a full disk is, and leaves nothing behind.
small() (
    ulimit -f 1
    "$@"
)
refuse 'limit of size' 'deep.cert could not be written: File too large' small "$cast" solve -L 30 -t 90 -o deep.cert -q
same 'limit of size: nothing is left' '' "$(ls deep.cert* 2>/dev/null)"
# Whoever started this program may not have cared for the ends of children.
careless() (
    trap '' CHLD
    "$@"
)
expect 'SIGCHLD ignored' 10 's FEASIBLE' careless "$cast" solve -L 3 -t 7 -q -o careless.cert
expect 'SIGCHLD ignored: workers' 0 '*' sh -c "trap '' CHLD; echo 'decide latency 3 depth 7' >c.campaign; exec '$cast' sweep c.campaign -o careless -q"
expect 'SIGCHLD ignored: steadycheck' 0 '*' careless "$cast" audit careless -q

# Temporary files are where TMPDIR says.
printf 'p cnf 1 2\n1 0\n-1 0\n' >no.cnf
mkdir temporary
expect 'TMPDIR' 20 's INFEASIBLE' env TMPDIR="$work/temporary" "$cast" refute no.cnf -q
same 'TMPDIR: nothing is left' '' "$(ls temporary)"
expect 'TMPDIR: there is none: /tmp' 20 's INFEASIBLE' env TMPDIR="$work/missing" "$cast" refute no.cnf -q

# Some editors begin a file of text with a mark.
printf '\357\273\277p cnf 1 2\n1 0\n-1 0\n' >marked.cnf
expect 'mark: formula' 20 's INFEASIBLE' "$cast" refute marked.cnf -q
printf '\357\273\2770 1\n1 2\n2 0\n' >marked.net
expect 'mark: network' 10 '*' "$cast" allgather --network file:marked.net -q
printf '\357\273\277decide latency 3 depth 7\n' >marked.campaign
expect 'mark: campaign' 0 '*' "$cast" sweep marked.campaign -o marked -q
"$cast" delay -L 2 -P 4 -q -o four >out
"$cast" expand four/schedule.cert -k 2 -q -o list.cert >out
for format in csv json; do
    machine=''
    [ $format = json ] || machine='-L 2 --period 1'
    "$cast" convert list.cert -f $format >list.$format
    { printf '\357\273\277' && cat list.$format; } >marked.$format
    # shellcheck disable=SC2086
    expect "mark: $format" 0 '*' "$cast" import marked.$format $machine -q -o marked.$format.cert
    same "mark: $format, the same list" "$(cat list.cert)" "$(cat marked.$format.cert)"
done

# Names of files that are no UTF-8, which JSON does not hold: a question mark for each byte, or the word in quotes that stands for it.
odd=$(printf 'n\377')
cp no.cnf "$odd.cnf"
printf '0 1\n1 2\n' >"$odd.net"
"$cast" sweep marked.campaign -o "$odd.f" -q >out
for command in '20 refute ODD.cnf -o ODD.1' '10 allgather --network file:ODD.net -o ODD.2' '10 solve -L 3 -t 7 -o ODD.3' '10 enumerate -L 3 -t 7 -o ODD.4' \
    '10 ask decide latency 3 depth 7 -o ODD.5' '20 ask formula file ODD.cnf -o ODD.6' '0 status ODD.f' '0 audit ODD.f' '0 report ODD.f -o ODD.html' \
    '0 show ODD.3' '0 show ODD.3 --svg -o ODD.svg' '0 export -f lp -L 3 -t 7 -o ODD.lp' '10 family -L 5 -o ODD.7' '0 convert list.cert -f csv -o ODD.csv' \
    '0 import ODD.csv -L 2 -o ODD.8' '0 merge ODD.f -o ODD.m' '0 reproduce marked.campaign -o ODD.r' '10 capacity -L 3 -t 7 -o ODD.9' '10 delay -L 3 -P 20 -o ODD.10'; do
    status=${command%% *}
    printf '%s\n' "${command#* }" | sed "s/ODD/$odd/g" >command
    # shellcheck disable=SC2046
    expect "no UTF-8: $command" "$status" '*' "$cast" $(cat command) --json
    case $command in *enumerate*) ;; *) tail -n 1 out | grep -q '^{.*}$' || fail "no UTF-8: $command: $(tail -n 1 out)" ;; esac
done
printf 'formula file %s.cnf\n' "$odd" >odd.campaign
expect 'no UTF-8: in a campaign' 0 '*' "$cast" sweep odd.campaign -o odd-campaign -q
holds 'no UTF-8: in a campaign' grep -q '"case": *"formula file \\"n\\\\xFF.cnf\\" engine sat"' odd-campaign/results.jsonl

# A program in the current folder is not one that is installed.
mkdir here && printf '#!/bin/sh\ntouch "%s/was-run"\nexit 0\n' "$work" >here/rsvg-convert
for name in dot cadical; do cp here/rsvg-convert here/$name; done
chmod +x here/*
for path in :/nowhere /nowhere: /nowhere::/nowhere . ''; do
    (cd here && PATH=$path "$cast" show ../list.cert --png >out 2>err)
    same "PATH=$path: nothing here is run" '' "$(ls was-run 2>/dev/null)"
done

to_nowhere() { "$@" >&-; }
refuse 'closed stdout' 'could not be written' to_nowhere "$cast" solve -L 3 -t 7 -q
finish
