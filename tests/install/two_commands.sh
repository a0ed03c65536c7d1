#!/bin/sh
# SPDX-License-Identifier: MIT
# The two commands of the README, from an archive of the sources of the last commit: here without a network, as all packages are installed;
# or, with RELEASE, in a new root of that Debian, where nothing is. Usage: two_commands.sh SOURCE [RELEASE]
source=$1 release=${2:-}
git='git -c safe.directory=*'
[ -e "$source/.git" ] || { echo 'SKIPPED: these sources are no checkout of git'; exit 77; }
if [ "$release" ]; then
    . "$(dirname "$0")/debian.sh"
else
    unshare --net true 2>/dev/null || { echo 'SKIPPED: nobody may be without a network here (unshare --net)'; exit 77; }
fi
. "$(dirname "$0")/../command/common.sh"

# apart COMMAND: in the unpacked archive, as somebody else's shell would run it
if [ "$release" ]; then
    debian "$release" root
    place=root/steadycast
    apart() {
        unshare --mount sh -c 'mount -t proc proc root/proc && mount --rbind /dev root/dev && mount -t tmpfs shm root/dev/shm && exec chroot root sh -c "cd /steadycast && $1"' sh "$1"
    }
else
    place=steadycast
    # Ranks of MPI find each other by the machine's own address.
    apart() { unshare --net sh -c 'ip link set lo up; cd steadycast && exec sh -c "$1"' sh "$1"; }
    same 'there is no network' '' "$(apart 'ip route')"
fi
mkdir "$place" && $git -C "$source" archive HEAD | tar -x -C "$place" || fail 'no archive'
unset STEADYCAST_BUILD MAKEFLAGS CMAKE_PREFIX_PATH
sed -n '/^## Two commands/,/^## /s/^    \([^ #]*\).*/\1/p' "$place/README.md" >commands
same 'the commands' 'tools/reproduce tools/test' "$(paste -s -d ' ' commands)"
while read -r command; do
    apart "$command" </dev/null >log 2>&1
    found=$?
    same "$command: status" 0 $found
    [ $found = 0 ] || tail -n 60 log
    tail -n 1 log
    same "$command: warnings of the compiler" 0 "$(grep -c ': warning: ' log)"
    [ "$release" ] || same "$command: nothing is installed" 0 "$(grep -c '^installing:' log)"
done <commands
finish
