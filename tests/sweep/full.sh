#!/bin/sh
# SPDX-License-Identifier: MIT
# A disk that is full, and files that may not grow: a clear message and status 1; with room again the
# same command comes to the same bytes as a run that had it all the time.
# Usage: full.sh STEADYCAST tmpfs|limit; status 77 where no small file system can be mounted.
cast=$1 way=$2
. "$(dirname "$0")/../command/common.sh"
cat >campaign.txt <<'END'
decide latency 3..4 depth L..2L+2 engine all
serve latency 2 depth 5 served 5..8 schedule stationary engine construction,search
delay latency 1..3 processors 2..20
capacity latency 2 depth 3..6
broadcast latency 1..2 processors 3..4 items 2
END
expect 'the campaign' 0 's COMPLETE' "$cast" sweep campaign.txt -o right --quiet
cases=$(wc -l <right/results.jsonl)

# stopped NAME PATTERN FOLDER: the run ended with status 1 and one message that says why
stopped() {
    same "$1: status" 1 "$found"
    holds "$1: message" grep "^steadycast: .*$2" err
    same "$1: one message" 1 "$(grep -c '^steadycast: ' err)"
    tests=$((tests + 1))
    case $(tail -n 1 out) in
    's STOPPED' | '') ;;
    *) fail "$1: the last line is '$(tail -n 1 out)'" ;;
    esac
}

# repaired NAME FOLDER
repaired() {
    expect "$1: with room again" 0 's COMPLETE' "$cast" sweep campaign.txt -o "$2" --quiet
    same_results "$1: results" right/results.jsonl "$2/results.jsonl"
    same_results "$1: table" right/results.csv "$2/results.csv"
    holds "$1: certificates" diff -r right/certificates "$2/certificates"
    expect "$1: audit" 0 "s AUDITED $cases cases, *" "$cast" audit "$2" --quiet
    lines "$2" >lines
    holds "$1: all lines" [ "$(wc -l <lines)" -ge "$cases" ]
    holds "$1: nothing was given up" [ "$(grep -c -e '"cause":"memory"' -e '"cause":"fault"' -e '"cause":"crash"' lines)" = 0 ]
    same "$1: the store" ok "$(ask_store "$2" 'pragma integrity_check')"
}

if [ "$way" = tmpfs ]; then
    mkdir disk
    if ! mount -t tmpfs -o size=300k,mode=700 steadycast-test disk 2>mount.log; then
        echo "SKIPPED: no file system can be mounted here: $(head -n 1 mount.log)"
        exit 77
    fi
    trap 'umount "$work/disk"; chmod -R u+w "$work"; rm -rf "$work"' EXIT
    for size in 300k 100k 600k; do
        mount -o remount,size=$size disk
        "$cast" sweep campaign.txt -o disk/f >out 2>err
        found=$?
        stopped "a disk of $size" 'No space left on device' disk/f
        # once more: as little room, the same message, and nothing gets worse
        "$cast" sweep campaign.txt -o disk/f >out 2>err
        found=$?
        stopped "a disk of $size again" 'No space left on device' disk/f
        holds "a disk of $size: status" "$cast" status disk/f
        mount -o remount,size=20m disk
        repaired "a disk of $size" disk/f
        rm -rf disk/f
    done
    # full when the lists of results are to be written
    rm -rf disk/f
    cp -r right disk/f
    rm disk/f/results.jsonl disk/f/results.csv
    head -c 30000000 /dev/zero >disk/filler 2>/dev/null
    "$cast" sweep campaign.txt -o disk/f >out 2>err
    found=$?
    stopped 'no room for results' 'No space left on device' disk/f
    rm disk/filler
    repaired 'no room for results' disk/f
else
    trap '' XFSZ # files beyond the limit are an error, not the end of the process
    for blocks in 1 8 20; do # of 512 bytes
        rm -rf f
        (
            ulimit -f $blocks
            exec "$cast" sweep campaign.txt -o f --quiet
        ) >out 2>err
        found=$?
        stopped "files of $blocks blocks" 'File too large' f
        repaired "files of $blocks blocks" f
    done
fi
finish
