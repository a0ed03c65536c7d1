#!/bin/sh
# Every certificate that is kept with the project must still be verified by today's checker.
# Usage: results.sh STEADYCHECK RESULTS_FOLDER
set -u
check=$1
cd "$2" || exit 1
certificates=$(find . -name '*.cert' -o -name '*.certs' | sort)
count=0 failures=0
for file in $certificates; do
    count=$((count + 1))
    case $file in
    *.certs) found=$("$check" --stream --quiet "$file") ;;
    *) found=$("$check" "$file") ;;
    esac
    exit=$?
    case $found in
    's VERIFIED '*) ;;
    *) exit="other than $exit" ;;
    esac
    if [ "$exit" != 0 ]; then
        echo "$file: exit $exit: $found"
        failures=$((failures + 1))
    fi
done
echo "$count files, $failures failures"
[ "$failures" -eq 0 ] && [ "$count" -gt 0 ]
