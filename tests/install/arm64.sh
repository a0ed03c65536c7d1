#!/bin/sh
# SPDX-License-Identifier: MIT
# Built for arm64 by another compiler, with warnings as errors where it is the one that this is developed with, and run by qemu: the
# verdicts of the checker, and the same certificates as here. Usage: arm64.sh BUILD SOURCE
build=$1 source=$2
for tool in cmake apt-get dpkg-deb aarch64-linux-gnu-gcc qemu-aarch64; do
    command -v "$tool" >/dev/null || { echo "SKIPPED: there is no $tool (Debian packages gcc-aarch64-linux-gnu, libc6-dev-arm64-cross, qemu-user)"; exit 77; }
done
. "$(dirname "$0")/../command/common.sh"
"$source/tools/packaging/arm64" "$work/arm64" steadycheck steadycheck-core steadycast >log 2>&1
status=$?
[ $status != 77 ] || { echo 'SKIPPED: the libraries of arm64 are not to be had: is there no network?'; exit 77; }
[ $status = 0 ] || { echo "it is not built: $(tail -n 5 log)"; exit 1; }
# No program of arm64 starts by itself, and none starts another one here.
for program in steadycheck steadycheck-core steadycast; do
    holds "$program is of arm64" sh -c "readelf -h arm64/build/bin/$program | grep -q 'Machine: *AArch64'"
    printf '#!/bin/sh\nexec qemu-aarch64 -L "%s" "%s" "$@"\n' "$work/arm64/root" "$work/arm64/build/bin/$program" >"$program"
    chmod +x "$program"
done
for status in verified refuted malformed; do
    "$source/tests/check/run_verdicts.sh" "$work/steadycheck" "$source/tests/check/$status" >out 2>&1
    same "verdicts: $status" 0 $?
    [ "$failures" -eq 0 ] || tail -n 5 out
done

# asked NAME ARGUMENTS...: the same status, and certificates of the same bytes, but for the commit, of which there is none
asked() {
    question=$1
    shift
    rm -rf here there
    "$build/bin/steadycast" "$@" -q -o here >here.out 2>&1
    here=$?
    ./steadycast "$@" -q -o there >there.out 2>&1
    same "$question: exit status" "$here" $?
    holds "$question: the same answer" cmp here.out there.out
    holds "$question: the same certificates" diff -r here there
}
asked 'a schedule' solve -L 3 -t 7
asked 'no schedule' solve -L 4 -t 8
asked 'a delay' delay -L 3 -P 10
asked 'a long delay' delay -L 3 -P 1000
asked 'items' broadcast -L 3 -P 10 -k 8
# steadycast-lp is not built for it: no question that needs it
asked 'a ring' delay --network ring:8
asked 'a path' broadcast --network path:64 -k 100
asked 'a hypercube' delay --network hypercube:4
finish
