#!/bin/sh
# SPDX-License-Identifier: MIT
# Progress: a bar on a terminal, a line now and then in a log, nothing in a pipe. Usage: progress.sh STEADYCAST
cast=$1
. "$(dirname "$0")/common.sh"
# It visits more than 2^40 nodes; each run goes on where the one before was stopped.
search="$cast solve -e backtrack --no-ball-rule -L 16 -t 32 --threads 1"

# A terminal of a given width; what is written to it is in `seen`, a line for each state of the bar.
on_terminal() {
    columns=$1
    shift
    script -q -e -c "stty cols $columns; $*" typescript >/dev/null 2>&1 </dev/null
    status=$?
    tr '\r' '\n' <typescript | sed 's/\x1b\[K//' >seen
}

if script -q -e -c true /dev/null >/dev/null 2>&1 </dev/null; then
    for columns in 50 90; do
        on_terminal $columns "$cast family -L 60..400 -o families$columns --threads 1 --time 3 >/dev/null"
        same "terminal of $columns: exit" 0 $status
        grep '^family  \[' seen >bars
        holds "terminal of $columns: a bar" [ -s bars ]
        holds 'with time left' grep -q ' left [0-9?]' bars
        same 'of its width' $((columns - 1)) "$(awk '{ print length($0) }' bars | sort -u)"
        holds 'rewritten in place' grep -q "$(printf '\r')family" typescript
    done
    on_terminal 80 "rm -f ./*.state; $search --time 1 >/dev/null"
    holds 'share, nodes, nodes a second, time left' grep -q '^search  .*  *[0-9]*%  .* nodes  .* nodes/s  left ' seen
    holds 'no number of parts' sh -c '! grep -q "^search.*/1000000000" seen'
    on_terminal 80 "$search --time 1 --quiet >/dev/null"
    same 'nothing with --quiet' 0 "$(grep -c '^search  .* nodes' seen)"
else
    echo 'SKIPPED: script (package bsdutils) or pseudo-terminals are missing, no terminal is tried'
fi

{ $search --time 11 --state piped.state; } 2>&1 | cat >piped &
$search --time 11 >out 2>log
wait
same 'a log: one line, after ten seconds' 1 "$(grep -c '^search  .*%  .* nodes  .* nodes/s  0:00:1[01]  left [0-9?].*$' log)"
same 'a log: nothing is rewritten' '' "$(grep "$(printf '[\r\033]')" log)"
holds 'a pipe: it was stopped' grep -q 's UNKNOWN' piped
same 'a pipe: no progress' '' "$(grep '^search' piped)"
finish
