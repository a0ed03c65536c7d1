#!/bin/sh
# steadycheck-core takes a part of what steadycheck takes, and says the same of it. Of everything else it says that steadycheck takes it.
# Usage: core.sh STEADYCHECK STEADYCHECK_CORE FOLDER..: all certificates in and below these
set -u
whole=$1 core=$2
shift 2
"$core" --help | grep -q '^Kinds: .* messages ' || { echo "steadycheck-core --help does not say what it takes"; exit 1; }

same=0 beyond=0 failures=0
for file in $(find "$@" -name '*.cert' | sort); do
    expected=$("$whole" --fields "$file")
    status=$?
    found=$("$core" --fields "$file")
    found_status=$?
    case $found in
    's MALFORMED '*'; steadycheck takes more than steadycheck-core') found_status=beyond ;;
    's MALFORMED '*' steadycheck takes this kind, steadycheck-core does not') found_status=beyond ;;
    esac
    if [ "$found_status" = beyond ]; then
        beyond=$((beyond + 1))
    elif [ "$found" = "$expected" ] && [ "$found_status" = "$status" ]; then
        same=$((same + 1))
    else
        printf '%s: exit %s\n  expected: %s\n  found:    %s\n' "$file" "$found_status" "$expected" "$found"
        failures=$((failures + 1))
    fi
done
echo "$same verdicts are the same, $beyond are beyond the core, $failures failures"
[ "$failures" -eq 0 ] && [ "$same" -gt "$beyond" ] && [ "$beyond" -gt 0 ]
