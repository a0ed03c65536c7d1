#!/bin/sh
# SPDX-License-Identifier: MIT
# enumerate --schedule stationary. Usage: enumerate.sh STEADYCAST STEADYCHECK
cast=$1 check=$2
. "$(dirname "$0")/common.sh"

list() { "$cast" enumerate --schedule stationary -q "$@"; }
expect 'L = 4, t = 8' 10 'total 2' list -L 4 -t 8
same 'L = 4, t = 8: the words' '1 x 8 0 2 3 1 4 | 1 x 0
1 x 8 0 3 1 2 4 | 1 x 0' "$(head -n -1 out | sort)"
expect 'L = 4, t = 8: the same for N = P(t)' 10 'total 2' list -L 4 -t 8 -N 7
expect 'L = 4, t = 8: more processors' 10 'total 0' list -L 4 -t 8 -N 8
expect 'the most at L = 2, t = 7' 10 'total [1-9]*' list -L 2 -t 7 -N 20
expect 'explicit sends' 10 'total 3' list -L 2 -t 4 -N 4
same 'explicit sends: said' '1 x 4 2 0 send 4 2*2 | 1 x 0' "$(grep send out)"
cp out all
expect 'one thread' 10 'total 3' taskset -c "$(taskset -cp $$ | sed 's/.*: \([0-9]*\).*/\1/')" "$cast" enumerate --schedule stationary -q -L 2 -t 4 -N 4
holds 'one thread: the same bytes' cmp all out
expect 'into a file' 10 '' list -L 2 -t 4 -N 4 -o list.txt
holds 'into a file: the same bytes' cmp all list.txt
refuse 'into a file that exists' 'list.txt exists' list -L 2 -t 4 -N 4 -o list.txt
# Every line is a schedule: as a certificate, it is verified.
while IFS= read -r line; do
    case $line in total*) continue ;; esac
    { printf 'steadycast certificate 1\nwriter test 1\nkind schedule\nlatency 2\ndepth 4\nprocessors 4\nperiod 1\n'
      echo "$line" | sed 's/ | /\n/g' | sed -e 's/^\([0-9]*\) x/word \1 receive/' -e '/ send /!s/$/ send largest/'; } >body
    { cat body; printf 'digest sha256 %s\n' "$(sha256sum <body | cut -d' ' -f1)"; } >line.cert
    expect "$line" 0 's VERIFIED *' "$check" line.cert
done <all
expect 'a limit' 0 '1 x *' list -L 3 -t 7 --most 3
same 'a limit: lines' 3 "$(wc -l <out | tr -d ' ')"
same 'a limit: said' 1 "$(grep -c 'INCOMPLETE: 3 schedules so far, and how many there are is unknown' err)"
expect 'a limit of nodes' 0 '' list -L 3 -t 7 --nodes 1
same 'a limit of nodes: said' 1 "$(grep -c 'INCOMPLETE: 0 schedules' err)"
expect 'too deep' 0 's UNKNOWN' list -L 3 -t 70
expect 'too many' 0 's UNKNOWN' list -L 3 -t 70000
expect 'block-cyclic by name' 10 'total 1*' "$cast" enumerate --schedule block-cyclic -L 3 -t 9
refuse 'multisets' '--multisets is for block-cyclic schedules' list -L 3 -t 7 --multisets
refuse 'position' '--from is for block-cyclic schedules' list -L 3 -t 7 --from 0:
refuse 'processors' '--processors is for --schedule stationary' "$cast" enumerate -L 3 -t 7 -N 3
refuse 'no processors' '--processors' list -L 3 -t 7 -N 0
refuse 'no class' 'periodic' "$cast" enumerate --schedule periodic -L 3 -t 7
finish
