#!/bin/sh
# SPDX-License-Identifier: MIT
# tools/packaging/Containerfile without a container engine: its RUN lines in a new root of Debian by debootstrap, of the sources as an
# archive has them; its programs in the root that comes out. Root's, and takes the network. Usage: container.sh SOURCE
source=$1
. "$(dirname "$0")/debian.sh"
. "$(dirname "$0")/../command/common.sh"
recipe=$source/tools/packaging/Containerfile

release=$(sed -n 's/^FROM debian:\([0-9]*\)-slim AS build$/\1/p' "$recipe")
case $release in
12) release=bookworm ;;
13) release=trixie ;;
*) fail "the recipe is from another Debian: '$release'" ;;
esac
debian "$release" build
mkdir alone
into=build folder=/ entry='' stages=0
# Lines of other kinds than these are told.
sed '/^#/d; /^$/d' "$recipe" >lines
while read -r word rest; do
    case $word in
    FROM)
        stages=$((stages + 1))
        [ $stages = 1 ] || into=alone
        case $stages$rest in 1debian:* | 2scratch) ;; *) fail "FROM $rest" ;; esac
        ;;
    COPY)
        case $rest in
        '. /source') mkdir build/source && tar -c -C "$source" --exclude=./.git --exclude='./build*' . | tar -x --no-same-owner -C build/source ;;
        '--from=build /alone /') cp -a build/alone/. alone/ ;;
        *) fail "COPY $rest" ;;
        esac
        ;;
    WORKDIR) folder=$rest ;;
    RUN) chroot build /bin/sh -c "cd $folder && $rest" </dev/null >log 2>&1 || fail "RUN $rest: $(tail -n 5 log)" ;;
    ENV) [ "$rest" = PATH=/usr/bin ] || fail "ENV $rest" ;;
    ENTRYPOINT) entry=$(echo "$rest" | tr -d '[]"') ;;
    CMD) same 'what it says without a command' '["help"]' "$rest" ;;
    *) fail "a line of another kind: $word" ;;
    esac
done <lines
same 'stages' 2 $stages
same 'where it works' /data "$folder"

# run PROGRAM ARGUMENTS...: where the recipe says, with nothing from here but /proc, by which programs find each other, and /dev/null, as in a container
mkdir alone/proc alone/dev && mknod -m 666 alone/dev/null c 1 3
run() {
    env -i PATH=/usr/bin:/usr/sbin:/bin unshare --mount sh -c 'mount -t proc proc "$1/proc" && root=$1 folder=$2 && shift 2 && exec unshare --root="$root" --wd="$folder" "$@"' sh "$work/alone" "$folder" "$@"
}
[ "$failures" -eq 0 ] || { finish; exit 1; }
expect 'solve' 10 's FEASIBLE' run "/usr/bin/$entry" solve -L 3 -t 7 -o a.cert
holds 'the certificate is in /data' test -s alone/data/a.cert
expect 'steadycheck' 0 's VERIFIED *' run /usr/bin/steadycheck a.cert
expect 'steadycast-lp' 10 's OPTIMAL' run "/usr/bin/$entry" capacity -L 2 -t 7 -e search -q
holds 'steadycast-lp: capacity' grep -q 20 out
expect 'cadical' 0 '*' run /usr/bin/cadical --version
expect 'a claim' 0 '*' run "/usr/bin/$entry" claims --quick --quiet --only dimakopoulos-open-case
holds 'help' run "/usr/bin/$entry" help
same 'no shell' '' "$(ls alone/usr/bin | grep -x 'sh\|bash\|dash')"
same 'the programs' 'cadical steadycast steadycast-lp steadycheck steadycheck-core' "$(ls alone/usr/bin | paste -s -d ' ')"
finish
