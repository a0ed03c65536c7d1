#!/bin/sh
# SPDX-License-Identifier: MIT
# Every certificate that is kept with the project must still be verified by today's checker, and those of campaigns must
# confirm the answers in their results.
# Usage: results.sh STEADYCAST STEADYCHECK RESULTS_FOLDER
set -u
cast=$1 check=$2
cd "$3" || exit 1
count=0 failures=0
fault() {
    echo "$*"
    failures=$((failures + 1))
}
for folder in main-job every-schedule every-number k-items k-items-long fractional-streams logp; do
    said=$("$cast" audit "$folder" --quiet)
    echo "$said"
    case $said in
    's AUDITED '*) ;;
    # Nothing is missing but certificates that were too large to be kept: tools/reproduce makes them again.
    's INCOMPLETE '*) [ "${said##*, }" = "$(echo "${said#s INCOMPLETE }" | cut -d ' ' -f 1) answers rest on nothing here" ] || fault "$folder" ;;
    *) fault "$folder" ;;
    esac
    cmp -s "$folder/campaign" "../cases/campaign/$folder.campaign" || fault "$folder: another campaign than that of cases/"
    count=$((count + $(find "$folder/certificates" -type f | wc -l)))
done
for file in $(find claims multinode -name '*.cert' -o -name '*.certs' | sort); do
    count=$((count + 1))
    "$check" --stream --quiet "$file" >/dev/null || fault "$file"
done
echo "$count files, $failures failures"
[ "$failures" -eq 0 ] && [ "$count" -gt 4000 ]
