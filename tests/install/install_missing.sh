#!/bin/sh
# SPDX-License-Identifier: MIT
# tools/install-missing with an apt-get that only writes down what it is told: of its packages `here` is installed, and `unknown*` unknown.
# Usage: install_missing.sh REPOSITORY
top=$1
. "$(dirname "$0")/../command/common.sh"
mkdir bin
cat >bin/dpkg-query <<'.'
#!/bin/sh
for last; do :; done
[ "$last" = here ] && printf installed
.
cat >bin/apt-get <<'.'
#!/bin/sh
case "$*" in
*unknown*) exit 100 ;;
*--simulate*) exit 0 ;;
esac
echo "$*" >>log
.
printf '#!/bin/sh\necho 0\n' >bin/id
chmod +x bin/*
missing() {
    rm -f log
    PATH=$work/bin:$PATH sh "$top/tools/install-missing" "$@" >out 2>err
}
told() { sed -n 's/^install.* --no-install-recommends //p' log 2>/dev/null; }

missing here
same 'nothing is missing' 0 "$?"
same 'nothing is done' '' "$(cat log 2>/dev/null)"
missing here one two
same 'two are missing' 0 "$?"
same 'both are installed' 'one two' "$(told)"
missing unknown-a one here unknown-b two
same 'two are unknown: fails' 1 "$?"
same 'two are unknown: the others are installed' 'one two' "$(told)"
holds 'two are unknown: they are named' grep -q "can't be installed: unknown-a unknown-b" err
missing 'unknown-a|one' 'here|two' 'three|four' 'unknown-a|here'
same 'other names' 0 "$?"
same 'other names: one that is known, of what is missing' 'one three' "$(told)"
missing 'unknown-a|unknown-b' two
same 'no name is known: fails' 1 "$?"
holds 'no name is known: all are named' grep -q "can't be installed: unknown-a|unknown-b" err
missing unknown-a
same 'one unknown alone' 1 "$?"
same 'one unknown alone: nothing is installed' '' "$(told)"
finish
